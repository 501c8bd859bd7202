"""The scales that a law may have: expressions in fans, keys of config.json and numbers, the likelier ones cheaper.

Where several expressions give what is observed, the cheapest is taken: one that stays true when sizes change comes first. So
1/sqrt(fan_in) comes before Xavier's rule and that before fan_out, and a key of the configuration before a number.
"""
import math
import re
from dataclasses import dataclass, field

INITIAL = re.compile(r"init|(_|^)std(_|$)")              # what a configuration calls a scale of initial weights
PERHAPS = re.compile(r"(_|^)(factor|gain|scale|variance)(_|$)")  # what may be one, if the draws have it with several values
DEPTH = re.compile(r"(^|_)(n_?layers?|num_hidden_layers|num_layers|n_layer|depth|(en|de)coder_layers|num_(en|de)coder_layers)$")
WIDTH = re.compile(r"(hidden_size|d_model|n_embd|embed_dim|head_dim|d_kv|d_ff|^dim|width|embedding_size|intermediate_size|d_inner)$")
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*$")
NAME = re.compile(r"(?<![\w.])[A-Za-z_][A-Za-z_0-9.]*")
NUMBERS = ("0.02", "1", "0.01", "0.1", "0.001", "1e-6", "0.2", "0.5", "1e-5", "0.006", "0.05", "0.04", "0.3", "2", "0.0001", "0.03",
           "0.015", "0.07", "0.25")
# of the fans alone; {c} stands before them
FANS = ((1, "{c}/sqrt(3*fan_in)", lambda fan_in, fan_out: 1 / math.sqrt(3 * fan_in)),
        (1, "{c}/sqrt(fan_in)", lambda fan_in, fan_out: 1 / math.sqrt(fan_in)),
        (1, "{c}*sqrt(2/fan_in)", lambda fan_in, fan_out: math.sqrt(2 / fan_in)),
        (2, "{c}*sqrt(2/(fan_in+fan_out))", lambda fan_in, fan_out: math.sqrt(2 / (fan_in + fan_out))),
        (3, "{c}*sqrt(1/(fan_in+fan_out))", lambda fan_in, fan_out: math.sqrt(1 / (fan_in + fan_out))),
        (3, "{c}*sqrt(2/fan_out)", lambda fan_in, fan_out: math.sqrt(2 / fan_out)),
        (4, "{c}*sqrt(2/(fan_in+3*fan_out))", lambda fan_in, fan_out: math.sqrt(2 / (fan_in + 3 * fan_out))),
        (5, "{c}/sqrt(6*fan_in)", lambda fan_in, fan_out: 1 / math.sqrt(6 * fan_in)),
        (6, "{c}/sqrt(fan_out)", lambda fan_in, fan_out: 1 / math.sqrt(fan_out)),
        (6, "{c}/sqrt(3*fan_out)", lambda fan_in, fan_out: 1 / math.sqrt(3 * fan_out)))
CUT = 0.87962566103423978  # std of the standard normal cut at -2 and 2
# the cost of a scale that has a number; more than that of any with a key
NUMBER = 7


@dataclass
class Scale:
    cost: float
    text: str
    keys: list                                   # its part of keys and numbers in each draw; None where it has none
    of_fans: object = field(default=None, repr=False)  # its part of the fans
    prefix: str = ""                             # the part of the configuration that its keys are of

    def __call__(self, draw, fans):
        """The scale of a tensor with these fans in that draw; None where the expression means nothing there."""
        value = self.keys[draw]
        if value is None or self.of_fans is None:
            return value
        return None if fans is None or min(fans) < 1 else value * self.of_fans(*fans)


def numbers_in(config, prefix=""):
    """The numbers of a config.json by their paths, as the reader of the rows sees them."""
    flat = {}
    for key, value in config.items():
        if isinstance(value, dict):
            flat.update(numbers_in(value, f"{prefix}{key}."))
        elif isinstance(value, (int, float)) and not isinstance(value, bool) and WORD.match(key):
            flat[prefix + key] = value
    return flat


def parts(configs):
    """{prefix: (scales, depths, widths)}: what of the keys that all or some configurations have may stand in an expression."""
    found = {}
    for path in sorted({key for config in configs for key in config}):
        prefix, _, key = path.rpartition(".")
        values = [config[path] for config in configs if path in config]
        scales, depths, widths = found.setdefault(prefix, ([], [], []))
        if all(isinstance(value, int) for value in values):
            if DEPTH.search(key) and min(values) > 0:
                depths.append(path)
            if WIDTH.search(key) and min(values) > 1:
                widths.append(path)
        varied = len(set(values)) > 1
        named = INITIAL.search(key) or (varied and PERHAPS.search(key))
        if named and min(values) > 0 and any(isinstance(value, float) for value in values):
            scales.append(path)
    return found


def scales_of(configs):
    """All scales for the draws that have these configurations (numbers_in each)."""
    def value(of, *paths):
        return [of(*(config[path] for path in paths)) if all(path in config for path in paths) else None for config in configs]

    ones = [1.0] * len(configs)
    found = [Scale(cost, text.replace("{c}*", "").format(c="1"), ones, of) for cost, text, of in FANS]
    found += [Scale(NUMBER, number, [float(number)] * len(configs)) for number in NUMBERS]
    found += [Scale(NUMBER + cost, text.format(c=number), [float(number)] * len(configs), of)
              for number in ("0.1", "0.01", "0.02") for cost, text, of in FANS[:4]]
    for prefix, (scales, depths, widths) in parts(configs).items():
        far = prefix.count(".") + 1 if prefix else 0

        def add(cost, text, of, *paths, of_fans=None, far=far, prefix=prefix):
            found.append(Scale(cost + 0.1 * far, text, value(of, *paths), of_fans, prefix))

        bases = [(0, c, lambda x: x, (c,)) for c in scales]
        bases += [(3, f"sqrt({c})", math.sqrt, (c,)) for c in scales if "variance" in c]
        bases += [(4, f"{number}*{c}", lambda x, number=number: float(number) * x, (c,)) for c in scales if len(set(value(float, c))) > 1
                  for number in ("0.02", "0.05")]
        bases += [(2, f"{c}*{d}", lambda x, y: x * y, (c, d)) for i, c in enumerate(scales) for d in scales[i + 1:]]
        for cost, text, of, paths in bases:
            last = lambda f, of=of: lambda *x: of(*x[:-1]) * f(x[-1])
            last_two = lambda f, of=of: lambda *x: of(*x[:-2]) * f(*x[-2:])
            add(cost, text, of, *paths)
            add(cost + 4, f"{text}*sqrt(2)", lambda *x, of=of: of(*x) * math.sqrt(2), *paths)
            add(cost + 4, f"{text}/sqrt(2)", lambda *x, of=of: of(*x) / math.sqrt(2), *paths)
            for more, form, of_fans in FANS[:6]:
                add(cost + 1 + more, form.format(c=text), of, *paths, of_fans=of_fans)
            for depth in depths:
                add(cost + 2, f"{text}/sqrt(2*{depth})", last(lambda n: 1 / math.sqrt(2 * n)), *paths, depth)
                add(cost + 2, f"{text}/sqrt({depth})", last(lambda n: 1 / math.sqrt(n)), *paths, depth)
                add(cost + 3.5, f"{text}/sqrt(2*fan_in*{depth})", last(lambda n: 1 / math.sqrt(2 * n)), *paths, depth, of_fans=FANS[1][2])
            for width in widths:
                add(cost + 3, f"{text}/sqrt({width})", last(lambda n: 1 / math.sqrt(n)), *paths, width)
                add(cost + 4, f"{text}/sqrt(2*{width})", last(lambda n: 1 / math.sqrt(2 * n)), *paths, width)
                for depth in depths:
                    add(cost + 4, f"{text}/sqrt(2*{width}*{depth})", last_two(lambda n, m: 1 / math.sqrt(2 * n * m)), *paths, width, depth)
                for other in (other for other in widths if other > width):
                    add(cost + 5, f"{text}/sqrt({width}*{other})", last_two(lambda n, m: 1 / math.sqrt(n * m)), *paths, width, other)
        for width in widths:
            add(4, f"1/sqrt({width})", lambda n: 1 / math.sqrt(n), width)
            add(5, f"1/sqrt(2*{width})", lambda n: 1 / math.sqrt(2 * n), width)
            add(6, f"1/sqrt(3*{width})", lambda n: 1 / math.sqrt(3 * n), width)
            add(5, f"sqrt(2/(5*{width}))", lambda n: math.sqrt(2 / (5 * n)), width)
            for depth in depths:
                add(5, f"2/({depth}*sqrt({width}))", lambda n, m: 2 / (n * math.sqrt(m)), depth, width)
                add(5, f"1/sqrt(2*{width}*{depth})", lambda n, m: 1 / math.sqrt(2 * n * m), width, depth)
        for depth in depths:
            for more, form, of_fans in FANS[:4]:
                add(4 + more, form.format(c=f"1/sqrt(2*{depth})"), lambda n: 1 / math.sqrt(2 * n), depth, of_fans=of_fans)
    return found


def number_text(value):
    """The shortest decimal that is this number, in double or in single precision."""
    import struct
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if float(text) == value or struct.unpack("f", struct.pack("f", float(text)))[0] == value:
            return text
    return None


def keys_in(text):
    """The keys of a configuration that an expression has."""
    return set(NAME.findall(text)) - {"sqrt", "fan_in", "fan_out", "truncated_normal.std"}


def expression(text, configs):
    """A scale of a row's text, for the draws that have these configurations."""
    names = sorted(keys_in(text), key=len, reverse=True)

    def scale(draw, fans):
        if any(name not in configs[draw] for name in names) or ("fan_" in text and not fans):
            return None
        values = {name: configs[draw][name] for name in names} | dict(zip(("fan_in", "fan_out"), fans or ()))
        plain = text.replace("truncated_normal.std(-2, 2)", repr(CUT))
        plain = NAME.sub(lambda name: repr(values[name.group()]) if name.group() in values else name.group(), plain)
        return eval(plain, {"__builtins__": {}, "sqrt": math.sqrt})  # of rows that are in the repository
    return scale
