// torch.nn.init: what its functions fill a tensor with.

#include "quantities/frameworks/torch_gain.hpp"
#include "quantities/frameworks/trunc_normal.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

template <Shape shape>
Draw kaiming(const Arguments& arguments) {
    const Real gain = torch_gain(arguments.choice("nonlinearity"), arguments.real("a"));
    const Real fan = fan_of(arguments, Layout::torch, arguments.choice("mode"));
    return real_draw(shape, gain / square_root(fan));
}

std::vector<std::string> kaiming_warnings(const Arguments& arguments) {
    const std::string& nonlinearity = arguments.choice("nonlinearity");
    std::vector<std::string> all = warnings_of_gain(nonlinearity, "a", arguments.given("a"));
    if (nonlinearity == "leaky_relu" && compare(arguments.real("a"), 1).value_or(0) > 0) {
        all.emplace_back(
            "a is the negative slope of the leaky ReLU, and above 1 no usual one: a=sqrt(5), the "
            "default of Linear and Conv, makes the std 1/sqrt(3 fan_in), not He's");
    }
    for (std::string& one : warnings_of_shape(arguments, Layout::torch, arguments.choice("mode")))
        all.push_back(std::move(one));
    return all;
}

template <Shape shape>
Draw xavier(const Arguments& arguments) {
    const Real fan = fan_of(arguments, Layout::torch, "fan_avg");
    return real_draw(shape, arguments.real("gain") / square_root(fan));
}

std::vector<std::string> xavier_warnings(const Arguments& arguments) {
    std::vector<std::string> all = warnings_of_shape(arguments, Layout::torch, "fan_avg");
    if (!arguments.given("shape")) return all;
    const std::vector<Real>& shape = arguments.reals("shape");
    if (shape.size() == 2 && compare(shape[0], Real(3) * shape[1]).value_or(1) == 0) {
        all.emplace_back(
            "if these are three square matrices in one tensor, as in_proj_weight of "
            "MultiheadAttention, each gets a std that is sqrt(2) too small");
    }
    return all;
}

/// The scheme `orthogonal` of init.std for the matrix that the weight is flattened to, times the gain.
std::vector<Route> orthogonal(const Arguments& arguments) {
    const Real& gain = arguments.real("gain");
    const std::vector<Real>& shape = arguments.reals("shape");
    const TensorFans fans = fans_of(shape, Layout::torch);  // fan_in is the number of columns
    Arguments matrix;
    matrix.set("scheme", std::string("orthogonal"));
    matrix.set("mode", std::string("fan_in"));
    matrix.set("activation", Activation{"identity", Formula::variable(), "identity"});
    for (const auto& [name, size] : {std::pair("fan_in", fans.in), std::pair("fan_out", shape.front())}) {
        const std::optional<std::int64_t> count = size.rational()->to_int64();
        if (!count) throw InputError::about({"shape"}, "the shape has too many entries");
        matrix.set(name, *count);
        matrix.mark_given(name);
    }
    return mapped(scheme_routes_for(matrix), Formula(gain) * Formula::variable(0));
}

Draw torch_normal(const Arguments& arguments) {
    return normal_draw(arguments.real("mean"), arguments.real("std"));
}

Draw torch_uniform(const Arguments& arguments) {
    return uniform_draw(arguments.real("a"), arguments.real("b"));
}

std::vector<std::string> torch_uniform_warnings(const Arguments& arguments) {
    if (compare(arguments.real("a"), 0).value_or(-1) < 0) return {};
    return {"all weights have one sign: write a=-b for weights about 0"};
}

}  // namespace

std::vector<Quantity> torch_quantities() {
    return {drawn("torch.normal_", torch_normal),
            drawn("torch.uniform_", torch_uniform, torch_uniform_warnings),
            trunc_normal_quantity("torch.trunc_normal_"),
            drawn("torch.kaiming_uniform_", kaiming<Shape::uniform>, kaiming_warnings),
            drawn("torch.kaiming_normal_", kaiming<Shape::normal>, kaiming_warnings),
            drawn("torch.xavier_uniform_", xavier<Shape::uniform>, xavier_warnings),
            drawn("torch.xavier_normal_", xavier<Shape::normal>, xavier_warnings),
            quantity("torch.orthogonal_", orthogonal)};
}

}  // namespace sigprop
