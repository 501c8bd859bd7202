"""Reports for the page's tests: ours, what the commands write, 1,000 records, hostile text in every field."""
import json
import random
import struct
import subprocess
import sys
from pathlib import Path

source = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(source / "tests" / "support"))
from checkpoint_samples import npy  # noqa: E402

hostile = [
    "<script>alert('planted')</script>", "</script><script>alert('planted')</script>",
    "]]><img src=x onerror=\"alert('planted')\">", "\" autofocus onfocus=\"alert('planted')\" x=\"", "--><svg onload=alert('planted')>",
    "\u202egnp.exe\u2066 \u2028", "{{alert('planted')}} ${alert('planted')} `", "javascript:alert('planted')", "i" * 100_000,
]


class Reports:
    def __init__(self, tool, folder):
        self.tool, self.folder = tool, Path(folder)

    def run(self, *words):
        ended = subprocess.run([self.tool, *map(str, words)], capture_output=True, text=True)
        if ended.returncode not in (0, 3):
            raise RuntimeError(f"{words}: exit {ended.returncode}: {ended.stderr}")
        return ended.stdout

    def page(self, name, *reports, baseline=None):
        path = self.folder / f"{name}.html"
        words = ["report", *reports, "--html", path]
        if baseline is not None:
            subprocess.run([self.tool, *map(str, words), "--baseline", baseline], check=False)
        else:
            self.run(*words)
        return path

    def write(self, name, report):
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps({"schema_version": "1.3", **report}))
        return path

    def claims(self):
        return source / "results" / "claims.json"

    def series(self):
        names = ("truncated_normal", "monte_carlo_error", "jacobian_steps", "residual_networks")
        return [source / "results" / "series" / f"{name}.json" for name in names]

    def computed(self):
        """One of eval, solve, sweep, recipe and measure each."""
        self.write_weights(self.folder / "W.npy")
        commands = {
            "eval": ["eval", "activation.gain(silu)", "sqrt(truncated_normal.variance(-2, 2))/(1 + 2^-3)", "1/0"],
            "solve": ["solve", "x^2 = 2", "--for", "x", "--in", "0:2"],
            "sweep": ["sweep", "activation.gain(f)", "--over", "f=relu,gelu,tanh", "--digits", "10"],
            "recipe": ["recipe", "gpt2", "--layers", "2", "--digits", "8"],
            "measure": ["measure", "weights", "--w", self.folder / "W.npy", "--std", "0.02"],
        }
        for name, words in commands.items():
            self.run(*words, f"--json={self.folder}/{name}.json", "--quiet")
        return [self.folder / f"{name}.json" for name in commands]

    def runs(self):
        """Two trainings that differ in one word of their design."""
        small = "2 width=16 heads=2 batch=2 length=8 steps=12 networks=2 rate=3e-3".split()
        for scheme in ("pre_norm", "post_norm"):
            self.run("train", scheme, *small, f"--json={self.folder}/{scheme}.json", "--quiet")
        return [self.folder / f"{scheme}.json" for scheme in ("pre_norm", "post_norm")]

    @staticmethod
    def write_weights(path):
        """64 x 64 normal numbers of std 0.02 as numpy.save writes them."""
        draw = random.Random(1)
        path.write_bytes(npy("<f4", (64, 64), struct.pack("<4096f", *(draw.gauss(0, 0.02) for _ in range(4096)))))

    def thousand(self):
        records = json.loads(self.claims().read_text())["records"]
        many = [dict(records[i % len(records)], id=f"copy{i // len(records)}.{records[i % len(records)]['id']}") for i in range(1000)]
        return self.write("thousand", {"records": many})

    def hostile(self):
        sample = next(one for one in json.loads(self.claims().read_text())["records"] if one.get("identified"))
        series = json.loads(self.series()[0].read_text())["series"][0]
        return self.write("hostile", {
            "run": {text: text for text in hostile}, "tool": {"name": hostile[0], "version": hostile[1]},
            "records": [self.hostile_record(sample, text) for text in hostile],
            "series": [dict(series, id=text, expression=text, method=text,
                            axes=[{"name": text, "values": [text] + series["axes"][0]["values"][1:]}]) for text in hostile]})

    @staticmethod
    def hostile_record(sample, text):
        source_fields = {"title": text, "author": text, "url": text, "where": text, "use": text}
        return dict(sample, id=text, expression=text, statement=text, source=source_fields, note=text, quote=text, quote_en=text,
                    reason=text, limit=text, warnings=[text], stated={"text": text, "convention": text},
                    computed=dict(sample["computed"], decimal=text), identified=[{"expression": text, "text": text}],
                    evidence=[dict(one, method=text, reason=text) for one in sample["evidence"]], measured={text: 1.0})
