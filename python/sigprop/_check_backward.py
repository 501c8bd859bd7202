"""Is a backward pass the derivative of its forward pass? Random cotangents and directions against differences."""

from __future__ import annotations

import contextlib
import math
from typing import Any, Callable, Iterator, NamedTuple, Optional

from ._callables import Pass, Torch, autograd, kind_of, of_torch
from ._differences import POINTS, Line, differences, judge, noise_of, spacings
from ._errors import InputError, shown
from ._html import html_table
from ._tensors import loaded

MAX_DIRECTIONS = 10_000


class Direction(NamedTuple):
    """One random cotangent g and direction v: g.J v as claimed and as the differences have it, and the error of the
    difference between them that truncation and rounding explain."""

    index: int
    claimed: float
    difference: float
    error: float
    verdict: str
    reason: str


class BackwardCheck:
    """A backward pass, checked. ``verdict`` is confirmed, refuted or undecided; ``worst`` the direction that is furthest
    off in parts of its error; ``resolution`` the relative error of g.J v that would have been seen in every direction."""

    def __init__(self, directions: list[Direction], scale: float, wanted: float, dtype: str, reason: str = "", confirmed: str = "",
                 hidden: str = "") -> None:
        self.directions = directions
        self.scale = scale
        self.dtype = dtype
        self._wanted = wanted
        self._reason = reason
        self._confirmed, self._hidden = confirmed, hidden  # why, where no differences were needed

    @property
    def worst(self) -> Direction:
        order = ("confirmed", "undecided", "refuted").index

        def badness(one: Direction) -> tuple:
            off = abs(one.claimed - one.difference)
            return order(one.verdict), off / one.error if one.error > 0 else (math.inf if off > 0 else 0.0)

        return max(self.directions, key=badness)

    @property
    def resolution(self) -> float:
        largest = max(one.error for one in self.directions)
        if not math.isfinite(largest):
            return math.inf
        return largest / self.scale if self.scale > 0 else (0.0 if largest == 0 else math.inf)

    @property
    def relative_error(self) -> float:
        """The root mean square of claimed less difference, in parts of that of g.J v."""
        mean = math.sqrt(sum((one.claimed - one.difference) ** 2 for one in self.directions) / len(self.directions))
        return mean / self.scale if self.scale > 0 else (0.0 if mean == 0 else math.inf)

    @property
    def verdict(self) -> str:
        verdicts = {one.verdict for one in self.directions}
        if self._confirmed or self._hidden:
            return "confirmed" if self._confirmed else "undecided"
        if self._reason or "refuted" in verdicts:
            return "refuted"
        if "undecided" in verdicts or not self.resolution <= self._wanted:
            return "undecided"
        return "confirmed"

    @property
    def ok(self) -> bool:
        return self.verdict == "confirmed"

    @property
    def reason(self) -> str:
        """Why, in words."""
        if self._reason or self._confirmed or self._hidden:
            return self._reason or self._confirmed or self._hidden
        worst = self.worst
        if self.verdict == "refuted":
            off = sum(one.verdict == "refuted" for one in self.directions)
            return (f"{off} of {len(self.directions)} directions are off by more than truncation and rounding explain; "
                    f"the worst, direction {worst.index}: the backward pass says {worst.claimed:.8g}, differences of the "
                    f"forward pass say {worst.difference:.8g} ± {worst.error:.2g}; "
                    f"the relative error is {self.relative_error:.2g} over all")
        if self.verdict == "undecided":
            if worst.verdict == "undecided":
                return worst.reason
            return (f"nothing speaks against the backward pass, but rounding ({self.dtype}) or kinks of forward hide relative errors below "
                    f"{self.resolution:.2g}, and {self._wanted:g} is asked for: check in float64, move x off kinks, give "
                    "a larger resolution, or say what forward computes, such as operation='rms_norm', eps=1e-6")
        return (f"{len(self.directions)} random directions agree with differences of the forward pass; "
                f"a relative error above {self.resolution:.2g} would have been seen in each")

    @property
    def table(self) -> list[dict]:
        return [{"direction": one.index, "backward": one.claimed, "differences": one.difference,
                 "off by": one.claimed - one.difference, "explained": one.error, "verdict": one.verdict}
                for one in self.directions]

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.table)

    def __bool__(self) -> bool:
        raise TypeError("a check is not a truth value: use .ok, .verdict and .reason")

    def __str__(self) -> str:
        lines = [f"{'direction':>9}  {'backward':>14}  {'differences':>14}  {'off by':>9}  {'explained':>9}  verdict"]
        for one in self.directions:
            lines.append(f"{one.index:>9}  {one.claimed:>14.8g}  {one.difference:>14.8g}  "
                         f"{one.claimed - one.difference:>9.2g}  {one.error:>9.2g}  {one.verdict}")
        return "\n".join([*lines, "", f"{self.verdict}: {self.reason}", ""])

    def __repr__(self) -> str:
        return f"<sigprop.BackwardCheck {self.verdict}: {self.reason}>"

    def _repr_html_(self) -> str:
        import html

        return f"<p>{self.verdict}: {html.escape(self.reason)}</p>{html_table(self.table)}"


def _whole(value: Any, name: str, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or not lowest <= value.__index__() <= highest:
        raise InputError(f"{name} takes a whole number from {lowest} to {highest}, not {shown(value)}")
    return value.__index__()


def _is_array(value: Any) -> bool:
    return value is not None and not callable(value) and (hasattr(value, "dtype") or isinstance(value, (float, list, tuple)))


def _placed(forward: Any, backward: Any, x: Any, args: Any) -> tuple:
    """backward and x, where backward may be left out: check_backward(forward, x). What cannot be meant otherwise is
    answered by the call that was."""
    name = _short_name(forward)
    if _is_array(backward):
        if x is not None:
            raise TypeError(f"further arguments of forward are given as args, with a comma: check_backward({name}, x, args=(…,))")
        backward, x = None, backward
    if x is None:
        raise TypeError(f"check_backward() checks at a point: check_backward({name}, x), or check_backward(forward, backward, x) with a "
                        "backward pass of one's own")
    if isinstance(x, (list, tuple)) and len(x) > 0 and all(hasattr(one, "dtype") for one in x):
        more = "" if len(x) == 1 else ", args=(" + ", ".join("abcdef"[: min(len(x) - 1, 6)]) + ("," if len(x) == 2 else "") + ")"
        raise TypeError(f"x is a {type(x).__name__} of {len(x)} arrays: the gradient of one is checked, the others are args: "
                        f"check_backward({name}, x{more}); for another one, a lambda of that one")
    if not isinstance(args, tuple):
        raise TypeError(f"args is a tuple of further arguments, not {type(args).__name__}: "
                        + ("args=tuple(…) makes one of this list" if isinstance(args, list) else "for one, write args=(w,)"))
    return backward, x


def _short_name(forward: Any) -> str:
    name = getattr(forward, "__name__", "")
    return name if isinstance(name, str) and name.isidentifier() else "forward"


def _check_function(function: Any, args: tuple) -> None:
    """Raises TypeError with the call that an autograd.Function takes."""
    import inspect

    wanted = list(inspect.signature(function.forward).parameters.values())
    if not any("setup_context" in vars(one) for one in function.__mro__ if not one.__module__.startswith("torch.")):
        wanted = wanted[1:]  # the context, which a function with a setup_context takes there
    if any(one.kind is one.VAR_POSITIONAL for one in wanted):
        return
    needed = sum(one.default is one.empty for one in wanted)
    if not needed <= 1 + len(args) <= len(wanted):
        more = ", ".join(one.name for one in wanted[1:])
        raise TypeError(f"{function.__name__} takes {', '.join(one.name for one in wanted)}: check_backward({function.__name__}, "
                        f"{wanted[0].name if wanted else 'x'}" + (f", args=({more}{',' * (len(wanted) == 2)}))" if more else ")"))


def _passes(forward: Any, backward: Any, x: Any, kind: Any, args: tuple) -> tuple[Pass, Pass]:
    function = of_torch(forward)
    name = _short_name(forward)
    if function is not None and backward is not None:
        raise TypeError(f"an autograd.Function has its own backward, so leave backward out: check_backward({name}, x"
                        f"{', args=(…)' if args else ''})")
    if function is not None:
        _check_function(forward, args)
    if of_torch(type(forward)) is not None:
        raise TypeError(f"forward is an instance of {type(forward).__name__}: give the class, check_backward({type(forward).__name__}, x)")
    function = function or forward
    if not callable(function):
        raise TypeError(f"forward is a callable, not {type(forward).__name__}")
    if backward is None:
        if kind is not Torch:
            raise TypeError("without backward, torch's autograd gives the gradient, and x is then a tensor of torch; for other passes: "
                            f"check_backward({name}, backward, x) with backward(x, dy, *args) -> dx")
        backward = autograd(function)
    elif not callable(backward):
        raise TypeError(f"backward is a callable, not {type(backward).__name__}: check_backward({name}, backward, x)")
    return Pass(function, "forward", [kind(x)], args), Pass(backward, "backward", [kind(x)], args)


@contextlib.contextmanager
def _buffers_kept(forward: Any) -> Iterator[None]:
    """A module of torch gets its buffers back, such as the running statistics of a batch norm."""
    torch = loaded("torch")
    module = torch is not None and isinstance(forward, torch.nn.Module)
    kept = [(one, one.detach().clone()) for one in forward.buffers()] if module else []
    try:
        yield
    finally:
        for one, old in kept:
            with torch.no_grad():
                one.copy_(old)


class _Problem:
    """Both passes at x, and the lines through it."""

    def __init__(self, forward: Pass, backward: Pass, x: Any) -> None:
        import numpy

        self.forward, self.backward, self.x = forward, backward, x
        self.y = forward.twice(x)
        if not numpy.all(numpy.isfinite(self.y)):
            at = [int(i) for i in numpy.argwhere(~numpy.isfinite(self.y))[0]]
            raise InputError(f"forward(x){at if at else ''} is {self.y[tuple(at)]}: the check needs a finite forward(x)")
        if self.y.size == 0:
            raise InputError(f"forward(x) has shape {list(self.y.shape)}, and there is nothing to check")
        backward.kinds.append(forward.result_kind)
        self.length = math.sqrt(float(numpy.mean(x * x))) or 1.0
        self.unit = max(forward.kinds[0].unit, forward.result_kind.unit)
        if self.unit < 2.0**-40:
            self.unit = max(self.unit, self._staircase(), self._short_results())

    def _staircase(self) -> float:
        """The rounding of a computation in a lower precision than its results have: how small a change of x leaves most
        results as they are that a change by a thousandth moves. 0 where the smallest changes are seen."""
        import numpy

        kind = self.forward.kinds[0]
        # Entries move by parts of their own, in different ways: a layer may not see a common factor.
        way = numpy.random.default_rng(0).choice([-1.0, -0.7, 0.7, 1.0], size=self.x.shape)

        def moved(exponent: int) -> Any:
            y = self.defined(kind.doubles(kind.made(self.x * (1 + way * 2.0**exponent))))
            return numpy.zeros(self.y.shape, bool) if y is None or y.shape != self.y.shape else y != self.y

        lively = moved(-10)
        for exponent in range(-46, -10, 4):
            if 2 * numpy.count_nonzero(moved(exponent) & lively) >= numpy.count_nonzero(lively):
                return 0.0 if exponent == -46 else 2.0**exponent
        return 0.0

    def _short_results(self) -> float:
        """The rounding of float32 where every result of forward at two points fits it: then it was computed so."""
        import numpy

        kind = self.forward.kinds[0]
        way = numpy.random.default_rng(1).uniform(0.001, 0.01, size=self.x.shape) * self.length
        for moved in (self.x + way, self.x - way):
            y = self.defined(kind.doubles(kind.made(moved)))
            if y is None:
                return 0.0
            with numpy.errstate(over="ignore"):
                if not numpy.array_equal(y, y.astype(numpy.float32).astype(float), equal_nan=True):
                    return 0.0
        return 2.0**-24

    def gradient(self, x: Any, g: Any) -> Any:
        dx = self.backward(x, g)
        if dx.shape != x.shape:
            raise InputError(f"backward returned shape {list(dx.shape)}: dx must have the shape of x, {list(x.shape)}")
        return dx

    def defined(self, x: Any) -> Any:
        """forward at a displaced point; None where it has no value."""
        try:
            return self.forward(x)
        except (ArithmeticError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            return None

    def line(self, g: Any, v: Any, dx: Any) -> Line:
        import numpy

        kind = self.forward.kinds[0]
        unit = max(self.forward.result_kind.unit, self.unit)

        def at(s: float) -> tuple[float, float, float]:
            moved = kind.doubles(kind.made(self.x + s * self.length * v))
            y = self.defined(moved) if numpy.all(numpy.isfinite(moved)) else None
            if y is None or not numpy.all(numpy.isfinite(y)):
                return math.nan, math.nan, math.nan
            rounding = unit * math.sqrt(float(numpy.sum((g * y) ** 2)))
            change = math.fsum((g * (y - self.y)).ravel().tolist()) if y.size < 4096 else float(numpy.sum(g * (y - self.y)))
            return change, rounding, float(numpy.sum(dx * (moved - self.x)))

        return Line(at, self.unit)

    def claim_noise(self, g: Any, v: Any, dx: Any) -> float:
        """How far rounding in the backward pass puts dx.v off, in the units of a line."""
        import numpy

        along = v * self.length
        unit = self.backward.result_kind.unit
        noise = unit * math.sqrt(float(numpy.sum((dx * along) ** 2)))
        kind = self.forward.kinds[0]
        spacing = spacings(self.unit)[0]
        values = []
        for i in range(POINTS):
            moved = kind.doubles(kind.made(self.x + (i - POINTS // 2) * spacing * along))
            try:
                values.append(float(numpy.sum(self.gradient(moved, g) * along)))
            except (ArithmeticError, ValueError) as error:
                if isinstance(error, InputError):
                    raise
                return noise
        seen = noise_of(values)
        return math.hypot(noise, seen) if math.isfinite(seen) else noise


def check_backward(
    forward: Callable[..., Any],
    backward: Any = None,
    x: Any = None,
    *,
    directions: int = 8,
    seed: int = 0,
    args: tuple = (),
    resolution: float = 0.01,
    tolerance: float = 0.0,
    operation: Optional[str] = None,
    **arguments: Any,
) -> BackwardCheck:
    """Is ``backward(x, dy) -> dx`` the derivative of ``forward(x) -> y``?

    Random cotangents g and directions v: g.J v by the backward pass is compared with differences of g.forward(x + s v) at
    many steps. What rounding can do is measured from the functions themselves, whatever their precision.

        check_backward(forward, backward, x)     two functions, of NumPy's arrays or torch's tensors
        check_backward(Function, x, args=(w,))   an autograd.Function of torch
        check_backward(module, x)                a module, or a function, as torch's autograd differentiates it

    forward: a callable, an autograd.Function of torch, or a module; called with copies, as forward(x, *args)
    backward: a callable, backward(x, dy, *args); left out or None: what torch's autograd makes of forward
    x: an array of NumPy or a tensor of torch, of any shape; y may have any other
    directions: how many cotangents and directions are drawn, from ``seed``
    resolution: "confirmed" needs that a relative error of g.J v of this size would have been seen
    tolerance: relative errors of g.J v up to this one are accepted
    operation: what forward computes, by a name of ``sigprop.kernels.check``, with its arguments: operation="rms_norm", eps=1e-6,
        weight=w; the backward pass is then held against what rounding may do to the gradient under the contracts strict, torch_cpu
        and composite, or contract=…; in bfloat16 and float16 a single function of torch is known without it

    The verdict is an estimate with factors of safety, no proof. One wrong entry among a million hides from a few
    directions. Errors that a call at x raises are passed on; where forward has no value near x, smaller steps are taken.
    """
    import numpy

    backward, x = _placed(forward, backward, x, args)
    count = _whole(directions, "directions", 1, MAX_DIRECTIONS)
    rng = numpy.random.default_rng(_whole(seed, "seed", 0, 2**64 - 1))
    for name, value, least in (("resolution", resolution, 0), ("tolerance", tolerance, 0)):
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value < math.inf:
            raise InputError(f"{name} takes a number from {least}, not {shown(value)}")
    kind = kind_of(x, "x is", "x")
    point = kind.doubles(x)
    if point.size == 0:
        raise InputError(f"x has shape {list(point.shape)}, and there is nothing to check")
    if not numpy.all(numpy.isfinite(point)):
        at = [int(i) for i in numpy.argwhere(~numpy.isfinite(point))[0]]
        raise InputError(f"x{at if at else ''} is {point[tuple(at)]}: the check needs finite x")
    like = x if hasattr(x, "dtype") else numpy.float64(x)
    if operation is None and set(arguments) - {"contract"}:
        raise TypeError(f"check_backward() has no {sorted(set(arguments) - {'contract'})[0]}: arguments of an operation need its name, such as operation='rms_norm'")
    with _buffers_kept(forward):
        problem = _Problem(*_passes(forward, backward, like, kind, args), point)
        known = _known(forward, like, kind, args, operation, arguments)
        if known is not None:
            found = _held(problem, rng, count, float(resolution), kind, like, known)
            if found is not None:
                return found
        return _checked(problem, rng, count, float(resolution), float(tolerance), kind.dtype(like))


def _known(forward: Any, x: Any, kind: Any, args: tuple, operation: Optional[str], arguments: dict) -> Any:
    """The operation that is named, or that a function of torch is; its contracts."""
    from ._known_backward import CONTRACTS, Known, checked_name, recognised

    contract = arguments.pop("contract", None)
    contracts = CONTRACTS if contract is None else (contract,)
    if operation is not None:
        if kind.dtype(x) == "float64":
            raise InputError("an operation is held against what rounding may do in float32, bfloat16 or float16, and x has float64: leave "
                             "operation out, differences decide there")
        return Known(checked_name(operation), arguments), contracts
    if kind.dtype(x) not in ("bfloat16", "float16"):
        return None
    found = recognised(forward, x, args)
    return None if found is None else (found, contracts)


def _held(problem: _Problem, rng: Any, count: int, resolution: float, kind: Any, like: Any, known: tuple) -> Optional[BackwardCheck]:
    """Gradients for random dy, each element within what rounding may do; None where that claims nothing."""
    import numpy

    from ._known_backward import judged, share_that_shows

    operation, contracts = known
    dtype = kind.dtype(like)
    results = problem.forward.result_kind
    x, y = problem.forward.kinds[0].made(problem.x), results.made(problem.y)
    directions, shares, kept, reason = [], [], [], ""
    for index, g, v, dx, claimed in _probes(problem, rng, count):
        found = judged(operation, x, y, results.made(g), dx, dtype, contracts)
        if found is None:
            return None
        middle = found.lower + (found.upper - found.lower) / 2
        half = float(numpy.sum(numpy.abs(v) * (found.upper - middle)))
        is_inside = bool(found.contract)
        directions.append(Direction(index, claimed, float(numpy.sum(middle * v)), half, "confirmed" if is_inside else "refuted", found.reason))
        shares.append(share_that_shows(found, dtype))
        if is_inside:
            kept.append(found.contract)
        elif not reason:
            reason = found.reason
    if not reason:
        widest = max(kept, key=contracts.index)
        share = min(shares)  # one dy is enough to show a factor
        if not share <= resolution:
            hidden = (f"every element is within what rounding may do to {operation.operation} under the contract {widest}, which hides a factor that is off by "
                      f"{share:.2g}, and {resolution:g} is asked for: give contract='strict' if the backward pass is one kernel, or check in float64")
            return BackwardCheck(directions, _scale(directions), resolution, dtype, hidden=hidden)
        return BackwardCheck(directions, _scale(directions), resolution, dtype, confirmed=(
            f"every element of {len(directions)} gradients is within what rounding may do to {operation.operation} under the contract {widest}; "
            f"a common factor that is off by {share:.2g} would have been seen"))
    return BackwardCheck(directions, _scale(directions), resolution, dtype, reason)


def _scale(directions: list[Direction]) -> float:
    return math.sqrt(sum(one.claimed**2 for one in directions) / len(directions))


def _probes(problem: _Problem, rng: Any, count: int) -> Iterator[tuple]:
    """Random directions: the index, dy, v, the gradient for dy, and <v, gradient>. The first gradient is taken twice."""
    import numpy

    results = problem.forward.result_kind
    for index in range(count):
        g = results.doubles(results.made(rng.standard_normal(problem.y.shape)))
        v = rng.standard_normal(problem.x.shape)
        if index == 0:
            problem.backward.twice(problem.x, g)
        dx = problem.gradient(problem.x, g)
        yield index, g, v, dx, float(numpy.sum(dx * v))


def _checked(problem: _Problem, rng: Any, count: int, resolution: float, tolerance: float, dtype: str) -> BackwardCheck:
    import numpy

    found = []
    sizes = []
    reason = ""
    for index, g, v, dx, claimed in _probes(problem, rng, count):
        if not numpy.all(numpy.isfinite(dx)):
            at = [int(i) for i in numpy.argwhere(~numpy.isfinite(dx))[0]]
            reason = f"backward(x, dy){at if at else ''} is {dx[tuple(at)]} where forward is finite"
            found.append(Direction(index, claimed, math.nan, math.nan, "refuted", reason))
            break
        judged = judge(differences(problem.line(g, v, dx), problem.claim_noise(g, v, dx)))
        off, error = judged.residual / problem.length, judged.error / problem.length
        found.append(Direction(index, claimed, claimed - off, error, judged.verdict, judged.reason))
        measured = claimed - off
        sizes += [claimed, measured if math.isfinite(measured) else 0.0]
    scale = math.sqrt(sum(one * one for one in sizes) / len(sizes)) if sizes else 0.0
    if not numpy.array_equal(problem.forward(problem.x), problem.y, equal_nan=True):
        raise InputError("forward gives different results at the same x: it changes a state, so there is no derivative to check")
    accepted = [
        one._replace(verdict="confirmed")
        if one.verdict == "refuted" and not reason and abs(one.claimed - one.difference) <= tolerance * scale
        else one
        for one in found
    ]
    return BackwardCheck(accepted, scale, max(resolution, tolerance), dtype, reason)
