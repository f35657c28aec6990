"""What stronger players say of a comparison, in sentences, each of which names the players."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10

from trickbook.answers.findings import change_in_words
from trickbook.answers.stronger import FAILS, HOLDS, NEITHER, NEW, UNKNOWN, Stronger, Verdict
from trickbook.answers.words import how_many, in_hundreds, interval_text, is_clear, names_of, writer_of
from trickbook.measure.comparison import Comparison, Difference, Measured
from trickbook.measure.metrics import MATCHES

_HEADS = {
    HOLDS: "Holds with stronger players",
    FAILS: "Does not hold with stronger players",
    UNKNOWN: "Can't be told yet",
    NEW: "Only with stronger players",
    NEITHER: "Clear with neither",
}
_UNPLAYED = "Not played by stronger players"
_FAR_LARGER = 2.0
_MANY = 1_000_000
"""More deals than anybody waits for."""
_MINUTE = 60
HOW_JUDGED = (
    "holds: clear between stronger players too, with the same sign; does not hold: clearly less than half as much; p is multiplied by "
    "the number of findings, so the chance that any 'holds' or 'does not hold' is wrong is 5 % at most"
)
"""What the verdicts mean."""


def players(bots: str) -> str:
    """Return who plays, as it stands in a sentence.

    >>> players("greedy"), players("greedy,random")
    ('greedy players', 'the players greedy,random')
    """
    return f"the players {bots}" if "," in bots else f"{bots} players"


def time_needed(seconds: float) -> str:
    """Return how long something takes, roughly.

    >>> time_needed(20), time_needed(230), time_needed(9000)
    ('less than a minute', '4 minutes', '2.5 hours')
    """
    if seconds < _MINUTE:
        return "less than a minute"
    minutes = seconds / _MINUTE
    if minutes < 2 * _MINUTE:
        return how_many(round(minutes), "minute")
    hours = minutes / _MINUTE
    return f"{hours:.1f} hours" if hours < 10 else f"{hours:,.0f} hours"


def roughly(number: int) -> int:
    """Return a whole number with two digits that count, no smaller.

    >>> roughly(38123), roughly(7)
    (39000, 7)
    """
    step = 10 ** max(floor(log10(number)) - 1, 0) if number > 0 else 1
    return -(-number // step) * step


def figure(measured: Measured, difference: Difference) -> str:
    """Return a difference with its interval and unit."""
    contrast = difference.contrast
    write = writer_of(measured, [contrast], sign=True)
    unit = f"in 100 {measured.metric.among}" if in_hundreds(measured) else measured.metric.unit
    return f"{write(contrast.mean)} (95 % interval {interval_text(contrast.low, contrast.high, write)}) {unit}"


def _beside(comparison: Comparison, difference: Difference) -> str:
    names = names_of(comparison)
    return f"{names[difference.place]} beside {names[0]}"


def heading_of(stronger: Stronger, seed: int) -> str:
    """Return what the stronger players have played, beside a comparison with a seed; see `trickbook.study.beside.other_seed`."""
    beside = stronger.beside
    stopped = "" if beside.complete else "Stopped early: "
    return (
        f"{stopped}{how_many(beside.deals, 'deal')} of each between {players(stronger.player)}, "
        f"other deals than those above (seed {seed} + 2^63)"
    )


def verdict_sentence(comparison: Comparison, stronger: Stronger, verdict: Verdict) -> str:
    """Return what stronger players say of a finding; the time is left out, since it is another each time."""
    measured, difference = verdict.measured, verdict.difference
    first, theirs = players(comparison.bots), players(stronger.player)
    change = change_in_words(measured, difference)
    head = f"{_HEADS[verdict.verdict]}: {_beside(comparison, difference)}, "
    what = measured.metric.title
    if verdict.stronger is None:
        sample = "whole games" if measured.metric.sample == MATCHES else "what it is found from"
        ours = change if is_clear(difference) else f"{what} differs by {figure(measured, difference)}"
        return f"{_UNPLAYED}: {_beside(comparison, difference)}, {ours} between {first}; {theirs} play no {sample}."
    found = figure(measured, verdict.stronger)
    if verdict.verdict in (NEW, NEITHER):
        ours = figure(measured, difference)
        unclear = "which is not clear" if verdict.verdict == NEW else "neither of which is clear"
        return f"{head}{what} differs by {found} between {theirs}, by {ours} between {first}, {unclear}."
    sentence = f"{head}{change} between {first}; between {theirs} the difference is {found}"
    if verdict.verdict == FAILS:
        return f"{sentence}, clearly less than half as much in that direction."
    if verdict.verdict == UNKNOWN and verdict.needed is not None:
        bounds = verdict.stronger.contrast.low, verdict.stronger.contrast.high
        alone = bounds[0] is not None and bounds[1] is not None and bounds[0] * bounds[1] > 0
        sentence += ", which is not clear among so many findings" if alone else ""
        if verdict.needed > _MANY:
            return f"{sentence}. It is too small to be told by as many deals as anybody plays."
        return f"{sentence}. About {roughly(verdict.needed):,} deals of each would tell."
    if verdict.verdict == HOLDS and _is_far_larger(difference, verdict.stronger):
        return f"{sentence}, far larger."
    return f"{sentence}."


def time_to_tell(stronger: Stronger, verdict: Verdict) -> str:
    """Return what tells whether a finding holds, and how long it takes here; nothing where it is told, or nobody knows."""
    if verdict.needed is None or verdict.needed > _MANY or not stronger.seconds_a_deal:
        return ""
    deals = roughly(verdict.needed)
    return (
        f"--stronger-deals {deals} plays them, in {time_needed(deals * stronger.seconds_a_deal)} or so "
        "at the speed of this run."
    )


def _is_far_larger(first: Difference, stronger: Difference) -> bool:
    """Say whether the whole interval of a difference is beyond twice another of the same sign."""
    low, high = stronger.contrast.low, stronger.contrast.high
    if low is None or high is None:
        return False
    return min(abs(low), abs(high)) > _FAR_LARGER * abs(first.contrast.mean)


def only_sentence(comparison: Comparison, stronger: Stronger, row: tuple[Measured, Difference]) -> str:
    """Return what is clear between stronger players alone."""
    measured, difference = row
    return (
        f"{_HEADS[NEW]}: {_beside(comparison, difference)}, "
        f"{change_in_words(measured, difference)} between {players(stronger.player)} "
        f"({figure(measured, difference)}); between {players(comparison.bots)} nothing of it is clear."
    )


def sentences_of(comparison: Comparison, *, times: bool = False) -> Sequence[str]:
    """Return all that stronger players say of a comparison, with how long it would take to tell the rest if `times` are wanted."""
    stronger = comparison.stronger
    if stronger is None:
        return ()
    found = []
    for verdict in stronger.verdicts:
        sentence = verdict_sentence(comparison, stronger, verdict)
        more = time_to_tell(stronger, verdict) if times else ""
        found.append(f"{sentence} {more}".rstrip())
    found += [only_sentence(comparison, stronger, row) for row in stronger.only]
    return found or [f"Nothing is clear between {players(comparison.bots)}, nor between {players(stronger.player)}."]
