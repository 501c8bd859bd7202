"""What stands behind tensors that no law of the rows describes, as far as their first numbers tell. For the log alone."""
import math
import re


def near(values, expected, precision=1e-4):
    return len(values) == len(expected) and all(abs(a - b) <= precision * max(1.0, abs(b)) for a, b in zip(values, expected))


def fixed(tensors):
    """Whether tensors of one name and shape are the same in several draws."""
    by_name = {}
    for one in tensors:
        by_name.setdefault((one.name or one.seen.name, tuple(one.seen.shape)), {})[one.draw] = one.seen.key
    several = [keys for keys in by_name.values() if len(keys) > 1]
    return bool(several) and all(len(set(keys.values())) == 1 for keys in several)


def softplus(x):
    return math.log1p(math.exp(-abs(x))) + max(x, 0.0)


def by_layer(tensors):
    """Standard deviations that differ by the number of the layer, and by which rule."""
    layers = {}
    for one in tensors:
        number = re.search(r"\.(\d+)\.", one.seen.name)
        if number and one.seen.count >= 256:
            layers.setdefault((one.draw, one.fans), {}).setdefault(int(number.group(1)), one.seen.std)
    for of_layer in layers.values():
        if 0 not in of_layer or len(of_layer) < 2:
            continue
        last = max(of_layer)
        for text, rule in (("1/sqrt(layer+1)", lambda i: 1 / math.sqrt(i + 1)), ("1/(layer+1)", lambda i: 1 / (i + 1)),
                           ("sqrt(layer+1)", lambda i: math.sqrt(i + 1))):
            if all(abs(std / of_layer[0] / rule(i) - 1) < 0.05 for i, std in of_layer.items()) and last > 0:
                return f"its std goes as {text}"
    return ""


def hint(pattern, tensors):
    seen = tensors[0].seen
    head = seen.head
    width = min(len(head), seen.shape[-1] if seen.shape else 1, 12)
    row = head[:width]
    table = "fixed table" if fixed(tensors) else ""
    if len(row) > 2:
        first, step = row[0], row[1] - row[0]
        if near(row, [math.log(i + 1) for i in range(width)]):
            return "log(1..n)"
        if near(row, [math.log(row[0])] * width if row[0] > 0 else []):
            return table
        if step and near(row, [first + i * step for i in range(width)], 1e-3):
            return f"{table or 'table'}: in equal steps from {first:.4g}"
    if table:
        return table + (": between -1 and 1, sinusoids" if abs(seen.high) <= 1 and abs(seen.low) <= 1 and min(seen.low, 0) < -0.9 else "")
    layers = by_layer(tensors)
    if layers:
        return layers
    big = max(tensors, key=lambda one: one.seen.count).seen
    if big.count < 64:
        return ""
    off = abs(big.mean) / (big.std / math.sqrt(big.count))
    if off > 6:
        flat = abs(big.fourth - 1.8) < 5 / math.sqrt(big.count) + 0.02 and abs(big.third) < 15 / math.sqrt(big.count)
        if flat:
            return f"uniform from {big.low:.3g} to {big.high:.3g}"
        bell = abs(big.fourth - 3) < 30 / math.sqrt(big.count) + 0.02 and abs(big.third) < 15 / math.sqrt(big.count)
        return f"{'normal' if bell else 'law'} of mean {big.mean:.4g}, std {big.std:.3g}"
    if big.fourth > 3.5:
        return f"heavier tails than a normal (fourth moment {big.fourth:.2f}): several stds in one tensor"
    return ""
