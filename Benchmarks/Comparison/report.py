"""The table of the results, and their JSON form."""

from .summary import Ratio, Summary

DIGITS = {"ms": 0, "s": 2, "MB": 0, "pictures": 0, "kbit/s": 0, "stalls": 1}


class RowReport:
    """The results of a row: summaries of the players, ratios to the floor and to the best other player."""

    def __init__(self, row, floor, results, left_out):
        self.row = row
        # The floor in the unit of the row.
        self.floor = floor * 1000 if floor is not None and row.unit == "ms" else floor
        self.results = results
        self.left_out = left_out
        self.summaries = {name: Summary.of([run.value for run in runs if run.value is not None]) for name, runs in results.items()}

    def floor_ratio(self, name):
        """The ratio of a player to the floor, or None."""
        return Ratio.of(self.summaries.get(name), self.floor)

    def best_peer(self, playheads):
        """The name of the best player that is not a Playhead, or None."""
        peers = {name: summary for name, summary in self.summaries.items() if name not in playheads and summary}
        best = max if self.row.is_higher_better else min
        return best(peers, key=lambda name: peers[name].median, default=None)

    def peer_ratio(self, name, playheads):
        """The ratio of a Playhead to the best peer, or None."""
        peer = self.best_peer(playheads)
        if peer is None:
            return None
        summary = self.summaries[peer]
        return Ratio.of(self.summaries.get(name), summary.median, summary.spread)

    def to_json(self, playheads):
        players = {}
        for name, runs in self.results.items():
            summary, floor = self.summaries[name], self.floor_ratio(name)
            players[name] = {
                "summary": summary.to_json() if summary else None,
                "floor_ratio": floor.to_json() if floor else None,
                "runs": [{key: value for key, value in vars(run).items() if value not in (None, {}, False)} for run in runs],
            }
            if name in playheads:
                peer = self.peer_ratio(name, playheads)
                players[name]["peer_ratio"] = {**peer.to_json(), "peer": self.best_peer(playheads)} if peer else None
        return {"unit": self.row.unit, "is_higher_better": self.row.is_higher_better, "floor": self.floor,
                "note": self.row.note, "left_out": self.left_out, "players": players}


def number(value, unit):
    """A value with the digits that its unit needs."""
    return f"{value:.{DIGITS.get(unit, 2)}f}"


def cell(report, name):
    """The text of a player in a row."""
    if name in report.left_out:
        return "-"
    summary = report.summaries.get(name)
    runs = report.results.get(name, [])
    failed = sum(run.error is not None for run in runs)
    if summary is None:
        return "failed" if failed else "-"
    unit = report.row.unit
    text = f"{number(summary.median, unit)} ±{number(summary.spread, unit)}"
    ratio = report.floor_ratio(name)
    if ratio:
        text += f" ({ratio.value:.2f})"
    if any(run.is_disturbed for run in runs):
        text += "*"
    return text + (f" !{failed}" if failed else "")


def table(reports, names, playheads):
    """The lines of the table."""
    header = ["row", "unit", "floor", *names, *[f"{name} / best peer" for name in playheads]]
    rows = [header]
    for report in reports:
        floor = number(report.floor, report.row.unit) if report.floor is not None else "-"
        cells = [report.row.key, report.row.unit, floor, *[cell(report, name) for name in names]]
        for name in playheads:
            ratio = report.peer_ratio(name, playheads)
            cells.append(f"{ratio.value:.2f} ±{ratio.spread:.2f} ({report.best_peer(playheads)})" if ratio else "-")
        rows.append(cells)
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in rows]


LEGEND = ("median ±median absolute deviation (ratio to the floor); * the machine was not idle before every run; !N N runs failed")


def notes(reports, players):
    """Lines for what players report, for what is left out, for failures and for notes of rows."""
    lines = [f"{player.name}: {player.note}" for player in players if player.note]
    reasons = {}
    for report in reports:
        for name, reason in report.left_out.items():
            reasons.setdefault((name, reason), []).append(report.row.key)
        for name, runs in report.results.items():
            errors = sorted({run.error for run in runs if run.error})
            lines += [f"{report.row.key}: {name} failed: {error}" for error in errors]
        if report.row.note:
            lines.append(f"{report.row.key}: {report.row.note}")
    for (name, reason), keys in reasons.items():
        lines.append(f"Left out: {name}: {reason}: {', '.join(keys) if len(keys) < 4 else f'{len(keys)} rows'}")
    return lines
