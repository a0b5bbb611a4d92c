"""Medians, spreads and ratios of runs."""

import statistics
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Summary:
    """The values of the runs of a player in a row. The spread is the median absolute deviation."""

    median: float
    spread: float
    count: int

    @classmethod
    def of(cls, values):
        """The summary of values, or None without any."""
        if not values:
            return None
        median = statistics.median(values)
        return cls(median, statistics.median(abs(value - median) for value in values), len(values))

    def to_json(self):
        return asdict(self)


@dataclass(frozen=True)
class Ratio:
    """A ratio, with a spread that follows from those of its terms."""

    value: float
    spread: float

    @classmethod
    def of(cls, numerator, denominator, denominator_spread=0.0):
        """The ratio of a summary to a value, or None if the value is not positive.

        Relative spreads add up: a bound, without the assumption that the two are independent.
        """
        if numerator is None or denominator is None or denominator <= 0:
            return None
        value = numerator.median / denominator
        relative = (numerator.spread / numerator.median if numerator.median > 0 else 0.0) + denominator_spread / denominator
        return cls(value, value * relative)

    def to_json(self):
        return asdict(self)
