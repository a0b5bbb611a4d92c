"""The committed costs of workloads, and the comparison with measured ones."""
import dataclasses
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """The cost of one operation of a workload."""
    instructions: float
    allocations: float


@dataclass(frozen=True)
class Thresholds:
    """The accepted costs by the name of the workload."""
    toolchain: str
    tolerance: float
    costs: dict

    @staticmethod
    def parse(text):
        values = json.loads(text)
        costs = {name: Cost(**cost) for name, cost in values["costs"].items()}
        return Thresholds(values["toolchain"], values["tolerance"], costs)

    def text(self):
        return json.dumps(dataclasses.asdict(self), indent=2, sort_keys=True) + "\n"

    def updated(self, toolchain, measured):
        """Returns the thresholds with the measured costs in place of their earlier ones."""
        return Thresholds(toolchain, self.tolerance, self.costs | measured)


@dataclass(frozen=True)
class Comparison:
    """The result for one workload."""
    name: str
    measured: Cost
    threshold: Cost | None
    # "worse", "better", "equal" or "new"
    verdict: str

    @property
    def change(self):
        """The change of the instructions relative to the threshold."""
        return self.measured.instructions / self.threshold.instructions - 1 if self.threshold else None


def verdict(measured, threshold, tolerance):
    """Compares two costs: more of either kind beyond the tolerance is worse, whatever the other is."""
    if threshold is None:
        return "new"
    pairs = [(measured.instructions, threshold.instructions), (measured.allocations, threshold.allocations)]
    if any(now > before * (1 + tolerance) for now, before in pairs):
        return "worse"
    if any(now < before * (1 - tolerance) for now, before in pairs):
        return "better"
    return "equal"


def compare(measured, thresholds):
    """Compares the measured costs by name with the thresholds."""
    return [
        Comparison(name, cost, thresholds.costs.get(name), verdict(cost, thresholds.costs.get(name), thresholds.tolerance))
        for name, cost in sorted(measured.items())
    ]


def has_failed(comparisons):
    """Whether a workload costs more than its threshold, or has no threshold."""
    return any(comparison.verdict in ("worse", "new") for comparison in comparisons)


def table(comparisons):
    """The comparisons as lines of text."""
    lines = [("workload", "instructions", "allocations", "threshold", "change", "")]
    for comparison in comparisons:
        threshold = comparison.threshold
        lines.append((
            comparison.name, f"{comparison.measured.instructions:,.0f}", f"{comparison.measured.allocations:,.2f}",
            f"{threshold.instructions:,.0f}; {threshold.allocations:,.2f}" if threshold else "",
            f"{comparison.change:+.2%}" if threshold else "", "" if comparison.verdict == "equal" else comparison.verdict))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) if column in (0, 5) else cell.rjust(width)
                  for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
        for line in lines)
