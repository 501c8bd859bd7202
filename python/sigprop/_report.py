"""Reports: what the tool writes as JSON, held in Python."""

from __future__ import annotations

import json
import os
import pathlib
import re
from typing import Any, Iterator, Optional, Sequence, Tuple, Union

from . import _core
from ._errors import InputError
from ._html import escaped
from ._text import check_text

PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def path_bytes(path: PathLike, name: str) -> bytes:
    """The path as the system takes it; TypeError for what is none (a number would be a file descriptor, which is read and
    closed), InputError for a text that names no file. ``name`` is the subject."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"{name} is a path, not {type(path).__name__}")
    try:
        held = os.fsencode(path)
    except UnicodeEncodeError:
        check_text(os.fspath(path), name)
        raise
    if b"\0" in held:
        raise InputError(f"{name} has a zero byte, which a path cannot have")
    return held


def shown_path(path: PathLike, name: str = "the path") -> str:
    """The path as it may be printed: bytes that are not UTF-8 as \\xff."""
    return path_bytes(path, name).decode("utf-8", "backslashreplace")


def json_text(document: Any, name: str) -> str:
    """A dictionary of Python's as JSON; TypeError with the place of what JSON has not."""
    try:
        return json.dumps(document)
    except (TypeError, ValueError, RecursionError):
        place, kind = _what_json_has_not(document, name, set())
        if not place:
            raise  # nothing that is known here
        raise TypeError(f"{place} is {kind}: a document can contain strings, numbers, truth values, None, lists and dictionaries") from None


def _what_json_has_not(value: Any, place: str, around: set) -> Tuple[str, str]:
    """The place of the first value that no JSON has, and what it is; empty if there is none."""
    if isinstance(value, int) and value.bit_length() > 13_000:  # Python refuses to write integers of 14,285 bits
        return place, f"an integer of {value.bit_length()} bits"
    if value is None or isinstance(value, (str, int, float)):
        return "", ""
    if not isinstance(value, (dict, list, tuple)):
        return place, f"of type {type(value).__name__}"
    if id(value) in around:
        return place, "inside of itself"
    if len(around) >= 100:
        return place, "in more than 100 lists and dictionaries"
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in items:
        if isinstance(value, dict) and not isinstance(key, (str, int, float, type(None))):
            return f"{place}: a key", f"of type {type(key).__name__}"
        found = _what_json_has_not(one, f"{place}[{key!r}]", around | {id(value)})
        if found[0]:
            return found
    return "", ""


def read_text(path: PathLike, name: str = "the path") -> str:
    """The text of a file; what is no file (a folder, a pipe) or no text is an error that names it."""
    shown = shown_path(path, name)
    place = pathlib.Path(os.fsdecode(path))
    # A pipe waits for somebody who writes to it, without end.
    if place.is_dir():
        raise InputError(f"{shown} is a folder: give a file in it")
    if place.exists() and not place.is_file():
        raise InputError(f"{shown} is a pipe or a device: save its content as a file first")
    try:
        return place.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{shown}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        near = _beside(place) if isinstance(error, FileNotFoundError) else ""
        if shown == os.fspath(path) and not near:
            raise
        raise type(error)(error.errno, (error.strerror or "") + near, os.fsencode(path) if shown != os.fspath(path) else path) from None


def _beside(place: pathlib.Path) -> str:
    """What may have been meant instead of a file that is not there: a name in its folder."""
    import difflib

    if not place.parent.is_dir():
        return f"; there is no folder {place.parent}"
    names = []
    try:
        with os.scandir(place.parent) as entries:
            for entry, _ in zip(entries, range(10_000)):
                names.append(entry.name)
    except OSError:
        return ""
    same = [name for name in names if pathlib.PurePath(name).stem == place.stem]
    near = same if len(same) == 1 else difflib.get_close_matches(place.name, names, 1, 0.75)
    return f"; did you mean {place.parent / near[0]}?" if near else ""


def write_text(path: PathLike, text: str) -> None:
    """Writes the whole file or nothing."""
    import tempfile  # which takes long to import

    place = pathlib.Path(os.fsdecode(path_bytes(path, "path")))
    handle, temporary = tempfile.mkstemp(prefix=place.name, suffix=".tmp", dir=place.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, place)
    except BaseException:
        os.unlink(temporary)
        raise


class Record:
    """One answer of a report; a field of the JSON that it does not have is None."""

    def __init__(self, fields: dict) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._fields.get(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def to_dict(self) -> dict:
        """The fields as in the JSON."""
        return self._fields

    @property
    def ok(self) -> bool:
        """Whether the verdict is the expected one; for what has no verdict, whether there is a value."""
        if self.expected is None:
            return self.kind == "external" or self.status == "ok"
        return bool(self.verdict == self.expected)

    def __repr__(self) -> str:
        verdict = self.verdict or self.status or self.kind
        return f"<sigprop.Record {self.id}: {verdict}>"


class Report:
    """Records and series, with the forms the tool can write: text, JSON, CSV, Markdown, JUnit, a page of HTML."""

    def __init__(self, held: Any) -> None:
        self._held = held
        self._fields: Optional[dict] = None

    def __reduce__(self) -> tuple:
        held = self._held
        return (_restored, (type(self), held.json(), held.text, held.csv(), held.markdown()))

    def to_dict(self) -> dict:
        """The report as the JSON says it."""
        if self._fields is None:
            self._fields = json.loads(self._held.json())
        return self._fields

    @property
    def records(self) -> list[Record]:
        return [Record(one) for one in self.to_dict()["records"]]

    @property
    def series(self) -> list[dict]:
        return self.to_dict()["series"]

    def __len__(self) -> int:
        return len(self.to_dict()["records"])

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __getitem__(self, key: Union[int, str]) -> Record:
        """By position, or by id."""
        if isinstance(key, str):
            for one in self.records:
                if one.id == key:
                    return one
            raise KeyError(key)
        return self.records[key]

    def to_json(self, path: Optional[PathLike] = None) -> str:
        """The JSON of the tool, without times and machines; also written to a file."""
        return self._delivered(self._held.json(), path)

    def to_csv(self, path: Optional[PathLike] = None) -> str:
        return self._delivered(self._held.csv(), path)

    def to_markdown(self, path: Optional[PathLike] = None) -> str:
        return self._delivered(self._held.markdown(), path)

    def to_junit(self, path: Optional[PathLike] = None) -> str:
        return self._delivered(self._held.junit(), path)

    def to_html(self, path: Optional[PathLike] = None) -> str:
        """One page that stands alone, as of ``sigprop report --html``."""
        name = "report" if path is None else pathlib.PurePath(shown_path(path, "path")).stem
        return self._delivered(self._held.html(name), path)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, one row a record."""
        import pandas

        rows = []
        for one in self.records:
            computed = one.computed or {}
            stated = one.stated or {}
            rows.append(
                {
                    "id": one.id,
                    "expression": one.expression,
                    "value": computed.get("double"),
                    "decimal": computed.get("decimal"),
                    "stated": stated.get("text"),
                    "verdict": one.verdict,
                    "expected": one.expected,
                    "status": one.status,
                }
            )
        return pandas.DataFrame(rows)

    def _delivered(self, text: str, path: Optional[PathLike]) -> str:
        if path is not None:
            write_text(path, text)
        return text

    def __str__(self) -> str:
        return self._held.text

    def __repr__(self) -> str:
        fields = self.to_dict()
        return f"<sigprop.{type(self).__name__} of {len(fields['records'])} records, {len(fields['series'])} series>"

    def _repr_html_(self) -> str:
        head = "<tr><th>id</th><th>computed</th><th>stated</th><th>verdict</th></tr>"
        rows = ""
        for one in self.records:
            computed = (one.computed or {}).get("decimal") or ""
            cells = (one.id, computed, (one.stated or {}).get("text") or "", one.verdict or one.status or one.kind or "")
            mark = "" if one.ok else ' style="font-weight:bold"'
            rows += f"<tr{mark}>" + "".join(f"<td>{escaped(str(cell))}</td>" for cell in cells) + "</tr>"
        return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _restored(kind: type, text: str, shown: str, csv: str, markdown: str) -> Report:
    """A report that was pickled, with the texts that it had."""
    return kind(_core.report(text, shown, csv, markdown))


def renamed(report: Report, path: str, name: str) -> Report:
    """The report on a temporary file under a name that every run gives it."""
    _, (kind, *texts) = report.__reduce__()
    texts[0] = re.sub(r'\s*"digest": "[0-9a-f]+",', "", texts[0], count=1)  # that of the records before: it is made anew
    return _restored(kind, *(text.replace(path, name) for text in texts))


class Verification(Report):
    """Claims, judged. ``ok`` is the gate."""

    @property
    def failures(self) -> list[Record]:
        """Those without their expected verdict; external claims are none."""
        return [one for one in self.records if not one.ok]

    @property
    def ok(self) -> bool:
        return not self.failures

    def __bool__(self) -> bool:
        raise TypeError("a verification is not a truth value: use .ok, and .failures for the claims that failed")


class Comparison:
    """What differs between two reports; ``equal`` is the gate, str() the lines that the tool prints."""

    def __init__(self, equal: bool, text: str) -> None:
        self.equal = equal
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<sigprop.Comparison: {'equal' if self.equal else 'different'}>"


def read_report(report: Union[PathLike, dict]) -> Report:
    """A report of the tool: a file of JSON, or its dictionary."""
    if isinstance(report, dict):
        return Report(_core.read_report(json_text(report, "report"), "the dictionary"))
    return Report(_core.read_report(read_text(report, "report"), shown_path(report)))


def diff(
    before: Union[PathLike, dict, Report, Any],
    after: Union[PathLike, dict, Report, Any],
    *,
    like: Union[PathLike, dict, None] = None,
    **sizes_and_options: Any,
) -> Comparison:
    """Compares two reports by meaning, as ``sigprop diff``: enclosures must overlap, verdicts must match.

    Two recipes, of ``recipe()`` or as ``"recipe:gpt2"``, are compared tensor by tensor; names take sizes, options and
    ``like`` as ``recipe()`` does, for both.
    """
    from ._recipe import diff_recipes, is_recipe

    if is_recipe(before) or is_recipe(after):
        return diff_recipes(before, after, like, sizes_and_options)
    if sizes_and_options or like is not None:
        given = "like" if like is not None else next(iter(sizes_and_options))
        raise TypeError(f"diff() of reports takes no {given}: it is for recipes")
    held = [one._held if isinstance(one, Report) else read_report(one)._held for one in (before, after)]
    return Comparison(*_core.diff(*held))


def held_claims(claims: Union[None, PathLike, dict, Sequence[dict]]) -> Any:
    """Claims that are read and bound: of a file, of a dictionary in the same form, or those that are shipped."""
    if claims is None:
        return _core.shipped_claims()
    if isinstance(claims, dict):
        return _core.read_claims(json_text(claims, "claims"), "the dictionary", None)
    if isinstance(claims, (str, bytes, os.PathLike)):
        folder = os.path.dirname(path_bytes(claims, "claims")) or b"."
        return _core.read_claims(read_text(claims, "claims"), shown_path(claims), folder)
    if isinstance(claims, Sequence):
        return _core.read_claims(json_text({"claims": list(claims)}, "the list"), "the list", None)
    raise TypeError(f"claims are a path, a dictionary or a list of dictionaries, not {type(claims).__name__}")


def verify(
    claims: Union[None, PathLike, dict, Sequence[dict]] = None,
    select: Union[str, Sequence[str]] = (),
    **options: Any,
) -> Verification:
    """Judges claims by evidence, as ``sigprop verify``: a file, a dictionary of the same form, or the shipped ones.

    ``select`` takes ids or globs. Without them experiments, which train networks for minutes, are left out. Options as
    of ``evaluate``; every method runs unless ``evidence=False``.
    """
    held = held_claims(claims)
    if not isinstance(select, (str, list, tuple, set, frozenset)):
        raise TypeError(f"select takes ids or globs, a text or a list of texts, not {type(select).__name__}")
    globs = [check_text(one, "select") for one in ([select] if isinstance(select, str) else select)]
    held = held.select(globs) if globs else held.without_experiments()
    return Verification(_core.verify(held, dict(options)))
