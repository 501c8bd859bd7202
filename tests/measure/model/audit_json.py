"""The one place that knows the JSON of `sigprop measure model FILE --json`.

Everything else sees an Audit: findings as texts with the tensor that they are about. When fields are called otherwise,
FIELDS changes and nothing else does.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Dict, List, Optional, Tuple

# where the list of findings stands, and the fields of one
FIELDS = {"findings": ("findings",), "tensor": ("tensor",), "text": ("text",)}


@dataclasses.dataclass(frozen=True)
class Finding:
    """One odd thing. A finding on the model as a whole has no tensor."""

    tensor: Optional[str]
    text: str


@dataclasses.dataclass(frozen=True)
class Audit:
    findings: Tuple[Finding, ...]

    def about(self, tensors: List[str]) -> List[Finding]:
        """The findings on these tensors, and those on the whole model that name one of them."""
        return [one for one in self.findings
                if one.tensor in tensors or (one.tensor is None and any(name in one.text for name in tensors))]

    def elsewhere(self, tensors: List[str]) -> List[Finding]:
        """The findings on other tensors."""
        return [one for one in self.findings if one.tensor is not None and one.tensor not in tensors]


def at(document: Any, path: Tuple[str, ...]) -> Any:
    """The value at a path of keys; an error names the path and the keys that there are."""
    for key in path:
        if not isinstance(document, dict) or key not in document:
            there = ", ".join(document) if isinstance(document, dict) else type(document).__name__
            raise ValueError(f"the audit has no {'.'.join(path)!r} (there is: {there}); adapt FIELDS in audit_json.py")
        document = document[key]
    return document


def of_report(document: Dict[str, Any]) -> Audit:
    """The warnings of each tensor's record. Matrices of a fused tensor, "c_attn.weight[query]", are that tensor."""
    findings = []
    for record in document["records"]:
        if at(record, ("described", "kind")) != "tensor":
            continue
        name = record["id"].split("[")[0]
        findings += [Finding(name, text) for text in record.get("warnings", [])]
    return Audit(tuple(findings))


def of_document(document: Dict[str, Any]) -> Audit:
    """An audit from parsed JSON: a report of the tool, or what the reference auditor says."""
    if "records" in document:
        return of_report(document)
    findings = at(document, FIELDS["findings"])
    return Audit(tuple(Finding(one.get(FIELDS["tensor"][0]), str(at(one, FIELDS["text"]))) for one in findings))


def read(text: str) -> Audit:
    """An audit from what the tool printed."""
    return of_document(json.loads(text))
