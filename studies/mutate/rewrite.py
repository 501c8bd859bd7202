#!/usr/bin/python3
"""Writes a copy of a C++ source in which every mutation is chosen at run time by a number (mutants.hpp).

    rewrite.py SOURCE FIRST -- ARGUMENTS OF THE COMPILER

prints {"text": the copy, "mutants": [...], "left_out": {reason: count}} as JSON. Lines stay where they are, so that a
compiler's complaint about the copy names the source's line; a list of lines without mutants may follow as --without 3,14.
A mutant's place is its function, with #2 behind the name at the second mutant of that name and mutation, and so on; the mutation
is the expression without its layout and what becomes of it. Neither tells lines, so that both outlast edits elsewhere.

Left out, and counted: what is computed by the compiler (constexpr, static_assert, template arguments, sizes of arrays,
labels of a switch), default arguments and default values of members.
"""
import argparse
import json
import re
import sys
from pathlib import Path

from clang.cindex import CursorKind as K, Index, TypeKind

ORDERED = {"<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal", "==": "equal", "!=": "unequal",
           "+": "plus", "-": "minus", "*": "times", "/": "over", "%": "modulo"}
OTHERS = {"<": ["<=", ">=", "!="], "<=": ["<", ">", "=="], ">": [">=", "<=", "!="], ">=": [">", "<", "=="],
          "==": ["!=", "<=", ">="], "!=": ["==", "<", ">"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"]}
RELATIONAL = {"<", "<=", ">", ">=", "==", "!="}
COMPOUND = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
OPERATOR = re.compile(r"\s*(&&|\|\||<=>|<<=|>>=|<=|>=|==|!=|\+=|-=|\*=|/=|%=|<<|>>|[-+*/%<>=&|^])\s*")
WRAPPERS = {K.UNEXPOSED_EXPR, K.PAREN_EXPR}
LITERALS = {K.INTEGER_LITERAL, K.FLOATING_LITERAL, K.CXX_BOOL_LITERAL_EXPR, K.CHARACTER_LITERAL}
CLASSES = {K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)


def without_comments(text):
    """C++ with blanks, as many bytes, where comments stand."""
    return STRING_OR_COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " " * len(found[0].encode()), text)


def without_layout(text):
    """C++ as if it stood on one line, without comments."""
    return re.sub(r"(?<=[(\[{.]) | (?=[)\]},;.]|->)|(?<=->) ", "", " ".join(without_comments(text).split()))


def name_of(node):
    """The name of a function or variable with its classes, without namespaces and blanks."""
    names, parent = [node.spelling], node.semantic_parent
    while parent is not None and parent.kind in CLASSES:
        names.insert(0, parent.spelling)
        parent = parent.semantic_parent
    return "::".join(names).replace(" ", "_")


class Rewriter:
    def __init__(self, path, first, arguments, without):
        self.bytes = Path(path).read_bytes()
        self.path, self.next, self.without = str(path), first, without
        self.opens, self.closes, self.replaced = [], [], {}
        self.mutants, self.left_out = [], {}
        self.seen, self.quiet, self.order = set(), None, 0
        self.function, self.alike, self.around = "", {}, []
        self.unit = Index.create().parse(self.path, args=arguments)
        errors = [d for d in self.unit.diagnostics if d.severity >= 3]
        if errors:
            raise SystemExit(f"rewrite.py: clang cannot read {path}: {errors[0]}")

    # places
    def here(self, node):
        start, end = node.extent.start, node.extent.end
        return (start.file is not None and start.file.name == self.path and end.file is not None
                and end.file.name == self.path and start.offset < end.offset)

    def text(self, start, end):
        return self.bytes[start:end].decode()

    def source(self, node):
        return self.text(node.extent.start.offset, node.extent.end.offset)

    def kids(self, node):
        return [child for child in node.get_children() if self.here(child)]

    def bare(self, node):
        """The node without parentheses and implicit conversions."""
        while node.kind in WRAPPERS:
            inside = self.kids(node)
            if len(inside) != 1:
                return node
            node = inside[0]
        return node

    def shown(self, node):
        """Its source on one line; of a literal, which alone says little, with what stands around it."""
        what = own = without_layout(self.source(node))
        if node.kind in LITERALS:
            outer = next((text for text in map(without_layout, map(self.source, reversed(self.around))) if text != own), "")
            what = f"{own} in {outer}"
        return what if len(what) <= 100 else what[:97] + "..."

    # mutants
    def number(self, node, changes):
        """A number for each change; None where none may be made here."""
        what = self.shown(node)
        mutations = [f"{what}: {change}" for change in changes]
        for mutation in mutations:
            self.alike[self.function, mutation] = self.alike.get((self.function, mutation), 0) + 1
        first, line = self.next, node.extent.start.line
        if self.quiet or line in self.without:
            reason = self.quiet or "does not compile"
            self.left_out[reason] = self.left_out.get(reason, 0) + len(changes)
            return None
        for mutation in mutations:
            alike = self.alike[self.function, mutation]
            self.mutants.append({"id": self.next, "line": line, "place": self.function + (f"#{alike}" if alike > 1 else ""),
                                 "mutation": mutation})
            self.next += 1
        return first

    def wrap(self, node, before, after):
        self.wrap_range(node.extent.start.offset, node.extent.end.offset, before, after)

    def wrap_range(self, start, end, before, after):
        self.order += 1
        self.opens.append((start, self.order, before))
        self.closes.append((end, -self.order, after))  # of those that end together, the last opened closes first

    def condition(self, node):
        """A condition of a branch, a loop, a ternary, a bool returned: forced true, forced false, negated."""
        bare = self.bare(node)
        if bare.kind == K.CXX_BOOL_LITERAL_EXPR or not self.once("condition", node):
            return
        negated = not (self.infix(bare) or bare.kind == K.UNARY_OPERATOR and re.match(r"!(?!=)", self.source(bare)))
        changes = ["true", "false"] + ["negated"] * negated
        first = self.number(node, changes)
        if first is not None:
            self.wrap(node, f"::mutants::condition<{first}, {len(changes)}>(static_cast<bool>(", "))")

    def once(self, what, node):
        key = what, node.extent.start.offset, node.extent.end.offset
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def infix(self, node):
        """(operator, its place, left, right) of an infix expression, built in or overloaded."""
        if node.kind in (K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR):
            sides = self.kids(node)
        elif node.kind == K.CALL_EXPR and (node.spelling.startswith("operator") or not node.spelling):
            sides = [child for child in node.get_arguments() if child is not None and self.here(child)]
        elif node.kind == K.UNARY_OPERATOR and not re.match(r"!(?!=)|[-+~*&]", self.source(node)):
            inside = self.kids(node)  # a != b that C++20 makes of !(a == b)
            return self.infix(self.bare(inside[0])) if len(inside) == 1 else None
        else:
            return None
        if len(sides) != 2:
            return None
        left, right = sorted(sides, key=lambda side: side.extent.start.offset)
        start, end = left.extent.end.offset, right.extent.start.offset
        found = OPERATOR.fullmatch(without_comments(self.text(start, end))) if start < end else None
        return (found.group(1), start + found.start(1), left, right) if found else None

    def is_ordered(self, node):
        """Whether < says something about the type: no enumerator, pointer, bool, iterator or text."""
        kind = self.bare(node).type.get_canonical()
        if kind.kind in (TypeKind.ENUM, TypeKind.POINTER, TypeKind.BOOL, TypeKind.NULLPTR):
            return False
        return kind.kind != TypeKind.RECORD or "std::" not in kind.spelling and "__gnu" not in kind.spelling

    # the walk
    def visit(self, node):
        if not self.here(node):
            for child in node.get_children():
                if node.kind in (K.TRANSLATION_UNIT, K.NAMESPACE, K.LINKAGE_SPEC):
                    self.visit(child)
            return
        self.around.append(node)
        getattr(self, "visit_" + node.kind.name.lower(), self.visit_kids)(node)
        self.around.pop()

    def visit_kids(self, node):
        for child in self.kids(node):
            self.visit(child)

    def without_mutants(self, reason, node, visit):
        quiet, self.quiet = self.quiet, self.quiet or reason
        visit(node)
        self.quiet = quiet

    def words_before(self, node, end):
        return re.findall(r"\w+", self.text(node.extent.start.offset, end))

    def inside(self, node, visit):
        """Visits what stands in a function, or in a variable outside of functions."""
        outer, self.function = self.function, name_of(node)
        visit(node)
        self.function = outer

    def visit_function_decl(self, node):
        self.inside(node, self.function_parts)

    def function_parts(self, node):
        body = [child for child in self.kids(node) if child.kind == K.COMPOUND_STMT]
        for child in self.kids(node):
            if child.kind == K.PARM_DECL:
                self.without_mutants("default argument", child, self.visit_kids)
        if not body:
            return
        words = self.words_before(node, node.location.offset)
        computed = bool({"constexpr", "consteval"} & set(words))
        for child in self.kids(node):  # of a constructor also the initializers
            if child.kind == K.COMPOUND_STMT or child.kind.is_expression():
                if computed:
                    self.without_mutants("computed by the compiler", child, self.visit)
                else:
                    self.visit(child)

    visit_cxx_method = visit_constructor = visit_destructor = visit_conversion_function = visit_function_template = visit_function_decl

    def visit_lambda_expr(self, node):
        for child in self.kids(node):
            if child.kind == K.COMPOUND_STMT:
                self.visit(child)

    def visit_static_assert(self, node):
        self.without_mutants("computed by the compiler", node, self.visit_kids)

    def visit_enum_decl(self, node):
        self.without_mutants("computed by the compiler", node, self.visit_kids)

    def visit_field_decl(self, node):
        self.without_mutants("default value of a member", node, self.visit_kids)

    def visit_parm_decl(self, node):
        self.without_mutants("default argument", node, self.visit_kids)

    def visit_type_alias_decl(self, node):
        pass

    visit_template_ref = visit_type_ref = visit_decl_ref_expr = visit_using_declaration = visit_type_alias_decl

    def visit_member_ref_expr(self, node):
        for child in self.kids(node):
            if child.extent.start.offset == node.extent.start.offset and child.kind.is_expression():
                self.visit(child)

    def visit_var_decl(self, node):
        if self.function:
            self.initial_value(node)
        else:
            self.inside(node, self.initial_value)

    def initial_value(self, node):
        after = [child for child in self.kids(node) if child.kind.is_expression()
                 and child.extent.start.offset >= node.location.offset + len(node.spelling)]
        if node.type.kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY):
            after = [child for child in after if child.kind == K.INIT_LIST_EXPR]
        words = self.words_before(node, node.location.offset)
        for child in after:
            if "constexpr" in words or "constinit" in words:
                self.without_mutants("computed by the compiler", child, self.visit)
                continue
            if node.type.get_canonical().kind == TypeKind.BOOL and not self.source(child).startswith(("{", "(")):
                self.condition(child)
            self.visit(child)

    def visit_compound_stmt(self, node):
        for child in self.kids(node):
            self.statement(child)

    def statement(self, node):
        bare = self.bare(node)
        if self.removable(bare) and self.once("statement", node):
            first = self.number(node, ["removed"])
            if first is not None:
                self.wrap(node, f"(::mutants::is({first}) ? static_cast<void>(0) : static_cast<void>(", "))")
        self.visit(node)

    def removable(self, node):
        if node.kind in (K.CALL_EXPR, K.CXX_THROW_EXPR, K.COMPOUND_ASSIGNMENT_OPERATOR):
            return True
        if node.kind == K.CXX_STATIC_CAST_EXPR:
            return any(self.bare(child).kind == K.CALL_EXPR for child in self.kids(node))
        if node.kind == K.UNARY_OPERATOR:
            return self.source(node).startswith(("++", "--")) or self.source(node).endswith(("++", "--"))
        found = self.infix(node)
        return bool(found) and found[0] == "="

    def visit_if_stmt(self, node):
        kids = self.kids(node)
        head = self.text(node.extent.start.offset, kids[0].extent.start.offset) if kids else ""
        declared = next((kid for kid in kids if kid.kind == K.VAR_DECL), None)
        rest = [kid for kid in kids if kid is not declared and not (declared and self.within(kid, declared))]
        if rest and rest[0].kind == K.DECL_STMT:
            self.visit(rest.pop(0))
        if declared:
            self.visit(declared)
            self.declared_condition(declared)
        else:
            condition = rest.pop(0)
            if "constexpr" in head:
                self.without_mutants("computed by the compiler", condition, self.visit)
            else:
                self.condition(condition)
                self.visit(condition)
        for branch in rest:
            self.statement(branch)

    def within(self, node, other):
        return (node.extent.start.offset >= other.extent.start.offset
                and node.extent.end.offset <= other.extent.end.offset)

    def declared_condition(self, node):
        """if (T x = y) becomes if (T x = y; condition(x))."""
        first = self.number(node, ["condition true", "condition false", "condition negated"])
        if first is not None:
            self.wrap_range(node.extent.end.offset, node.extent.end.offset, "",
                            f"; ::mutants::condition<{first}, 3>(static_cast<bool>({node.spelling}))")

    def visit_while_stmt(self, node):
        kids = self.kids(node)
        if kids[0].kind != K.VAR_DECL:
            self.condition(kids[0])
        self.visit(kids[0])
        for child in kids[1:]:
            self.statement(child)

    def visit_do_stmt(self, node):
        body, condition = self.kids(node)
        self.statement(body)
        self.condition(condition)
        self.visit(condition)

    def visit_for_stmt(self, node):
        *heads, body = self.kids(node)
        semicolons, depth = [], 0
        for i, char in enumerate(self.bytes[node.extent.start.offset:body.extent.start.offset]):
            depth += (char in b"([{") - (char in b")]}")
            if char == ord(";") and depth == 1:
                semicolons.append(node.extent.start.offset + i)
        for head in heads:
            if len(semicolons) == 2 and semicolons[0] < head.extent.start.offset < semicolons[1]:
                self.condition(head)
            self.visit(head)
        self.statement(body)

    def visit_cxx_for_range_stmt(self, node):
        kids = self.kids(node)
        for child in kids[:-1]:
            if child.kind.is_expression() or child.kind == K.VAR_DECL:
                self.visit(child)
        self.statement(kids[-1])

    def visit_case_stmt(self, node):
        label, *rest = self.kids(node)
        self.without_mutants("computed by the compiler", label, self.visit)
        for child in rest:
            self.statement(child)

    def visit_default_stmt(self, node):
        for child in self.kids(node):
            self.statement(child)

    def visit_return_stmt(self, node):
        for child in self.kids(node):
            if child.type.get_canonical().kind == TypeKind.BOOL:
                self.condition(child)
            self.visit(child)

    def visit_conditional_operator(self, node):
        condition, *rest = self.kids(node)
        self.condition(condition)
        for child in [condition, *rest]:
            self.visit(child)

    def visit_unary_operator(self, node):
        inside = self.kids(node)
        text = self.source(node)
        if len(inside) == 1 and self.once("unary", node) and not self.infix(node):
            at = node.extent.start.offset
            if text.startswith("!") and not text.startswith("!="):
                first = self.number(node, ["'!' dropped"])
                if first is not None:
                    self.wrap(node, f"::mutants::opposite<{first}>(static_cast<bool>(", "))")
            elif text.startswith("-") and not text.startswith("--"):
                first = self.number(node, ["'-' dropped"])
                if first is not None:
                    self.wrap_range(at + 1, node.extent.end.offset, f"::mutants::negative<{first}>(", ")")
                    self.replaced[at] = (1, "")
            elif text.startswith(("++", "--")):
                up = text.startswith("++")
                first = self.number(node, ["'++' -> '--'" if up else "'--' -> '++'"])
                if first is not None:
                    self.wrap_range(at + 2, node.extent.end.offset,
                                    f"::mutants::step<{first}, {1 if up else -1}>(", ")")
                    self.replaced[at] = (2, "")
        self.visit_kids(node)

    def visit_binary_operator(self, node):
        found = self.infix(node)
        if found and self.once("infix", node):
            operator, at, left, right = found
            if operator in ("&&", "||"):
                self.logical(node, operator, left, right)
            elif operator in OTHERS:
                others = OTHERS[operator] if operator not in ("==", "!=") or self.is_ordered(left) else OTHERS[operator][:1]
                first = self.number(node, [f"'{operator}' -> '{other}'" for other in others])
                if first is not None:
                    names = ", ".join("::mutants::Op::" + ORDERED[each] for each in [operator, *others])
                    self.wrap(node, f"::mutants::infix<{first}, {names}>(", ")")
                    self.replaced[at] = (len(operator), ",")
            elif operator in COMPOUND and "string" not in left.type.get_canonical().spelling:
                first = self.number(node, [f"'{operator}' -> '{COMPOUND[operator]}'"])
                if first is not None:
                    names = f"::mutants::Op::{ORDERED[operator[0]]}, ::mutants::Op::{ORDERED[COMPOUND[operator][0]]}"
                    self.wrap(node, f"::mutants::compound<{first}, {names}>(", ")")
                    self.replaced[at] = (2, ",")
        self.visit_kids(node)

    visit_compound_assignment_operator = visit_binary_operator

    def logical(self, node, operator, left, right):
        """L && R; with the mutant the negation of !L && !R, which is L || R, and as lazy."""
        other = "||" if operator == "&&" else "&&"
        first = self.number(node, [f"'{operator}' -> '{other}'"])
        if first is not None:
            self.wrap(node, "((", f") != ::mutants::is({first}))")
        for side in (left, right):
            if first is not None:
                self.wrap(side, "(static_cast<bool>(", f") != ::mutants::is({first}))")
            bare = self.bare(side)
            inner = self.infix(bare)
            if inner and inner[0] == operator or bare.kind == K.CXX_BOOL_LITERAL_EXPR:
                continue
            neutral = "true" if operator == "&&" else "false"
            forced = self.number(side, [f"as operand of '{operator}' {neutral}"])
            if forced is not None:
                self.wrap(side, f"::mutants::forced<{forced}>(static_cast<bool>(", f"), {neutral})")

    def visit_call_expr(self, node):
        if node.spelling == "error_term" and self.once("bound", node):
            first = self.number(node, ["bound halved", "bound dropped", "bound of the wrong sign"])
            if first is not None:
                self.wrap(node, f"::mutants::bound<{first}>(", ")")
        if self.infix(node):
            self.visit_binary_operator(node)
        elif node.spelling == "operator-" and self.source(node).startswith("-") and len(list(node.get_arguments())) == 1:
            self.prefix_call(node)
        else:
            self.visit_kids(node)

    def prefix_call(self, node):
        at = node.extent.start.offset
        if self.once("unary", node):
            first = self.number(node, ["'-' dropped"])
            if first is not None:
                self.wrap_range(at + 1, node.extent.end.offset, f"::mutants::negative<{first}>(", ")")
                self.replaced[at] = (1, "")
        self.visit_kids(node)

    def literal(self, node, changes):
        if changes and self.once("literal", node):
            first = self.number(node, changes)
            if first is not None:
                self.wrap(node, f"::mutants::literal<{first}, {len(changes)}>(", ")")

    def visit_integer_literal(self, node):
        digits = re.fullmatch(r"(0x[0-9a-fA-F']+|[0-9']+)[uUlLzZ]*", self.source(node))
        if digits:
            value = int(digits.group(1).replace("'", ""), 0 if digits.group(1).startswith("0x") else 10)
            self.literal(node, [f"{value + 1}"] + ([f"{value - 1}"] if value > 0 else []))

    def visit_floating_literal(self, node):
        if re.match(r"[0-9.]", self.source(node)):
            try:
                value = float(self.source(node).rstrip("fFlL").replace("'", ""))
            except ValueError:
                return
            self.literal(node, ["twice", "half"] if value else ["1"])

    def visit_cxx_bool_literal_expr(self, node):
        self.literal(node, ["false" if self.source(node) == "true" else "true"])

    def visit_character_literal(self, node):
        self.literal(node, ["the next character"])

    def result(self):
        edits = [(at, 0, order, 0, text) for at, order, text in self.closes]
        edits += [(at, 1, order, 0, text) for at, order, text in self.opens]
        edits += [(at, 2, 0, length, text) for at, (length, text) in self.replaced.items()]
        pieces, last = [], 0
        for at, _, _, length, text in sorted(edits):
            pieces += [self.bytes[last:at], text.encode()]
            last = at + length
        return b"".join([*pieces, self.bytes[last:]]).decode()


def rewrite(path, first, arguments, without=()):
    rewriter = Rewriter(path, first, arguments, set(without))
    rewriter.visit(rewriter.unit.cursor)
    return {"text": rewriter.result(), "mutants": rewriter.mutants, "left_out": rewriter.left_out}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("first", type=int)
    parser.add_argument("--without", default="")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    without = [int(line) for line in options.without.split(",") if line]
    json.dump(rewrite(options.source, options.first, options.arguments, without), sys.stdout)


if __name__ == "__main__":
    main()
