"""What a measurement of an array is: verdict, table, report."""

from __future__ import annotations

from typing import Any, Iterable, Optional

from ._html import escaped, html_table
from ._report import PathLike, Record, Report

#: The verdicts, the worst first.
VERDICTS = ("inconsistent", "refuted", "undecided", "confirmed")


def worst_verdict(verdicts: Iterable[Optional[str]]) -> Optional[str]:
    """The one that decides over several; None where there is none."""
    given = [one for one in verdicts if one in VERDICTS]
    return min(given, key=VERDICTS.index) if given else None


class Judged:
    """One of several results, with a name and the record that judges it."""

    name: str
    record: Record

    @property
    def verdict(self) -> Optional[str]:
        return self.record.verdict

    @property
    def ok(self) -> bool:
        return self.verdict == "confirmed"

    @property
    def reason(self) -> str:
        return self.record.reason or ""

    def __repr__(self) -> str:
        kind = f"{type(self).__module__}.{type(self).__name__}"
        return f"<{kind} {self.name}: {self.verdict}{': ' + self.reason if self.reason else ''}>"


class Measurement:
    """A measurement: str() is what ``sigprop measure`` prints, ``table`` its rows as dictionaries, ``report`` the
    report that the tool would write. ``statistics`` are attributes, too."""

    def __init__(self, report: Report, details: dict) -> None:
        self.report = report
        self._details = details

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            details = self.__dict__.get("_details", {})
            if name in details:
                return details[name]
            statistics = details.get("statistics", {})
            if name in statistics:
                return statistics[name]
        raise AttributeError(f"{type(self).__name__} has no '{name}'; it has {', '.join(self._names())}")

    def _names(self) -> list[str]:
        details = self.__dict__.get("_details", {})
        own = [name for name in dir(type(self)) if not name.startswith("_")]
        return sorted({*own, *details, *details.get("statistics", {}), "report"})

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names()]

    @property
    def records(self) -> list[Record]:
        return self.report.records

    @property
    def verdict(self) -> Optional[str]:
        """confirmed, refuted or undecided; None where nothing is claimed."""
        return worst_verdict(one.verdict for one in self.records)

    @property
    def reason(self) -> str:
        """Why the verdict is not "confirmed", in words; what the array looks like instead."""
        return "; ".join(one.reason for one in self.records if one.reason)

    @property
    def ok(self) -> bool:
        """Whether the array is what it was said to be; without a claim, whether all of it could be measured."""
        return self.verdict == "confirmed"

    @property
    def table(self) -> list[dict]:
        """The rows of the table as dictionaries."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.table)

    def to_json(self, path: Optional[PathLike] = None) -> str:
        return self.report.to_json(path)

    def to_html(self, path: Optional[PathLike] = None) -> str:
        return self.report.to_html(path)

    def to_csv(self, path: Optional[PathLike] = None) -> str:
        return self.report.to_csv(path)

    def to_markdown(self, path: Optional[PathLike] = None) -> str:
        return self.report.to_markdown(path)

    def __bool__(self) -> bool:
        raise TypeError("a measurement is not a truth value: use .ok, .verdict and .reason")

    def __str__(self) -> str:
        return str(self.report)

    def _headline(self) -> str:
        return self.verdict or ("measured" if self.ok else "not all of it is finite")

    def __repr__(self) -> str:
        name = f"{type(self).__module__}.{type(self).__name__}"
        return f"<{name}: {self._headline()}{'' if self.ok or not self.reason else ': ' + self.reason}>"

    def _repr_html_(self) -> str:
        words = escaped(self._headline()) + ("" if not self.reason else ": " + escaped(self.reason))
        return f"<p>{words}</p>{html_table(self.table)}"
