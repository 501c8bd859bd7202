"""What runs under faults: commands of sigprop that write files, each so small that a run takes well below two seconds."""
import json
import random
import shutil
import struct
from dataclasses import dataclass, field
from pathlib import Path

WEIGHTS = "w.npy"
SOURCE = "model.py"
REPORT, OTHER_REPORT = "in.json", "other.json"  # not those that a scenario writes
CLAIMS, OTHER_CLAIMS = "my_claims.json", "other_claims.json"


@dataclass
class Scenario:
    """A command and the files that it writes. `other` are words that replace words, so that the files that stood there before
    differ from those that the command writes."""
    name: str
    words: list
    files: list
    other: dict
    checkpoint: str = ""
    inputs: tuple = ()
    in_quick: bool = False
    # found by prepare():
    code: int = 0
    other_code: int = 0                      # of the command with the other words
    seconds: float = 0.0
    old: dict = field(default_factory=dict)  # bytes by name
    new: dict = field(default_factory=dict)
    template: Path = None
    kept: bytes = b""                        # the checkpoint of a run that nothing disturbed

    def other_words(self):
        return [self.other.get(word, word) for word in self.words]


def scenarios():
    common = ["--reproducible", "--threads", "2"]
    sampled = [*common, "--samples", "1e4"]
    return [
        Scenario("eval", ["eval", "activation.gain(swiglu)", "--digits", "20", *sampled, "--json=r.json", "--csv=r.csv", "--md=r.md"],
                 ["r.json", "r.csv", "r.md"], {"20": "12"}, in_quick=True),
        Scenario("certificate", ["eval", "truncated_normal.std(-2, 2)", "--digits", "20", *sampled, "--json=r.json", "--certificate",
                                 "c.json"], ["r.json", "c.json"], {"20": "12"}),
        Scenario("verify", ["verify", "--claims", CLAIMS, *sampled, "--json=r.json", "--junit", "r.xml"], ["r.json", "r.xml"],
                 {CLAIMS: OTHER_CLAIMS}, inputs=(CLAIMS, OTHER_CLAIMS)),
        Scenario("baseline", ["verify", "--claims", CLAIMS, *sampled, "--baseline", "b.json", "--update-baseline"], ["b.json"],
                 {CLAIMS: OTHER_CLAIMS}, inputs=(CLAIMS, OTHER_CLAIMS)),
        Scenario("sweep --shipped", ["sweep", "--shipped", "norm.jacobian_steps.dual", *sampled,
                                     "--digits", "12", "--json=out/"], [], {"12": "10"}),
        Scenario("sweep", ["sweep", "activation.variance(tanh, std=s)", "--over", "s=1:8:+1", "--methods", "monte_carlo", *common,
                           "--samples", "3e5", "--json=r.json", "--csv=r.csv", "--checkpoint", "k.json"], ["r.json", "r.csv"],
                 {"s=1:8:+1": "s=1,2"}, checkpoint="k.json"),
        Scenario("Monte Carlo", ["eval", "activation.variance(relu)", "--methods", "monte_carlo", *common, "--samples", "3e7",
                                 "--json=r.json", "--checkpoint", "k.json"], ["r.json"], {"3e7": "1e5"}, checkpoint="k.json",
                 in_quick=True),
        Scenario("network", ["eval", "network.second_moment(pre_norm, 3, sublayer=6, width=32, networks=4)", *common, "--json=r.json",
                             "--checkpoint", "k.json"], ["r.json"],
                 {"network.second_moment(pre_norm, 3, sublayer=6, width=32, networks=4)":
                  "network.second_moment(pre_norm, 1, sublayer=2, width=8, networks=4)"}, checkpoint="k.json"),
        Scenario("train", ["train", "pre_norm", "1", "width=16", "steps=24", "networks=2", "rate=3e-3", *common, "--json=r.json",
                           "--checkpoint", "k.json"], ["r.json"], {"steps=24": "steps=4"}, checkpoint="k.json"),
        Scenario("report", ["report", REPORT, "--html", "p.html"], ["p.html"], {REPORT: OTHER_REPORT}, inputs=(REPORT, OTHER_REPORT)),
        Scenario("measure", ["measure", "weights", "--w", WEIGHTS, "--std", "0.02", "--reproducible", "--json=r.json", "--csv=r.csv"],
                 ["r.json", "r.csv"], {"0.02": "0.03"}, inputs=(WEIGHTS,)),
        Scenario("init", ["init", SOURCE, "--output", "claims.json", "--force"], ["claims.json"], {SOURCE: "other_" + SOURCE},
                 inputs=(SOURCE, "other_" + SOURCE)),
    ]


def write_inputs(folder, names, run):
    """The files that a command reads, by a fixed seed."""
    for name in names:
        path = folder / name
        if name == WEIGHTS:
            draw = random.Random(20)
            rows, columns = 64, 128
            head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}".ljust(117) + "\n"
            numbers = [draw.gauss(0, 0.02) for _ in range(rows * columns)]
            path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() +
                             struct.pack(f"<{len(numbers)}f", *numbers))
        elif name.endswith(SOURCE):
            path.write_text("SELU_ALPHA = 1.6732632423543772\n" + "TRUNC_STD = 0.8796256610342398\n" * (name == SOURCE))
        elif name in (CLAIMS, OTHER_CLAIMS):
            claims = [{"id": "gain", "expression": "activation.gain(silu)", "stated": "1.6765"},
                      {"id": "alpha", "expression": "selu.alpha", "stated": "1.67326324"}]
            path.write_text(json.dumps({"defaults": {"source": {"title": "a model"}}, "claims": claims[:2 if name == CLAIMS else 1]}))
        else:
            expression = "activation.gain(gelu)" if name == REPORT else "activation.gain(silu)"
            ending = run(["eval", expression, "--samples", "1e4", "--reproducible", f"--json={name}"], folder)
            if ending.code != 0:
                raise RuntimeError(f"cannot make {name}: {ending.err}")


def contents(folder):
    """The bytes of each file below the folder, by its path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def prepare(scenario, folder, run):
    """Runs the command where nothing disturbs it, and what makes the files that stood there before. `folder` is the scenario's own."""
    template = folder / "template"
    template.mkdir(parents=True)
    if any(word.endswith("out/") for word in scenario.words):
        (template / "out").mkdir()
    write_inputs(template, scenario.inputs, run)
    scenario.template = template
    inputs = set(contents(template))

    def results(words):
        place = folder / "undisturbed"
        shutil.copytree(template, place)
        ending = run(words, place)
        found = {name: text for name, text in contents(place).items() if name not in inputs}
        shutil.rmtree(place)
        return ending, found

    before, scenario.old = results(scenario.other_words())
    scenario.other_code = before.code
    if before.code not in (0, 1, 3):
        raise RuntimeError(f"{scenario.name}: {before.err}")
    times = []
    for repetition in range(3):
        ending, found = results(scenario.words)
        if ending.code not in (0, 1, 3) or (repetition > 0 and (ending.code, found) != (scenario.code, scenario.new)):
            raise RuntimeError(f"{scenario.name} does not repeat: exit {ending.code}: {ending.err}")
        scenario.code, scenario.new = ending.code, found
        times.append(ending.seconds)
    scenario.seconds = sorted(times)[1]
    scenario.old.pop(scenario.checkpoint, None)
    scenario.kept = scenario.new.pop(scenario.checkpoint, b"")
    scenario.files = scenario.files or sorted(scenario.new)
    if sorted(scenario.new) != sorted(scenario.files) or any(scenario.old.get(name) == scenario.new[name] for name in scenario.files):
        raise RuntimeError(f"{scenario.name} wrote {sorted(scenario.new)}, before it {sorted(scenario.old)}")
    for name in set(scenario.old) - set(scenario.files):
        del scenario.old[name]


def fresh(scenario, place, with_old):
    """A folder as the command finds it."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(scenario.template, place)
    if with_old:
        for name, text in scenario.old.items():
            (place / name).write_bytes(text)
    return place
