// Numbers as data: src/constants/*.json and src/numbers/*.json.

#include "engine/constants.hpp"

#include <stdexcept>

#include "core/base/embedded.hpp"
#include "formats/json.hpp"

namespace sigprop {

std::vector<NamedConstant> named_constants() {
    std::vector<NamedConstant> all;
    for (const embedded::File& file : embedded::constants()) {
        const Json data = parse_json(file.text, file.name);
        for (const Json& entry : data.at("constants", "constants").as_array("constants")) {
            all.push_back({entry.at("name", "name").as_string("name"),
                           entry.at("expression", "expression").as_string("expression"),
                           entry.at("definition", "definition").as_string("definition")});
        }
    }
    return all;
}

namespace {

const embedded::File& numbers_file(std::string_view name) {
    for (const embedded::File& file : embedded::numbers())
        if (file.name == name) return file;
    throw std::logic_error("src/numbers has no " + std::string(name) + ".json");
}

std::string optional_text(const Json& entry, const char* key) {
    const Json* const found = entry.find(key);
    return found == nullptr ? "" : found->as_string(key);
}

}  // namespace

std::vector<TabulatedValue> tabulated_values() {
    const Json data = parse_json(numbers_file("values").text, "values");
    std::vector<TabulatedValue> all;
    for (const Json& row : data.at("values", "values").as_array("values")) {
        const auto& pair = row.as_array("values");
        all.push_back({pair.at(0).as_string("expression"), pair.at(1).as_string("value")});
    }
    return all;
}

std::vector<PublishedNumber> published_numbers() {
    const Json data = parse_json(numbers_file("published").text, "published");
    std::vector<PublishedNumber> all;
    for (const Json& entry : data.at("published", "published").as_array("published")) {
        all.push_back({entry.at("number", "number").as_string("number"), entry.at("is", "is").as_string("is"),
                       entry.at("source", "source").as_string("source"), optional_text(entry, "expression"),
                       optional_text(entry, "topics"), entry.find("table") != nullptr});
    }
    return all;
}

}  // namespace sigprop
