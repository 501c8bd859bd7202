#!/usr/bin/env python3
"""Plants 23 mistakes in right models that libraries have made, and asks `sigprop measure model` whether it accuses them.

    planted.py MODELS --tool TOOL --tsv OUT [--only KIND|FAMILY …] [--seed N] [--library timm [--by names]]

MODELS holds a folder for each model, transformers__TYPE, with model.safetensors and config.json, as save_pretrained writes
them of a model with random weights. A folder timm__ARCHITECTURE needs no config.json: the one is made that timm writes, with
its architecture. Of torchvision__MODEL the tool is told the class, which about.json has, by --recipe. With --by names it is
told neither. An answer is right if the tool exits with 1, and an accusation (a warning of the model's
record, not a remark) names a tensor that was hit and, for kinds where the cause shows in the numbers, the mistake. The
unplanted model is asked as well: kind `none`, where silence is right.

What is hit is told from the numbers and names in the file, not from the laws that the tool knows, so that a family whose
row is empty fails here. Only residual factors and fans are looked up in src/architectures: no number shows them.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import functools
import json
import math
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

import numpy as np

Tensors = Dict[str, Any]

FAMILIES = ("bert roberta gpt2 gpt_neo gpt_neox gptj gpt_bigcode opt llama mistral mixtral qwen2 qwen3 qwen3_moe gemma gemma2 "
            "gemma3_text gemma3 olmo olmo2 olmoe phi phi3 falcon bloom mpt t5 mt5 bart mbart pegasus marian whisper wav2vec2 "
            "hubert clip siglip vit deit beit dinov2 swin convnext resnet mobilenet_v2 mamba mamba2 deepseek_v2 deepseek_v3 "
            "granite cohere starcoder2 stablelm nemotron electra albert distilbert deberta deberta-v2 xlm-roberta longformer "
            "led detr modernbert gpt_oss nanochat imagegpt decision_transformer clip_text_model xclip data2vec-vision poolformer").split()

ARCHITECTURES = Path(__file__).resolve().parents[3] / "src" / "architectures"

CUT_STD = 0.87962566103423978  # of a standard normal cut at ±2
LEAST = 2000  # entries of a matrix whose law is told from its numbers


# ---------------------------------------------------------------------------------------------------- models
def kurtosis(values: Any) -> float:
    centred = values - values.mean()
    return float((centred**4).mean() / (centred**2).mean() ** 2)


def kind_of_law(array: Any) -> str:
    """normal, truncated, uniform, constant, or nothing: fixed tables, logarithms, and what is too small to tell."""
    values = np.asarray(array, dtype=np.float64).reshape(len(array), -1) if array.ndim else np.zeros((1, 1))
    if values.size and values.min() == values.max():
        return "constant"
    values = values[np.any(values != 0, axis=1)].ravel()  # a row of padding is no part of the law
    if array.ndim < 2 or values.size < LEAST:
        return ""
    if abs(values.mean()) > 6 * values.std() / math.sqrt(values.size):
        return ""
    found = kurtosis(values)
    kurtoses = {"uniform": 1.8, "truncated": 2.366, "normal": 3.0}
    nearest = min(kurtoses, key=lambda one: abs(kurtoses[one] - found))
    return nearest if abs(kurtoses[nearest] - found) < 0.3 else ""


def differs(old: Any, new: Any) -> bool:
    """Whether the law is another one, so that an audit can be asked to see it."""
    if old.shape != new.shape or old.min() == old.max() or new.min() == new.max():
        return not np.array_equal(old, new)
    old, new = old.astype(np.float64), new.astype(np.float64)
    return abs(math.log(new.std() / old.std())) > 0.05 or abs(kurtosis(new) - kurtosis(old)) > 0.3


def numbers_of(config: Any, before: str = "") -> Dict[str, float]:
    """The numbers of a config.json by their paths: text_config.num_hidden_layers."""
    found: Dict[str, float] = {}
    for key, value in config.items():
        if isinstance(value, dict):
            found.update(numbers_of(value, f"{before}{key}."))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found[before + key] = value
    return found


@dataclasses.dataclass
class Block:
    """Layers that hold the same tensors: `members[suffix][index]` is a name."""

    prefix: str
    members: Dict[str, Dict[int, str]]

    @property
    def indices(self) -> List[int]:
        return sorted({index for names in self.members.values() for index in names})


class Model:
    """A right model: its tensors of floating point, its config, and the row of its family."""

    def __init__(self, folder: Path, seed: int, by_names: bool = False) -> None:
        from safetensors.numpy import load_file

        self.folder, self.seed = folder, seed
        library, self.family = folder.name.split("__", 1)
        self.tensors: Tensors = {}
        for file in sorted(folder.glob("*.safetensors")):
            self.tensors.update(load_file(file))
        self.config: Dict[str, Any] = {}
        self.recipe = ""
        if (folder / "config.json").exists():
            self.config = json.loads((folder / "config.json").read_text())
        elif library == "timm" and not by_names:
            self.config = {"architecture": self.family}
        if library in ("timm", "torchvision"):
            name = f"{library}.{json.loads((folder / 'about.json').read_text())[0]}"
            self.row = families().get(name, {})
            self.recipe = name if library == "torchvision" and not by_names else ""
        else:
            self.row = families().get(self.config.get("model_type", self.family), {})
        self.numbers = {**{key: float(value) for key, value in self.row.get("defaults", {}).items()}, **numbers_of(self.config)}

    def rng(self, what: str) -> Any:
        return np.random.default_rng([self.seed, zlib.crc32(f"{self.family} {what}".encode())])

    def one_of(self, names: Iterable[str], what: str) -> List[str]:
        """One of the names, another one for each seed; none of none."""
        ordered = sorted(names)
        return [ordered[int(self.rng(what).integers(len(ordered)))]] if ordered else []

    @functools.cached_property
    def laws(self) -> Dict[str, str]:
        return {name: kind_of_law(array) for name, array in self.tensors.items() if array.dtype.kind == "f" and array.size}

    def random(self, *laws: str) -> List[str]:
        """Matrices with entries of random laws."""
        return [name for name, law in self.laws.items() if law in (laws or ("normal", "truncated", "uniform"))]

    @functools.cached_property
    def block(self) -> Optional[Block]:
        """The longest stack of like layers: what most matrices of equal shape stand in."""
        stacks: Dict[str, Dict[str, Dict[int, str]]] = collections.defaultdict(lambda: collections.defaultdict(dict))
        for name in self.laws:
            for number in re.finditer(r"(?:^|(?<=\.))(\d+)\.", name):
                if not name[:number.start()].endswith(("experts.", "layer_groups.")):
                    stacks[name[:number.start()]][name[number.end():]][int(number.group(1))] = name
        best, most = None, 0
        for prefix, members in sorted(stacks.items()):
            like = sum(len(names) * (len(names) > 1) + 0.1 for names in (self.like(names.values()) for names in members.values())
                       if names)
            if like > most:
                best, most = Block(prefix, {suffix: dict(names) for suffix, names in members.items()}), like
        return best

    def like(self, names: Iterable[str]) -> List[str]:
        """Of random matrices those with the most frequent shape."""
        found = [name for name in names if self.laws[name] in ("normal", "truncated", "uniform")]
        shapes = collections.Counter(self.tensors[name].shape for name in found)
        return [name for name in found if self.tensors[name].shape == shapes.most_common(1)[0][0]]

    def middle(self) -> List[str]:
        """The tensors of a layer within the stack."""
        if not self.block:
            return list(self.laws)
        indices = self.block.indices
        index = indices[len(indices) // 2]
        return [names[index] for names in self.block.members.values() if index in names]

    def scale(self, name: str) -> str:
        """The expression of the family's row for a tensor: that of the longest suffix of its name; empty where none is known."""
        pattern = re.sub(r"(?<![^.])\d+(?![^.])", "*", name)
        best, scale = "", ""
        for law in self.row.get("laws", []):
            if (law["axes"] > 1) != (self.tensors[name].ndim > 1):
                continue
            for end in law["names"]:
                holds = pattern == end[1:] if end.startswith("^") else ("." + pattern).endswith("." + end)
                if holds and len(end) > len(best):
                    best, scale = end, law.get("scale", "")
        return scale


@functools.lru_cache(maxsize=None)
def families() -> Dict[str, Any]:
    rows = [row for file in sorted(ARCHITECTURES.glob("*.json")) for row in json.loads(file.read_text())["families"]]
    return {kind: row for row in reversed(rows) for kind in row["model_types"] or [row["family"]]}


def fans(shape: Sequence[int], turned: bool = False) -> Tuple[int, int]:
    """fan_in and fan_out as PyTorch counts them; of transformers' Conv1D, which holds [in, out], as they are."""
    field = math.prod(shape[2:])
    return (shape[0], shape[1]) if turned else (shape[1] * field, shape[0] * field)


def is_turned(name: str) -> bool:
    return re.search(r"\.(c_attn|c_fc|c_proj|q_attn)\.weight$", name) is not None


def is_table(name: str) -> bool:
    """Whether it is the weight of an nn.Embedding."""
    return re.search(r"(^|\.)(\w*embed(ding)?s?|embed_\w+|wte|wpe|shared|relative_attention_bias|relative_bias)\.weight$",
                     name) is not None and not name.endswith("embed_out.weight")


def is_gain(model: Model, name: str) -> bool:
    array = model.tensors[name]
    return (array.ndim == 1 and array.size > 1 and name.endswith(("weight", "gamma")) and model.laws[name] == "constant"
            and array[0] in (0, 1) and not is_layer_scale(name))


def is_layer_scale(name: str) -> bool:
    return re.search(r"(layer_?scale\w*|lambda_?[12]|gamma(_[12])?)(\.\w+)?$", name) is not None and "norm" not in name.lower()


# ------------------------------------------------------------------------------------------------- mistakes
Plant = Callable[[Model], Tensors]


@dataclasses.dataclass(frozen=True)
class Kind:
    """A mistake. `cause` must stand in the accusation that names the tensor; `hint` is counted if it does."""

    plant: Plant
    says: str
    cause: str = ""
    hint: str = ""
    exits: Tuple[int, ...] = (1,)


KINDS: Dict[str, Kind] = {}


def kind(says: str, **more: Any) -> Callable[[Plant], Plant]:
    """Registers the function below it: it returns the tensors that are hit, none where the mistake makes no sense."""
    def register(plant: Plant) -> Plant:
        KINDS[plant.__name__] = Kind(plant, says, **more)
        return plant
    return register


def normal(model: Model, name: str, std: float, cut: float = math.inf) -> Any:
    """A new draw; rows of padding stay 0."""
    old, rng = model.tensors[name], model.rng("normal " + name)
    new = rng.standard_normal(old.shape, dtype=np.float32)
    while (beyond := np.abs(new) > cut).any():
        new[beyond] = rng.standard_normal(int(beyond.sum()), dtype=np.float32)
    return padded(old, new * np.float32(std))


def uniform(model: Model, name: str, limit: float) -> Any:
    old = model.tensors[name]
    return (model.rng("uniform " + name).random(old.shape, dtype=np.float32) * 2 - 1) * np.float32(limit)


def padded(old: Any, new: Any) -> Any:
    if old.ndim == 2 and (empty := ~old.any(axis=1)).sum() == 1:
        new[empty] = 0
    return new


def pytorch_defaults(model: Model, names: Iterable[str]) -> Tensors:
    """What reset_parameters leaves: kaiming_uniform_(a=sqrt(5)), U(±1/sqrt(fan_in)), N(0, 1). Norms and bare parameters stay."""
    changed: Tensors = {}
    for name in names:
        array = model.tensors[name]
        weight = re.sub(r"bias$", "weight", name)
        if name.endswith("weight") and array.ndim > 1 and (model.laws[name] or array.size < LEAST):
            new = normal(model, name, 1.0) if is_table(name) else uniform(
                model, name, 1 / math.sqrt(fans(array.shape, is_turned(name))[0]))
        elif weight != name and array.ndim == 1 and weight in model.tensors and model.tensors[weight].ndim > 1:
            new = uniform(model, name, 1 / math.sqrt(fans(model.tensors[weight].shape, is_turned(weight))[0]))
        else:
            continue
        if differs(array, new):
            changed[name] = new
    return changed


DEFAULT = r"PyTorch|torch\.nn|nn\.(Linear|Conv|Embedding)|never ran"


@kind("the init never ran: PyTorch's defaults throughout", cause=DEFAULT)
def init_never_ran(model: Model) -> Tensors:
    return pytorch_defaults(model, model.laws)


@kind("one block was left out: PyTorch's defaults in it", cause=DEFAULT)
def block_skipped(model: Model) -> Tensors:
    return pytorch_defaults(model, model.middle()) if model.block else {}


def residual(model: Model, ratio: Callable[[int, int], float]) -> Tensors:
    """Tensors whose row divides by the root of twice the number of layers, times ratio(layers, layer)."""
    changed = {}
    for name in model.random():
        key = re.search(r"sqrt\([^()]*?((?:\w+\.)*(?:n_layers?|num_layers|num_hidden_layers))\b", model.scale(name))
        number = re.search(r"(?:^|\.)(\d+)\.", name)
        if key is None or number is None:
            continue
        layers = model.numbers.get(key.group(1), len(model.block.indices) if model.block else 0)
        factor = ratio(int(layers), int(number.group(1)))
        if abs(math.log(factor)) > 0.05:
            changed[name] = model.tensors[name] * np.float32(factor)
    return changed


@kind("the residual factor 1/sqrt(2N) is forgotten", cause="residual")
def residual_forgotten(model: Model) -> Tensors:
    return residual(model, lambda layers, layer: math.sqrt(2 * layers))


@kind("the residual factor is applied twice", cause="residual")
def residual_twice(model: Model) -> Tensors:
    return residual(model, lambda layers, layer: 1 / math.sqrt(2 * layers))


@kind("the residual factor has the layer's own number for that of all layers", cause="residual")
def residual_wrong_index(model: Model) -> Tensors:
    return residual(model, lambda layers, layer: math.sqrt(layers / (layer + 1)))


@kind("the std is given where a variance is read: std sqrt(0.02)", cause="variance")
def std_for_variance(model: Model) -> Tensors:
    changed = {}
    for name in model.random("normal", "truncated"):
        std = float(model.tensors[name].std())
        if abs(math.log(std)) > 0.2:
            changed[name] = model.tensors[name] / np.float32(math.sqrt(std))
    return changed


@kind("the normal is cut at ±2 std, and the std not corrected", cause="cut|truncat")
def cut_uncorrected(model: Model) -> Tensors:
    return {name: normal(model, name, float(model.tensors[name].std()), cut=2) for name in model.random("normal")}


@functools.lru_cache(maxsize=None)
def tied_keys(architecture: str) -> Dict[str, str]:
    import transformers

    keys = getattr(getattr(transformers, architecture, None), "_tied_weights_keys", None)
    return dict(keys) if isinstance(keys, dict) else {}


@kind("the tied head is drawn anew", cause=r"\btied?|tie_word")
def tied_head(model: Model) -> Tensors:
    text = model.config.get("text_config") or {}
    if not model.config.get("tie_word_embeddings", text.get("tie_word_embeddings")):
        return {}
    for head, table in tied_keys((model.config.get("architectures") or [""])[0]).items():
        found = [name for name in model.tensors if re.fullmatch(table, name) or name == table]
        is_head = head.endswith("weight") and not is_table(head)
        if is_head and found and head not in model.tensors:
            array = model.tensors[found[0]]
            return {head: model.rng("head").standard_normal(array.shape, dtype=np.float32) * np.float32(array.std())}
    return {}


@kind("all gains are 0 for 1, or 1 where the layer adds 1")
def gains_swapped(model: Model) -> Tensors:
    return {name: 1 - model.tensors[name] for name in model.laws if is_gain(model, name)}


@kind("one gain is 0 for 1, or 1 where the layer adds 1")
def one_gain_swapped(model: Model) -> Tensors:
    gains = [name for name in model.laws if is_gain(model, name)]
    within = [name for name in model.middle() if name in gains]
    return {name: 1 - model.tensors[name] for name in model.one_of(within or gains, "gain")}


@kind("LayerScale is 1, as a norm's gain")
def layer_scale_one(model: Model) -> Tensors:
    return {name: np.ones_like(model.tensors[name]) for name, law in model.laws.items()
            if is_layer_scale(name) and law == "constant" and model.tensors[name].ravel()[0] not in (0, 1)}


@kind("the router has std 1")
def router_std_one(model: Model) -> Tensors:
    routers = [name for name in model.laws if re.search(r"(\.gate|router(\.\w+)?)\.weight$", name)
               and model.tensors[name].ndim == 2 and 4 * model.tensors[name].shape[0] <= model.tensors[name].shape[1]]
    return {name: normal(model, name, 1.0) for name in routers if abs(model.tensors[name].std() - 1) > 0.05}


COPY = r"same numbers|\bcop(y|ies)\b"


@kind("one expert is a copy of another", cause=COPY)
def expert_copied(model: Model) -> Tensors:
    changed = {}
    middle = model.middle()
    for name in middle:
        array = model.tensors[name]
        other = re.sub(r"experts\.1\.", "experts.0.", name)
        if other != name and other in model.tensors and model.laws[name] in ("normal", "truncated", "uniform"):
            changed[name] = model.tensors[other].copy()
        elif re.search(r"experts\.\w+$", name) and array.ndim == 3 and model.laws[name] in ("normal", "truncated", "uniform"):
            changed[name] = array.copy()
            changed[name][1] = changed[name][0]
    return changed


@kind("packed queries, keys and values have Xavier's std of the packed fans", hint="fused|[Xx]avier")
def packed_xavier(model: Model) -> Tensors:
    changed = {}
    for name in model.random():
        if re.search(r"(in_proj_weight|c_attn\.weight|qkv(_proj)?\.weight|query_key_value\.weight|Wqkv\.weight)$", name):
            new = uniform(model, name, math.sqrt(6 / sum(fans(model.tensors[name].shape))))
            if differs(model.tensors[name], new):
                changed[name] = new
    return changed


@kind("the head is left as PyTorch makes it", hint=DEFAULT)
def head_default(model: Model) -> Tensors:
    heads = [name for name in model.laws if re.search(r"(^|\.)(head|heads|fc|classifier|last_linear)(\.[a-z]\w*|\.\d+)*\.(weight|bias)$", name)
             and not re.search(r"(layers|blocks|stages|features|norm|layer\d|mlp)\.?", name)]
    return pytorch_defaults(model, heads)


def vocabulary(model: Model) -> List[str]:
    """The table of tokens."""
    sizes = {int(value) for key, value in model.numbers.items() if key.split(".")[-1] == "vocab_size"}
    return [name for name in model.laws if is_table(name) and model.tensors[name].shape[0] in sizes]


@kind("the embedding has std 1, nn.Embedding's default", hint=r"std 1\b|N\(0, 1\)|" + DEFAULT)
def embedding_std_one(model: Model) -> Tensors:
    return {name: normal(model, name, 1.0) for name in vocabulary(model) if abs(math.log(model.tensors[name].std())) > 0.1}


def one_matrix(model: Model, what: str) -> List[str]:
    random = set(model.random())
    return model.one_of([name for name in model.middle() if name in random] or random, what)


@kind("one matrix of a layer is 0", cause=r"zero|\b(is|are|constant) 0\b")
def matrix_zeroed(model: Model) -> Tensors:
    return {name: np.zeros_like(model.tensors[name]) for name in one_matrix(model, "zeroed")}


def copied_layers(model: Model, indices: Callable[[List[int]], List[int]]) -> Tensors:
    """Layers that hold the matrices of the first one that has them."""
    changed = {}
    for names in model.block.members.values() if model.block else ():
        like = {index: names[index] for index in sorted(names) if names[index] in set(model.like(names.values()))}
        for index in indices(list(like)):
            first = model.tensors[next(iter(like.values()))]
            if not np.array_equal(first, model.tensors[like[index]]):
                changed[like[index]] = first.copy()
    return changed


@kind("a layer is a copy of another", cause=COPY)
def layer_copied(model: Model) -> Tensors:
    return copied_layers(model, lambda layers: layers[-1:] if len(layers) > 1 else [])


@kind("one seed for all layers: they are equal", cause=COPY)
def one_seed(model: Model) -> Tensors:
    return copied_layers(model, lambda layers: layers[1:])


@kind("one matrix is 1.5 times as wide", hint=r"is 1\.(4[5-9]|5[0-4]?)\d* times")
def matrix_wider(model: Model) -> Tensors:
    return {name: model.tensors[name] * np.float32(1.5) for name in one_matrix(model, "wider")}


@kind("a vector is left as empty memory: denormals, huge numbers, or NaN", hint="memory|empty|denormal", exits=(1, 3))
def empty_memory(model: Model) -> Tensors:
    vectors = [name for name in model.laws if model.tensors[name].ndim == 1 and model.tensors[name].size >= 8]
    within = [name for name in model.middle() if name in vectors]
    changed = {}
    for name in model.one_of(within or vectors, "empty"):
        rng = model.rng("memory")
        new = np.zeros_like(model.tensors[name])
        places = rng.choice(new.size, size=max(2, new.size // 8), replace=False)
        new[places] = rng.integers(1, 4000, len(places)) * np.float32(1.4e-45)
        flavour = zlib.crc32(model.family.encode()) % 3
        if flavour == 1:
            new[places[::2]] = rng.standard_normal(len(places[::2])) * 1e30
        if flavour == 2:
            new[places[0]] = math.nan
        changed[name] = new
    return changed


@kind("the rows of new words are 0", cause=r"zero|rows?\b.* 0\b|\b0\b.* rows?")
def new_rows_zero(model: Model) -> Tensors:
    changed = {}
    for name in vocabulary(model):
        changed[name] = model.tensors[name].copy()
        changed[name][-8:] = 0
    return changed


@kind("fan_out is taken for fan_in, or the other way", hint="fan_(in|out) taken for|fan_out for fan_in|fan_in for fan_out")
def fan_out_for_fan_in(model: Model) -> Tensors:
    changed = {}
    for name in model.random():
        scale = model.scale(name)
        by_in, by_out = "fan_in" in scale, "fan_out" in scale
        fan_in, fan_out = fans(model.tensors[name].shape)
        factor = math.sqrt(fan_in / fan_out) if by_in else math.sqrt(fan_out / fan_in)
        if by_in != by_out and abs(math.log(factor)) > 0.1:
            changed[name] = model.tensors[name] * np.float32(factor)
    return changed


# --------------------------------------------------------------------------------------------------- audits
@dataclasses.dataclass
class Answer:
    """What the tool said of a model."""

    exit: int
    accusations: List[str]
    remarks: List[str]


def ask(tool: str, model: Model, changed: Tensors, work: Path) -> Answer:
    from safetensors.numpy import save_file

    with tempfile.TemporaryDirectory(dir=work) as name:
        folder = Path(name)
        save_file({**model.tensors, **changed}, folder / "model.safetensors", metadata={"format": "pt"})
        if model.config:
            (folder / "config.json").write_text(json.dumps(model.config))
        report = folder / "report.json"
        named = ["--recipe", model.recipe] if model.recipe else []
        done = subprocess.run([tool, "measure", "model", str(folder), f"--json={report}", *named], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=600)
        if not report.exists():
            return Answer(done.returncode, [], ["no report: " + done.stderr.strip()[-300:]])
        record = json.loads(report.read_text())["records"][0]
    return Answer(done.returncode, record.get("warnings", []), record.get("remarks", []))


def numbers_in(text: str) -> List[int]:
    """Those of "0, 3 to 5"."""
    found: List[int] = []
    for first, last in re.findall(r"(\d+)(?: to (\d+))?", text):
        found += range(int(first), int(last or first) + 1)
    return found


def mentions(text: str, names: Iterable[str]) -> bool:
    """Whether a tensor is named: by its name, or by a pattern (h.*.mlp.c_fc.weight, layers 0 to 2) that has it."""
    names = list(names)
    if any(re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.]*\w)", text) for name in names if name in text):
        return True
    for pattern, layers in re.findall(r"(\S*\*[^\s,:]*)(?:, layers? ((?:\d+(?: to \d+)?(?:, )?)+))?", text):
        pattern = re.sub(r"\[\w+\]$", "", pattern)
        form = re.compile(re.escape(pattern).replace(r"\*", r"(\d+)"))
        for name in names:
            found = form.fullmatch(name)
            if found and (not layers or set(map(int, found.groups())) & set(numbers_in(layers))):
                return True
    return False


VERDICTS = ("named", "accused", "remark", "missed")


def verdict_of(mistake: Kind, answer: Answer, right: Answer, hit: Iterable[str]) -> Tuple[str, bool]:
    """named: accused, with tensor and cause. accused: without one of these. Accusations of the right model do not count.
    And whether the hint was given, too."""
    hit = list(hit)
    about = [text for text in answer.accusations if mentions(text, hit) and text not in right.accusations]
    hinted = any(re.search(mistake.hint or mistake.cause or "$", text) for text in about)
    if answer.exit in mistake.exits and set(answer.accusations) - set(right.accusations):
        return "named" if any(re.search(mistake.cause, text) for text in about) else "accused", hinted
    return "remark" if any(mentions(text, hit) for text in answer.remarks) else "missed", False


COLUMNS = ("kind", "family", "verdict", "exit", "hit", "hinted", "aside", "example", "said")


def examine(folder: Path, tool: str, kinds: Iterable[str], seed: int, work: Path, by_names: bool = False) -> Iterable[Dict[str, Any]]:
    """A row for each kind that makes sense in the model, the unplanted one first."""
    model = Model(folder, seed, by_names)
    right = ask(tool, model, {}, work)
    verdict = "accused" if right.accusations or right.exit else "silent"
    yield {"kind": "none", "family": model.family, "verdict": verdict, "exit": right.exit, "hit": 0, "hinted": "",
           "aside": len(right.accusations), "example": "", "said": " || ".join(right.accusations or right.remarks)}
    for name in kinds:
        changed = KINDS[name].plant(model)
        if not changed:
            continue
        answer = ask(tool, model, changed, work)
        verdict, hinted = verdict_of(KINDS[name], answer, right, changed)
        new = [text for text in answer.accusations if text not in right.accusations]
        aside = [text for text in new if not mentions(text, changed)]
        about = [text for text in new if text not in aside]
        said = about + aside + [f"(remark) {text}" for text in answer.remarks if text not in right.remarks]
        yield {"kind": name, "family": model.family, "verdict": verdict, "exit": answer.exit, "hit": len(changed),
               "hinted": int(hinted), "aside": len(aside), "example": sorted(changed)[0], "said": " || ".join(said)}


def print_table(rows: Sequence[Dict[str, Any]]) -> None:
    counts = {name: collections.Counter(row["verdict"] for row in rows if row["kind"] == name) for name in KINDS}
    print(f"{'kind':22}{'planted':>8}{'named':>8}{'accused':>9}{'remark':>8}{'missed':>8}{'cause told':>12}")
    for name, count in [*counts.items(), ("all", sum(counts.values(), collections.Counter()))]:
        told = sum(row["hinted"] == 1 for row in rows if name in (row["kind"], "all"))
        if total := sum(count.values()):
            print(f"{name:22}{total:8}" + "".join(f"{count[one]:{width}}" for one, width in zip(VERDICTS, (8, 9, 8, 8)))
                  + f"{told:12}")
    right = [row for row in rows if row["kind"] == "none"]
    wrong = [row for row in right if row["verdict"] != "silent"]
    print(f"\n{len(right)} unplanted models, {len(wrong)} accused")
    for row in wrong:
        print(f"  {row['family']}, exit {row['exit']}: {row['said'][:400]}")


def print_misses(rows: Sequence[Dict[str, Any]]) -> None:
    for name, mistake in KINDS.items():
        missed = [row for row in rows if row["kind"] == name and row["verdict"] != "named"]
        if missed:
            print(f"\n{name}: {mistake.says}")
        for row in missed:
            print(f"  {row['family']}, {row['verdict']}, exit {row['exit']}, {row['hit']} hit ({row['example']}): "
                  f"{row['said'][:300] or 'nothing'}")


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--tsv", type=Path, required=True)
    parser.add_argument("--only", nargs="+", default=[], metavar="KIND|FAMILY")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--library", choices=("transformers", "timm", "torchvision"), default="transformers")
    parser.add_argument("--by", choices=("names",))
    arguments = parser.parse_args(words)
    kinds = [name for name in arguments.only if name in KINDS] or list(KINDS)
    folders = {folder.name.split("__", 1)[-1]: folder for folder in sorted(arguments.models.glob(f"{arguments.library}__*"))}
    everything = FAMILIES if arguments.library == "transformers" else list(folders)
    chosen = [name for name in arguments.only if name not in KINDS] or everything
    for name in [name for name in arguments.only if name not in KINDS and name not in folders]:
        parser.error(f"--only {name}: neither a kind ({', '.join(KINDS)}) nor a family in {arguments.models}")
    rows: List[Dict[str, Any]] = []
    with open(arguments.tsv, "w") as out, tempfile.TemporaryDirectory() as work:
        out.write("\t".join(COLUMNS) + "\n")
        for family in chosen:
            if family not in folders or not any((folders[family] / one).exists() for one in ("config.json", "about.json")):
                continue
            for row in examine(folders[family], arguments.tool, kinds, arguments.seed, Path(work), arguments.by == "names"):
                rows.append(row)
                out.write("\t".join(re.sub(r"\s+", " ", str(row[column])) for column in COLUMNS) + "\n")
                out.flush()
    print_table(rows)
    print_misses(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
