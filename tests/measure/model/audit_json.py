"""The one place that knows the JSON of `sigprop measure model FILE --json [--spec FILE]`.

Everything else sees an Audit: findings as texts with the tensor that they are about. The report's records are the model
and its tensors; what is odd stands in their `warnings`, what is no fault as far as the tool knows in their `remarks`,
what a specification refutes in `verdict` and `reason`. When fields are called otherwise, the names below change and
nothing else does.
"""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any, Dict, List, Optional, Tuple

RECORDS, ID, DESCRIBED, KIND = "records", "id", "described", "kind"
WARNINGS, REMARKS, VERDICT, REFUTED, REASON = "warnings", "remarks", "verdict", "refuted", "reason"
MODEL, LAW, LIKELY, COMPUTED, DOUBLE = "model", "law", "likely", "computed", "double"
# Said of right models, too: integers that are not looked at, rules for tensors that are tied or left out, and that the
# limits of a specification, as torchtitan's ±2, cut nothing (a remark on the rule, not on the tensor).
NO_FINDING = re.compile(r"^skipped:|no tensor name matches the rule|^the limits are .* and truncate nothing")
PART = re.compile(r"\[[^]]*\]$")  # a part of a fused tensor: c_attn.weight[query]


@dataclasses.dataclass(frozen=True)
class Finding:
    """One odd thing, or a remark. A finding on the model as a whole has no tensor."""

    tensor: Optional[str]
    text: str
    refuted: bool = False  # by a specification
    accuses: bool = True  # else it is a remark


@dataclasses.dataclass(frozen=True)
class Described:
    """What a tensor, or a part of a fused one, looks like: its law, whose initialiser that is, and the std of that."""

    tensor: str
    law: str
    likely: Optional[str] = None
    std: Optional[float] = None


@dataclasses.dataclass(frozen=True)
class Audit:
    findings: Tuple[Finding, ...]
    described: Tuple[Described, ...] = ()

    def about(self, tensors: List[str]) -> List[Finding]:
        """The findings on these tensors, and those on the whole model that name one of them."""
        return [one for one in self.findings
                if one.tensor in tensors or (one.tensor is None and any(name in one.text for name in tensors))]

    @property
    def accusations(self) -> List[Finding]:
        """What is odd."""
        return [one for one in self.findings if one.accuses]

    def elsewhere(self, tensors: List[str]) -> List[Finding]:
        """The findings on other tensors."""
        return [one for one in self.findings if one.tensor is not None and one.tensor not in tensors]


def at(record: Any, key: str) -> Any:
    """The value of a key; an error names the key and those that there are."""
    if not isinstance(record, dict) or key not in record:
        there = ", ".join(record) if isinstance(record, dict) else type(record).__name__
        raise ValueError(f"the audit has no {key!r} (there is: {there}); adapt the names in audit_json.py")
    return record[key]


def of_document(document: Dict[str, Any]) -> Audit:
    """An audit from a parsed report."""
    findings: List[Finding] = []
    described: List[Described] = []
    for record in at(document, RECORDS):
        whole = at(at(record, DESCRIBED), KIND) == MODEL if DESCRIBED in record else False
        tensor = None if whole else PART.sub("", at(record, ID))
        for key in (WARNINGS, REMARKS):
            findings += [Finding(tensor, text, accuses=key == WARNINGS) for text in record.get(key, [])
                         if not NO_FINDING.search(text)]
        if at(record, VERDICT) == REFUTED:
            findings.append(Finding(tensor, at(record, REASON), True))
        if tensor is not None and LAW in record.get(DESCRIBED, {}):
            said = record[DESCRIBED]
            described.append(Described(tensor, said[LAW], said.get(LIKELY), at(at(record, COMPUTED), DOUBLE)))
    return Audit(tuple(findings), tuple(described))


def read(text: str) -> Audit:
    """An audit from what the tool printed."""
    return of_document(json.loads(text))
