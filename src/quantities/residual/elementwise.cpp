// residual.elementwise_*: second moments and gradients of residual stacks that have an element-wise map in
// the place of the norm, layer by layer in balls.

#include "quantities/residual/elementwise_means.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

constexpr long spare_bits = 64;  // the ball of q grows by a bounded factor in a layer
constexpr std::uint64_t work_of_a_ball = 4;

/// What one layer does.
struct Passed {
    Ball after;  ///< q'
    Ball gain;   ///< of the squared gradient; 1 unless it was asked for
};

Passed through_layer(const ElementwiseStack& stack, const ElementwiseMeans& means, const Ball& q,
                     const Ball& branch_variance, bool with_gain) {
    const Ball v = stack.before_branch ? q : branch_variance * q;  // of what phi acts on
    const Ball mean = means.square(v);
    const Ball added = stack.before_branch ? branch_variance * mean : mean;
    return {q + added, with_gain ? 1 + branch_variance * means.slope_square(v) : Ball(1)};
}

enum class Wanted : std::uint8_t { second_moment, gradient_ratio };

Answer recursion(const ElementwiseStack& stack, ElementwiseRoute route, Wanted wanted, std::int64_t layer,
                 long bits, const Context& context) {
    const long working = bits + spare_bits;
    const auto means = elementwise_means(stack, route, working, context);
    const bool gradient = wanted == Wanted::gradient_ratio;
    const std::uint64_t each = work_of_a_ball + (gradient ? 4 : 2) * means->work();
    if (static_cast<std::uint64_t>(stack.layers) > context.budget / each) {
        return {Status::unable, "the recursion over " + std::to_string(stack.layers) +
                                    " layers exceeds the budget of " + std::to_string(context.budget) +
                                    " evaluations at " + std::to_string(each) + " a layer"};
    }
    const Ball branch_variance = stack.branch_variance.at(working);
    Ball q = stack.initial.at(working);
    Ball ratio = Ball(1).at_precision(working);
    for (std::int64_t l = 0; l < stack.layers; ++l) {
        context.check_cancelled();
        const Passed passed = through_layer(stack, *means, q, branch_variance, gradient && l >= layer);
        q = passed.after.at_precision(working);
        ratio *= passed.gain;
        if (!q.is_finite() || !ratio.is_finite())
            return {Status::unable, "layer " + std::to_string(l) + " was not enclosed"};
    }
    return gradient ? ratio : q;
}

std::vector<Route> elementwise_routes(const Arguments& arguments, Wanted wanted) {
    const ElementwiseStack stack = elementwise_stack(arguments);
    std::int64_t layer = 0;
    if (wanted == Wanted::gradient_ratio) {
        layer = arguments.integer("layer");
        if (layer > stack.layers) {
            throw InputError::about({"layer"}, "layer must be at most " + std::to_string(stack.layers) +
                                                   ", not " + std::to_string(layer) +
                                                   ": layers are counted from 0");
        }
    }
    std::vector<Route> plans;
    const auto add = [&](RouteKind kind, const char* method, ElementwiseRoute route) {
        plans.push_back(enclosure(kind, method, [=](long bits, const Context& context) {
            return recursion(stack, route, wanted, layer, bits, context);
        }));
    };
    if (has_closed_means(stack.form))
        add(RouteKind::closed_form, "closed_form", ElementwiseRoute::closed_form);
    add(RouteKind::definition, "arb_trapezoid", ElementwiseRoute::log_rule);
    add(RouteKind::definition, "arb_integral", ElementwiseRoute::integral);
    return plans;
}

const std::vector<std::string> route_notes = {
    "closed_form: the recursion in balls over E phi^2 in closed form, for derf and dyisru",
    "definition: the recursion over means by the trapezoidal rule in log x, with a bound of its error",
    "definition: the recursion over the integrals of activation.second_moment; unable beyond the budget"};

const std::vector<std::string> placements = {
    R"(pre_norm: $x_{l+1} = x_l + F(\phi(x_l))$, $v_l = q_l$, $a = \sigma^2$)",
    R"(res_post_norm: $x_{l+1} = x_l + \phi(F(x_l))$, $v_l = \sigma^2 q_l$, $a = 1$)",
    "post_norm, phi(x + F(x)), is not offered: no x after its first layer is Gaussian, so that no finite "
    "number of moments is closed under a layer"};

const char* const source =
    "own derivation, by the mean-field argument of Poole et al. 2016, arXiv:1606.05340; the maps: Zhu et al. "
    "2025, arXiv:2503.10622 (dyt), Su 2025, spaces.ac.cn/archives/10831 (dyisru)";

std::vector<std::string> with_growth() {
    std::vector<std::string> notes = placements;
    notes.push_back(
        R"(growth: $q_0 + L a - q_L$ is positive and grows like $2 k a L / \sqrt{v_L}$, $k = )"
        R"(\frac{\sqrt{2/\pi}}{\alpha}$ (dyt), $\frac{2}{\pi \alpha}$ (derf), $\sqrt{\pi c / 2}$ (dyisru), )"
        R"(because $0 < 1 - \mathbb{E}\left[\phi(\sqrt{v}\,z)^2\right] < k / \sqrt{v}$)");
    return notes;
}

}  // namespace

std::vector<Quantity> residual_elementwise_quantities() {
    return {
        {.name = "residual.elementwise_second_moment",
         .summary = "The second moment of a residual stream whose norms are element-wise maps.",
         .formula = R"(q_L \text{ of } q_{l+1} = q_l + a\,\mathbb{E}\left[\phi(\sqrt{v_l}\,z)^2\right], )"
                    R"(\quad q_0 = \mathrm{initial}, \quad z \sim N(0, 1), \quad \sigma^2 = )"
                    R"(\mathrm{branch\_variance})",
         .formula_notes = with_growth(),
         .units = "a second moment per coordinate, before any final map. F is linear or homogeneous with "
                  "independent weights of mean zero; pre_norm: the coordinates of x_0 are Gaussian. phi is "
                  "without its affine map: a factor belongs into branch_variance. Without the skip path the "
                  "variance is activation.variance_at_depth, with the fixed point activation.q_fixed_point",
         .limit = "width -> inf",
         .source = source,
         .parameters = elementwise_stack_parameters(),
         .values = "[0, inf)",
         .route_notes = route_notes,
         .theorems = {"independent_branches", "moments_by_parts", "trapezoidal_logarithm",
                      "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes =
             [](const Arguments& arguments) { return elementwise_routes(arguments, Wanted::second_moment); }},
        {.name = "residual.elementwise_gradient_ratio",
         .summary = "The mean squared gradient at a layer of a stack with element-wise maps, over that at "
                    "the output.",
         .formula = R"(\frac{\mathbb{E} \left\|\partial L / \partial )"
                    R"(x_{\mathrm{layer}}\right\|^2}{\left\|\partial L / \partial x_L\right\|^2} = \prod_{l )"
                    R"(\ge \mathrm{layer}} \left(1 + \mathrm{branch\_variance}\,\mathbb{E}\left[)"
                    R"(\phi'(\sqrt{v_l}\,z)^2\right]\right), \quad z \sim N(0, 1))",
         .formula_notes = placements,
         .units = "a ratio of squares, relative to dL/dx_L and not to the gradient after a final map. F is "
                  "linear or homogeneous with independent weights, as in residual.elementwise_second_moment, "
                  "which has q_l; averaged over weights. With a norm in the place of phi: "
                  "residual.forward_gradient_ratio from a layer to the last",
         .limit = "width -> inf",
         .source = source,
         .parameters = elementwise_stack_parameters({{.name = "layer",
                                                      .kind = ParameterKind::integer,
                                                      .fallback = "0",
                                                      .meaning = "which x, at most layers",
                                                      .range = "[0, inf)"}}),
         .values = "[0, inf)",
         .route_notes = route_notes,
         .theorems = {"independent_branches", "moments_by_parts", "trapezoidal_logarithm",
                      "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = [](const Arguments& arguments) {
             return elementwise_routes(arguments, Wanted::gradient_ratio);
         }}};
}

}  // namespace sigprop
