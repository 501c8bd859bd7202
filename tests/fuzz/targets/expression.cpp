#include "core/expression/expression.hpp"

#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {
namespace {

/// Every node is written inside the text, and inside the node that holds it.
void require_places(const Expression& e, std::size_t first, std::size_t last) {
    require(first <= e.offset && e.offset + e.length <= last, "a node lies in the node that holds it");
    for (const Argument& one : e.arguments) {
        require(one.key.empty() || (e.offset <= one.key_offset && one.key_offset < one.value.offset),
                "a key stands before its value");
        require_places(one.value, e.offset, e.offset + e.length);
    }
}

}  // namespace

/// A text that parses has a canonical text, which parses to the same tree and is its own canonical text.
void run_expression(std::string_view bytes) {
    Expression tree;
    const auto refused = [&](const InputError& error) {
        require_told(error, "expression");
        require(error.place().offset <= bytes.size(), "the place lies in the text");
        require(error.place().text.empty() || error.place().text == bytes, "the place shows the text");
        static_cast<void>(caret_diagram(error.place()));
    };
    if (!accepts([&] { tree = parse_expression(bytes); }, refused)) return;
    require_places(tree, 0, bytes.size());
    const std::string canonical = canonical_text(tree);
    const Expression again = parse_expression(canonical);
    require(again == tree, "the canonical text is that of the same tree");
    require(canonical_text(again) == canonical, "the canonical text is canonical");
}

}  // namespace sigprop::fuzz
