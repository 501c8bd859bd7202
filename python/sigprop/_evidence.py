"""What the methods say of a number: one row each."""

from __future__ import annotations

import decimal
from typing import Any, Iterable, NamedTuple, Optional

from ._html import html_table


class Interval(NamedTuple):
    """Where a sampled number lies with probability ``level``."""

    level: float
    lower: decimal.Decimal
    upper: decimal.Decimal


class Evidence(NamedTuple):
    """What one method says: [midpoint - radius, midpoint + radius] contains its ball.

    The radius is a proved bound (``kind`` enclosure), an error estimate (estimate), or one standard error (sample).
    """

    route: str
    method: str
    kind: str
    status: str
    reason: str
    midpoint: Optional[str]
    radius: Optional[str]
    value: Optional[float]
    evaluations: int
    samples: int
    interval: Optional[Interval]
    #: How many of how many, of a sample that counted: such a row has no midpoint, radius and value.
    count: Optional[tuple[int, int]]


class EvidenceTable(tuple):
    """All evidence about a number, one row per method."""

    __slots__ = ()

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with a column for each field."""
        import pandas

        return pandas.DataFrame(list(self), columns=Evidence._fields)

    def _repr_html_(self) -> str:
        rows = [
            {"route": one.route, "method": one.method, "kind": one.kind, "value": one.midpoint or _count_text(one.count),
             "radius": one.radius or "", "status": one.status, "reason": one.reason}
            for one in self
        ]
        return html_table(rows)


def _count_text(count: Optional[tuple[int, int]]) -> str:
    return "" if count is None else f"{count[0]} of {count[1]}"


def _interval(row: Optional[tuple]) -> Optional[Interval]:
    return None if row is None else Interval(row[0], decimal.Decimal(row[1]), decimal.Decimal(row[2]))


def evidence_table(rows: Iterable[tuple]) -> EvidenceTable:
    """From the rows of the library, whose last entries are the interval and the count."""
    return EvidenceTable(Evidence(*row[:10], interval=_interval(row[10]), count=row[11]) for row in rows)
