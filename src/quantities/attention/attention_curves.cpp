// The mean field in z: (log Z)' = A, the mean of cos theta, A' is its variance, and the deficit log Z - z A
// has the slope -z A': for z > 0 the first two rise and the third falls.

#include "quantities/attention/attention_curves.hpp"

#include "catalogue/attention.hpp"
#include "methods/roots/formula_zeros.hpp"
#include "methods/roots/monotone_function.hpp"
#include "quantities/attention/mean_field.hpp"
#include "quantities/exact_real.hpp"

namespace sigprop {
namespace {

const char* const z_range = "[0, 10^150]";

PointValue at_points(MeanField what, std::int64_t dim, const Context& context) {
    return remembered([=, &context](const Ball& z, long bits) {
        if (NumberRange(z_range).admits(z) <= 0) return Ball::indeterminate();
        const Answer value = mean_field_number(what, dim, real_of_exact(z).at(bits), context);
        return value.status == Status::ok ? value.value : Ball::indeterminate();
    });
}

KnownCurve mean_field(const std::string& quantity, MeanField what, int direction) {
    const auto make = [=](const MeanFieldArguments& given) -> std::optional<ParameterCurve> {
        return [=, dim = given.dim](const Context& context) {
            SearchedFunction function = monotone_function(at_points(what, dim, context), direction);
            if (what == MeanField::log_partition)
                function.slope = monotone_function(at_points(MeanField::alignment, dim, context), 1).value;
            function.domain = [](const Ball& z, long) { return NumberRange(z_range).admits(z); };
            return function;
        };
    };
    return {quantity, "z", make,
            direction > 0 ? "rises strictly with z, as log Z is strictly convex"
                          : "falls strictly with z: its slope is -z (log Z)''"};
}

/// (1/2) log(1 - c^2), c = (-1 + sqrt(1 + 4 scale^2))/(2 scale).
KnownCurve deficit_per_dim() {
    return {"attention.mean_field_deficit_per_dim",
            "scale",
            [](const Arguments&) -> std::optional<ParameterCurve> {
                return [](const Context&) {
                    const Formula l = Formula::variable();
                    const Formula c = 2 * l / (1 + sqrt(1 + 4 * pow(l, 2)));
                    SearchedFunction function = searched(log(1 - pow(c, 2)) / 2);
                    function.domain = [](const Ball& scale, long) {
                        return NumberRange("(0, inf)").admits(scale);
                    };
                    return function;
                };
            },
            "the formula in interval arithmetic",
            {},
            true};
}

}  // namespace

std::vector<KnownCurve> attention_curves() {
    std::vector<KnownCurve> all = attention_row_curves();
    all.push_back(mean_field("attention.mean_field_log_partition", MeanField::log_partition, 1));
    all.push_back(mean_field("attention.mean_field_alignment", MeanField::alignment, 1));
    all.push_back(mean_field("attention.mean_field_deficit", MeanField::deficit, -1));
    all.push_back(deficit_per_dim());
    return all;
}

}  // namespace sigprop
