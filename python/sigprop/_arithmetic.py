"""Python's operators for what has a text in the expression language: symbols and proved numbers."""

from __future__ import annotations

from typing import Any

from ._text import Expression, negative_text, operand_of


class Arithmetic:
    """Operators by one method of the subclass: ``_binary(sign, other, reflected)``, for the signs + - * / and ^."""

    __slots__ = ()

    _text: str

    def _binary(self, sign: str, other: Any, reflected: bool = False) -> Any:
        raise NotImplementedError

    def _make(self, text: str, level: int) -> Any:
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        return self._binary("+", other)

    def __radd__(self, other: Any) -> Any:
        return self._binary("+", other, reflected=True)

    def __sub__(self, other: Any) -> Any:
        return self._binary("-", other)

    def __rsub__(self, other: Any) -> Any:
        return self._binary("-", other, reflected=True)

    def __mul__(self, other: Any) -> Any:
        return self._binary("*", other)

    def __rmul__(self, other: Any) -> Any:
        return self._binary("*", other, reflected=True)

    def __truediv__(self, other: Any) -> Any:
        return self._binary("/", other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._binary("/", other, reflected=True)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        return NotImplemented if modulus is not None else self._binary("^", other)

    def __rpow__(self, other: Any, modulus: Any = None) -> Any:
        return NotImplemented if modulus is not None else self._binary("^", other, reflected=True)

    def __neg__(self) -> Any:
        return self._make(*negative_text(operand_of(self)))

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self._make(f"abs({self._text})", Expression.PRIMARY)
