#include "quantities/curves/known_curves.hpp"

#include "quantities/activation/activation_curves.hpp"
#include "quantities/attention/attention_curves.hpp"
#include "quantities/residual/residual_curves.hpp"

#include <algorithm>
#include <iterator>

namespace sigprop {
namespace {

/// Quantities of one theme that are known in the same parameters.
struct Group {
    std::string theme, parameters;
    std::vector<std::string> names;
};

std::vector<Group> groups() {
    std::vector<Group> all;
    std::string last;
    for (const KnownCurve& curve : known_curves()) {
        if (curve.quantity == last) continue;
        last = curve.quantity;
        const std::size_t dot = curve.quantity.find('.');
        const std::string theme = curve.quantity.substr(0, dot);
        const std::string parameters = known_parameters(curve.quantity);
        const auto same = std::ranges::find_if(
            all, [&](const Group& one) { return one.theme == theme && one.parameters == parameters; });
        Group& group = same != all.end() ? *same : all.emplace_back(Group{theme, parameters, {}});
        group.names.push_back(curve.quantity.substr(dot + 1));
    }
    return all;
}

}  // namespace

const std::vector<KnownCurve>& known_curves() {
    static const std::vector<KnownCurve> table = [] {
        std::vector<KnownCurve> all;
        for (auto theme : {activation_curves, attention_curves, residual_curves})
            std::ranges::move(theme(), std::back_inserter(all));
        return all;
    }();
    return table;
}

const KnownCurve* find_curve(const std::string& quantity, const std::string& parameter) {
    const auto found = std::ranges::find_if(known_curves(), [&](const KnownCurve& one) {
        return one.quantity == quantity && one.parameter == parameter;
    });
    return found == known_curves().end() ? nullptr : &*found;
}

const KnownPlane* find_plane(const std::string& quantity, const std::string& first,
                             const std::string& second) {
    static const std::vector<KnownPlane> table = activation_planes();
    const auto found = std::ranges::find_if(table, [&](const KnownPlane& one) {
        return one.quantity == quantity && one.parameters == std::array{first, second};
    });
    return found == table.end() ? nullptr : &*found;
}

std::string known_parameters(const std::string& quantity) {
    std::string names, where;
    for (const KnownCurve& one : known_curves()) {
        if (one.quantity != quantity) continue;
        names += (names.empty() ? "" : ", ") + one.parameter;
        where = one.where;
    }
    return where.empty() ? names : names + " (" + where + ")";
}

std::string known_curves_of(const std::string& quantity) {
    const auto found = std::ranges::find(known_curves(), quantity, &KnownCurve::quantity);
    return found == known_curves().end() ? "" : known_parameters(quantity) + ": " + found->because;
}

std::string known_parameter_curves() {
    std::string all;
    for (const Group& group : groups()) {
        std::string names;
        for (const std::string& name : group.names) names += (names.empty() ? "" : ", ") + name;
        const bool is_one = group.names.size() == 1;
        all += (all.empty() ? "" : "; ") + group.theme + "." + (is_one ? names : "{" + names + "}") + " in " +
               group.parameters;
    }
    return all;
}

}  // namespace sigprop
