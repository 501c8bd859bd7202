// torch.nn.init: what its functions fill a tensor with.

#include "quantities/frameworks/draw.hpp"
#include "quantities/frameworks/fans.hpp"
#include "quantities/frameworks/torch_gain.hpp"
#include "quantities/frameworks/torch_layers.hpp"
#include "quantities/frameworks/trunc_normal.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using namespace frameworks;
using Routes = std::vector<Route>;

enum class Family : std::uint8_t { normal, uniform };

Draw of_std(Family family, const Real& std) {
    if (family == Family::normal) return normal_draw(0, std);
    const Real bound = square_root(3) * std;
    return uniform_draw(-bound, bound);
}

template <Family family>
Routes kaiming(const Arguments& arguments) {
    const Real gain = torch_gain(arguments.choice("nonlinearity"), arguments.real("a"));
    const Real fan = fan_of(arguments, Layout::torch, arguments.choice("mode"));
    return routes_of(of_std(family, gain / square_root(fan)), arguments);
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

template <Family family>
Routes xavier(const Arguments& arguments) {
    const Real fan = fan_of(arguments, Layout::torch, "fan_avg");
    return routes_of(of_std(family, arguments.real("gain") / square_root(fan)), arguments);
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
Routes orthogonal(const Arguments& arguments) {
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

Quantity plain(const char* name, std::string summary, std::string formula, std::string units,
               const std::string& lines, std::vector<Parameter> parameters) {
    return {.name = std::string("torch.") + name,
            .aliases = {std::string("torch.nn.init.") + name},
            .summary = std::move(summary),
            .formula = std::move(formula),
            .units = std::move(units),
            .source = "PyTorch 1.13.1, torch/nn/init.py:" + lines + ", " + name,
            .parameters = std::move(parameters),
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes = nullptr};
}

Quantity torch_normal() {
    Quantity one =
        plain("normal_", "Standard deviation of weights filled by normal_.", R"(\mathrm{std})",
              "a std, not a variance", "140-155",
              {{.name = "mean", .fallback = "0", .meaning = "mean", .range = "(-inf, inf)"},
               {.name = "std", .fallback = "1", .meaning = "standard deviation", .range = "(0, inf)"},
               of_parameter(Passes::its_own)});
    one.routes = [](const Arguments& arguments) {
        return routes_of(normal_draw(arguments.real("mean"), arguments.real("std")), arguments);
    };
    return one;
}

Quantity torch_uniform() {
    Quantity one =
        plain("uniform_", "Standard deviation of weights filled by uniform_.", R"(\frac{b - a}{\sqrt{12}})",
              "a and b are bounds. The defaults 0 and 1 have mean 1/2: weights of one sign", "122-137",
              {{.name = "a", .fallback = "0", .meaning = "lower bound", .range = "(-inf, inf)"},
               {.name = "b", .fallback = "1", .meaning = "upper bound", .range = "(-inf, inf)"},
               of_parameter(Passes::its_own)});
    one.relations = {{"a", "<", "b"}};
    one.routes = [](const Arguments& arguments) {
        return routes_of(uniform_draw(arguments.real("a"), arguments.real("b")), arguments);
    };
    one.warnings = [](const Arguments& arguments) -> std::vector<std::string> {
        if (compare(arguments.real("a"), 0).value_or(-1) < 0) return {};
        return {"all weights have one sign: write a=-b for weights about 0"};
    };
    return one;
}

Quantity kaiming_quantity(Family family) {
    const bool normal = family == Family::normal;
    Quantity one = plain(
        normal ? "kaiming_normal_" : "kaiming_uniform_",
        std::string("Standard deviation of weights filled by kaiming_") + (normal ? "normal_." : "uniform_."),
        normal ? R"(\frac{\mathrm{torch.calculate\_gain}(\mathrm{nonlinearity}, a)}{\sqrt{\mathrm{fan}}})"
               : R"(\frac{\mathrm{torch.calculate\_gain}(\mathrm{nonlinearity}, a)}{\sqrt{\mathrm{fan}}}; )"
                 R"(\quad \text{the bounds are } {\pm}\sqrt{3} \text{ times that})",
        "the defaults are He's: leaky_relu with slope a=0 has the gain sqrt(2). a=sqrt(5) is the default of "
        "Linear and Conv: gain 1/sqrt(3). fan_in of a grouped convolution is in_channels/groups times the "
        "kernel's area; fan_out is out_channels times the area, whatever the groups",
        normal ? "415-451" : "366-412",
        joined({{.name = "a",
                 .fallback = "0",
                 .meaning = "negative slope of leaky_relu; else ignored",
                 .range = "(-inf, inf)"},
                {.name = "mode",
                 .kind = ParameterKind::choice,
                 .fallback = "fan_in",
                 .meaning = "which fan",
                 .choices = {"fan_in", "fan_out"}},
                {.name = "nonlinearity",
                 .kind = ParameterKind::choice,
                 .fallback = "leaky_relu",
                 .meaning = "what the gain is of",
                 .choices = torch_nonlinearities()}},
               joined(fan_parameters(Layout::torch, true), {of_parameter(Passes::another)})));
    one.routes = normal ? kaiming<Family::normal> : kaiming<Family::uniform>;
    one.warnings = kaiming_warnings;
    return one;
}

Quantity xavier_quantity(Family family) {
    const bool normal = family == Family::normal;
    Quantity one = plain(
        normal ? "xavier_normal_" : "xavier_uniform_",
        std::string("Standard deviation of weights filled by xavier_") + (normal ? "normal_." : "uniform_."),
        normal ? R"(\mathrm{gain} \sqrt{\frac{2}{\mathrm{fan\_in} + \mathrm{fan\_out}}})"
               : R"(\mathrm{gain} \sqrt{\frac{2}{\mathrm{fan\_in} + \mathrm{fan\_out}}}; \quad \text{the )"
                 R"(bounds are } {\pm}\sqrt{3} \text{ times that})",
        "gain is a factor on the std. Three matrices in one tensor, as in_proj_weight of "
        "MultiheadAttention, have the fan_out of all three: the std is sqrt(2) too small for each. "
        "fan_out of a convolution is out_channels times the kernel's area, whatever the groups",
        normal ? "330-353" : "303-327",
        joined({{.name = "gain", .fallback = "1", .meaning = "factor on the std", .range = "(0, inf)"}},
               joined(fan_parameters(Layout::torch, true), {of_parameter(Passes::another)})));
    one.routes = normal ? xavier<Family::normal> : xavier<Family::uniform>;
    one.warnings = xavier_warnings;
    return one;
}

Quantity orthogonal_quantity() {
    Quantity one =
        plain("orthogonal_", "Standard deviation of the entries of a matrix filled by orthogonal_.",
              R"(\frac{\mathrm{gain}}{\sqrt{\max(\mathrm{rows}, \mathrm{columns})}}, \quad \mathrm{rows} )"
              R"(= \mathrm{shape}[0], \quad \mathrm{columns} = \text{the product of the others})",
              "root mean square of an entry over many draws. Singular values are all `gain`; entries are "
              "neither independent nor normal. A convolution is flattened to shape[0] rows",
              "454-496",
              {{.name = "shape",
                .kind = ParameterKind::reals,
                .meaning = "of the weight: [out, in/groups, kernel …]",
                .range = "[1, inf)"},
               {.name = "gain", .fallback = "1", .meaning = "factor on the matrix", .range = "(0, inf)"}});
    one.route_notes = {"closed_form: the mean square of a row or column of length 1",
                       "definition: as of init.std(orthogonal)"};
    one.theorems = {"rows_of_an_orthogonal_matrix"};
    one.routes = orthogonal;
    return one;
}

}  // namespace

std::vector<Quantity> torch_quantities() {
    return {torch_gain_quantity(),
            torch_normal(),
            torch_uniform(),
            trunc_normal_quantity(
                {.group = "torch",
                 .alias = "torch.nn.init.trunc_normal_",
                 .source = "PyTorch 1.13.1, torch/nn/init.py:22-54 and 157-176, trunc_normal_"}),
            kaiming_quantity(Family::uniform),
            kaiming_quantity(Family::normal),
            xavier_quantity(Family::uniform),
            xavier_quantity(Family::normal),
            orthogonal_quantity(),
            torch_linear_quantity(),
            torch_conv_quantity(),
            torch_embedding_quantity()};
}

}  // namespace sigprop
