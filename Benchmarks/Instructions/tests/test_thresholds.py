import unittest

from Instructions import callgrind
from Instructions.thresholds import Cost, Thresholds, compare, has_failed, table, verdict

KNOWN = Thresholds("Swift version 6.3, x86_64", 0.03, {"parse": Cost(1000.0, 10.0), "append": Cost(50.0, 0.0)})


class VerdictTests(unittest.TestCase):
    def test_a_cost_within_the_tolerance_is_equal(self):
        for instructions in (970.1, 1000, 1029.9):
            self.assertEqual(verdict(Cost(instructions, 10), KNOWN.costs["parse"], 0.03), "equal")

    def test_more_instructions_are_worse(self):
        self.assertEqual(verdict(Cost(1031, 10), KNOWN.costs["parse"], 0.03), "worse")

    def test_more_allocations_are_worse_even_with_fewer_instructions(self):
        self.assertEqual(verdict(Cost(500, 11), KNOWN.costs["parse"], 0.03), "worse")

    def test_an_allocation_where_there_was_none_is_worse(self):
        self.assertEqual(verdict(Cost(50, 0.001), KNOWN.costs["append"], 0.03), "worse")

    def test_a_lower_cost_is_better(self):
        self.assertEqual(verdict(Cost(969, 10), KNOWN.costs["parse"], 0.03), "better")
        self.assertEqual(verdict(Cost(1000, 9), KNOWN.costs["parse"], 0.03), "better")


class ComparisonTests(unittest.TestCase):
    def test_a_check_fails_for_a_worse_or_unknown_workload_only(self):
        self.assertFalse(has_failed(compare({"parse": Cost(1000, 10), "append": Cost(40, 0)}, KNOWN)))
        self.assertTrue(has_failed(compare({"parse": Cost(1100, 10), "append": Cost(40, 0)}, KNOWN)))
        self.assertTrue(has_failed(compare({"seek": Cost(1, 1)}, KNOWN)))

    def test_the_table_names_the_change_and_the_verdict(self):
        lines = table(compare({"parse": Cost(1100, 10), "seek": Cost(7, 1)}, KNOWN)).splitlines()
        self.assertEqual(lines[1].split(), ["parse", "1,100", "10.00", "1,000;", "10.00", "+10.00%", "worse"])
        self.assertEqual(lines[2].split(), ["seek", "7", "1.00", "new"])


class FileTests(unittest.TestCase):
    def test_written_thresholds_are_read_again(self):
        self.assertEqual(Thresholds.parse(KNOWN.text()), KNOWN)

    def test_an_update_keeps_workloads_that_were_not_measured(self):
        updated = KNOWN.updated("Swift version 6.4, x86_64", {"append": Cost(45, 0)})
        self.assertEqual(updated.costs, {"parse": Cost(1000, 10), "append": Cost(45, 0)})
        self.assertEqual(updated.toolchain, "Swift version 6.4, x86_64")
        self.assertEqual(updated.tolerance, 0.03)


class ProfileTests(unittest.TestCase):
    PROFILE = "version: 1\nevents: Ir\nsummary: 123456\n\nfn=(1)\n0 123456\n\ntotals: 123456\n"

    def test_costs_are_those_of_one_operation(self):
        self.assertEqual(callgrind.cost(self.PROFILE, "1000 500\n"), Cost(123.5, 0.5))

    def test_a_profile_without_instructions_is_an_error(self):
        with self.assertRaises(ValueError):
            callgrind.cost(self.PROFILE.replace("123456", "0"), "1 0\n")


if __name__ == "__main__":
    unittest.main()
