"""How the code of compiled functions is put together: what only compiled code calls is optimized with its callers, and once.

Numba optimizes each function with all that it calls, then makes machine code of it, and does so function by function upwards: what
lies deep is optimized again at every level, and nearly all of it thrown away. Here an inner function is kept as it was lowered. An
outer one, which Python calls or others call through a pointer, takes all inner ones that it needs, and is optimized as a whole.

`INNER`, `APART` and `OUTER` are options of `numba.njit`. They rely on the insides of Numba, as does what is kept of a function on disk.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from copy import copy
from typing import Any

from llvmlite.binding import Linkage, parse_bitcode
from numba.core import codegen, compiler, itanium_mangler
from numba.core.types import unliteral

_ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of the environments of functions begin."""
_Library: Any = codegen.JITCodeLibrary
_Compiler: Any = compiler.Compiler
_mangle: Any = itanium_mangler.mangle
_compile_result: Any = compiler.compile_result


class _NoEnvironment:
    """Stands where Numba sets the environment of a function in its machine code: here there is none."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""


class InnerLibrary(_Library):  # type: ignore[misc]
    """The code of a function that only compiled code calls."""

    codegen = _NoEnvironment()
    _shared_module: Any
    _linking_libraries: Any
    attributes: tuple[str, ...] = ()
    """What LLVM is told of the function."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Add the code that Numba has made of the function."""
        for function in ir_module.functions:
            if not function.is_declaration and "alwaysinline" not in function.attributes:
                for attribute in self.attributes:
                    function.attributes.add(attribute)
        super().add_ir_module(ir_module)

    def finalize(self) -> None:
        """Keep the code as it is."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0

    def _get_module_for_linking(self) -> Any:
        # Something else than an `OuterLibrary` links it: then with all that it calls, and as Numba would share it.
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in link_inner(module, self._linking_libraries):
                module.link_in(library._get_module_for_linking(), preserve=True)
            for function in module.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = "linkonce_odr"
            self._shared_module = module
        return self._shared_module


class ApartLibrary(InnerLibrary):
    """The code of a function that is not copied into those that call it."""

    attributes = ("noinline",)


class OuterLibrary(_Library):  # type: ignore[misc]
    """The code of a function that Python calls, or others call through a pointer, with all that it calls."""

    _linking_libraries: Any
    _shared_module: Any
    _bitcode: bytes = b""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self._addresses: dict[str, int] = {}

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function; what takes pointers asks for it at each call."""
        if name not in self._addresses:
            self._addresses[name] = int(super().get_pointer_to_function(name))
        return self._addresses[name]

    @classmethod
    def from_code(cls, codegen: Any, name: str, code: bytes, bitcode: bytes, names: set[str]) -> Any:
        """Return a library of code that was kept: in the machine's language, in LLVM's, and the names that it defines."""
        library: Any = cls(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._bitcode = bitcode
        library._finalize_final_module()
        codegen._engine._defined_symbols |= names
        return library

    def _get_module_for_linking(self) -> Any:
        if self._bitcode and self._shared_module is None:
            self._shared_module = parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()

    def finalize(self) -> None:
        """Link, optimize, and make machine code."""
        module = self._final_module
        own = {
            value.name
            for values in (module.functions, module.global_variables)
            for value in values
            if not value.is_declaration
        }
        self._linking_libraries = link_inner(module, self._linking_libraries)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                # Not "internal": LLVM changes how such a function is called, and would find it by its name from other modules.
                function.linkage = "private"
        for value in module.global_variables:
            if value.name.startswith(_ENVIRONMENT) and value.linkage == Linkage.common and value.name not in own:
                value.linkage = "linkonce_odr"  # goes if nothing needs it, and nearly nothing does
        super().finalize()


def link_inner(module: Any, libraries: Iterable[Any]) -> list[Any]:
    """Link all inner libraries that some libraries need into a module, each once; return the others that they need."""
    found: dict[Any, None] = {}
    todo = list(libraries)
    while todo:
        library = todo.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, InnerLibrary):
                todo += library._linking_libraries
    for library in found:
        if isinstance(library, InnerLibrary):
            module.link_in(library._final_module, preserve=True)
    return [library for library in found if not isinstance(library, InnerLibrary)]


def short_name(name: str, types: Iterable[Any], *, abi_tags: tuple[str, ...] = (), uid: int | None = None) -> Any:
    """Return the name of a function in machine code.

    It has a hash of the types of the arguments. Numba writes them out, and those of a player with all that it calls take 700 kB,
    at each place where the name stands.
    """
    digest = hashlib.sha256("\0".join(map(str, types)).encode()).hexdigest()
    return _mangle(name, (), abi_tags=(*abi_tags, f"t{digest[:32]}"), uid=uid)


class _Arguments(tuple[Any, ...]):
    """The types of a function's arguments, without their many words: Numba writes those out before each pass."""

    def __repr__(self) -> str:
        return f"{len(self)} arguments"


def for_any_value(function: Any) -> Any:
    """Let a function be compiled once for whole numbers, and not once more for each constant that it is called with."""
    template = function.get_call_template
    function.get_call_template = lambda types, keywords: template(tuple(map(unliteral, types)), keywords)
    return function


def found_at_once(function: Any) -> Any:
    """Let the code of an outer function be found at once, by what takes it as a pointer and asks for it at each call.

    Numba compares all types of the signature; that one which was asked for before is the same object.
    """
    find, found = function.get_compile_result, {}

    def get_compile_result(signature: Any) -> Any:
        if id(signature) not in found:
            found[id(signature)] = find(signature), signature  # kept, so that no other can have its place
        return found[id(signature)][0]

    function.get_compile_result = get_compile_result
    return function


class _InnerCompiler(_Compiler):  # type: ignore[misc]
    library: type[Any] = InnerLibrary

    def _compile_bytecode(self) -> Any:
        state = self.state
        state.args = _Arguments(state.args)
        state.targetctx.mangler = short_name
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        return super()._compile_bytecode()


class _ApartCompiler(_InnerCompiler):
    library = ApartLibrary


class _OuterCompiler(_InnerCompiler):
    library = OuterLibrary

    def _compile_bytecode(self) -> Any:
        # What the types of all variables are, in words, would be kept on disk: megabytes that nobody reads.
        return super()._compile_bytecode()._replace(type_annotation="")

    def define_pipelines(self) -> Any:
        self.state.library.enable_object_caching()
        return super().define_pipelines()


INNER: dict[str, Any] = {"pipeline_class": _InnerCompiler}
"""For a function that only compiled code calls."""
APART: dict[str, Any] = {"pipeline_class": _ApartCompiler}
"""For one that is not to be copied into its callers."""
OUTER: dict[str, Any] = {"pipeline_class": _OuterCompiler}
"""For a function that Python calls, or others through a pointer."""


def parts_of(result: Any, signature: Any) -> tuple[Any, ...]:
    """Return what is to be kept of an outer function that was compiled for a signature."""
    library, described = result.library, copy(result.fndesc)
    described.typemap = described.calltypes = None
    told = None if result.signature == signature else result.signature
    if not told:  # megabytes, which the signature tells again
        described.argtypes = described.restype = None
    module = library._get_module_for_linking()
    names = {
        value.name
        for values in (module.functions, module.global_variables)
        for value in values
        if not value.is_declaration
    }
    code = (library.name, library._get_compiled_object(), module.as_bitcode(), names)
    environments = tuple(result._find_referenced_environments())
    return code, described, told, result.environment, environments, result.reload_init


def from_parts(parts: tuple[Any, ...], signature: Any, target: Any) -> Any:
    """Return what was kept of an outer function as Numba returns what it has compiled."""
    code, described, told, environment, environments, reload = parts
    for function in reload:
        function()
    if not told:
        described.argtypes, described.restype = signature.args, signature.return_type
    library = OuterLibrary.from_code(target.codegen(), *code)
    entry_point = target.get_executable(library, described, environment)
    for other in environments:
        library.codegen.set_env(other.env_name, other)
    return _compile_result(
        typing_context=target.typing_context,
        target_context=target,
        library=library,
        environment=environment,
        entry_point=entry_point,
        fndesc=described,
        type_annotation="",
        signature=told or signature,
        objectmode=False,
        lifted=(),
        reload_init=reload,
        referenced_envs=environments,
    )
