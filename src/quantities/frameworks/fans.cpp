#include "quantities/frameworks/fans.hpp"

#include "quantities/frameworks/draw.hpp"
#include "quantities/support.hpp"

namespace sigprop::frameworks {
namespace {

void require_shape(const std::vector<Real>& shape) {
    for (const Real& axis : shape) {
        const Rational* exact = axis.rational();
        if (exact != nullptr && exact->is_integer()) continue;
        throw InputError::about(
            {"shape"}, "a shape is a list of integers, not " + axis.text() + ": write shape=[64, 3, 7, 7]");
    }
    if (shape.size() < 2) {
        throw InputError::about({"shape"},
                                "a weight of fewer than two axes has no fans: write shape=[64, 3, 7, 7]");
    }
}

/// The fan that is given as itself, in a call without a shape.
Real given_fan(const Arguments& arguments, const std::string& name, const std::string& mode) {
    if (arguments.given(name)) return count_of(arguments, name);
    throw InputError::about({name, "shape"},
                            "'" + name + "' is missing: mode=" + mode + " needs it; give it or shape=");
}

}  // namespace

TensorFans fans_of(const std::vector<Real>& shape, Layout layout) {
    require_shape(shape);
    const std::size_t last = shape.size() - 1;
    const bool torch = layout == Layout::torch;
    Real receptive = 1;
    for (std::size_t axis = 2; axis <= last; ++axis) receptive = receptive * shape[torch ? axis : axis - 2];
    return {shape[torch ? 1 : last - 1] * receptive, shape[torch ? 0 : last] * receptive};
}

std::vector<Parameter> fan_parameters(Layout layout, bool with_fan_out) {
    const auto fan = [](const char* name, const char* meaning) {
        return Parameter{.name = name,
                         .kind = ParameterKind::integer,
                         .meaning = meaning,
                         .optional = true,
                         .range = "[1, inf)"};
    };
    std::vector<Parameter> all = {fan("fan_in", "inputs of the layer, times the kernel's area")};
    if (with_fan_out) all.push_back(fan("fan_out", "outputs of the layer, times the kernel's area"));
    all.push_back({.name = "shape",
                   .kind = ParameterKind::reals,
                   .meaning = layout == Layout::torch
                                  ? "instead of fans, of the weight: [out, in/groups, kernel …]"
                                  : "instead of fans, of the weight: [kernel …, in/groups, out]",
                   .optional = true,
                   .range = "[1, inf)"});
    return all;
}

Real fan_of(const Arguments& arguments, Layout layout, const std::string& mode) {
    if (!arguments.given("shape")) {
        if (mode == "fan_in" || mode == "fan_out") return given_fan(arguments, mode, mode);
        const Real in = given_fan(arguments, "fan_in", mode);
        const Real out = given_fan(arguments, "fan_out", mode);
        return mode == "fan_avg" ? (in + out) / Real(2) : square_root(in * out);
    }
    for (const char* fan : {"fan_in", "fan_out"}) {
        if (!arguments.given(fan)) continue;
        throw InputError::about({fan, "shape"},
                                std::string("the shape gives the fans: remove '") + fan + "' or 'shape'");
    }
    const auto [in, out] = fans_of(arguments.reals("shape"), layout);
    if (mode == "fan_in") return in;
    if (mode == "fan_out") return out;
    return mode == "fan_avg" ? (in + out) / Real(2) : square_root(in * out);
}

Real count_of(const Arguments& arguments, const std::string& name) {
    return Rational(arguments.integer(name));
}

std::vector<std::string> warnings_of_fan_out(const Arguments& arguments, const std::string& mode) {
    if (mode == "fan_in" || !arguments.given("shape") || arguments.reals("shape").size() < 3) return {};
    return {
        "fan_out counts all output channels: in a convolution with groups an input feeds only 1/groups "
        "of them, so that the fan to use is fan_out/groups"};
}

}  // namespace sigprop::frameworks
