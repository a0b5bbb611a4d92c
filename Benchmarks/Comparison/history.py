"""The committed results in `Benchmarks/results`, and the comparison with the baseline."""

import datetime
import json
import os
import subprocess

# A ratio may be worse by this share without a finding, because single runs have no spread.
TOLERANCE = 0.05
RATIOS = {"floor_ratio": "the floor", "peer_ratio": "the best other player"}


def ratios(document, name):
    """The ratios of a player in a document of results: {row: {kind: (value, spread)}}."""
    found = {}
    for key, row in document["rows"].items():
        player = row["players"].get(name, {})
        found[key] = {kind: (player[kind]["value"], player[kind]["spread"]) for kind in RATIOS if player.get(kind)}
    return found


def findings(current, baseline, name):
    """Lines for the ratios of a player that are worse than in the baseline by more than the spreads of both, and for rows that failed.

    A ratio with spread 0 in both still has a tolerance. Rows that are absent from one of the documents are not compared.
    """
    before = ratios(baseline, baseline["playhead"])
    lines = []
    for key, kinds in ratios(current, name).items():
        row = current["rows"][key]
        has_value = row["players"].get(name, {}).get("summary") is not None
        was_measured = baseline["rows"].get(key, {}).get("players", {}).get(baseline["playhead"], {}).get("summary") is not None
        if was_measured and not has_value and name in row["players"]:
            lines.append(f"{key}: failed in every run")
        for kind, (value, spread) in kinds.items():
            if kind not in before.get(key, {}):
                continue
            old, old_spread = before[key][kind]
            allowed = max(spread + old_spread, TOLERANCE * old)
            worse = old - value if row.get("is_higher_better") else value - old
            if worse > allowed:
                lines.append(f"{key}: {value:.2f} times {RATIOS[kind]}, {old:.2f} in the baseline (tolerance {allowed:.2f})")
    return lines


def document(reports, playheads, versions, root):
    """All results as JSON."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": git(root, "rev-parse", "--short", "HEAD"),
        "is_modified": bool(git(root, "status", "--porcelain", "--untracked-files=no")),
        "processors": os.cpu_count(),
        "playhead": playheads[0],
        "players": versions,
        "rows": {report.row.key: report.to_json(playheads) for report in reports},
    }


def git(root, *arguments):
    """The output of a git command, or an empty text."""
    result = subprocess.run(["git", "-C", root, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                            text=True)
    return result.stdout.strip()


def without_runs(value):
    """A document without the details of runs, as it is committed."""
    rows = {}
    for key, row in value["rows"].items():
        players = {name: {kind: entry for kind, entry in player.items() if kind != "runs"} for name, player in row["players"].items()}
        rows[key] = {**row, "players": players}
    return {**value, "rows": rows}


def save(folder, value, is_baseline):
    """Writes a file of the history, and the baseline if that is requested; returns the paths."""
    os.makedirs(folder, exist_ok=True)
    names = [f"{value['date'][:10]}-{value['commit'] or 'unknown'}.json", *(["baseline.json"] if is_baseline else [])]
    for name in names:
        write(os.path.join(folder, name), without_runs(value))
    return [os.path.join(folder, name) for name in names]


def write(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.write("\n")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)
