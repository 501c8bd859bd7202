"""studies/families: from made arrays it finds each law and scale, tells ambiguous ones apart by a second size, and a check sees a row that
is wrong. Nothing of the frameworks is needed."""
import contextlib
import io
import json
import math
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "studies" / "families"))
import observe  # noqa: E402
import rows  # noqa: E402
import scales  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None

CUT = scales.CUT


def truncated(random, std, shape):
    numbers = random.standard_normal(3 * math.prod(shape))
    return std * numbers[abs(numbers) < 2][:math.prod(shape)].reshape(shape)


def uniform(random, std, shape):
    return random.uniform(-math.sqrt(3) * std, math.sqrt(3) * std, shape)


def tensors_of(width, layers, scale, seed):
    """{name: array} of a model that has every law once; the scale is its initializer_range."""
    random = numpy.random.default_rng(seed)
    normal = lambda std, *shape: random.normal(0, std, shape)
    padded = normal(scale, 100, width)
    padded[3] = 0
    made = {"embed.weight": padded, "table": numpy.sin(numpy.arange(40.0 * width)).reshape(40, width),
            "scale": numpy.full(width, 2.5 * scale), "few": normal(scale, 9), "ramp": numpy.log(numpy.arange(1.0, 65)),
            "head.weight": truncated(random, scale, (50, width)),
            "cut.weight": truncated(random, scale / CUT, (70, width)), "fresh.weight": uniform(random, 1 / math.sqrt(3 * width), (96, width)),
            "fresh.bias": uniform(random, 1 / math.sqrt(3 * width), 96)}
    for layer in range(layers):
        name = f"layers.{layer}"
        made |= {f"{name}.norm.weight": numpy.ones(width), f"{name}.norm.bias": numpy.zeros(width), f"{name}.small": normal(scale, 16),
                 f"{name}.q.weight": normal(scale, width, width), f"{name}.o.weight": normal(scale / math.sqrt(2 * layers), width, width),
                 f"{name}.up.weight": uniform(random, math.sqrt(2 / (5 * width)), (4 * width, width)),
                 f"{name}.conv.weight": normal(math.sqrt(2 / (9 * 32)), 32, width, 3, 3)}
    return {key: value.astype(numpy.float32) for key, value in made.items()}


LAWS = {"embed.weight": ("normal", "initializer_range"), "table": ("any", ""), "scale": ("constant", "scale_init_value"), "few": ("any", ""),
        "head.weight": ("truncated_normal", "initializer_range"), "ramp": ("any", ""),
        "cut.weight": ("truncated_normal", "(initializer_range)/truncated_normal.std(-2, 2)"), "fresh.weight": ("uniform", "1/sqrt(3*fan_in)"),
        "fresh.bias": ("uniform", "1/sqrt(3*fan_in)"), "layers.*.norm.weight": ("constant", "1"), "layers.*.norm.bias": ("constant", "0"),
        "layers.*.small": ("normal", "initializer_range"), "layers.*.q.weight": ("normal", "initializer_range"),
        "layers.*.o.weight": ("normal", "initializer_range/sqrt(2*num_layers)"),
        "layers.*.up.weight": ("uniform", "sqrt(2/(fan_in+fan_out))"), "layers.*.conv.weight": ("normal", "sqrt(2/fan_out)")}
SIZES = ((64, 6, 0.02), (48, 4, 0.035))


def config_of(width, layers, scale):
    return {"model_type": "made", "hidden_size": width, "num_layers": layers, "initializer_range": scale, "scale_init_value": 2.5 * scale}


def write(folder, tensors, config, prefix=""):
    folder.mkdir(parents=True)
    header, data = {}, b""
    for name, array in tensors.items():
        header[prefix + name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(len(text).to_bytes(8, "little") + text + data)
    (folder / "config.json").write_text(json.dumps(config))
    about = {"library": "made", "version": "1", "family": "made", "class": "Made", "prefix": prefix.rstrip(".")}
    (folder / "about.json").write_text(json.dumps(about))


@unittest.skipIf(numpy is None, "numpy is missing")
class Inference(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for number, (size, prefix) in enumerate(zip(SIZES, ("", "model."))):  # two classes: one has the other as its model
            write(self.folder / "draws" / f"made.{number}", tensors_of(*size, seed=number), config_of(*size), prefix)

    def family(self):
        return observe.infer("made", list(observe.models([self.folder / "draws"])), None)

    def call(self, *arguments):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            status = observe.main([str(self.folder / "draws"), *map(str, arguments), "--log", str(self.folder / "log")])
        return status, out.getvalue()

    def test_each_law_and_scale(self):
        family = self.family()
        found = {pattern: law.row for laws in family.laws.values() for pattern, law in laws.items()}
        self.assertEqual(found, LAWS | {f"model.{pattern}": law for pattern, law in LAWS.items()})
        notes = {pattern: law.note for laws in family.laws.values() for pattern, law in laws.items()}
        self.assertEqual((notes["ramp"], notes["few"]), ("log(1..n)", "too small to tell"))
        self.assertNotIn("ambiguous", notes["layers.*.o.weight"])

    def test_a_row_gives_every_law_again(self):
        row = self.family().row()
        for pattern, law in LAWS.items():
            axes = 2 if "weight" in pattern and "norm" not in pattern or pattern == "table" else 1
            for name in (pattern, f"model.{pattern}"):
                self.assertEqual(rows.law_in(row, axes, name), law, name)
        self.assertEqual(row["defaults"], {"initializer_range": 0.02, "scale_init_value": 0.05})

    def test_a_second_size_tells_scales_apart(self):
        def law(*shapes):
            random = numpy.random.default_rng(5)
            draws = [rows.Draw("made", {}, [observe_one("w", uniform(random, math.sqrt(2 / sum(shape)), shape))]) for shape in shapes]
            return rows.Family("made", draws).infer().laws[2]["w"]
        one = law((128, 128))
        self.assertEqual(one.row, ("uniform", "1/sqrt(fan_in)"))  # the one that most often stays true
        self.assertIn("ambiguous: sqrt(2/(fan_in+fan_out))", one.note)
        two = law((128, 128), (64, 256))
        self.assertEqual((two.row, two.note), (("uniform", "sqrt(2/(fan_in+fan_out))"), ""))

    def test_the_likelier_law_is_taken_where_few_numbers_leave_two(self):
        random = numpy.random.default_rng(12)
        draw = rows.Draw("made", {}, [observe_one("b", uniform(random, 0.02, 90)), observe_one("c", uniform(random, 0.02, 9000)),
                                      observe_one("d", random.normal(0, 0.02, 9000))])
        laws = rows.Family("made", [draw]).infer().laws[1]
        self.assertEqual([laws[name].row for name in "bcd"], [("uniform", "0.02"), ("uniform", "0.02"), ("normal", "0.02")])

    def test_a_key_comes_before_a_number(self):
        random = numpy.random.default_rng(6)
        draws = [rows.Draw("made", {"initializer_range": std}, [observe_one("w", random.normal(0, std, (99, 99)))]) for std in (0.02, 0.03)]
        first = rows.Family("made", draws[:1]).infer().laws[2]["w"]
        self.assertEqual(first.row, ("normal", "initializer_range"))
        self.assertIn("0.02", first.note)
        self.assertNotIn("0.02", rows.Family("made", draws).infer().laws[2]["w"].note)

    def test_classes_that_contradict_each_other_give_any(self):
        random = numpy.random.default_rng(7)
        draws = [rows.Draw("made", {}, [observe_one("w", random.normal(0, std, (99, 99)))]) for std in (0.02, 0.05)]
        self.assertEqual(rows.Family("made", draws).infer().laws[2]["w"].law, "any")

    def test_a_table_that_looks_like_a_law_is_known_by_a_second_draw(self):
        table = numpy.random.default_rng(9).normal(0, 0.02, (50, 50))
        draws = [rows.Draw("made", {}, [observe_one("w", table)]) for _ in range(2)]
        self.assertEqual(rows.Family("made", draws[:1]).infer().laws[2]["w"].row, ("normal", "0.02"))
        law = rows.Family("made", draws).infer().laws[2]["w"]
        self.assertEqual((law.law, law.note), ("any", "fixed table"))

    def test_orthogonal_rows_have_no_law_of_independent_numbers(self):
        for shape in ((48, 64), (64, 48), (16, 4, 3, 3)):
            numbers = numpy.random.default_rng(3).normal(0, 1, (shape[0], math.prod(shape[1:])))
            turned = numpy.linalg.qr(numbers.T if shape[0] <= math.prod(shape[1:]) else numbers)[0]
            turned = (turned.T if shape[0] <= math.prod(shape[1:]) else turned).reshape(shape)
            for array, law, note in ((turned, "any", "orthogonal rows or columns"), (numbers.reshape(shape), "normal", "")):
                found = rows.Family("made", [rows.Draw("made", {}, [observe_one("w", array)])]).infer().laws[2]["w"]
                self.assertEqual((found.law, found.note if law == "any" else ""), (law, note), shape)

    def test_a_bias_has_the_fans_of_its_weight_whatever_that_is_called(self):
        random = numpy.random.default_rng(4)
        for weight in ("conv.weight", "conv.parametrizations.weight.original1", "conv.weight_v"):
            seen = [observe_one(weight, uniform(random, 1, (8, 6, 5))), observe_one("conv.bias", uniform(random, 1, 8))]
            self.assertEqual(rows.Draw("made", {}, seen).fans(seen[1]), (30, 40), weight)
        self.assertIsNone(rows.Draw("made", {}, [observe_one("norm.weight", numpy.arange(9.0))]).fans(observe_one("norm.weight", numpy.arange(9.0))))

    def test_weights_that_trunc_normal_clamps_are_left_out(self):
        numbers = numpy.random.default_rng(2).normal(0, 0.02, (99, 99))
        for strays, stray, law in ((1, -2, "normal"), (2, -2, "normal"), (3, -2, "any"), (1, 2, "any"), (1, -1.5, "any")):
            array = numbers.copy()
            array.reshape(-1)[7:7 + strays] = stray
            found = rows.Family("made", [rows.Draw("made", {}, [observe_one("w", array)])]).infer().laws[2]["w"]
            self.assertEqual(found.law, law, (strays, stray))

    def architectures(self, *models):
        """The rows of a class that has these architectures: {name: array} of each."""
        draws = [rows.Draw(f"m{i}", {}, [observe_one(name, array) for name, array in tensors.items()], model=f"m{i}",
                           architectures=["m0", "m1", "m9"], needs=sorted(models[0].keys() & models[-1].keys() | {"buffer"}))
                 for i, tensors in enumerate(models)]
        return rows.Family("made.Class", draws).infer()

    def test_architectures_of_a_class_may_differ_in_a_scale(self):
        random = numpy.random.default_rng(11)
        normal = lambda std: random.normal(0, std, (99, 99))
        ones = numpy.ones(9)
        row = self.architectures({"w": normal(0.02), "g": 1e-5 * ones, "h": 0 * ones, "v": normal(0.02)},
                                 {"w": normal(0.02), "g": 0.1 * ones, "h": 0 * ones, "v": normal(0.2)})
        self.assertNotIn("needs", row.row())  # so few names are those of many a model
        rows.TELLING, kept = 4, rows.TELLING
        self.addCleanup(setattr, rows, "TELLING", kept)
        row = row.row()
        self.assertEqual([rows.laws_in(row, axes, name) for axes, name in ((1, "g"), (1, "h"), (2, "v"), (2, "w"))],
                         [("constant", ("1e-05", "0.1"), False), ("constant", ("0",), False), ("normal", ("0.02", "0.2"), False),
                          ("normal", ("0.02",), False)])
        self.assertEqual((row["model_types"], row["architectures"], row["needs"]), ([], ["m0", "m1", "m9"], "(g|h|v|w)"))
        other = self.architectures({"w": normal(0.02), "g": 0.1 * ones}, {"w": normal(0.02), "g": 1e-5 * ones})
        lines = lambda row: [line for line in observe.disagreements(other, row) if "the row says" in line]
        self.assertEqual(lines(row), [])
        wrong = json.loads(json.dumps(row).replace('"or": ["0.1"]', '"or": ["0.2"]'))
        self.assertEqual(len(lines(wrong)), 1, lines(wrong))
        self.assertIn("g (1 axes): the row says constant 1e-05 or 0.2", lines(wrong)[0])

    def test_blocks_of_one_architecture_may_have_several_constants(self):
        ones = numpy.ones(9)
        both = {"h.0.g": ones, "h.1.g": 0 * ones, "w": ones}
        for models, mixed in (([both, both], True), ([both | {"h.1.g": ones}, both | {"h.0.g": 0 * ones}], False)):
            self.assertEqual(rows.laws_in(self.architectures(*models).row(), 1, "h.*.g"), ("constant", ("0", "1"), mixed))

    def test_more_constants_than_a_few_are_no_law(self):
        family = self.architectures(*({"g": numpy.full(9, value), "w": numpy.ones(9)} for value in (0.1, 0.2, 0.3, 0.4, 0.5)))
        self.assertEqual(family.laws[1]["g"].law, "any")

    def test_what_one_size_leaves_open_is_right_as_well(self):
        random = numpy.random.default_rng(13)
        one = self.architectures({"w": uniform(random, 1 / math.sqrt(128), (128, 128))}).row()
        law, scales_of, _ = rows.laws_in(one, 2, "w")
        self.assertEqual((law, scales_of[0]), ("uniform", "1/sqrt(fan_in)"))
        self.assertIn("sqrt(2/(fan_in+fan_out))", scales_of)
        two = self.architectures({"w": uniform(random, 1 / math.sqrt(128), (64, 128))}, {"w": uniform(random, 1 / 8, (128, 64))}).row()
        self.assertEqual(rows.laws_in(two, 2, "w"), ("uniform", ("1/sqrt(fan_in)",), False))

    def test_copies_are_named(self):
        one = numpy.random.default_rng(8).normal(0, 0.02, (20, 20))
        draw = rows.Draw("made", {}, [observe_one(f"heads.{i}.weight", one) for i in range(2)])
        self.assertEqual(rows.Family("made", [draw]).copies, ["heads.*.weight"])

    def test_what_is_written_agrees_and_a_changed_row_does_not(self):
        kept = self.folder / "made.json"
        self.assertEqual(self.call("--write", kept)[0], 0)
        text = kept.read_text()
        self.assertEqual(self.call("--check", kept)[0], 0)
        for old, new, said in (("range/sqrt(2*num_layers)", "range/sqrt(num_layers)", "o.weight (2 axes): the row says normal initializer_range/sqrt(n"),
                               ('"constant", "scale": "1"', '"constant", "scale": "0"', "norm.weight (1 axes): the row says constant 0, the draws c"),
                               ('"family": "made"', '"family": "other"', "made: no row")):
            self.assertIn(old, text)
            kept.write_text(text.replace(old, new))
            status, out = self.call("--check", kept)
            self.assertEqual(status, 1, new)
            self.assertIn(said, out)

    def test_a_row_that_names_another_scale_and_holds_agrees(self):
        kept = self.folder / "made.json"
        self.call("--write", kept)
        kept.write_text(kept.read_text().replace('"scale": "1/sqrt(3*fan_in)"', '"scale": "1/sqrt(3*hidden_size)"'))
        self.assertEqual(self.call("--check", kept)[0], 0)

    def test_statistics_that_are_kept_are_read(self):
        first = self.call("--statistics", self.folder / "kept")
        for path in self.folder.glob("draws/*/model.safetensors"):
            path.unlink()
        self.assertEqual(self.call("--statistics", self.folder / "kept"), first)


def observe_one(name, array):
    import tensors
    return tensors.see(name, array.astype(numpy.float32))


class Rules(unittest.TestCase):
    LAWS = {"a.b.weight": "x", "a.c.weight": "y", "d.b.weight": "x", "weight": "z", "e.*.weight": "y", "e.*.b.weight": "z", "bias": "x",
            "a.bias": "x"}

    def test_the_longest_end_gives_every_pattern_its_law(self):
        found = rows.rules(self.LAWS)
        self.assertEqual({pattern: rows.look_up(found, pattern) for pattern in self.LAWS}, self.LAWS)
        self.assertLess(len(found), len(self.LAWS))
        for rule in found:  # each is needed
            less = [one for one in found if one != rule]
            self.assertNotEqual({pattern: rows.look_up(less, pattern) for pattern in self.LAWS}, self.LAWS, rule)

    def test_of_a_class_those_architectures_are_drawn_that_show_its_names_twice(self):
        import makers
        of = lambda size, *names: {"class": "Made", "parameters": size, "names": names}
        some = {"made_tiny": of(1, "a"), "made_small": of(2, "a", "b"), "made_other": of(3, "a", "b"), "made_third": of(4, "a", "b"),
                "made_wide": of(5, "a", "c"), "made3_small": of(6, "a", "b"), "made_most": of(7, "a"), "made_huge": of(40_000_000, "a", "d")}
        Some = type("Some", (makers.Timm,), {"known": some})
        self.assertEqual(Some.chosen(list(some)), ["made_small", "made_other", "made_wide", "made3_small", "made_most", "made_third"])
        self.assertEqual(Some.chosen(["made_huge"]), ["made_huge"])  # a class that has nothing small
        self.assertEqual([len(Some.draws_of(name)) for name in ("made_small", "made_other")], [2, 1])
        self.assertEqual(Some.about("made_tiny"), {"model": "made_tiny", "architectures": sorted(some), "needs": ["a"]})

    def test_a_tree_has_the_names_and_no_others(self):
        import re
        for names in (set(self.LAWS), {"a"}, {"a", "a.b"}, {"h.*.attn.q.weight", "h.*.attn.k.weight", "h.*.fc.weight", "h.*.fc.bias", "ln.weight"}):
            form = re.compile(rows.tree_of(names).replace(".", r"\.").replace("*", r"\*"))
            parts = sorted({part for name in names for part in name.split(".")})
            some = set(names) | {f"{name}.{part}" for name in names for part in parts} | {name.rpartition(".")[0] for name in names}
            self.assertEqual({name for name in some if form.fullmatch(name)}, names)
        self.assertEqual(rows.tree_of({"h.*.q.weight", "h.*.k.weight", "ln.weight"}), "(h.*.(k|q).weight|ln.weight)")

    def test_no_pattern_gives_no_rule(self):
        self.assertEqual(rows.rules({}), [])

    def test_an_end_is_of_whole_parts(self):
        self.assertIsNone(rows.look_up([("b.weight", "x")], "ab.weight"))
        self.assertEqual(rows.look_up([("b.weight", "x"), ("^b.weight", "y")], "b.weight"), "y")

    def test_a_scale_of_a_row_is_its_number(self):
        configs = [{"a.std": 0.3, "layers": 8}]
        self.assertAlmostEqual(scales.expression("a.std/sqrt(2*layers)", configs)(0, None), 0.075)
        self.assertAlmostEqual(scales.expression("(1/sqrt(fan_in))/truncated_normal.std(-2, 2)", configs)(0, (4, 9)), 0.5 / CUT)
        self.assertEqual(scales.expression("1e-6", configs)(0, None), 1e-6)
        self.assertIsNone(scales.expression("b.std", configs)(0, None))

    def test_numbers_of_a_configuration(self):
        config = {"a": {"b": 1, "c": None, "d": True, "e": "2"}, "f": 0.5, "g-h": 3}
        self.assertEqual(scales.numbers_in(config), {"a.b": 1, "f": 0.5})

    def test_short_decimals(self):
        some = (1.0, 0.02, 9.999999974752427e-07, -4.595119953155518)
        self.assertEqual([scales.number_text(x) for x in some], ["1", "0.02", "1e-06", "-4.59512"])


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    if numpy is None and result.wasSuccessful():
        print("skipped: numpy is missing (bash tools/setup.sh --frameworks), without which no inference is tested")
        sys.exit(77)
    sys.exit(not result.wasSuccessful())
