import unittest

from Comparison import history
from Comparison.report import RowReport, table
from Comparison.rows import ROWS, Row
from Comparison.runner import Result
from Comparison.summary import Ratio, Summary


def document(value=2.0, spread=0.1, peer=0.5, is_higher_better=False, has_summary=True):
    player = {"summary": {"median": 1.0} if has_summary else None, "floor_ratio": {"value": value, "spread": spread},
              "peer_ratio": {"value": peer, "spread": 0.0}}
    if not has_summary:
        player.update(floor_ratio=None, peer_ratio=None)
    return {"playhead": "playhead", "rows": {"row": {"is_higher_better": is_higher_better, "players": {"playhead": player}}}}


class SummaryTests(unittest.TestCase):
    def test_the_median_ignores_an_outlier(self):
        self.assertEqual(Summary.of([10, 12, 11, 900, 13]), Summary(12, 1, 5))

    def test_without_values_there_is_no_summary(self):
        self.assertIsNone(Summary.of([]))

    def test_relative_spreads_add_up(self):
        ratio = Ratio.of(Summary(200, 20, 3), 100, 5)
        self.assertAlmostEqual(ratio.value, 2.0)
        self.assertAlmostEqual(ratio.spread, 2.0 * (0.1 + 0.05))

    def test_there_is_no_ratio_to_zero(self):
        self.assertIsNone(Ratio.of(Summary(1, 0, 1), 0))
        self.assertIsNone(Ratio.of(None, 10))


class ReportTests(unittest.TestCase):
    def report(self, **options):
        row = Row("row", "first frame", **options)
        results = {"playhead": [Result(300.0), Result(340.0)], "a": [Result(400.0)], "b": [Result(600.0)], "c": [Result(error="No event")]}
        return RowReport(row, 0.160, results, {"d": "absent"})

    def test_the_best_peer_has_the_smallest_median(self):
        self.assertEqual(self.report().best_peer(["playhead"]), "a")
        self.assertAlmostEqual(self.report().peer_ratio("playhead", ["playhead"]).value, 0.8)

    def test_the_best_peer_has_the_largest_median_where_higher_is_better(self):
        self.assertEqual(self.report(is_higher_better=True).best_peer(["playhead"]), "b")

    def test_the_table_has_medians_ratios_and_failures(self):
        line = table([self.report()], ["playhead", "a", "b", "c", "d"], ["playhead"])[1]
        self.assertIn("320 ±20 (2.00)", line)
        self.assertIn("failed", line)
        self.assertIn("0.80 ±0.05 (a)", line)

    def test_keys_of_rows_are_unique(self):
        keys = [row.key for row in ROWS]
        self.assertEqual(len(keys), len(set(keys)))


class CheckTests(unittest.TestCase):
    def test_equal_results_have_no_findings(self):
        self.assertEqual(history.findings(document(), document(), "playhead"), [])

    def test_a_ratio_within_the_spreads_is_no_finding(self):
        self.assertEqual(history.findings(document(2.19), document(2.0), "playhead"), [])

    def test_a_worse_ratio_names_its_row(self):
        found = history.findings(document(2.25), document(2.0), "playhead")
        self.assertEqual(found, ["row: 2.25 times the floor, 2.00 in the baseline (tolerance 0.20)"])

    def test_single_runs_have_a_tolerance(self):
        self.assertEqual(history.findings(document(peer=0.52), document(peer=0.5), "playhead"), [])
        self.assertEqual(len(history.findings(document(peer=0.53), document(peer=0.5), "playhead")), 1)

    def test_a_higher_ratio_is_better_where_higher_is_better(self):
        self.assertEqual(history.findings(document(3.0, is_higher_better=True), document(2.0), "playhead"), [])
        self.assertEqual(len(history.findings(document(1.5, is_higher_better=True), document(2.0), "playhead")), 1)

    def test_a_row_that_fails_is_a_finding(self):
        self.assertEqual(history.findings(document(has_summary=False), document(), "playhead"), ["row: failed in every run"])

    def test_new_rows_are_not_compared(self):
        self.assertEqual(history.findings(document(9.0), {"playhead": "playhead", "rows": {}}, "playhead"), [])

    def test_another_name_is_compared_with_the_baseline(self):
        current = document(2.5)
        current["rows"]["row"]["players"] = {"after": current["rows"]["row"]["players"]["playhead"]}
        self.assertEqual(len(history.findings(current, document(), "after")), 1)


if __name__ == "__main__":
    unittest.main()
