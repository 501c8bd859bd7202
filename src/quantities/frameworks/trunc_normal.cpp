#include "quantities/frameworks/trunc_normal.hpp"

#include "quantities/frameworks/draw.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/support.hpp"

namespace sigprop::frameworks {
namespace {

truncated::Standardised with_absolute_limits(const Arguments& arguments) {
    return truncated::standardised(arguments.real("a"), arguments.real("b"), arguments.real("mean"),
                                   arguments.real("std"));
}

truncated::Standardised with_limits_in_std(const Arguments& arguments) {
    return truncated::standardised(arguments.real("a"), arguments.real("b"), 0, 1);
}

std::vector<Parameter> parameters(const char* meaning_of_a, const char* meaning_of_b) {
    const std::vector<Parameter> limits =
        truncated::limit_parameters({.name = "a", .fallback = "-2", .meaning = meaning_of_a},
                                    {.name = "b", .fallback = "2", .meaning = meaning_of_b});
    return joined(joined(truncated::parent_parameters(), limits), {of_parameter(Passes::its_own)});
}

}  // namespace

Quantity trunc_normal_quantity(const TruncNormal& of) {
    return {.name = of.group + ".trunc_normal_",
            .aliases = {of.alias},
            .summary = "Standard deviation of weights filled by trunc_normal_.",
            .formula = R"(\text{std of } N(\mathrm{mean}, \mathrm{std}^2) \text{ on } [a, b])",
            .units =
                "a and b are values of weights, not multiples of std: std=0.02 with the defaults +-2 is "
                "+-100 std, and nothing is cut; for +-2 std write a=-2*std, b=2*std. Where nothing is cut, "
                "one float32 weight in 2^24 is nevertheless a or b, since the inverse of the cdf is infinite "
                "at the end of its grid: that is no part of this number",
            .source = of.source,
            .parameters = parameters("lower limit, a value of weights", "upper limit, a value of weights"),
            .relations = {{"a", "<", "b"}},
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes =
                [](const Arguments& arguments) {
                    return routes_of(truncated_draw(with_absolute_limits(arguments), arguments.real("a"),
                                                    arguments.real("b")),
                                     arguments);
                },
            .warnings =
                [](const Arguments& arguments) {
                    return truncated::warnings_about(
                        with_absolute_limits(arguments),
                        "a and b are values of weights, not multiples of std: for +-2 std "
                        "write a=-2*std, b=2*std");
                }};
}

Quantity trunc_normal_tf_quantity(const std::string& source) {
    return {.name = "timm.trunc_normal_tf_",
            .aliases = {"timm.layers.trunc_normal_tf_"},
            .summary = "Standard deviation of weights filled by trunc_normal_tf_.",
            .formula = R"(\mathrm{std} \cdot \text{std of } N(0, 1) \text{ on } [a, b])",
            .units =
                "a and b are multiples of std, unlike those of trunc_normal_: the limits of weights are "
                "mean + a std and mean + b std. std is that before truncation: with the defaults the "
                "weights have 0.88 of it",
            .source = source,
            .parameters = parameters("lower limit, in units of std", "upper limit, in units of std"),
            .relations = {{"a", "<", "b"}},
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes =
                [](const Arguments& arguments) {
                    return routes_of(scaled_truncated_draw(arguments.real("mean"), arguments.real("std"),
                                                           arguments.real("a"), arguments.real("b")),
                                     arguments);
                },
            .warnings =
                [](const Arguments& arguments) {
                    return truncated::warnings_about(with_limits_in_std(arguments),
                                                     "a and b are multiples of std here: trunc_normal_ has "
                                                     "values of weights");
                }};
}

}  // namespace sigprop::frameworks
