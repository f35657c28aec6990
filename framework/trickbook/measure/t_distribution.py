"""Student's t and χ²: how often chance alone goes so far, and how far it goes.

They are computed here, because nothing else needs SciPy, which takes longer to import than a comparison takes.
"""

from __future__ import annotations

from functools import cache
from math import erfc, exp, gamma, lgamma, log, log1p, pi, sqrt

OUTSIDE = 0.05
"""What a 95 % interval leaves outside."""
NORMAL_QUANTILE = 1.959963984540054
"""The normal distribution has so many standard deviations on each side of its 95 % interval."""
_TINY = 1e-300
_STEPS = 100_000


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (DLMF 8.17.22), by the modified Lentz method."""
    c = 1.0
    d = 1.0 / max(1.0 - (a + b) * x / (a + 1.0), _TINY)
    fraction = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / ((1.0 + term * d) or _TINY)
            c = (1.0 + term / c) or _TINY
            fraction *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return fraction


def two_sided_p(t: float, df: float) -> float:
    """Return how often |T| is at least |t|, for Student's T with `df` degrees of freedom.

    It is the regularised incomplete beta function I_x(df/2, 1/2) at x = df / (df + t²) (DLMF 8.17, and Abramowitz and
    Stegun 26.7.1).

    >>> round(two_sided_p(2.228, 10), 4)
    0.05
    """
    if t == 0:
        return 1.0
    a, b = df / 2, 0.5
    y = t * t / (df + t * t)
    x = df / (df + t * t)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log1p(-y) + b * log(y)) if y < 1 else 0.0
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1.0 - front * _beta_fraction(b, a, y) / b


@cache
def t_quantile(df: float) -> float:
    """Return the t that |T| exceeds 5 times in 100.

    By Newton's method from the expansion of Abramowitz and Stegun 26.7.5.

    >>> round(t_quantile(10), 3)
    2.228
    """
    z = NORMAL_QUANTILE
    t = z + (z**3 + z) / (4 * df) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df**2)
    scale = lgamma((df + 1) / 2) - lgamma(df / 2) - log(df * pi) / 2
    for _ in range(100):
        density = exp(scale - (df + 1) / 2 * log1p(t * t / df))
        step = (two_sided_p(t, df) - OUTSIDE) / (2 * density)
        t += step
        if abs(step) < 1e-9 * t:
            break
    return t


def chi_square_p(q: float, df: int) -> float:
    """Return how often χ² with a whole number of degrees of freedom is at least q (Abramowitz and Stegun 26.4.4, 26.4.5).

    >>> round(chi_square_p(11.07, 5), 3)
    0.05
    """
    if df < 1:
        return 1.0
    half = q / 2
    tail = erfc(sqrt(half)) if df % 2 else exp(-half)
    a = 0.5 if df % 2 else 1.0
    term = exp(-half) * half**a / gamma(a + 1) if half > 0 else 0.0
    while a + 0.5 < df / 2:
        tail += term
        a += 1
        term *= half / a
    return tail
