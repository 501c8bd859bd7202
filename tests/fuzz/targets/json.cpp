#include "formats/json.hpp"

#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {

/// What is accepted is written in both styles, and read back as the same values.
void run_json(std::string_view bytes) {
    Json value;
    const auto refused = [&](const InputError& error) {
        require_placed(error, bytes, "in.json");
        static_cast<void>(caret_diagram(error.place()));
    };
    if (!accepts([&] { value = parse_json(bytes, "in.json"); }, refused)) return;
    const std::string pretty = write_json(value);
    require(parse_json(pretty, "pretty") == value, "indented JSON reads back as the same value");
    require(write_json(parse_json(pretty, "pretty")) == pretty, "indented JSON is written as it was");
    const std::string canonical = write_json(value, JsonStyle::canonical);
    const Json sorted = parse_json(canonical, "canonical");
    require(write_json(sorted, JsonStyle::canonical) == canonical, "canonical JSON is written as it was");
    require(write_json(sorted).size() == pretty.size(), "sorting keys loses nothing");
}

}  // namespace sigprop::fuzz
