"""The scores against numbers worked out by hand: the same cases as crates/eval/src/score/tests.rs. Needs no package.

    python3 -m unittest discover --start-directory benches/peers
"""

import unittest

import scores


class Scores(unittest.TestCase):
    def test_a_perfect_answer_scores_one(self):
        self.assertEqual(set(scores.score(["甲", "b", "x"], {"b": 1, "甲": 1}).values()), {1.0})

    def test_the_discount_is_the_logarithm_of_the_place(self):
        self.assertAlmostEqual(scores.score(["x", "y", "a"], {"a": 1})["ndcg_at_10"], 0.5)

    def test_a_higher_grade_counts_more_and_earlier(self):
        gold = {"a": 2, "b": 1}
        self.assertAlmostEqual(scores.score(["b", "a"], gold)["ndcg_at_10"], (1 + 3 / 1.5849625) / (3 + 1 / 1.5849625))

    def test_what_comes_after_its_places_counts_for_nothing(self):
        late = scores.score(list("012345678") + ["x", "a"], {"a": 1})
        self.assertEqual(set(late.values()), {0.0})
        sixth = scores.score(list("01234") + ["a"], {"a": 1, "b": 1})
        self.assertEqual((sixth["recall_at_5"], sixth["recall_at_10"], sixth["hit_at_5"]), (0.0, 0.5, 0.0))
        self.assertAlmostEqual(sixth["mrr_at_10"], 1 / 6)

    def test_no_gold_is_never_a_hit(self):
        self.assertEqual(set(scores.score(["a"], {}).values()), {0.0})


if __name__ == "__main__":
    unittest.main()
