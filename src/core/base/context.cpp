#include <fnmatch.h>

#include <sigprop/core/base/context.hpp>

namespace sigprop {

bool glob_match(std::string_view pattern, std::string_view text) {
    return fnmatch(std::string(pattern).c_str(), std::string(text).c_str(), 0) == 0;
}

bool Context::selects(std::string_view method) const {
    bool selected = false;
    bool only_exclusions = true;
    std::string_view rest = methods;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string_view pattern = rest.substr(0, comma);
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
        if (!pattern.empty() && pattern.front() == '!') {
            if (glob_match(pattern.substr(1), method)) return false;
        } else {
            only_exclusions = false;
            selected = selected || glob_match(pattern, method);
        }
    }
    return selected || only_exclusions;
}

bool Context::names(std::string_view method) const {
    const std::string all = "," + methods + ",";
    return all.find("," + std::string(method) + ",") != std::string::npos && selects(method);
}

}  // namespace sigprop
