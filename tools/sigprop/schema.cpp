// sigprop schema: the schemas of our JSON, for validators.

#include <sigprop/core/base/errors.hpp>

#include "command.hpp"
#include "core/base/embedded.hpp"
#include "terminal.hpp"

namespace sigprop::tool {

Exit run_schema(const Invocation& call) {
    const std::string wanted = call.words.empty() ? "report" : call.words.front();
    std::string known;
    for (const embedded::File& file : embedded::schemas()) {
        const std::string_view name =
            file.name.substr(0, file.name.find('.'));  // "report" for report.schema.json
        if (name == wanted) {
            print(file.text);
            return Exit::ok;
        }
        known += (known.empty() ? "" : ", ") + std::string(name);
    }
    throw InputError("no schema is named '" + wanted + "'; the schemas are " + known);
}

}  // namespace sigprop::tool
