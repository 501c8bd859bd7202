#!/usr/bin/env python3
"""The first inputs of the fuzz targets: seeds.py FOLDER writes FOLDER/TARGET/…, from what is shipped (claims, series,
recipes, expressions) and from small files made here by their formats' own rules. studies/fuzz/run.sh --merge chooses from them,
and from what libFuzzer has found, the few that tests/fuzz/corpus keeps.
"""
import hashlib
import json
import re
import struct
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
from checkpoint_samples import OLD_PT_HEAD, WRITERS, archive, gguf, npy, old_pt, pt, quantised_gguf, safetensors, scaled_safetensors  # noqa: E402


def indented(value):
    return json.dumps(value, indent=1, ensure_ascii=False).encode()


def shipped(folder):
    for path in sorted((ROOT / "src" / folder).glob("*.json")):
        yield path.stem, json.loads(path.read_text(encoding="utf-8"))


def claims():
    """One claim of each set of keys, with the defaults of its file."""
    seen = set()
    for _, file in shipped("claims"):
        for claim in file["claims"]:
            keys = (tuple(sorted(claim)), claim.get("convention"), claim.get("dtype"), claim.get("says"), claim.get("kind"))
            if keys in seen:
                continue
            seen.add(keys)
            yield indented({**{k: v for k, v in file.items() if k != "claims"}, "claims": [claim]})
    two = {"id": "a.b", "expression": "selu.alpha", "source": {"title": "t"}, "stated": "1.67", "tolerance": {"ulps": 4}, "dtype": "float32"}
    yield indented({"claims": [two, {**two, "id": "c"}]})
    yield indented({"claims": [{"id": "a", "expression": "x", "stated_from": {"path": "a.py", "regex": "a = ([0-9.]+)"}}]})


def expressions():
    for _, file in shipped("claims"):
        for claim in file["claims"]:
            if "expression" in claim:
                yield claim["expression"].encode()
    for _, file in shipped("series"):
        for series in file["series"]:
            yield from (one.encode() for one in series["expressions"])
    yield from (b"-2^2^-3 < (1 + [a, b=2])", b"f('x / (1 + exp(-1.702 * x))', std=.5e-3)", b"((1)) - - -x >= inf", b"a.b.c()")


def formulas():
    rows = json.loads((ROOT / "src/quantities/catalogue/activations.json").read_text(encoding="utf-8"))["activations"]
    for row in (inner for outer in rows for inner in outer.get("activations", [outer])):
        if "formula" in row and re.fullmatch(r"[-+*/^().,<>= \w]+", row["formula"]):
            yield row["formula"].encode()
    yield from (b"x * normal_cdf(x)", b"where(x < 0, exp(x) - 1, x)", b"max(x, 0.01*x)", b"1/(1 + exp(-1.702*x))", b"x^(1/3)",
                b"abs(sin(x)) + erf(x/2)", b"min(max(0, x + 3), 6)/6", b"log1p(exp(x))*tanh(x)", b"2^x - 1e-3", b"sqrt(x^2 + 1) - atan(x)")


def json_texts():
    yield from (b"null", b"[]", b"{}", b'""', b"-0.0e+10", b'[1, 2.50, -3e-7, true, false, null, "a\\n\\u00e9\\ud83d\\ude00"]',
                b'{"b": [1, [2, [3]]], "a": {"": "\xc3\xa9"}}', b"\xef\xbb\xbf[1]", b'[1, 2,]', b'{"a": 1, "a": 2}', b"NaN", b"[1] 2",
                b'"\xff"', b"// no\n1", b"[" * 70 + b"]" * 70)


def series():
    for _, file in shipped("series"):
        for one in file["series"]:
            yield indented({**{k: v for k, v in file.items() if k != "series"}, "series": [one]})


def stated():
    for text in ("0.7737413\ntruncated", "1.67\nrounded", "2\nexact", "1.6732632423543772\n\nfloat64", "1.5e-3\n\nbfloat16", "0.5\n\n\nupper",
                 "-.5\n\n\nlower", "1.0\n\n\n\n1e-6", "1.0\n\n\n\n\n1e-6", "1.0\n\n\n\n\n\n1e-4", "2\n\n\n\n\n\n\n2", "none", "0.02/sqrt(2*12)",
                 "6.103515625e-05\n\nfloat16", "-0.0\n\nfloat32", "99999.99"):
        yield text.encode()


def reports():
    record = {"id": "a", "expression": "1/2", "statement": "s", "computed": {"decimal": "0.5", "double": 0.5, "midpoint": "0.5", "radius": "1e-30", "digits": 30},
              "verdict": "confirmed", "expected": "confirmed", "strength": "enclosure", "agreeing_digits": 16.2, "status": "ok",
              "source": {"title": "t", "author": "a", "year": 2020, "url": "u", "where": "w"},
              "stated": {"text": "0.50", "convention": "rounded", "lower": "0.495", "upper": "0.505"},
              "evidence": [{"route": "definition", "method": "arb_integral", "kind": "enclosure", "status": "ok", "midpoint": "0.5", "radius": "1e-30",
                            "double": 0.5, "work": {"evaluations": 100}},
                           {"route": "simulation", "method": "monte_carlo", "kind": "sample", "status": "ok", "midpoint": "0.5", "radius": "1e-4",
                            "double": 0.5, "interval": {"level": 0.95, "lower": "0.4998", "upper": "0.5002"}, "work": {"samples": 131072}}]}
    refuted = {**record, "verdict": "refuted", "relative_error": "0.0103", "first_wrong_digit": 3, "identified": [{"expression": "5/3", "text": "x"}],
               "quote": "q", "quote_en": "e", "says": "equals", "kind": "finding", "measured": {"std": 0.02, "nan": None}, "described": {"role": "r"}}
    curve = {"id": "c", "expression": "n*s", "method": "closed_form", "kind": "enclosure", "axes": [{"name": "n", "values": [64, 128]}, {"name": "s", "values": ["1/3", 0.5]}],
             "value": ["1", None, "3", "4"], "double": [1.0, None, 3.0, 4.0], "radius": [0.0, None, 1e-9, 0], "status": ["ok", "domain", "ok", "unable"]}
    head = {"schema_version": "1.4", "kind": "report"}
    yield indented({**head, "records": []})
    yield indented({**head, "records": [record]})
    yield indented({**head, "records": [refuted], "run": {"time": "t", "threads": 2}})
    yield indented({**head, "records": [], "series": [curve]})
    yield indented({"schema_version": "2.0", "records": []})


def arrays():
    yield npy("<f4", (2, 3), struct.pack("<6f", *range(6)))
    yield npy("<f8", (), struct.pack("<d", 0.1))
    yield npy(">f8", (2, 2), struct.pack(">4d", 1, 2, 3, 4), fortran=True)
    yield npy("<f2", (3,), struct.pack("<3e", 1, 2, 3), version=2)
    yield npy("<c8", (1,), struct.pack("<2f", 1, 2), version=3)
    yield npy("<c16", (0, 5), b"")
    yield npy("<V2", (2,), b"\x80\x3f\x00\x40")
    yield npy("<i8", (1,), bytes(8))
    yield npy("|O", (1,), b"\x80\x04N.")


def safetensors_files():
    yield safetensors([("w", "F32", [2, 1], struct.pack("<2f", 1, 2))])
    yield safetensors([("a.weight", "BF16", [2], bytes(4)), ("b", "F16", [1, 1], bytes(2)), ("e", "F64", [0, 7], b"")], {"format": "pt"})
    yield safetensors([("q", "I64", [1], bytes(8)), ("f", "F8_E4M3", [3], b"\x7f\x01\xff"), ("g", "F8_E5M2", [1], b"\x7c"), ("c", "C64", [], bytes(8))])
    yield safetensors([("h", "F4", [3, 2], bytes(3))])
    yield safetensors([])


def gguf_files():
    string, array_kind = 8, 9
    yield gguf([(b"w", [2, 1], 0, struct.pack("<2f", 1, 2))])
    yield gguf([(b"a", [32], 2, bytes(18)), (b"b", [1], 1, bytes(2)), (b"c", [2], 30, bytes(4))],
               [(b"n", string, struct.pack("<Q", 2) + b"ab"), (b"l", array_kind, struct.pack("<IQ", 5, 2) + bytes(8)),
                (b"s", array_kind, struct.pack("<IQ", string, 1) + struct.pack("<Q", 1) + b"x"), (b"f", 12, bytes(8)), (b"t", 7, b"\1")], version=2)
    yield gguf([(b"d", [1], 28, bytes(8))], alignment=8)
    yield quantised_gguf()
    yield gguf([])


def archives():
    for kind in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        for names in (("w.npy",), ("a.npy", "b/c.npy")):
            yield archive({name: npy("<f4", (2,), bytes(8)) for name in names}, kind)
    yield archive({"big.npy": npy("<f8", (1,), bytes(8))}, zip64=True)
    yield archive({"archive/data.pkl": b"\x80\x02}."})


def torch_files():
    """Whole files, and what follows the head of the old format, where no checksum keeps a change from being read."""
    one = {"w": ((2,), struct.pack("<2f", 1, 2))}
    two = {"a.weight": ((2, 1), struct.pack("<2f", 1, 2)), "b": ((), struct.pack("<f", 3))}
    for tensors in (one, two):
        yield pt(tensors)
        yield old_pt(tensors)[len(OLD_PT_HEAD):]
    yield old_pt(one)
    rest = old_pt(one)[len(OLD_PT_HEAD):]
    yield rest.replace(b"ccollections\nOrderedDict\n)R(", b"}X\x05\0\0\0model}(", 1).replace(b"Ru.", b"Rus.", 1)
    yield b"\x80\x04\x95" + bytes(8) + b"\x8c\x02os\x94\x8c\x06system\x94\x93\x8c\x01x\x85R."
    yield b"\x80\x02}q\x00(X\x05\0\0\0stateh\x00X\x0c\0\0\0param_groups]u.\x80\x02]."


def tensor_files():
    for name in WRITERS:
        yield from seeds_of(name)
    yield old_pt({"w": ((2,), struct.pack("<2f", 1, 2))})
    yield scaled_safetensors()
    yield from (b"\x80\x02}q\x00.", b"\x80\x04N.", b"\x89HDF\r\n", b"version https://git-lfs.github.com/spec/v1\n", b"<!DOCTYPE html>", b"")


def checkpoint(simulations, **other):
    """As the library writes it: indented by two, arrays of scalars on one line, the checksum of the canonical form last."""
    document = {"schema_version": "1.0", "kind": "checkpoint", "version": "1", "command": "eval", "subjects": ["selu.alpha()", "x"],
                "seed": 7, "samples": 1000, "simulations": [{"name": name, "state": state} for name, state in simulations], **other}
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {**document, "checksum": hashlib.sha256(canonical.encode()).hexdigest()}


def checkpoints():
    # The target writes them again with their checksum in the library's own style, so the white space here does not matter.
    yield indented(checkpoint([]))
    yield indented(checkpoint([("one", "1 2 3"), ("two \"é\"", "")]))
    yield indented(checkpoint([("one", "1"), ("one", "2")]))
    yield indented(checkpoint([("one", "1")], samples=18446744073709551615))
    yield indented(checkpoint([("one", "1")], version="2"))
    yield indented(checkpoint([], subjects=["x"]))
    yield indented({**checkpoint([]), "simulations": [{"name": 1}]})
    yield indented({**checkpoint([]), "kind": "report"})


def regexes():
    for pattern, text in (("STD = ([0-9.]+)", "A = 1\nSTD = 0.02\n"), (r"(?i)gain:\s*(?:about )?(-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)", "x\r\nGain:  1.5e-3\r\n"),
                          ("^(a|b)*c{2,5}$", "ababcc"), ("(a*)*b", "a" * 40), ("(x)(y)", "xy"), ("(", "("), (r"\bα=([^,]*),", "α=1,"), ("([[:digit:]]+)", "12\n34"),
                          ("((?:a?){50}a{50})", "a" * 60), (r"(\C+)", "\xff"), ("(?P<n>1)", "1"), ("()", "x"), (r"\p{Greek}(\d)", "α1")):
        yield pattern.encode() + b"\n" + text.encode("utf-8", "surrogateescape")


def recipes():
    for _, file in shipped("recipes"):
        yield indented(file)
        yield indented({**file, "tensors": file.get("tensors", [])[:2], "notes": []})


def projects():
    yield b"[tool.sigprop]\nignore = ['zero-rows:wte.*', \"copy\"]\nbaseline = 'known.json'\nunused = 'allow'\n"
    yield b"[tool.sigprop]\nignore = [\n  'zero-row:h.*',  # near\n]\n"
    yield b"[project]\nname = 'x'\n[tool]\nsigprop = {ignore = ['tied'], baselines = 3}\n"
    yield b"tool.sigprop.ignore = [1, 1979-05-27, inf, true, {a = 1.5}]\n[[tool.other]]\nb = '''\nc'''\n"
    yield "# \u00e4\r\n[tool.sigprop]\r\nignore = '\u00e9'\r\n".encode()
    yield b"[tool.sigprop]\nignore = ["


def specs():
    head = {"spec": "1.0", "recipe": "gpt2", "sizes": {"width": 768, "layers": "12", "activation": "gelu"}}
    normal = {"name": "h.*.attn.c_attn.weight", "law": "normal", "scale": "0.02/sqrt(2*layers)", "layer": 3, "shape": [768, 2304], "expression": "0.02"}
    cut = {"pattern": r"h\.\d+\.mlp\.(.*)", "law": "truncated_normal", "scale": 0.02, "cut": 2}
    yield indented({**head, "tensors": [normal, cut]})
    yield indented({"spec": "1.0", "tensors": [{"name": "**", "law": "any"}, {"pattern": "(b", "law": "uniform", "scale": "1/fan_in"}]})
    yield indented({"spec": "1.0", "tensors": [{"pattern": "bias", "law": "constant", "scale": 0}]})
    yield indented({"spec": "1.0", "tensors": []})
    yield indented({"spec": "2.0"})


SEEDS = {"checkpoint": checkpoints, "claims": claims, "expression": expressions, "formula": formulas, "gguf": gguf_files, "json": json_texts,
         "npy": arrays, "npz": archives, "pt": torch_files, "recipe": recipes, "regex": regexes, "report": reports, "safetensors": safetensors_files,
         "project": projects, "series": series, "spec": specs, "stated": stated, "tensor_files": tensor_files}


def seeds_of(target):
    """Those written here, or a file of the format that the target is called after."""
    return SEEDS[target]() if target in SEEDS else [WRITERS[target]({"w": ((2,), struct.pack("<2f", 1, 2))})]


def main(folder):
    for path in (ROOT / "tests" / "fuzz" / "targets").glob("*.cpp"):
        into = Path(folder) / path.stem
        into.mkdir(parents=True, exist_ok=True)
        for content in seeds_of(path.stem):
            (into / hashlib.sha1(content).hexdigest()).write_bytes(content)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
