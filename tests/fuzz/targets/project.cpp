#include "measure/model/project.hpp"

#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {

/// The TOML of a stranger, and what it says of models.
void run_project(std::string_view bytes) {
    std::optional<ProjectSettings> settings;
    const auto refused = [&](const InputError& error) { require_placed(error, bytes, "pyproject.toml"); };
    if (!accepts([&] { settings = read_project(bytes, "pyproject.toml"); }, refused) || !settings) return;
    for (const IgnoredFindings& one : settings->ignored) {
        require(!one.id.empty() && !one.glob.empty(), "what is ignored has an id and a pattern");
        require(one.from.starts_with("pyproject.toml:"), "and a line");
    }
}

}  // namespace sigprop::fuzz
