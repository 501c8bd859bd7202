"""What symbols and conditions have in common: how numpy and torch come to formulas, and the refusals.

A symbol stands for every real number at once. Whatever asks it for one number, or for an array, gets an error
that says what to write instead; the line is added by _trace, which knows the frames.
"""

from __future__ import annotations

from typing import Any, Dict, NoReturn, Optional, Tuple

from ._errors import InputError, Refusal


class MissingAttribute(Refusal, AttributeError):
    """An attribute that symbols do not have: hasattr() is False, which is an answer."""

    remembered = False


class Traced:
    """A symbol, or a comparison of symbols."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        from ._numpy_functions import apply_ufunc

        return apply_ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, arguments: Tuple[Any, ...], options: Any) -> Any:
        from ._numpy_functions import apply_function

        return apply_function(function, arguments, options)

    @classmethod
    def __torch_function__(
        cls,
        function: Any,
        types: Any,
        arguments: Tuple[Any, ...] = (),
        options: Optional[Dict[str, Any]] = None,
    ) -> Any:
        from ._torch_functions import apply_function

        return apply_function(function, arguments, options or {})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        from ._torch_functions import method_of

        method = method_of(self, name)
        if method is None:
            raise MissingAttribute(
                f"a symbol has no '{name}': it stands for one real number, any of them, and has no shape, no "
                "type and no neighbours; write a function of one number"
            )
        return method

    def __float__(self) -> NoReturn:
        raise Refusal(
            "the function needs a number, but the symbol stands for every real number at once: functions such as "
            "math.tanh take numbers only; write sigprop.tanh, numpy.tanh or torch.tanh"
        )

    __complex__ = __float__

    def __int__(self) -> NoReturn:
        raise Refusal(
            "the function needs an integer, but the symbol stands for every real number at once: a formula has "
            "no rounding; write steps with sigprop.where or sigprop.step"
        )

    __index__ = __trunc__ = __floor__ = __ceil__ = __int__

    def __round__(self, digits: Optional[int] = None) -> NoReturn:
        self.__int__()

    def __floordiv__(self, other: Any) -> NoReturn:
        self.__int__()

    __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = __floordiv__

    def __len__(self) -> NoReturn:
        raise Refusal("the symbol stands for one number and has no length: write a function of one number")

    def __iter__(self) -> NoReturn:
        raise Refusal(
            "the symbol stands for one number and has no elements: write sigprop.max(x, y) instead of the "
            "builtin max([x, y]), and a function of one number instead of a loop over elements"
        )

    def __getitem__(self, key: Any) -> NoReturn:
        raise Refusal(
            "the symbol stands for one number and has no elements x[...]: write "
            "sigprop.where(condition, a, b) instead of x[condition]"
        )

    def __setitem__(self, key: Any, value: Any) -> NoReturn:
        raise Refusal(
            "the symbol has no elements to assign to: write sigprop.where(condition, a, x) instead of "
            "x[condition] = a"
        )

    def __contains__(self, value: Any) -> NoReturn:
        raise Refusal("the symbol stands for one number and contains nothing: compare with < <= > >=")

    def __matmul__(self, other: Any) -> NoReturn:
        raise Refusal("the symbol stands for one number, so @ has no matrix: write * for a product")

    __rmatmul__ = __matmul__

    def __array__(self, dtype: Any = None, copy: Any = None) -> NoReturn:
        raise Refusal(
            "the function needs an array, but the symbol stands for every real number at once: remove "
            "numpy.array, numpy.asarray, numpy.vectorize, torch.tensor and the like"
        )

    def _in_place(self, other: Any) -> NoReturn:
        raise Refusal(
            "an assignment such as y *= x changes an array in place, but not a number, so its meaning is "
            "ambiguous: write y = y * x"
        )

    __iadd__ = __isub__ = __imul__ = __itruediv__ = __ipow__ = __ifloordiv__ = __imod__ = _in_place

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memory: Any) -> Any:
        return self  # a copy would belong to no trace

    def __reduce__(self) -> NoReturn:
        raise InputError("a symbol exists only while the function is traced, and cannot be stored")
