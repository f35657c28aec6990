"""Finding plugins, checking them one by one, and asking those that a rulebook names."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import pluggy

from trickbook import hooks, wording
from trickbook.hooks import Bot
from trickbook.rulebook.fields import KINDS, Field
from trickbook.rulebook.model import Rulebook, RulebookError
from trickbook.rulebook.schema import Format
from trickbook.wording import one_line

PREFIX = "trickbook_"
"""How the name of every hook begins."""
_BOT_NAME = re.compile("[a-z0-9-]+")


class PluginError(ValueError):
    """A plugin that can't be used: it can't be imported, or says something that can't be. Its text is one line."""

    def __init__(self, text: str):
        super().__init__(one_line(text))


def said(error: BaseException) -> str:
    """Return in one line what a plugin's exception is and says, whatever it is."""
    return one_line(": ".join(filter(None, (type(error).__name__, wording.said(error)))))


@contextmanager
def answers(name: str, hook: str) -> Iterator[None]:
    """Turn whatever goes wrong in taking a plugin's answer into a `PluginError` that names plugin and hook.

    An answer may be anything: a generator that ends the program, or an object that can't be printed.
    """
    with _code_of(f"plugin {name!r}, hook {hook!r}: unusable answer", (PluginError, RulebookError)):
        yield


@contextmanager
def _code_of(where: str, passed_on: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Turn whatever a plugin's code raises into a `PluginError`; only Ctrl-C goes on, with a note where it was."""
    try:
        yield
    except passed_on:
        raise
    except BaseException as error:
        if type(error) is KeyboardInterrupt:
            error.add_note(f"while its code ran: {where}")
            raise
        raise PluginError(f"{where}: {said(error)}") from error


@dataclass(frozen=True)
class PluginInfo:
    """What `trickbook plugin list` says of a plugin."""

    name: str
    version: str
    """The version of the distribution that it comes with; `file` for a file."""
    origin: str
    """The distribution, or the file."""
    about: str
    """The first line of its docstring."""
    problem: str
    """Why it can't be used, or nothing."""


class PluginSet:
    """The plugins that are there. Each is imported only when it is asked for.

    `files` are Python files named on the command line; with `installed` false, only they are there.
    """

    def __init__(self, files: Sequence[Path] = (), installed: bool = True) -> None:
        self._sources: dict[str, EntryPoint | Path] = {}
        self._loaded: dict[str, Any] = {}
        self._installed = installed
        self.left_out: Sequence[str] = (
            () if installed else sorted({point.name for point in entry_points(group=hooks.GROUP)})
        )
        """The plugins that are installed, and were left out on request."""
        if installed:
            for point in entry_points(group=hooks.GROUP):
                self._add(point.name, point)
        for file in files:
            self._add(file.stem, file)

    def _add(self, name: str, source: EntryPoint | Path) -> None:
        known = self._sources.get(name)
        if known is not None and (type(known) is not type(source) or known != source):
            raise PluginError(f"two plugins are called {name!r}: {_origin(self._sources[name])} and {_origin(source)}")
        self._sources[name] = source

    def names(self) -> Sequence[str]:
        """Return the names of the plugins that are there, sound or not."""
        return sorted(self._sources)

    def problem(self, name: str) -> str | None:
        """Return why a plugin that is there can't be used, or None if it is sound."""
        try:
            self.manager([name])
        except PluginError as error:
            return str(error)
        return None

    def fields(self, name: str) -> tuple[Field, ...]:
        """Return the keys that a plugin adds to a rulebook.

        Raises `PluginError` if the plugin can't be used, or a key is not under its name.
        """
        fields: list[Field] = []
        for _, answer in self.ask([name], "trickbook_keys"):
            with answers(name, "trickbook_keys"):
                fields += answer
        with answers(name, "trickbook_keys"):
            _check_fields(name, fields)
            _check_defaults(name, fields)
        return tuple(fields)

    def sentences(self, names: Sequence[str], rulebook: Rulebook) -> dict[str, list[str]]:
        """Return what each plugin that says anything of a rulebook says, in sentences for people.

        Raises `PluginError` if a plugin can't be used, or what it says is not a list of texts.
        """
        said: dict[str, list[str]] = {}
        for name, answer in self.ask(names, "trickbook_sentences", rulebook=rulebook):
            with answers(name, "trickbook_sentences"):
                if not isinstance(answer, list | tuple) or not all(isinstance(sentence, str) for sentence in answer):
                    raise PluginError(
                        f"plugin {name!r}, hook 'trickbook_sentences': expected a list of texts, found {str(answer)[:80]!r}"
                    )
                said[name] = [one_line(sentence) for sentence in answer]
        return said

    def info(self, name: str) -> PluginInfo:
        """Return what there is to say of a plugin, after asking it for all that it adds to any game: keys and players."""
        source = self._sources[name]
        about = problem = ""
        try:
            plugin = self._load(name)
            self.fields(name)
            self.bots(name)
            with _code_of(f"plugin {name!r}: its docstring can't be read"):
                about = (inspect.getdoc(plugin) or "").partition("\n")[0]
        except PluginError as error:
            problem = str(error)
        return PluginInfo(name, self.version(name), _origin(source), one_line(about), problem)

    def version(self, name: str) -> str:
        """Return the version of the distribution that a plugin comes with, or `file`."""
        source = self._sources.get(name)
        # Asked this way round, since the backport importlib_metadata, if imported, brings entry points of a type of its own.
        return "file" if source is None or isinstance(source, Path) or not source.dist else source.dist.version

    def file(self, name: str) -> Path | None:
        """Return the file of a plugin that is named by its file; None if it is installed."""
        source = self._sources.get(name)
        return source if isinstance(source, Path) else None

    def ask(self, names: Sequence[str], hook: str, **arguments: Any) -> Iterator[tuple[str, Any]]:
        """Ask plugins one after another, in the order given, and yield the name and the answer of each that has one.

        Raises `PluginError` naming plugin and hook if a plugin can't be used, or fails.
        """
        manager = self.manager(names)
        plugins = {name: manager.get_plugin(name) for name in names}
        for name, plugin in plugins.items():
            others = [other for other in plugins.values() if other is not plugin]
            with _code_of(f"plugin {name!r}, hook {hook!r}"):
                found = manager.subset_hook_caller(hook, others)(**arguments)
            for answer in found:
                yield name, answer

    def manager(self, names: Sequence[str]) -> pluggy.PluginManager:
        """Return a pluggy manager with the named plugins, each of them checked.

        Raises `PluginError` for the first that is not there or not sound.
        """
        manager = pluggy.PluginManager(hooks.GROUP)
        manager.add_hookspecs(hooks)
        for name in names:
            plugin = self._load(name)
            with _code_of(f"plugin {name!r}: what is in it can't be read", (PluginError,)):
                _check_marks(name, plugin)
                try:
                    manager.register(plugin, name)
                    manager.check_pending()
                except pluggy.PluginValidationError as error:
                    raise PluginError(f"plugin {name!r}: {_explain(error)}") from error
        return manager

    def bots(self, name: str) -> tuple[Bot, ...]:
        """Return the players that a plugin adds.

        Raises `PluginError` if the plugin can't be used, or says something that is no player.
        """
        bots: dict[str, Bot] = {}
        for _, answer in self.ask([name], "trickbook_bots"):
            with answers(name, "trickbook_bots"):
                where = f"plugin {name!r}, hook 'trickbook_bots'"
                for bot in answer:
                    if not isinstance(bot, Bot) or not _BOT_NAME.fullmatch(str(bot.name)) or bot.name in bots:
                        raise PluginError(
                            f"{where}: expected players of different names, each of "
                            f"lower-case letters, digits and hyphens; found {bot!r}"
                        )
                    bots[bot.name] = replace(bot, about=one_line(str(bot.about)), plugin=name)
        return tuple(bots.values())

    def __getstate__(self) -> dict[str, Any]:
        # Modules can't be sent to another process; they are imported there.
        return {**vars(self), "_loaded": {}}

    def _load(self, name: str) -> Any:
        if name not in self._sources:
            raise PluginError(self._missing(name))
        if name not in self._loaded:
            source = self._sources[name]
            with _code_of(f"plugin {name!r} can't be imported from {_origin(source)}"):
                self._loaded[name] = _import_file(source) if isinstance(source, Path) else source.load()
        return self._loaded[name]

    def _missing(self, name: str) -> str:
        near = get_close_matches(name, self._sources, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        if not self._installed:
            return f"plugin {name!r} is not there, since installed plugins are switched off (--no-plugins){hint}"
        return f"plugin {name!r} is not installed: install the package that brings it, or name its file with --plugin{hint}"


def _check_fields(name: str, fields: Sequence[Field]) -> None:
    """Refuse keys that are not under the plugin's name, of an unknown kind, or in each other's way."""
    where = f"plugin {name!r}, hook 'trickbook_keys'"
    paths: set[str] = set()
    for field in fields:
        if not isinstance(field, Field) or not str(field.path).startswith(name + "."):
            raise PluginError(f"{where}: expected fields whose paths begin with '{name}.', found {field!r}")
        if field.kind not in KINDS:
            near = get_close_matches(str(field.kind), KINDS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"the kinds are {', '.join(KINDS)}"
            raise PluginError(f"{where}: {field.path} is of an unknown kind {field.kind!r}; {hint}")
        if any(field.path.startswith(other + ".") or other.startswith(field.path + ".") for other in paths):
            raise PluginError(f"{where}: {field.path} is both a key and a table of keys")
        paths.add(field.path)


def _check_defaults(name: str, fields: Sequence[Field]) -> None:
    """Refuse a key whose default is not a value that a rulebook may give it."""
    form = Format((), {name: fields})
    for field in fields:
        values: Any = field.default
        for part in reversed(field.path.split(".")):
            values = {part: values}
        for fault in form.faults(values):
            raise PluginError(
                f"plugin {name!r}, hook 'trickbook_keys': the default of {field.path}: {fault.problem}; expected {fault.expected}"
            )


def _origin(source: EntryPoint | Path) -> str:
    if isinstance(source, Path):
        return str(source)
    return source.dist.name if source.dist else source.value


def _import_file(file: Path) -> ModuleType:
    # Registered under a name that is the same in every process: compiled code that is kept refers to it.
    name = f"trickbook_plugin_{file.stem}_{hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:8]}"
    specification = importlib.util.spec_from_file_location(name, file)
    if specification is None or specification.loader is None or not file.is_file():
        raise FileNotFoundError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    try:
        specification.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _check_marks(name: str, plugin: Any) -> None:
    """Refuse a function that is named like a hook, and is not marked as the answer to it."""
    for attribute in dir(plugin):
        if not attribute.startswith(PREFIX):
            continue
        function = getattr(plugin, attribute)
        if function is getattr(hooks, attribute, None):
            raise PluginError(
                f"plugin {name!r}: {attribute} is the hook itself, imported from trickbook.hooks, perhaps by "
                "`from trickbook.hooks import *`; import by name what you use, such as `from trickbook.hooks import hookimpl`"
            )
        if not hasattr(function, f"{hooks.GROUP}_impl"):
            raise PluginError(f"plugin {name!r}: {attribute} is not marked with @hookimpl")


def _explain(error: pluggy.PluginValidationError) -> str:
    text = wording.said(error)
    known = [name for name in vars(hooks) if name.startswith(PREFIX)]
    for word in text.replace("'", " ").split():
        if word.startswith(PREFIX) and word not in known:
            near = get_close_matches(word, known, 1)
            return f"there is no hook {word!r}" + (
                f"; did you mean {near[0]!r}?" if near else f"; the hooks are {', '.join(known)}"
            )
    return text
