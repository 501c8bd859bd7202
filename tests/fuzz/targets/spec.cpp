#include "measure/model/spec.hpp"

#include "core/expression/expression.hpp"
#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {

void run_spec(std::string_view bytes) {
    InitSpec spec;
    const auto refused = [&](const InputError& error) { require_placed(error, bytes, "spec.json"); };
    if (!accepts([&] { spec = read_spec(bytes, "spec.json"); }, refused)) return;
    require(!spec.rules.empty() && spec.source == "spec.json", "a specification has rules and a source");
    for (const SpecRule& rule : spec.rules) {
        if (rule.judged) static_cast<void>(parse_expression(rule.scale));
        if (!rule.cut.empty()) static_cast<void>(parse_expression(rule.cut));
    }
}

}  // namespace sigprop::fuzz
