"""Duties, steps and counts."""

from __future__ import annotations

from collections.abc import Iterator

from trickbook.kernel.limits import (
    BUILT_IN_COUNTS,
    MAX_CARDS,
    MAX_CONDITIONS,
    MAX_COUNTS,
    MAX_DIRECTIONS,
    MAX_DUTIES,
    MAX_GIVEN,
    MAX_HANDS,
    MAX_POINTS,
    MAX_STEPS,
    MAX_TALLIES,
)
from trickbook.rulebook.checks.view import Rule, View
from trickbook.rulebook.fields_of_counts import BUILT_IN
from trickbook.rulebook.hands import hand_sizes
from trickbook.rulebook.messages import nearest_of, one_of, quoted
from trickbook.rulebook.model import Finding


def tables_have_room(view: View) -> Iterator[Finding]:
    """There are at most so many duties, steps, counts, tallies and hand sizes."""
    for table, most in (
        ("duty", MAX_DUTIES),
        ("step", MAX_STEPS),
        ("count", MAX_COUNTS - BUILT_IN_COUNTS),
        ("tally", MAX_TALLIES),
    ):
        number = len(view.rows(table))
        if number > most:
            yield view.find(table, f"there are {number} of them", f"{most} at most", because=view.rows(table))
    if len(view["deal.hands"]) > MAX_HANDS:
        yield view.find("deal.hands", f"there are {len(view['deal.hands'])} hand sizes", f"{MAX_HANDS} at most")


def duties_are_for_single_cards(view: View) -> Iterator[Finding]:
    """Where there are duties cards are led one at a time."""
    rows = view.rows("duty")
    if rows and view["lead.sizes"] != [1]:
        problem = "with duties cards are led one at a time"
        yield view.find("lead.sizes", problem, "[1], or no duties", because=rows)


def duties_and_steps_are_for_open_cards(view: View) -> Iterator[Finding]:
    """Where there are duties or steps cards are played face up, and no combination is led: worlds are dealt from open plays."""
    for table, what in (("duty", "duties, which are for single cards"), ("step", "steps")):
        rows, name = view.rows(table), what.partition(",")[0]
        if rows and view["follow.face_down"] != "never":
            problem = f"with {name} all cards are played face up"
            yield view.find("follow.face_down", problem, f'"never", or no {name}', because=rows)
        if rows and view.rows("combination"):
            problem = f"there are both combinations and {what}"
            yield view.find("combination", problem, "one of the two", because=[*rows, *view.rows("combination")])


def duties_can_be_asked(view: View) -> Iterator[Finding]:
    """A duty names cards, and one that speaks of what was led is not for the lead."""
    for row in view.rows("duty"):
        for_lead = view[f"{row}.at"] == "lead"
        for key, plain in (("suit", ("any", "trump", "plain")), ("led", ("any",)), ("wins", ("any",))):
            if for_lead and view[f"{row}.{key}"] not in plain:
                problem = f"{quoted(view[f'{row}.{key}'])} is for who follows, and the duty is for the lead"
                yield view.find(
                    f"{row}.{key}", problem, f'one of {", ".join(plain)}, or at = "follow"', because=[f"{row}.at"]
                )
        if for_lead and view[f"{row}.beats"]:
            problem = "who leads has nothing to beat"
            yield view.find(f"{row}.beats", problem, 'false, or at = "follow"', because=[f"{row}.at"])
        if not view[f"{row}.cards"] and view[f"{row}.suit"] == "any" and not view[f"{row}.beats"]:
            yield view.find(
                row, "the duty names no cards", "suit, cards or beats", because=[f"{row}.suit", f"{row}.cards"]
            )


def hand_sizes_fit_the_deal(view: View) -> Iterator[Finding]:
    """Where hands differ from deal to deal, nobody draws up to one."""
    if view["deal.hands"] and view["draw.after_trick"]:
        problem = "hands differ from deal to deal, so that nobody can draw up to one"
        yield view.find("draw.after_trick", problem, "false, or no deal.hands", because=["deal.hands"])


def the_dealers_last_card_is_dealt(view: View) -> Iterator[Finding]:
    """Trumps may be those of the dealer's last card; then nothing else changes the stock."""
    if (
        view["trump.chosen"] == "dealer"
        and view["draw.after_trick"]
        and view.hand * view["table.players"] < view.pack_size
    ):
        problem = "the dealer's last card shows trumps, and cards are left to draw"
        because = ["draw.after_trick", "deal.hand"]
        yield view.find("trump.chosen", problem, '"turned", or draw.after_trick = false', because=because)


def the_first_leader_is_known(view: View) -> Iterator[Finding]:
    """Who leads first by holding a card needs a card to hold, and it matters only then."""
    holder, first = view["lead.holder"], view["lead.first"]
    if first == "holder" and not holder:
        yield view.find(
            "lead.first", "nothing says of which card", 'lead.holder, such as ["2C"]', because=["lead.holder"]
        )
    if first != "holder" and holder:
        problem = "no holder of a card leads first"
        yield view.find("lead.holder", problem, '[], or lead.first = "holder"', because=["lead.first"])


def steps_can_be_taken(view: View) -> Iterator[Finding]:
    """Numbers can be named, and cards given, once a deal each."""
    doing = [view[f"{row}.does"] for row in view.rows("step")]
    smallest = min(hand_sizes(view.__getitem__))
    for place, row in enumerate(view.rows("step")):
        if doing[place] in doing[:place]:
            problem = f"another step before it is to {doing[place]}, too"
            yield view.find(f"{row}.does", problem, "one such step in a deal", because=[row])
        if doing[place] == "name":
            most = view[f"{row}.most"]
            highest = smallest if most == "hand" else min(most, smallest)
            least = view[f"{row}.least"]
            if least > highest:
                problem = f"nobody can name {least} or more, and {highest} at most"
                yield view.find(
                    f"{row}.least", problem, f"{highest} or less", because=[f"{row}.most", "deal.hands", "deal.hand"]
                )
            elif view[f"{row}.hook"] and least == highest:
                problem = "the last to name could have no number left"
                yield view.find(
                    f"{row}.hook", problem, "false, or more numbers", because=[f"{row}.least", f"{row}.most"]
                )
            continue
        cards, to = view[f"{row}.cards"], view[f"{row}.to"]
        if cards > smallest:
            problem = f"{cards} cards can't be given from a hand of {smallest}"
            yield view.find(f"{row}.cards", problem, f"{smallest} or less", because=["deal.hand", "deal.hands"])
        if cards * view["table.players"] > MAX_GIVEN:
            problem = f"{cards} cards of {view['table.players']} players are more than are given in a deal"
            yield view.find(f"{row}.cards", problem, f"{MAX_GIVEN} in all", because=["table.players"])
        if not 0 < len(to) <= MAX_DIRECTIONS:
            yield view.find(f"{row}.to", f"there are {len(to)} directions", f"1 to {MAX_DIRECTIONS}")
        if "across" in to and view["table.players"] % 2:
            problem = f"nobody sits across where {view['table.players']} play"
            yield view.find(f"{row}.to", problem, "left, right or nobody", because=["table.players"])


def counts_are_known(view: View) -> Iterator[Finding]:
    """A count, a row of the score and a tally speak of counts that there are, a count of those before it; and of few."""
    counts = [row.split(".")[1] for row in view.rows("count")]
    for place, row in enumerate(view.rows("count")):
        yield from _known(view, row, ("if", "each"), [*BUILT_IN, *counts[:place]])
        if counts[place] in BUILT_IN:
            yield view.find(row, f"{quoted(counts[place])} is a count that every game has", "another name")
    for row in view.rows("score"):
        yield from _known(view, row, ("if", "if_other", "each"), [*BUILT_IN, *counts])
    for row in view.rows("tally"):
        keeps = view[f"{row}.keeps"]
        if keeps not in (*BUILT_IN, *counts):
            problem = f"there is no count {quoted(keeps)}"
            expected = one_of([*BUILT_IN, *counts])
            yield view.find(f"{row}.keeps", problem, expected, nearest_of(keeps, counts), because=[row])


def _known(view: View, row: str, tables: tuple[str, ...], there: list[str]) -> Iterator[Finding]:
    names = {table: view.resolution.names((*row.split("."), table)) for table in tables}
    for table, used in names.items():
        for name in used:
            key = f"{row}.{table}.{name}"
            if name not in there:
                problem = f"there is no count {quoted(name)} above it"
                yield view.find(key, problem, one_of(there), nearest_of(name, there))
            elif table != "each":
                low, high = view[key]
                if low > high:
                    yield view.find(key, f"from {low} to {high} is nothing", f"[{high}, {low}]")
    conditions = sum(len(used) for table, used in names.items() if table != "each")
    for number, what in ((conditions, "conditions on counts"), (len(names["each"]), "counts to add up")):
        if number > MAX_CONDITIONS:
            yield view.find(row, f"it has {number} {what}", f"{MAX_CONDITIONS} at most")


def counts_have_room(view: View) -> Iterator[Finding]:
    """No count, and nothing that a row of the score gives for counts, can come to more than `MAX_POINTS`, either way."""
    seats = view["table.players"]
    most = dict.fromkeys(BUILT_IN, MAX_CARDS * seats)
    most["card_points"] = view.card_points
    most["deal"] = view["match.at_most"]
    for row in (*view.rows("count"), *view.rows("score")):
        table, name = row.split(".")
        each = view.resolution.names((table, name, "each"))
        amount = abs(view[f"{row}.points"])
        amount += sum(abs(view[f"{row}.each.{count}"]) * most.get(count, 0) for count in each)
        if table == "count":
            amount = (amount + (view.pack_size if view[f"{row}.cards"] else 0)) * seats
            most[name] = min(amount, MAX_POINTS)
        if amount > MAX_POINTS:
            yield view.find(row, f"it can come to more than {MAX_POINTS}", "smaller numbers", because=[row])


def a_group_is_asked_alike(view: View) -> Iterator[Finding]:
    """The rows of one group are all asked of sides, or all of seats."""
    first: dict[str, str] = {}
    for row in view.rows("score"):
        group, by = view[f"{row}.group"], view[f"{row}.by"]
        if first.setdefault(group, by) != by:
            problem = f"other rows of the group {quoted(group)} are asked by {first[group]}"
            yield view.find(
                f"{row}.by", problem, f"{quoted(first[group])}, or another group", because=[row, f"{row}.group"]
            )


def a_limit_ends_something(view: View) -> Iterator[Finding]:
    """Only a limit can end the match, and a target is for those who want points."""
    if view["match.limit_ends"] == "match" and not view["match.limit"]:
        problem = "there is no limit that could end the match"
        yield view.find("match.limit_ends", problem, '"out", or a match.limit', because=["match.limit"])
    if view["match.least_wins"] and view["match.target"]:
        problem = "the fewest points win, and a target is for the most"
        yield view.find("match.least_wins", problem, "false, or no match.target", because=["match.target"])


def named_counts_are_named(view: View) -> Iterator[Finding]:
    """What was named counts only where something is named."""
    if any(view[f"{row}.does"] == "name" for row in view.rows("step")):
        return
    for table in ("count", "score"):
        for row in view.rows(table):
            for kind in ("if", "if_other", "each"):
                for name in view.resolution.names((*row.split("."), kind)):
                    if name in ("named", "missed"):
                        problem = "nobody names a number"
                        yield view.find(
                            f"{row}.{kind}.{name}", problem, "a step that does it", because=view.rows("step")
                        )


RULES: tuple[Rule, ...] = (
    tables_have_room,
    duties_are_for_single_cards,
    duties_and_steps_are_for_open_cards,
    duties_can_be_asked,
    hand_sizes_fit_the_deal,
    the_dealers_last_card_is_dealt,
    the_first_leader_is_known,
    steps_can_be_taken,
    counts_are_known,
    counts_have_room,
    a_group_is_asked_alike,
    a_limit_ends_something,
    named_counts_are_named,
)
"""The rules of this module."""
