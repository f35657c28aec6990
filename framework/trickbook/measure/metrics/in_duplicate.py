"""Luck and skill: what is found from deals that are played again with the players exchanged.

These have no value in a deal by itself; `trickbook.study.skill` adds them to a comparison when they are asked for.
"""

from __future__ import annotations

from trickbook.measure.intervals import Reach
from trickbook.measure.metrics.metric import DUPLICATE, GAIN, PART, Metric
from trickbook.measure.metrics.metric import SKILL as SKILL_AND_LUCK
from trickbook.measure.statistics import MEAN, ZERO_TO_ONE, Limits, Method, Values


def _no_reach(values: Values, limits: Limits) -> Reach | None:
    return None


INTRACLASS = Method("intraclass correlation, interval by the jackknife", True, _no_reach, ZERO_TO_ONE)
"""Not found from a value for each deal: see `trickbook.measure.luck.luck_interval`."""

LUCK = Metric(
    name="luck",
    title="Decided by the cards",
    unit="share of the variance",
    what="the share of what a side makes of a deal that the cards explain",
    theme=SKILL_AND_LUCK,
    sample=DUPLICATE,
    method=INTRACLASS,
    among="parts of the variance",
    quantity=PART,
    more="the cards decide {} more",
    less="the cards decide {} less",
    formula="""\
(B - E) / (B + (k - 1) E), the intraclass correlation ICC(3,1) of Shrout and Fleiss (1979).

Each deal is played in k turns, as many as there are sides, between a player and a weaker one who exchange seats. Of
what the first side makes of a deal in a turn (its `score` less the mean of the others'), B is the mean square
between deals, and E that of what is left without the means of deals and turns: 1, the cards decide all; 0, they decide
nothing. An estimate without bias may come out below 0; that, and a bound of its interval below 0, are told as 0. It is about
these two players, whom every sentence names, and larger for players more alike. The weaker player is the same with a quarter
of the simulations, or `random` for one that does not search: that says little of luck between people. Asked for with
`--ask luck`.""",
)
SKILL = Metric(
    name="skill",
    title="Margin of skill",
    unit="points a deal",
    what="what a player makes of a deal more than a weaker one",
    theme=SKILL_AND_LUCK,
    sample=DUPLICATE,
    method=MEAN,
    quantity=GAIN,
    formula="""\
What a player makes of a deal in duplicate more than one with a quarter of its simulations.

That is its `score` less the mean of the others' (more is better, whatever the game counts), the mean over the turns
of a deal, in each of which it has another side. Of a player who does not search it is the margin over `random`. Where
less than one deal in five has a margin, the interval is as for differences of which most are nothing. Asked for with
`--ask luck`, or for any player with `--skill`.""",
)
POINT = Metric(
    name="skill.SIMULATIONS",
    title="SIMULATIONS over a quarter",
    unit="points a deal",
    what="what a player makes of a deal more than one with a quarter of its simulations",
    theme=SKILL_AND_LUCK,
    sample=DUPLICATE,
    method=MEAN,
    quantity=GAIN,
    shown=False,
    formula="""\
As `skill`, for a player with SIMULATIONS and one with a quarter of them: the points of the skill curve.

The first is the player that is asked about, the next has a quarter of its simulations, and so on as long as the weaker
one has ten. With `ismcts:200` there are two, which are enough where the curve is flat.
Where the curve comes down to nothing, this player gains no more by thinking longer; another might. The points of the curve are not compared.""",
)
METRICS = (LUCK, SKILL, POINT)
"""The metrics of this theme, the last one for each number of simulations. They are none of those that every comparison has."""
