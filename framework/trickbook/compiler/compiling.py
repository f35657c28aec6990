"""From a rulebook and its plugins to the flat record of numbers that the kernel reads."""

from __future__ import annotations

from collections.abc import Sequence

from trickbook.cards import SUITS, Pack
from trickbook.compiler.beating import set_beaten_by
from trickbook.compiler.counts import set_counts
from trickbook.compiler.duties import set_duties
from trickbook.compiler.game import CompiledGame
from trickbook.compiler.hooks import set_run_time
from trickbook.compiler.leads import set_combinations, set_leads
from trickbook.compiler.measures import measures_of
from trickbook.compiler.pack import mask_of_places, set_pack
from trickbook.compiler.scores import set_end_and_score
from trickbook.compiler.steps import set_steps
from trickbook.compiler.worth import set_worth
from trickbook.hooks import Problem
from trickbook.kernel.layout import (
    LEFT_DEALS,
    LOSER_DEALS,
    NO_TRUMP,
    POT_DEALS,
    RIGHT_DEALS,
    WINNER_DEALS,
    Rules,
    new_rules,
)
from trickbook.plugins import PluginSet, answers
from trickbook.rulebook.hands import hand_sizes
from trickbook.rulebook.model import DEFAULT, Finding, Rulebook, RulebookError
from trickbook.wording import one_line

_FACE_DOWN = ("never", "must", "may")
_DEALS_NEXT = {
    "left": LEFT_DEALS,
    "pot": POT_DEALS,
    "right": RIGHT_DEALS,
    "winner": WINNER_DEALS,
    "loser": LOSER_DEALS,
}


def compile_game(rulebook: Rulebook, plugins: PluginSet) -> CompiledGame:
    """Compile a valid rulebook.

    Raises `RulebookError` if a plugin can't work with the rulebook, or two of them contradict each other, and
    `PluginError` if a plugin fails or one of its run-time hooks can't be compiled.
    """
    pack = Pack.of(
        rulebook.get("pack.ranks"),
        rulebook.get("pack.suits"),
        rulebook.get("pack.jokers"),
        rulebook.get("pack.copies"),
        rulebook.get("pack.without"),
    )
    names: list[str] = rulebook.get("plugins")
    _ask_for_problems(rulebook, plugins, names, pack)
    rules = new_rules()
    set_pack(rules, rulebook, pack)
    set_beaten_by(rules, rulebook, pack, plugins, names)
    _set_table(rules, rulebook)
    set_leads(rules, rulebook, pack, plugins, names)
    set_combinations(rules, rulebook, pack, plugins, names)
    set_duties(rules, rulebook, pack)
    set_steps(rules, rulebook, pack)
    set_end_and_score(rules, rulebook, pack)
    set_counts(rules, rulebook, pack)
    _set_match(rules, rulebook)
    set_worth(rules, rulebook, pack)
    hooks, events = set_run_time(rules, rulebook, pack, plugins, names)
    return CompiledGame(
        rulebook,
        pack,
        rules,
        hooks,
        events,
        tuple(rulebook.get("combination")),
        {name: plugins.version(name) for name in names},
        measures_of(rulebook, pack, plugins, names),
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
                Finding(
                    origin.file,
                    origin.line,
                    origin.column,
                    problem.key,
                    problem.problem,
                    problem.expected,
                    id="plugin-refuses",
                )
            )
    if findings:
        raise RulebookError(findings)


def _set_table(rules: Rules, rulebook: Rulebook) -> None:
    get = rulebook.get
    players = get("table.players")
    rules.seats = players
    rules.sides = get("table.partnerships") if players in get("table.partners_at") else players
    hands = get("deal.hands")
    rules.hand = max(hand_sizes(get))
    rules.hand_sizes = len(hands)
    rules.hands[: len(hands)] = hands
    rules.at_a_time = get("deal.at_a_time")
    rules.turned = get("trump.chosen") == "turned"
    rules.dealers_last = get("trump.chosen") == "dealer"
    rules.trump = SUITS.index(get("trump.suit")) if get("trump.chosen") == "fixed" else NO_TRUMP
    rules.lead_sizes = mask_of_places(get("lead.sizes"))
    rules.face_down = _FACE_DOWN.index(get("follow.face_down"))
    rules.draws = get("draw.after_trick")
    rules.draw_at_once = get("draw.at_once")


def _set_match(rules: Rules, rulebook: Rulebook) -> None:
    get = rulebook.get
    rules.deals_next = _DEALS_NEXT[get("dealer.next")]
    rules.target = get("match.target")
    rules.target_ends_deal = get("match.ends_deal")
    rules.limit = get("match.limit")
    rules.limit_ends_match = rules.limit > 0 and get("match.limit_ends") == "match"
    rules.least_wins = rules.limit > 0 or get("match.least_wins")
    rules.match_deals = get("match.deals")
    rules.at_most = get("match.at_most")
    rules.double = get("match.double") == "no-trick-points"
    rules.sessions = get("tournament.sessions")
    rules.session_deals = get("tournament.rounds") * get("tournament.deals")
    rules.tournament_players = get("tournament.players") if rules.sessions else get("table.players")
