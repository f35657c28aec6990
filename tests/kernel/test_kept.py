"""Compiled code on disk: whatever happens to it, functions give the right result."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba import types

from trickbook.kernel import kept
from trickbook.kernel.jit import JIT, compile_cached

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

WHOLE = types.int64(types.int64)
DAY = 24 * 60 * 60


def tripled(number: int) -> int:
    """Return 3 n."""
    return 3 * number


def compiled_in(folder: Path) -> Any:
    """Compile `tripled`, or take it from the folder, and see to it that it is right."""
    compiled: Any = compile_cached(tripled, WHOLE, folder)
    assert compiled(14) == 42
    return compiled


def was_kept(compiled: Any) -> bool:
    """Say whether a function was taken from disk."""
    return bool(compiled.stats.cache_hits)


def file_in(folder: Path) -> Path:
    """Return the one file in a folder."""
    (file,) = folder.iterdir()
    return file


def test_a_function_is_compiled_once(tmp_path: Path) -> None:
    assert not was_kept(compiled_in(tmp_path / "code"))
    assert was_kept(compiled_in(tmp_path / "code"))


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "garbage": lambda content: os.urandom(2000),
    "cut off in the checksum": lambda content: content[:20],
    "cut off": lambda content: content[: len(content) // 2],
    "one bit": lambda content: content[:-500] + bytes([content[-500] ^ 1]) + content[-499:],
    "longer": lambda content: content + b"\0",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_file_is_written_anew(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    compiled_in(tmp_path)
    file = file_in(tmp_path)
    file.write_bytes(damage(file.read_bytes()))
    assert not was_kept(compiled_in(tmp_path))
    assert was_kept(compiled_in(tmp_path))


def test_one_damaged_file_costs_no_other(tmp_path: Path) -> None:
    compiled_in(tmp_path)
    other: Any = compile_cached(tripled, types.float64(types.float64), tmp_path)
    assert other(0.5) == 1.5
    file = next(file for file in tmp_path.iterdir())
    file.write_bytes(b"")
    again = [compile_cached(tripled, signature(signature), tmp_path) for signature in (types.int64, types.float64)]
    assert sorted(map(was_kept, again)) == [False, True]


def test_a_folder_where_the_file_should_be(tmp_path: Path) -> None:
    compiled_in(tmp_path)
    file = file_in(tmp_path)
    file.unlink()
    file.mkdir()
    assert not was_kept(compiled_in(tmp_path))


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "code").write_text("a letter", "utf-8")
    assert not was_kept(compiled_in(tmp_path / "code"))
    assert (tmp_path / "code").read_text("utf-8") == "a letter"


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # By a patch, since whoever may do everything can write to a read-only folder, too.
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    assert not was_kept(compiled_in(tmp_path / "code"))
    assert not was_kept(compiled_in(tmp_path / "code"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write to what is read-only")
def test_a_read_only_folder_is_read(tmp_path: Path) -> None:
    compiled_in(tmp_path)
    tmp_path.chmod(0o555)
    try:
        assert was_kept(compiled_in(tmp_path))
    finally:
        tmp_path.chmod(0o755)


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def write_half(file: Path, content: bytes) -> int:
        write(file, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", write_half)
        assert not was_kept(compiled_in(tmp_path))
    assert list(tmp_path.iterdir()) == []
    compiled_in(tmp_path)
    assert was_kept(compiled_in(tmp_path))


def test_two_processes_compile_at_once(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from tests.kernel.test_kept import compiled_in; import sys; "
        "print(all(compiled_in(Path(sys.argv[1]) / str(i)) for i in range(5)))"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    root = Path(__file__).parents[2]
    running = [subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate(timeout=120)[0].strip() for process in running] == ["True", "True"]
    for i in range(5):
        assert was_kept(compiled_in(tmp_path / str(i)))
        assert file_in(tmp_path / str(i)).suffix == kept.SUFFIX


def test_another_processor_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    here = kept.fingerprint()
    assert kept.fingerprint() == here
    monkeypatch.setattr(kept, "processor", lambda: "z80 +exx")
    assert kept.fingerprint() != here


def test_what_a_plugin_consists_of_has_a_folder_of_its_own(tmp_path: Path) -> None:
    source = tmp_path / "plugin.py"
    source.write_text("A = 1", "utf-8")
    first = kept.fingerprint(source)
    source.write_text("A = 2", "utf-8")
    assert len({first, kept.fingerprint(source), kept.fingerprint()}) == 3


def test_functions_made_round_other_values_are_told_apart(tmp_path: Path) -> None:
    def times(factor: int) -> Callable[[int], int]:
        def multiplied(number: int) -> int:
            return factor * number

        return multiplied

    for factor in (2, 3, 2, 3):
        assert compile_cached(times(factor), WHOLE, tmp_path)(7) == 7 * factor
    assert len(list(tmp_path.iterdir())) == 2


def test_what_is_made_round_another_function_is_not_kept(tmp_path: Path) -> None:
    inner: Any = compile_cached(tripled, WHOLE, tmp_path / "inner")

    def nine_times(number: int) -> int:
        return int(inner(inner(number)))

    assert compile_cached(nine_times, WHOLE, tmp_path / "outer")(2) == 18
    assert not (tmp_path / "outer").exists()


def aged(folder: Path, days: float) -> Path:
    """Make a folder with a file of code, and let it be so old."""
    folder.mkdir(parents=True)
    (folder / f"a{kept.SUFFIX}").write_bytes(b"1")
    then = time.time() - days * DAY
    os.utime(folder, (then, then))
    return folder


def test_a_new_folder_clears_those_that_were_not_used_for_long(tmp_path: Path) -> None:
    old, young = aged(tmp_path / ("0" * 16), 31), aged(tmp_path / ("1" * 16), 29)
    others = aged(tmp_path / "my documents", 400)
    precious = aged(tmp_path / ("2" * 16), 31) / "letter.txt"
    precious.write_text("precious", "utf-8")
    then = time.time() - 31 * DAY
    os.utime(precious.parent, (then, then))
    compiled_in(tmp_path / ("f" * 16))
    assert not old.exists()
    assert young.exists()
    assert others.exists()
    assert [file.name for file in precious.parent.iterdir()] == ["letter.txt"]


def test_what_is_read_counts_as_used(tmp_path: Path) -> None:
    folder = tmp_path / ("0" * 16)
    compiled_in(folder)
    then = time.time() - 29 * DAY
    os.utime(folder, (then, then))
    assert was_kept(compiled_in(folder))
    assert time.time() - folder.stat().st_mtime < DAY
