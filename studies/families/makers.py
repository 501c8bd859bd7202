"""Makes models by the libraries' own classes: small ones, drawn by the library's initialisation. Nothing is downloaded.

Each maker has names() and make(name, draw), which gives a Made or raises Skip with the reason.
"""
import copy
import inspect
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from configurations import plans, rescale
from rows import pattern_of

MOST = 140_000_000  # parameters


class Skip(Exception):
    """Why a model is not made."""


@dataclass
class Draw:
    """One of the draws that every class gets: they differ in sizes, in the configuration's scales, and in the class."""
    number: int
    hidden: int
    layers: int
    rescaled: bool
    base: bool = False  # the class without a head, where there is one


DRAWS = (Draw(0, 256, 3, False), Draw(1, 192, 2, True), Draw(2, 128, 2, True, base=True), Draw(3, 192, 3, False, base=True))


@dataclass
class Made:
    model: object
    family: str
    save: object                # of a folder
    about: dict = field(default_factory=dict)


def parameters(model):
    return sum(one.numel() for one in {id(one): one for one in model.parameters()}.values())


def checked(make, surely_small=True, most=MOST):
    """The model, unless it is too large: it is counted before its numbers are drawn. Some read numbers while they are made, and
    cannot be counted so; of these only what is surely small is made."""
    import torch
    state = torch.get_rng_state()
    try:
        with torch.device("meta"):
            count = parameters(make())
    except (RuntimeError, NotImplementedError, TypeError, ValueError):
        if not surely_small:
            raise
        count = 0
    if count > most:
        raise Skip(f"{count} parameters")
    torch.set_rng_state(state)
    model = make()
    if parameters(model) > 2 * most:
        raise Skip(f"{parameters(model)} parameters")
    return model


def save_state(model, folder):
    """The tensors of a state_dict; of those that share their memory the first."""
    from safetensors.torch import save_file
    kept, places = {}, set()
    for name, tensor in model.state_dict().items():
        place = tensor.data_ptr(), tuple(tensor.shape), tensor.stride()
        if tensor.numel() == 0 or place not in places:
            kept[name] = tensor.detach().clone().contiguous()
        places.add(place)
    save_file(kept, Path(folder) / "model.safetensors")


def shared_by(model):
    """{name: the name whose numbers it shares} of a model of transformers; heads and tables of embeddings, no layers."""
    return {one: other for one, other in (getattr(model, "all_tied_weights_keys", None) or {}).items()
            if not any(part.isdigit() for part in f"{one}.{other}".split("."))}


def ties_of(model_class, config):
    """shared_by of the class, were its configuration to tie embeddings: whoever trains may say so."""
    import torch
    from transformers import PretrainedConfig
    config, parts = copy.deepcopy(config), []
    parts.append(config)
    for one in parts:
        parts += [value for value in one.__dict__.values() if isinstance(value, PretrainedConfig)]
        one.tie_word_embeddings = True
    try:
        with torch.device("meta"):
            return shared_by(model_class(config))
    except Exception:  # what cannot be made without numbers
        return {}


class Transformers:
    """Every model type that has an automatic class."""
    draws = DRAWS

    @staticmethod
    def names(cache=None):
        from transformers.models.auto.configuration_auto import CONFIG_MAPPING
        return sorted(CONFIG_MAPPING.keys())

    @staticmethod
    def classes(config, base):
        """Those of the automatic mappings that take the configuration: language models before other heads, or the base first."""
        from transformers.models.auto import modeling_auto
        wanted = ("CAUSAL_LM", "MASKED_LM", "IMAGE_TEXT_TO_TEXT", "IMAGE_CLASSIFICATION", "CTC", "")
        tables = sorted((name for name in vars(modeling_auto) if re.fullmatch(r"MODEL(_FOR_\w+)?_MAPPING", name)),
                        key=lambda name: (next(i for i, word in enumerate(wanted) if word in name), name))
        found = []
        for name in ["MODEL_MAPPING"] + tables if base else tables:
            try:
                some = getattr(modeling_auto, name)[type(config)]
            except KeyError:
                continue
            found += [one for one in (some if isinstance(some, (list, tuple)) else [some]) if one not in found]
        return found

    @classmethod
    def make(cls, name, draw, only=None):
        from scales import numbers_in
        from transformers.models.auto.configuration_auto import CONFIG_MAPPING
        kind, reasons = CONFIG_MAPPING[name], []
        for plan, configured in plans(kind, draw.hidden, draw.layers):
            try:
                config = configured()
                classes = [one for one in cls.classes(config, draw.base) if only in (None, one.__name__)]
                defaults = {key: value for key, value in numbers_in(config.to_dict()).items() if isinstance(value, float)}
            except Exception as error:  # whatever a library's class raises of sizes it cannot have
                reasons.append(f"{plan}: {error!r:.90}")
                continue
            if not classes:
                raise Skip("no class")
            if draw.rescaled:
                rescale(config)
            for model_class in classes[:2]:
                try:
                    model = checked(lambda model_class=model_class, config=config: model_class(config), plan.startswith("hidden"))
                except Exception as error:
                    reasons.append(f"{plan}, {model_class.__name__}: {error!r:.90}")
                    continue
                about = {"prefix": model_class.base_model_prefix, "defaults": defaults, "plan": plan,
                         "ties": ties_of(model_class, config), "tied": bool(shared_by(model))}
                return Made(model, config.model_type, lambda folder, model=model: model.save_pretrained(folder, max_shard_size="9GB"), about)
        raise Skip(" | ".join(reasons).replace("\n", " "))


class Timm:
    """Of each class the architectures that show most of its tensors' names, each twice where several are small enough."""
    LARGEST = 30_000_000  # parameters of one that is drawn
    LARGEST_ALONE = 90_000_000  # of one that is drawn where its class has no smaller one
    EACH, FEWEST, MOST_OF_A_CLASS = 2, 3, 30
    known = None          # {architecture: {"class", "parameters", "names"}}

    @classmethod
    def look(cls, cache=None):
        """What all of timm's architectures consist of, without numbers: ten minutes, of which the result is kept in the file `cache`."""
        if cls.known is None and cache and cache.exists():
            cls.known = json.loads(cache.read_text())
        if cls.known is None:
            import timm
            import torch
            cls.known = {}
            for name in sorted(timm.list_models()):
                if name.endswith("_pruned"):  # their layers are made anew after the initialisation, which they lose
                    continue
                try:
                    with torch.device("meta"):
                        model = timm.create_model(name, pretrained=False)
                except Exception:  # one that needs numbers, or other libraries
                    continue
                names = sorted({pattern_of(one) for one in model.state_dict()})
                if any("routing_fn" in one for one in names):  # CondConv has the experts' kernels as rows: of no fans
                    continue
                cls.known[name] = {"class": type(model).__name__, "parameters": parameters(model), "names": names}
            if cache:
                cache.parent.mkdir(parents=True, exist_ok=True)
                cache.write_text(json.dumps(cls.known))
        return cls.known

    @classmethod
    def names(cls, cache=None):
        classes = {}
        for name, one in cls.look(cache).items():
            classes.setdefault(one["class"], []).append(name)
        return sorted(name for names in classes.values() for name in cls.chosen(names))

    @classmethod
    def chosen(cls, names):
        """Of the architectures of a class those that show names that too few before them have shown, of like ones the smallest; and the
        largest and the middle one, since scales may go with the size."""
        names = sorted(names, key=lambda name: (cls.known[name]["parameters"], name))
        small = [name for name in names if cls.known[name]["parameters"] <= cls.LARGEST]
        if not small:
            small = [name for name in names[:2] if cls.known[name]["parameters"] <= cls.LARGEST_ALONE]
        sizes = [small[-1], small[len(small) // 2]] if small else []
        shown, found = {}, []
        while small and len(found) < cls.MOST_OF_A_CLASS:
            news = {name: sum(shown.get(one, 0) < cls.EACH for one in cls.shows(name)) for name in small}
            best = max(small, key=lambda name: (news[name], -small.index(name)))
            if news[best] == 0 and len(found) >= cls.FEWEST:
                break
            small.remove(best)
            found.append(best)
            for one in cls.shows(best):
                shown[one] = shown.get(one, 0) + 1
        return found + [name for name in dict.fromkeys(sizes) if name not in found]

    @classmethod
    def shows(cls, name):
        """The names of its tensors, and what it is called before its size: mobilevit and mobilevitv2 have the same names, and other laws."""
        return [*cls.known[name]["names"], re.match(r"(tf_|test_)?[a-z]+(v\d+|\d(?=_))?", name).group()]

    @classmethod
    def draws_of(cls, name):
        """The smallest of a class has two, so that a fixed table is known by its numbers."""
        kind = cls.known[name]["class"]
        return DRAWS[:2] if name == cls.chosen([one for one in cls.known if cls.known[one]["class"] == kind])[0] else DRAWS[:1]

    @classmethod
    def about(cls, name):
        """All architectures of its class, and the names that nine of ten of them have."""
        kind = cls.known[name]["class"]
        all_of = [one for one in cls.known if cls.known[one]["class"] == kind]
        count = Counter(tensor for one in all_of for tensor in cls.known[one]["names"])
        return {"model": name, "architectures": sorted(all_of), "needs": sorted(one for one in count if 10 * count[one] >= 9 * len(all_of))}

    @classmethod
    def make(cls, name, draw):
        import timm
        model = checked(lambda: timm.create_model(name, pretrained=False), most=cls.LARGEST_ALONE)
        return Made(model, "timm." + type(model).__name__, lambda folder: save_state(model, folder), cls.about(name))


class Torchvision:
    """Every model of the registry that is small enough. The second draw has the option by which a residual branch starts at 0."""
    draws = DRAWS[:2]
    ALONE = ("alexnet", "keypointrcnn_resnet50_fpn", "vgg11", "vgg11_bn")  # of classes that have nothing smaller

    @staticmethod
    def names(cache=None):
        import torchvision
        return sorted(name for name in torchvision.models.list_models() if not name.startswith("quantized"))

    @classmethod
    def make(cls, name, draw):
        import torchvision
        builder = torchvision.models.get_model_builder(name)
        options = {"weights": None}
        if "weights_backbone" in inspect.signature(builder).parameters:
            options["weights_backbone"] = None
        if name in ("googlenet", "inception_v3"):  # else they warn, and will change
            options["init_weights"] = True
        if name.startswith("vit_"):  # none is small, but its class takes sizes
            of_size = dict(image_size=64, patch_size=8, num_layers=draw.layers, num_heads=4, hidden_dim=draw.hidden, mlp_dim=4 * draw.hidden)
            model = checked(lambda: torchvision.models.VisionTransformer(**of_size))
        else:
            if draw.number == 1 and builder.__module__ == "torchvision.models.resnet":
                options["zero_init_residual"] = True
            most = 140_000_000 if name in cls.ALONE else MOST
            model = checked(lambda: torchvision.models.get_model(name, **options), most=most)
        return Made(model, "torchvision." + type(model).__name__, lambda folder: save_state(model, folder), {"model": name})


class Diffusers:
    """Every model class whose sizes can be cut by their names."""
    draws = DRAWS[:2]
    OF_HIDDEN = re.compile(r"^(joint_attention_dim|caption_projection_dim|pooled_projection_dim|cross_attention_dim|caption_channels|"
                           r"encoder_hidden_size|cond_embed_dim|embedding_dim|text_embed_dim|time_embed_dim|hidden_size|text_dim)$")
    OF_LAYERS = re.compile(r"^num_(\w+_)?(layers|blocks)$")
    OTHERS = {"num_attention_heads": 4, "num_cross_attention_heads": 4, "num_kv_heads": 2, "sample_size": 16, "layers_per_block": 1,
              "vocab_size": 1000, "codebook_size": 900, "pos_embed_max_size": 48}
    SPECIAL = {"FluxTransformer2DModel": lambda hidden: dict(axes_dims_rope=(hidden // 16, hidden // 16, hidden // 8)),
               "UVit2DModel": lambda hidden: dict(block_out_channels=hidden, block_num_heads=4, intermediate_size=2 * hidden)}

    @staticmethod
    def names(cache=None):
        import diffusers
        return sorted(name for name in dir(diffusers) if re.search(r"(Model|UNet|VAE|AutoencoderKL|AutoencoderTiny|AutoencoderDC)$", name)
                      and isinstance(getattr(diffusers, name), type) and issubclass(getattr(diffusers, name), diffusers.ModelMixin))

    @classmethod
    def make(cls, name, draw):
        import diffusers
        kind, options = getattr(diffusers, name), {}
        for key, one in inspect.signature(kind.__init__).parameters.items():
            if isinstance(one.default, (int, type(None))) and cls.OF_HIDDEN.match(key):
                options[key] = draw.hidden
            elif isinstance(one.default, int) and cls.OF_LAYERS.match(key):
                options[key] = draw.layers
            elif key in ("attention_head_dim", "cross_attention_head_dim") and isinstance(one.default, int):
                options[key] = draw.hidden // 4
            elif key in cls.OTHERS and isinstance(one.default, (int, type(None))):
                options[key] = cls.OTHERS[key]
            elif key == "block_out_channels" and isinstance(one.default, (list, tuple)):
                options[key] = tuple(min(value, draw.hidden // 2) for value in one.default)
        options |= cls.SPECIAL.get(name, lambda hidden: {})(draw.hidden)
        model = checked(lambda: kind(**options))
        return Made(model, name, lambda folder: model.save_pretrained(folder))


MAKERS = {"transformers": Transformers, "timm": Timm, "torchvision": Torchvision, "diffusers": Diffusers}
