#include <fnmatch.h>

#include <algorithm>
#include <sigprop/core/base/method_filter.hpp>

namespace sigprop {

bool glob_match(std::string_view pattern, std::string_view text) {
    return fnmatch(std::string(pattern).c_str(), std::string(text).c_str(), 0) == 0;
}

MethodFilter::MethodFilter(const std::string& globs) {
    std::string_view rest = globs;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string_view glob = rest.substr(0, comma);
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
        const bool excludes = glob.starts_with('!');
        patterns_.push_back({std::string(glob.substr(excludes ? 1 : 0)), excludes});
    }
}

bool MethodFilter::selects(std::string_view method) const {
    const auto chooses = [](const Pattern& one) { return !one.excludes; };
    bool selected = std::ranges::none_of(patterns_, chooses);
    for (const Pattern& one : patterns_) {
        if (!glob_match(one.glob, method)) continue;
        if (one.excludes) return false;
        selected = true;
    }
    return selected;
}

bool MethodFilter::names(std::string_view method) const {
    const auto is_it = [&](const Pattern& one) { return !one.excludes && one.glob == method; };
    return std::ranges::any_of(patterns_, is_it) && selects(method);
}

MethodFilter MethodFilter::without(std::string_view method) const {
    MethodFilter fewer = *this;
    fewer.patterns_.push_back({std::string(method), true});
    return fewer;
}

std::string MethodFilter::text() const {
    std::string text;
    for (const Pattern& one : patterns_)
        text += (&one == &patterns_.front() ? "" : ",") + std::string(one.excludes ? "!" : "") + one.glob;
    return text;
}

}  // namespace sigprop
