"""From a rulebook and its plugins to the flat record of numbers that the kernel reads.

One function for each part of the rulebook; nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from trickbook.cards import JOKER_RANK, RANKS, SUITS, UNIVERSE, Pack, parse_card, rank_of, suit_of
from trickbook.hooks import MEASURE_METHODS, MEASURE_SAMPLES, EventKind, Measure, Pools, Problem, RunTime
from trickbook.kernel.layout import (
    CARD_POINTS_FROM,
    CARD_POINTS_TO,
    CARRIES,
    FOR_DEAL,
    FOR_MATCH,
    FOR_RESULTS,
    FOR_SIDES,
    FOR_TRICK,
    GIVES_POINTS,
    LOST,
    NO_TRUMP,
    OTHERS_TRICKS_TO,
    TIED,
    TRICKS_FROM,
    TRICKS_TO,
    TRUMPS,
    WON,
    Rules,
    new_rules,
)
from trickbook.kernel.limits import CORE, MAX_EVENT_KINDS, MAX_POOLS, MAX_RUN_TIME_PLUGINS, MAX_SETTINGS, MAX_WORDS
from trickbook.kernel.run_time import NO_HOOKS, HookError, RunTimeHooks, Watching, chain, compile_hook
from trickbook.plugins import PluginError, PluginSet, answers
from trickbook.rulebook.messages import one_line
from trickbook.rulebook.model import DEFAULT, Finding, Rulebook, RulebookError

_LIFETIMES = {"trick": FOR_TRICK, "deal": FOR_DEAL, "match": FOR_MATCH}
_RESULTS = {"any": WON | TIED | LOST, "won": WON, "tied": TIED, "lost": LOST}
_FACE_DOWN = ("never", "must", "may")
_ONE_OF_EACH = sorted(
    range(UNIVERSE),
    key=lambda card: (
        rank_of(card) < RANKS.index("7") or rank_of(card) == JOKER_RANK,
        rank_of(card) == JOKER_RANK,
        -rank_of(card),
        card,
    ),
)
_SHUFFLING_ORDER = [*_ONE_OF_EACH, *(card + UNIVERSE for card in _ONE_OF_EACH)]
"""The order in which cards are shuffled: 7 to A, then 6, 5, 4, 3, 2, the jokers, and all of them once more."""


@dataclass(frozen=True)
class CompiledGame:
    """A game that can be played: its rulebook, its pack, its rules as numbers, and its compiled hooks."""

    rulebook: Rulebook
    """The resolved rulebook."""
    pack: Pack
    """The cards; a bit of a mask is a place in it."""
    rules: Rules
    """The record that the kernel reads."""
    hooks: RunTimeHooks
    """The plugins' compiled functions."""
    events: tuple[EventKind, ...]
    """The kinds of event, by their number in the log."""
    combinations: tuple[str, ...]
    """The names of the combinations, by priority."""
    plugins: Mapping[str, str]
    """The versions of the plugins in use, by name."""
    plugin_files: Mapping[str, Path]
    """The files of those that are named by file."""
    measures: tuple[tuple[str, Measure], ...] = ()
    """What plugins add to comparisons, each with the plugin's name."""
    plugin_set: PluginSet = field(default_factory=PluginSet, compare=False, repr=False)
    """All plugins that are there, whose players may play."""

    @property
    def game(self) -> str:
        """The game as typed, such as `schwesing+optional-daring`."""
        return self.rulebook.game

    @property
    def has_card_points(self) -> bool:
        """Whether cards count for the side that wins them."""
        return any(self.rulebook.get("points").values())

    @property
    def has_pot(self) -> bool:
        """Whether players stake chips."""
        return bool(self.rulebook.get("pot.stake"))

    @property
    def points_are_penalties(self) -> bool:
        """Whether fewer points are better: there is a limit at which a side goes out, and no target to reach (KP-13)."""
        return bool(self.rules.limit) and not self.rules.target

    @property
    def tournament_players(self) -> int:
        """How many take part in the tournament; 0 if it is none."""
        return int(self.rulebook.get("tournament.players")) if self.rulebook.get("tournament.sessions") else 0


def compile_game(rulebook: Rulebook, plugins: PluginSet) -> CompiledGame:
    """Compile a valid rulebook.

    Raises `RulebookError` if a plugin can't work with the rulebook, or two of them contradict each other, and
    `PluginError` if a plugin fails or one of its run-time hooks can't be compiled.
    """
    pack = Pack.of(
        rulebook.get("pack.ranks"), rulebook.get("pack.suits"), rulebook.get("pack.jokers"), rulebook.get("pack.copies")
    )
    names: list[str] = rulebook.get("plugins")
    _ask_for_problems(rulebook, plugins, names, pack)
    rules = new_rules()
    _set_pack(rules, rulebook, pack)
    beaten_by = _with_changes(rulebook, pack, plugins, names, _beaten_by(rulebook, pack))
    for (trump, card), mask in beaten_by.items():
        rules.beaten_by[trump, card] = mask
    _set_table(rules, rulebook)
    _set_leads(rules, rulebook, pack, plugins, names)
    _set_combinations(rules, rulebook, pack, plugins, names)
    _set_end_and_score(rules, rulebook, pack)
    _set_match(rules, rulebook)
    hooks, events = _set_run_time(rules, rulebook, pack, plugins, names)
    return CompiledGame(
        rulebook,
        pack,
        rules,
        hooks,
        events,
        tuple(rulebook.get("combination")),
        {name: plugins.version(name) for name in names},
        {name: file for name in names if (file := plugins.file(name))},
        _measures(rulebook, pack, plugins, names),
        plugins,
    )


def _ask_for_problems(rulebook: Rulebook, plugins: PluginSet, names: Sequence[str], pack: Pack) -> None:
    findings = []
    for name, problems in plugins.ask(names, "trickbook_check", rulebook=rulebook, pack=pack):
        with answers(name, "trickbook_check"):
            problems = [Problem(*(one_line(str(text)) for text in (p.key, p.problem, p.expected))) for p in problems]
        for problem in problems:
            origin = rulebook.origins.get(problem.key, DEFAULT)
            findings.append(
                Finding(origin.file, origin.line, origin.column, problem.key, problem.problem, problem.expected)
            )
    if findings:
        raise RulebookError(findings)


def _set_pack(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    rules.cards = len(pack)
    order = {card: number for number, card in enumerate(_SHUFFLING_ORDER)}
    rules.core = CORE
    rules.universe = max(CORE, *(order[card] + 1 for card in pack.cards))
    rules.place_of[:] = -1
    points: Mapping[str, int] = rulebook.get("points")
    for place, card in enumerate(pack.cards):
        rules.place_of[order[card]] = place
        rules.suit[place] = suit_of(card)
        rules.rank[place] = rank_of(card)
        rules.card_points[place] = points.get(RANKS[rank_of(card)], 0) if rank_of(card) < len(RANKS) else 0
    rules.has_card_points = any(points.values())


def expand(entries: Iterable[str], rulebook: Rulebook, pack: Pack) -> list[list[int]]:
    """Expand a ladder: for each step, highest first, the places of its cards (copies share a step).

    A rank stands for its cards in suit order, less those that are named as cards anywhere in the ladder.
    """
    entries = list(entries)
    named = {parse_card(entry) for entry in entries if entry not in RANKS}
    steps = []
    for entry in entries:
        if entry in RANKS:
            cards = [RANKS.index(entry) * len(SUITS) + SUITS.index(suit) for suit in rulebook.get("pack.suits")]
            steps += [card for card in cards if card not in named]
        else:
            steps.append(parse_card(entry))
    by_card: dict[int, list[int]] = {}
    for place, card in enumerate(pack.cards):
        by_card.setdefault(card % UNIVERSE, []).append(place)
    return [by_card[card] for card in steps if card in by_card]


def _mask(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def _mask_of(entries: Sequence[str], rulebook: Rulebook, pack: Pack) -> int:
    return (
        _mask(place for step in expand(entries, rulebook, pack) for place in step)
        if entries
        else _mask(range(len(pack)))
    )


def _in_suits(which: str, trump: int, pack: Pack) -> int:
    if which == "any":
        return _mask(range(len(pack)))
    trumps = _mask(place for place, card in enumerate(pack.cards) if suit_of(card) == trump != NO_TRUMP)
    return trumps if which == "trump" else _mask(range(len(pack))) & ~trumps


def _beaten_by(rulebook: Rulebook, pack: Pack) -> dict[tuple[int, int], int]:
    """Return which cards beat which: the ladder (BR-02 to BR-04), then ranks within suits, and trumps (BU-06)."""
    ladder = expand(rulebook.get("order.ladder"), rulebook, pack)
    on_ladder = _mask(place for step in ladder for place in step)
    strength = {rank: len(RANKS) - i for i, rank in enumerate(rulebook.get("order.ranks"))}
    table: dict[tuple[int, int], int] = {}
    for trump in range(TRUMPS):
        higher = 0
        for step in ladder:
            for place in step:
                table[trump, place] = higher
            higher |= _mask(step)
        for place, card in enumerate(pack.cards):
            if on_ladder >> place & 1:
                continue
            beaters = on_ladder
            if rulebook.get("order.below") == "suits" and suit_of(card) < len(SUITS):
                for other, stronger in enumerate(pack.cards):
                    if on_ladder >> other & 1 or suit_of(stronger) == len(SUITS):
                        continue
                    same_suit = suit_of(stronger) == suit_of(card)
                    beats = (
                        strength[RANKS[rank_of(stronger)]] > strength[RANKS[rank_of(card)]]
                        if same_suit
                        else suit_of(stronger) == trump
                    )
                    beaters |= beats << other
            table[trump, place] = beaters
    return table


def _with_changes(
    rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str], table: dict[tuple[int, int], int]
) -> dict[tuple[int, int], int]:
    changed_by: dict[tuple[int, int], str] = {}
    changed = dict(table)
    for name, changes in plugins.ask(names, "trickbook_beaten_by", rulebook=rulebook, pack=pack, beaten_by=dict(table)):
        with answers(name, "trickbook_beaten_by"):
            changes = {(int(trump), int(place)): int(mask) for (trump, place), mask in changes.items()}
        for entry, mask in changes.items():
            if entry not in table or not 0 <= mask < 1 << len(pack):
                raise PluginError(
                    f"plugin {name!r}, hook 'trickbook_beaten_by': there is no entry {entry} for a mask {mask} in a pack of {len(pack)} cards"
                )
            if entry in changed_by and changed[entry] != mask:
                raise PluginError(
                    f"plugins {changed_by[entry]!r} and {name!r} both decide what beats {pack.name(entry[1])}, differently"
                )
            changed_by[entry] = name
            changed[entry] = mask
    return changed


def _set_table(rules: Rules, rulebook: Rulebook) -> None:
    get = rulebook.get
    players = get("table.players")
    rules.seats = players
    rules.sides = get("table.partnerships") if players in get("table.partners_at") else players
    rules.hand = get("deal.hand")
    rules.at_a_time = get("deal.at_a_time")
    rules.turned = get("trump.chosen") == "turned"
    rules.trump = SUITS.index(get("trump.suit")) if get("trump.chosen") == "fixed" else NO_TRUMP
    rules.first_lead = 1 if get("lead.first") == "left" else -1
    rules.lead_sizes = _mask(get("lead.sizes"))
    rules.face_down = _FACE_DOWN.index(get("follow.face_down"))
    rules.draws = get("draw.after_trick")
    rules.draw_at_once = get("draw.at_once")


def _pools(same: str, cards: int, pack: Pack) -> tuple[int, ...]:
    """Return the cards that go together, as one mask a rank, a suit, or one for all."""
    if same == "any":
        return (cards,)
    of: Callable[[int], int] = rank_of if same == "rank" else suit_of
    kinds = sorted({of(card) for card in pack.cards})
    masks = [_mask(place for place, card in enumerate(pack.cards) if of(card) == kind) & cards for kind in kinds]
    return tuple(mask for mask in masks if mask)


def _ask_for_pools(
    pools: Pools, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]
) -> tuple[int, ...]:
    changed_by = ""
    masks = pools.masks
    for name, answer in plugins.ask(names, "trickbook_pools", rulebook=rulebook, pack=pack, pools=pools):
        where = f"plugin {name!r}, hook 'trickbook_pools'"
        with answers(name, "trickbook_pools"):
            answer = tuple(int(mask) for mask in answer)
        if not bool(masks) <= len(answer) <= MAX_POOLS or not all(0 < mask < 1 << len(pack) for mask in answer):
            raise PluginError(
                f"{where}: expected 1 to {MAX_POOLS} masks of cards of the pack for {pools.of!r}, found {answer}"
            )
        if changed_by and tuple(answer) != masks:
            raise PluginError(
                f"plugins {changed_by!r} and {name!r} both decide which cards go together in {pools.of!r}, differently"
            )
        changed_by = name
        masks = tuple(answer)
    return masks


def _set_leads(rules: Rules, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]) -> None:
    pools = Pools("lead", NO_TRUMP, _pools(rulebook.get("lead.same"), _mask(range(len(pack))), pack))
    masks = _ask_for_pools(pools, rulebook, pack, plugins, names)
    rules.lead_pools = len(masks)
    for i, mask in enumerate(masks):
        rules.lead_pool[i] = mask
        for place in pack.members(mask):
            rules.lead_mates[place] |= np.uint64(mask)


def _set_combinations(rules: Rules, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]) -> None:
    combinations: Mapping[str, Mapping[str, Any]] = rulebook.get("combination")
    rules.combinations = len(combinations)
    for i, (combination, keys) in enumerate(combinations.items()):
        rules.combination_size[i] = keys["cards"]
        rules.combination_least[i] = keys["at_least"]
        rules.combination_gives[i] = keys["gives"] == "pot"
        rules.combination_must[i] = keys["must"]
        rules.combination_first_trick[i] = keys["first_trick"]
        rules.combination_full_hand[i] = keys["full_hand"]
        rules.combination_announced[i] = keys["announced"]
        for trump in range(TRUMPS):
            cards = _mask_of(keys["of"], rulebook, pack) & _in_suits(keys["suits"], trump, pack)
            pools = Pools(combination, trump, _pools(keys["same"], cards, pack))
            masks = _ask_for_pools(pools, rulebook, pack, plugins, names)
            rules.combination_pools[i] = max(rules.combination_pools[i], len(masks))
            for j, mask in enumerate(masks):
                rules.combination_pool[i, trump, j] = mask
                for place in pack.members(mask):
                    rules.combination_mates[i, trump, place] |= np.uint64(mask)
            rules.combination_least_of[i, trump] = _mask_of(keys["at_least_of"], rulebook, pack) & _in_suits(
                keys["at_least_suits"], trump, pack
            )


def tricks_in_deal(rulebook: Rulebook, pack: Pack) -> int:
    """Return how many tricks of one card a deal has, if it is played to the end."""
    players = rulebook.get("table.players")
    return len(pack) // players if rulebook.get("draw.after_trick") else int(rulebook.get("deal.hand"))


def _set_end_and_score(rules: Rules, rulebook: Rulebook, pack: Pack) -> None:
    get = rulebook.get
    end = get("end.tricks")
    rules.counts_cards = get("end.counts") == "cards"
    rules.end_tricks = {"all": 0, "majority": tricks_in_deal(rulebook, pack) // 2 + 1}.get(end, end)
    rules.won_by_card_points = get("end.won_by") == "card-points"
    refused = get("cut.refused")
    rules.cut = bool(refused)
    rules.cut_refused = _mask_of(refused, rulebook, pack) if refused else 0
    rules.claim_points = get("claim.points")
    rules.claim_wrong_multiplies = get("claim.wrong_multiplies")
    rules.carry_doubles = get("carry.counts") == "doublings"
    rules.stake = get("pot.stake")
    rules.pot_won_by = get("pot.won_by") == "most"
    rows: Mapping[str, Mapping[str, Any]] = get("score")
    rules.score_rows = len(rows)
    for i, row in enumerate(rows.values()):
        columns = rules.score_row[i]
        columns[FOR_SIDES] = row["sides"]
        columns[FOR_RESULTS] = _RESULTS[row["result"]]
        columns[TRICKS_FROM] = row["tricks_from"]
        columns[TRICKS_TO] = row["tricks_to"]
        columns[CARD_POINTS_FROM] = row["card_points_from"]
        columns[CARD_POINTS_TO] = row["card_points_to"]
        columns[OTHERS_TRICKS_TO] = row["others_tricks_to"]
        columns[GIVES_POINTS] = row["points"]
        columns[CARRIES] = row["carry"]


def _set_match(rules: Rules, rulebook: Rulebook) -> None:
    get = rulebook.get
    rules.dealer_by_pot = get("dealer.next") == "pot"
    rules.target = get("match.target")
    rules.target_ends_deal = get("match.ends_deal")
    rules.limit = get("match.limit")
    rules.match_deals = get("match.deals")
    rules.at_most = get("match.at_most")
    rules.double = get("match.double") == "no-trick-points"
    rules.sessions = get("tournament.sessions")
    rules.session_deals = get("tournament.rounds") * get("tournament.deals")
    rules.tournament_players = get("tournament.players") if rules.sessions else get("table.players")


def _set_run_time(
    rules: Rules, rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]
) -> tuple[RunTimeHooks, tuple[EventKind, ...]]:
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
    rules.first_event[own] = len(events)
    for word in said.words:
        rules.word_lifetime[words] = _LIFETIMES[word.lifetime]
        words += 1
    events += said.events
    watched = int(rules.watch_plays)
    rules.watch_plays |= said.watch
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


def _measures(
    rulebook: Rulebook, pack: Pack, plugins: PluginSet, names: Sequence[str]
) -> tuple[tuple[str, Measure], ...]:
    """Ask the plugins what they add to comparisons."""
    found: dict[str, tuple[str, Measure]] = {}
    for plugin, said in plugins.ask(names, "trickbook_metrics", rulebook=rulebook, pack=pack):
        where = f"plugin {plugin!r}, hook 'trickbook_metrics'"
        with answers(plugin, "trickbook_metrics"):
            for measure in said:
                _check_measure(where, measure)
                if measure.name in found:
                    raise PluginError(
                        f"{where}: plugin {found[measure.name][0]!r} has a metric {measure.name!r} already"
                    )
                found[measure.name] = plugin, measure
    return tuple(found.values())


def _check_measure(where: str, measure: Any) -> None:
    if not isinstance(measure, Measure):
        raise PluginError(f"{where}: expected a Measure, found {measure!r}")
    for what, value, known in (
        ("method", measure.method, MEASURE_METHODS),
        ("sample", measure.sample, MEASURE_SAMPLES),
    ):
        if value not in known:
            raise PluginError(f"{where}: {measure.name!r} has the {what} {value!r}; expected one of {', '.join(known)}")
    for what in ("name", "title", "unit", "what"):
        text = getattr(measure, what)
        if not isinstance(text, str) or not text or text != one_line(text):
            raise PluginError(f"{where}: the {what} of {measure.name!r} is {text!r}; expected a text of one line")
    if not callable(measure.values):
        raise PluginError(
            f"{where}: the values of {measure.name!r} are {measure.values!r}; expected a function of rows"
        )
