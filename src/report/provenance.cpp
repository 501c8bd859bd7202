#include "report/provenance.hpp"

#include "formats/json.hpp"

#include "formats/field.hpp"

namespace sigprop {

Provenance read_provenance(std::string_view text, std::string_view source_name) {
    const Json json = parse_json(text, source_name);
    const Field root(json, {});
    Provenance provenance;
    provenance.schema_version = root["schema_version"].text();
    if (const auto tool = root.find("tool")) {
        const std::string name = tool->text("name");
        const std::string version = tool->text("version");
        provenance.tool = name + (name.empty() || version.empty() ? "" : " ") + version;
    }
    provenance.digest = root.text("digest");
    return provenance;
}

}  // namespace sigprop
