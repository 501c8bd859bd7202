// elementwise.{fit_alpha, fit_c, excess_error, error, jacobian_mismatch}: how closely DyT and DyISRU match.

#include "quantities/elementwise/maps.hpp"

namespace sigprop {

std::vector<Quantity> elementwise_map_quantities() {
    const Parameter dim = map_dimension_parameter(), std = map_std_parameter();
    const std::vector<Parameter> of_form = {
        {.name = "form",
         .kind = ParameterKind::choice,
         .meaning = "dyt: sqrt(dim) tanh(alpha x); dyisru: sqrt(dim) x/sqrt(x^2 + c)",
         .choices = {"dyt", "dyisru"}},
        dim,
        {.name = "alpha",
         .meaning = "of dyt; the fit when it is left out",
         .optional = true,
         .range = "(0, inf)"},
        {.name = "c",
         .meaning = "of dyisru; the fit when it is left out",
         .optional = true,
         .range = "(0, inf)"},
        std};
    std::vector<Parameter> of_form_or_best = of_form;
    of_form_or_best[0].meaning +=
        "; best: the function of one entry whose Jacobian misses least, "
        "elementwise.best_map, without alpha and c";
    of_form_or_best[0].choices.emplace_back("best");
    const std::vector<std::string> proofs = {
        "closed_form: f* by Tricomi's function, means over x by the trapezoidal rule in log x",
        "definition: f* as a mean over t at every node"};
    const std::vector<std::string> fits = {
        proofs[0] +
            "; an interval Newton step, after enclosures over a bracket show that there is one minimum",
        proofs[1] + "; the same step"};
    const std::string sampled = "definition: up to dim = " + std::to_string(max_sampled_vector) +
                                " also sampled, vectors x as they are";
    const char* const derivation =
        "own derivation; the forms are those of Su 2025, spaces.ac.cn/archives/10831, eq. 10 and 12";
    std::vector<Quantity> quantities = elementwise_best_map_quantities();
    quantities.push_back(elementwise_scatter_quantity());
    const std::vector<Quantity> more = {
        {.name = "elementwise.fit_alpha",
         .summary = "The alpha with which DyT comes closest to RMSNorm on independent normal inputs.",
         .formula =
             R"(\operatorname*{argmin}_\alpha \mathbb{E}\left[\left(\sqrt{\mathrm{dim}} \tanh(\alpha )"
             R"(x_1) - y_1\right)^2\right], \quad y = \sqrt{\mathrm{dim}}\,\frac{x}{\left\|x\right\|}, )"
             R"(\quad x \sim N(0, \mathrm{std}^2\,I))",
         .units = "per unit of the input: 1/std times that at std 1, where it is near 1/sqrt(dim). The "
                  "factor sqrt(dim) of the form is fixed; in practice it is part of the weight",
         .source = derivation,
         .parameters = {dim, std},
         .values = "(0, inf)",
         .route_notes = fits,
         .theorems = {"single_minimum", "best_in_mean_square", "trapezoidal_logarithm", "interval_newton"},
         .routes = [](const Arguments& arguments) { return map_fit_routes(Substitute::dyt, arguments); }},
        {.name = "elementwise.fit_c",
         .summary = "The C with which DyISRU comes closest to RMSNorm on independent normal inputs.",
         .formula =
             R"(\operatorname*{argmin}_C )"
             R"(\mathbb{E}\left[\left(\sqrt{\mathrm{dim}}\,\frac{x_1}{\sqrt{x_1^2 + C}} - )"
             R"(y_1\right)^2\right], \quad y = \sqrt{\mathrm{dim}}\,\frac{x}{\left\|x\right\|}, \quad x )"
             R"(\sim N(0, \mathrm{std}^2\,I))",
         .units = "a square of the input: std^2 times that at std 1, which is between dim - 5/2, which it "
                  "approaches, and dim - 1, the mean of what it stands for: the sum of the other squares",
         .source = derivation,
         .parameters = {dim, std},
         .route_notes = fits,
         .theorems = {"single_minimum", "best_in_mean_square", "trapezoidal_logarithm", "interval_newton"},
         .routes = [](const Arguments& arguments) { return map_fit_routes(Substitute::dyisru, arguments); }},
        {.name = "elementwise.excess_error",
         .summary =
             "How much further than the best element-wise map DyT or DyISRU is from RMSNorm, in mean square.",
         .formula = R"(\mathbb{E}\left[(g(x_1) - f^*(x_1))^2\right], \quad g \text{ the form with its } )"
                    R"(\sqrt{\mathrm{dim}}, \quad f^* = \mathrm{elementwise.best\_map}, \quad x \sim N(0, )"
                    R"(\mathrm{std}^2\,I))",
         .units = "a mean square per entry, relative to E y_1^2 = 1; elementwise.error is the sum of it and "
                  "elementwise.irreducible_error",
         .source = derivation,
         .parameters = of_form,
         .values = "[0, inf)",
         .route_notes = {proofs[0] + ": the mean of the squared difference",
                         proofs[1] + ": E f*^2 (its series) - 2 E f* g + E g^2"},
         .theorems = {"best_in_mean_square", "single_minimum", "trapezoidal_logarithm"},
         .routes = map_excess_routes},
        {.name = "elementwise.error",
         .summary = "Mean square distance of DyT or DyISRU from RMSNorm on independent normal inputs.",
         .formula =
             R"(\mathbb{E}\left[(g(x_1) - y_1)^2\right], \quad g \text{ the form with its } )"
             R"(\sqrt{\mathrm{dim}}, \quad y = \sqrt{\mathrm{dim}}\,\frac{x}{\left\|x\right\|}, \quad x )"
             R"(\sim N(0, \mathrm{std}^2\,I))",
         .units = "a mean square per entry, relative to E y_1^2 = 1",
         .source = derivation,
         .parameters = of_form,
         .values = "[0, inf)",
         .route_notes = {proofs[0] + ": 1 - E f*^2 (its series) + E (g - f*)^2",
                         proofs[1] + ": 1 - 2 E f* g + E g^2", sampled},
         .theorems = {"best_in_mean_square", "single_minimum", "trapezoidal_logarithm"},
         .routes = map_error_routes},
        {.name = "elementwise.jacobian_mismatch",
         .summary =
             "How far the diagonal Jacobian of DyT, DyISRU or the best element-wise map is from that of "
             "RMSNorm, relative to the latter.",
         .formula = R"(\frac{\mathbb{E} \left\|\operatorname{diag}(g'(x_i)) - J\right\|_F^2}{\mathbb{E} )"
                    R"(\left\|J\right\|_F^2}, \quad J = \frac{I - y )"
                    R"(y^\top/\mathrm{dim}}{\operatorname{rms}(x)}, \quad x \sim N(0, \mathrm{std}^2\,I))",
         .units = "dimensionless, the same for all std when the parameter scales with it; at least the share "
                  "of J that is off its diagonal, 1 - norm.diagonal_share. `domain` for dim = 1, 2. Without "
                  "alpha or c: those that fit the outputs, not the Jacobian",
         .source =
             "own derivation: E |J|^2 = dim (dim - 1)/((dim - 2) std^2), and E[dy_1/dx_1 | x_1] = f*'(x_1)",
         .parameters = of_form_or_best,
         .values = "[0, inf)",
         .route_notes =
             {proofs[0] + "; E g' f*' by parts, E f* (x g' - g'')",
              proofs[1] + "; E g' f*' as it stands, f*' a mean over t", sampled,
              "form=best: 1 - dim (dim - 2)/(dim - 1) E f*'^2/dim with f*' by Tricomi's function and as a "
              "mean over t; up to dim = 8 also sampled, from pairs of vectors that share x_1"},
         .theorems = {"best_in_mean_square", "single_minimum", "trapezoidal_logarithm"},
         .routes = map_mismatch_routes}};
    quantities.insert(quantities.end(), more.begin(), more.end());
    return quantities;
}

}  // namespace sigprop
