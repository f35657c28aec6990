"""What plugins do while cards are played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from trickbook.cards import Pack
from trickbook.hooks import EventKind, RunTime
from trickbook.kernel.layout import FOR_DEAL, FOR_MATCH, FOR_TRICK, Rules
from trickbook.kernel.limits import MAX_EVENT_KINDS, MAX_RUN_TIME_PLUGINS, MAX_SETTINGS, MAX_WORDS
from trickbook.kernel.run_time import NO_HOOKS, HookError, RunTimeHooks, Watching, chain, compile_hook
from trickbook.plugins import PluginError, PluginSet, answers
from trickbook.rulebook.model import Rulebook
from trickbook.wording import one_line

_LIFETIMES = {"trick": FOR_TRICK, "deal": FOR_DEAL, "match": FOR_MATCH}


def set_run_time(
    rules: Rules, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]
) -> tuple[RunTimeHooks, tuple[EventKind, ...]]:
    """Let the plugins that are called while cards are played in; return their hooks and kinds of event.

    Raises `trickbook.plugins.PluginError` if there is no room for one, or a hook can't be compiled.
    """
    hooks = NO_HOOKS
    events: list[EventKind] = []
    words = 0
    for own, (name, said) in enumerate(plugins.ask(names, "trickbook_run_time", rulebook=rulebook, pack=pack)):
        with answers(name, "trickbook_run_time"):
            _check_run_time(name, said, own, words, events)
            hooks, words = _take_run_time(rules, hooks, own, name, said, words, events)
    rules.words = words
    return hooks, tuple(events)


def _take_run_time(
    rules: Rules, hooks: RunTimeHooks, own: int, name: str, said: RunTime, words: int, events: list[EventKind]
) -> tuple[RunTimeHooks, int]:
    """Add a plugin to those called while cards are played; return the hooks and the number of words in use."""
    for place, value in enumerate(said.settings):
        rules.setting[own, place] = value
    rules.first_word[own] = words
    rules.own_words[own] = len(said.words)
    rules.first_event[own] = len(events)
    rules.own_events[own] = len(said.events)
    for word in said.words:
        rules.word_lifetime[words] = _LIFETIMES[word.lifetime]
        words += 1
    events += said.events
    watched = int(rules.watch_plays)
    rules.watch_plays |= said.watch
    rules.dares |= said.dares
    rules.watch_offers |= said.watch if said.choice_offered else 0
    compiled = _compile_hooks(name, said)
    hooks = chain(Watching(hooks, own - 1, watched), Watching(compiled, own, said.watch)) if own else compiled
    rules.hook_owner = own
    return hooks, words


def _check_run_time(name: str, said: Any, own: int, words: int, events: Sequence[EventKind]) -> None:
    where = f"plugin {name!r}, hook 'trickbook_run_time'"
    if not isinstance(said, RunTime):
        raise PluginError(f"{where}: expected a RunTime, found {said!r}")
    for what, number, limit in (
        ("run-time plugins", own + 1, MAX_RUN_TIME_PLUGINS),
        ("settings", len(said.settings), MAX_SETTINGS),
        ("words of all plugins", words + len(said.words), MAX_WORDS),
        ("kinds of event of all plugins", len(events) + len(said.events), MAX_EVENT_KINDS),
    ):
        if number > limit:
            raise PluginError(f"{where}: there is room for {limit} {what}, found {number}")
    for word in said.words:
        if word.lifetime not in _LIFETIMES:
            raise PluginError(
                f"{where}: word {word.name!r} has lifetime {word.lifetime!r}; expected one of {', '.join(_LIFETIMES)}"
            )
    for event in said.events:
        for what, text in (("name", event.name), ("meaning", event.meaning)):
            if not isinstance(text, str) or not text or text != one_line(text):
                raise PluginError(f"{where}: the {what} of an event is {text!r}; expected a text of one line")
        if event.name in [known.name for known in events]:
            raise PluginError(f"{where}: another plugin has events {event.name!r} already")


def _compile_hooks(name: str, said: RunTime) -> RunTimeHooks:
    compiled: dict[str, Callable[..., int]] = {}
    for hook in ("offers", "played", "trick_complete"):
        function = getattr(said, hook)
        try:
            compiled[hook] = getattr(NO_HOOKS, hook) if function is None else compile_hook(hook, function, name)
        except HookError as error:
            raise PluginError(str(error)) from error
    return RunTimeHooks(**compiled)
