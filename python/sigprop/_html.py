"""Tables for notebooks."""

from __future__ import annotations

import math
from typing import Any


def escaped(text: str) -> str:
    """The text as HTML has it."""
    import html  # with its table of entities, which nobody needs who shows nothing

    return html.escape(text)


def cell(value: Any) -> str:
    """A value for a table that people read."""
    if isinstance(value, float):
        return "-" if math.isnan(value) else f"{value:.6g}"
    if isinstance(value, tuple):
        return "[" + ", ".join(str(one) for one in value) + "]"
    return "" if value is None else str(value)


def html_table(rows: list[dict]) -> str:
    """A table for a notebook, one row a dictionary; rows without the expected verdict are bold."""
    if not rows:
        return ""
    head = "".join(f"<th>{escaped(name)}</th>" for name in rows[0])
    body = ""
    for row in rows:
        bad = row.get("verdict", "confirmed") not in ("confirmed", "", None)
        cells = "".join(f"<td>{escaped(cell(value))}</td>" for value in row.values())
        body += f"<tr{' style=' + chr(34) + 'font-weight:bold' + chr(34) if bad else ''}>{cells}</tr>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
