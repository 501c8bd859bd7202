#include "quantities/activation/parameter_curve.hpp"

#include "quantities/activation/chi_curve.hpp"
#include "quantities/activation/moment_range.hpp"

#include <array>
#include <memory>

namespace sigprop {
namespace {

using Make = std::optional<ParameterCurve> (*)(const Arguments& arguments);

template <LayerCurve which>
std::optional<ParameterCurve> of_layer(const Arguments& arguments) {
    const Real bias_variance = arguments.real("bias_variance");
    if (compare(bias_variance, 0).value_or(0) <= 0) return std::nullopt;
    return [f = arguments.activation("f"), bias_variance](const Context& context) {
        return curve_in_weight_variance(which, f, bias_variance, context);
    };
}

std::optional<ParameterCurve> of_moment(const Arguments& arguments) {
    if (compare(arguments.real("mean"), 0).value_or(1) != 0) return std::nullopt;
    return [f = arguments.activation("f")](const Context& context) -> SearchedFunction {
        const auto curve = std::make_shared<const MomentCurve>(f, RouteKind::definition);
        return {[curve, &context](const Ball& s, long bits) {
                    return moment_range(*curve, s, bits, context).value;
                },
                [curve, &context](const Ball& s, long bits) {
                    return moment_range(*curve, s, bits, context).slope;
                },
                [](const Ball& s, long) { return s.is_finite() && s.upper().is_nonpositive(); }};
    };
}

struct Known {
    const char* quantity;
    const char* parameter;
    Make make;
};
constexpr std::array known = {
    Known{"activation.second_moment", "std", of_moment},
    Known{"activation.q_fixed_point", "weight_variance", of_layer<LayerCurve::q_fixed_point>},
    Known{"activation.chi_1", "weight_variance", of_layer<LayerCurve::chi_1>},
};

}  // namespace

std::optional<ParameterCurve> parameter_curve(const std::string& quantity, const Arguments& arguments,
                                              const std::string& parameter) {
    for (const Known& one : known) {
        if (quantity == one.quantity && parameter == one.parameter) return one.make(arguments);
    }
    return std::nullopt;
}

std::string known_parameter_curves() {
    std::string all;
    for (const Known& one : known)
        all += (all.empty() ? "" : ", ") + std::string(one.quantity) + " in " + one.parameter;
    return all;
}

}  // namespace sigprop
