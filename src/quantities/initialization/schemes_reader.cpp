// How a scheme reads its parameters, and how it reports those that are missing or not used.

#include "quantities/initialization/schemes.hpp"

#include "quantities/support.hpp"

#include <algorithm>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"

namespace sigprop {
Real SchemeReader::count(const std::string& name) {
    use(name);
    if (!arguments_.given(name)) {
        missing_[name] = name + "=";
        return 1;
    }
    return Rational(arguments_.integer(name));
}

std::int64_t SchemeReader::optional_count(const std::string& name) {
    use(name);
    return arguments_.given(name) ? arguments_.integer(name) : 0;
}

Real SchemeReader::real(const std::string& name) {
    use(name);
    return arguments_.real(name);
}

Activation SchemeReader::activation() {
    use("activation");
    if (arguments_.given("activation")) return arguments_.activation("activation");
    if (implied_ == "relu") return {"relu", relu(Formula::variable()), "relu"};
    return {"identity", Formula::variable(), "identity"};
}

Real SchemeReader::fan() {
    use("mode");
    const std::string& mode = arguments_.choice("mode");
    if (mode == "fan_avg") return (count("fan_in") + count("fan_out")) / Real(2);
    if (arguments_.given("mode")) {  // a call that names the mode may give both fans
        use("fan_in");
        use("fan_out");
    } else {
        hint("its std is of fan_in unless mode=fan_out or mode=fan_avg says otherwise");
    }
    return count(mode);
}

std::string SchemeReader::role(const std::vector<std::string>& known, bool may_be_left_out) {
    use("role");
    if (!arguments_.given("role")) {
        if (!may_be_left_out) missing_["role"] = "role= (" + joined(known) + ")";
        return known.front();
    }
    const std::string& role = arguments_.choice("role");
    if (std::ranges::find(known, role) != known.end()) return role;
    throw InputError::about({"role"},
                            scheme_ + " has no role '" + role + "': its roles are " + joined(known));
}

void SchemeReader::finish(Surplus surplus) const {
    const std::vector<Parameter>& parameters = scheme_parameters();
    std::vector<std::string> missing;  // in the order of the parameters, not in that of the requests
    for (const Parameter& parameter : parameters) {
        if (const auto found = missing_.find(parameter.name); found != missing_.end())
            missing.push_back(found->second);
    }
    if (!missing.empty())
        throw InputError::about({"scheme"}, "the scheme " + scheme_ + " needs " + joined(missing));
    if (surplus == Surplus::ignored) return;
    for (const Parameter& parameter : parameters) {
        const std::string& name = parameter.name;
        if (name == "scheme" || used_.contains(name) || !arguments_.given(name)) continue;
        const bool hinted = !hint_.empty() && (name.starts_with("fan_") || name == "mode");
        throw InputError::about({name}, "the scheme " + scheme_ + " does not use '" + name + "': remove it" +
                                            (hinted ? " (" + hint_ + ")" : ""));
    }
}

}  // namespace sigprop
