"""studies/coverage/intervals.py: cells are added up by kind and level, one that misses too often is told, and the committed figures are those
of the committed files."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "studies" / "coverage"))
import intervals  # noqa: E402

figures = intervals.figures


def mean(**other):
    return {"integrand": "f", "method": "monte_carlo", "samples": 9, "seeds": 100, "level": 0.95, "misses": 5, "unable": 0, "allowed": [1, 12],
            "misses_if_10_percent_shorter": 8, **other}


def network(**other):
    return {"expression": "network.gradient_ratio(pre_norm, sublayers=3)", "claimed": 150, "truth": "proved", "misses": 6, "allowed": 20,
            "misses_if_a_third_shorter": 19, "misses_without_judgement": 30, **other}


def files(means=(), networks=()):
    return [{"seeds": 100, "rows": list(means)}, {"seeds": 200, "rows": list(networks)}]


class Intervals(unittest.TestCase):
    def test_cells_of_a_kind_and_level_are_added_up(self):
        rows = intervals.table(files([mean(), mean(misses=7, unable=40), mean(level=0.99)], [network()]))
        self.assertEqual(rows, [
            ["means, by Monte Carlo", "95 %", 2, 160, 12, "7.5", 40, 0, "10 % shorter", 16, 0],
            ["means, by Monte Carlo", "99 %", 1, 100, 5, "5", 0, 0, "10 % shorter", 8, 0],
            ["network.*, 16 networks", "95 %", 1, 150, 6, "4", 50, 0, "a third shorter", 19, 0]])

    def test_a_cell_of_unknown_truth_counts_by_itself(self):
        unknown = {"expression": "network.gradient_ratio(post_norm, sublayers=3)", "claimed": 0, "truth": "unknown"}
        self.assertEqual(intervals.table(files((), [network(), unknown]))[0][-1], 1)

    def test_too_many_misses_and_too_few_are_told(self):
        self.assertTrue(intervals.topic(files([mean()], [network()]))["met"])
        for bad in (mean(misses=13), mean(misses=0)):
            self.assertFalse(intervals.topic(files([bad], [network()]))["met"])
        self.assertFalse(intervals.topic(files([mean()], [network(misses=21)]))["met"])
        self.assertTrue(intervals.topic(files([mean(misses=0, unable=100)]))["met"])  # nothing is claimed

    def test_the_committed_figures_are_those_of_the_committed_files(self):
        self.assertEqual(figures.read()["intervals"], intervals.topic(intervals.committed()), "run python3 -B studies/coverage/intervals.py")


if __name__ == "__main__":
    unittest.main()
