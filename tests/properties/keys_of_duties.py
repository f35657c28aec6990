"""For each key of duties, steps and counts: a game, and what the key is set to, on one side or on each of two."""

from __future__ import annotations

HEARTS, SPADES, OH_HELL, WHIST, TRESSETTE = "hearts", "spades", "oh-hell", "whist", "tressette"
LADDER = '+order.ladder=["AC","KH"]'

DUTY_CHANGES: dict[str, tuple[str, str, str]] = {
    "order.ladder_belongs": (SPADES + LADDER, "", 'order.ladder_belongs="trump"'),
    "order.equal": ("bura+no-sixes+pack.copies=2", "", 'order.equal="last"'),
    "pack.without": ("bura", "", 'pack.without=["6C", "6S"]'),
    "deal.hands": (OH_HELL, "", "deal.hands=[5]"),
    "lead.holder": (HEARTS, "", 'lead.holder=["2D"]'),
    "step.*.does": (HEARTS, "", 'step.pass.does="name"'),
    "step.*.least": (SPADES, "", "step.bids.least=1"),
    "step.*.most": (SPADES, "", "step.bids.most=4"),
    "step.*.hook": (OH_HELL, "", "step.bids.hook=false"),
    "step.*.cards": (HEARTS, "", "step.pass.cards=2"),
    "step.*.to": (HEARTS, "", 'step.pass.to=["across"]'),
    "duty.*.at": (HEARTS, "", 'duty.unbroken.at="any"'),
    "duty.*.trick": (HEARTS, "", 'duty.no-points.trick="any"'),
    "duty.*.led": (SPADES, "", 'duty.follow.led="plain"'),
    "duty.*.wins": (WHIST, "", 'duty.follow.wins="opponent"'),
    "duty.*.suit": (WHIST, "", 'duty.follow.suit="led-or-trump"'),
    "duty.*.cards": (HEARTS, "", 'duty.no-points.cards=["QS"]'),
    "duty.*.beats": (WHIST, "", "duty.follow.beats=true"),
    "duty.*.avoid": (HEARTS, "", "duty.no-points.avoid=false"),
    "duty.*.until": (HEARTS, "", 'duty.unbroken.until=["H"]'),
    "duty.*.before": (HEARTS + '+duty.no-points.avoid=false+duty.no-points.trick="any"', "", 'duty.no-points.before="follow"'),
    "count.*.by": (SPADES, "", 'count.nil-tricks.by="side"'),
    "count.*.if.*": (SPADES, "", "count.helping.if.named=[2, 13]"),
    "count.*.points": (SPADES, "", "count.over.points=1"),
    "count.*.each.*": (SPADES, "", "count.over.each.named=-2"),
    "count.*.cards": (HEARTS, "", 'count.penalty-cards.cards=["QS"]'),
    "count.*.where": (HEARTS + "+score.moon.if.penalty-cards=[4, 14]", "", 'count.penalty-cards.where="held"'),
    "score.*.group": (SPADES, "", 'score.bags.group="contract"'),
    "score.*.if.*": (OH_HELL, "", "score.exact.if.missed=[0, 1]"),
    "score.*.if_other.*": (HEARTS, "", "score.moon-of-another.if_other.penalty-cards=[5, 14]"),
    "score.*.each.*": (HEARTS, "", "score.taken.each.card_points=2"),
    "score.*.divide": (TRESSETTE, "", "score.points.divide=2"),
    "tally.*.keeps": (SPADES, "", 'tally.bags.keeps="tricks"'),
    "tally.*.every": (SPADES, "", "tally.bags.every=5"),
    "tally.*.points": (SPADES, "", "tally.bags.points=-50"),
    "end.card_points": ("briscola", "", "end.card_points=61"),
    "end.least_wins": (TRESSETTE + '+score.points.result="won"', "", "end.least_wins=true"),
    "match.limit_ends": (HEARTS + "+match.limit=30", "", 'match.limit_ends="out"'),
    "match.least_wins": (OH_HELL, "", "match.least_wins=true"),
}
DUTY_NO_CHANGE = {
    "duty.*.meaning": "is said to people",
    "tally.*.before": "the order of tallies changes nothing: each is kept for itself",
    "step.*.before": "there is one step of a kind; the order of both matters, and is tested by hand",
    "count.*.before": "an order that is not that of use is refused while loading",
    "score.*.by": "told by the clauses of Spades: a side has its nil by seat",
}
