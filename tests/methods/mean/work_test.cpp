// What a proof of a known mean costs in evaluations, and how wide it is: neither grows unnoticed. Nor does one of them
// shrink unnoticed: boxes, points or terms of the error might be missing.

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "methods/quadrature/quadrature.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

constexpr std::array precisions = {53L, 110L, 340L};

struct Cost {
    double evaluations;
    double width;  ///< log2 of the radius as a part of 2^-bits of the integrals' quotient
};

/// At each precision, in the order of the known means that exist; without evaluations: not measured, since it takes long.
struct Costs {
    const char* formula;
    std::array<Cost, 3> trapezoid, adaptive;
};
constexpr Costs all_costs[] = {
    {"1", {{{33, -5.9}, {59, -5.9}, {161, -5.9}}}, {{{103, -5.3}, {159, -6.4}, {347, -7.5}}}},
    {"x", {{{35, -5.8}, {59, -3.8}, {161, -5.8}}}, {{{106, -3.0}, {154, -3.7}, {330, -3.0}}}},
    {"x^2", {{{35, -5.2}, {61, -4.6}, {165, -5.9}}}, {{{103, -4.5}, {173, -3.6}, {385, -6.5}}}},
    {"x^4 - 3*x^2", {{{51, -5.8}, {65, -5.5}, {169, -5.9}}}, {{{108, -4.1}, {173, -3.9}, {385, -4.2}}}},
    {"x^10", {{{59, -5.9}, {85, -5.6}, {177, -5.9}}}, {{{136, -5.4}, {211, -5.4}, {417, -7.0}}}},
    {"exp(x)", {{{51, -5.8}, {67, -5.7}, {175, -5.9}}}, {{{122, -5.9}, {162, -5.1}, {344, -6.0}}}},
    {"exp(-3*x)", {{{69, -5.8}, {99, -2.9}, {223, -5.6}}}, {{{146, -5.6}, {222, -6.6}, {386, -7.1}}}},
    {"cos(2*x)", {{{51, -4.8}, {79, -5.9}, {175, -5.9}}}, {{{129, -6.3}, {185, -5.7}, {401, -6.8}}}},
    {"sin(x)^2", {{{51, -5.0}, {79, -5.9}, {175, -5.9}}}, {{{127, -5.5}, {185, -6.0}, {399, -7.0}}}},
    {"exp(x^2/4)", {{{71, -5.8}, {119, -5.8}, {307, -4.6}}}, {{{162, -4.4}, {276, -7.0}, {552, -6.7}}}},
    {"normal_cdf(x)^2", {{{77, -5.9}, {121, -5.9}, {301, -5.9}}}, {{{143, -6.3}, {212, -5.8}, {1226, -6.9}}}},
    {"sigmoid(x)", {{{57, -5.9}, {129, -5.8}, {577, -5.9}}}, {{{140, -5.9}, {370, -5.8}, {1230, -6.6}}}},
    {"sigmoid(x)^2", {{{59, -5.9}, {133, -5.8}, {589, -5.9}}}, {{{240, -5.7}, {364, -6.2}, {1206, -6.4}}}},
    {"1/(1 + exp(-x))^2", {{{205, -5.9}, {345, -5.9}, {905, -5.9}}}, {{{557, -0.5}, {1590, 0.4}, {}}}},
    {"tanh(x)^2", {{{109, -5.9}, {257, -5.9}, {1159, -5.9}}}, {{{134, -5.4}, {342, -5.9}, {1108, -6.2}}}},
    {"tanh(2*x)^2", {{{211, -5.9}, {503, -5.9}, {2305, -5.9}}}, {{{310, -5.6}, {708, -6.0}, {1702, -9.2}}}},
    {"softplus(x)", {{{57, -5.8}, {129, -5.7}, {575, -5.7}}}, {{{126, -3.8}, {372, -3.9}, {1230, -4.9}}}},
    {"(x*tanh(softplus(x)))^2",
     {{{85, -5.7}, {189, -5.9}, {813, -5.9}}},
     {{{334, -3.8}, {454, -4.2}, {1658, -6.6}}}},
    {"(x*normal_cdf(x))^2",
     {{{79, -5.8}, {129, -5.9}, {311, -5.9}}},
     {{{155, -5.8}, {238, -6.1}, {1266, -7.5}}}},
    {"relu(x)^2", {{{642, -5.9}, {962, -5.9}, {1774, -5.9}}}, {{{209, -5.0}, {279, -5.2}, {465, -6.5}}}},
    {"abs(x)", {{{1048, -4.9}, {1490, -4.9}, {2918, -4.9}}}, {{{206, -2.8}, {346, -3.5}, {678, -3.2}}}},
    {"step(x - 1)", {{{632, -5.9}, {786, -5.9}, {1642, -5.1}}}, {{{211, -6.0}, {267, -5.8}, {467, -7.1}}}},
    {"where(x < 0, expm1(x), x)^2",
     {{{962, -4.9}, {1500, -4.9}, {2924, -4.9}}},
     {{{191, -4.5}, {356, -4.8}, {754, -5.5}}}},
    {"min(max(x, -1), 1)^2",
     {{{1357, -4.3}, {1695, -4.3}, {3461, -3.4}}},
     {{{304, -5.6}, {432, -5.5}, {864, -7.3}}}},
    {"abs(x^2 - 2)", {{{1447, -4.3}, {1795, -4.3}, {3563, -4.3}}}, {{{318, -3.9}, {446, -4.9}, {818, -5.7}}}},
    {"abs(sin(x))*0 + 2", {{{2702, -3.3}, {3904, -2.5}, {}}}, {{{548, -5.2}, {982, -4.2}, {1990, -4.2}}}},
    {"exp(-((x - 3)/0.001)^2/2)", {{{}, {}, {}}}, {{{}, {389, -11.8}, {}}}},
    {"1 + exp(-((x - 0.5)*1024)^2/2)", {{{}, {}, {}}}, {{{1733, -2.1}, {2814, -3.1}, {}}}},
    {"x^2", {{{962, -4.2}, {1116, -4.9}, {1580, -4.9}}}, {{{206, -6.5}, {156, -7.2}, {252, -10.7}}}},
    {"x", {{{1194, -5.1}, {1484, -5.1}, {2742, -3.0}}}, {{{272, -5.7}, {506, -5.9}, {808, -6.8}}}},
    {"x", {{{430, -4.9}, {562, -4.9}, {1048, -4.9}}}, {{{136, -8.4}, {168, -8.8}, {232, -6.0}}}},
    {"log(abs(x))", {{{1837, -3.9}, {3437, -3.8}, {}}}, {{{1850, -2.6}, {3152, -2.6}, {}}}},
    {"log(x^2)/2", {{{1775, -3.9}, {3735, -3.8}, {}}}, {{{1892, -2.6}, {3085, -2.6}, {}}}},
    {"sqrt(abs(x))", {{{1785, -3.9}, {3333, -3.9}, {}}}, {{{1558, -3.4}, {2556, -3.3}, {}}}},
    {"abs(x)^(1/4)", {{{1783, -3.9}, {3325, -3.9}, {}}}, {{{1570, -3.0}, {2720, -3.0}, {}}}},
    {"1/sqrt(abs(x))", {{{2173, -2.8}, {}, {}}}, {{{2466, -2.5}, {}, {}}}},
    {"x/abs(x)^1.75 + abs(x)^-0.75", {{{2812, -2.7}, {}, {}}}, {{{}, {}, {}}}},
    {"log(abs(x^2 - 2))", {{{3524, -3.0}, {}, {}}}, {{{3817, -1.7}, {}, {}}}},
    {"sin(x)/x", {{{1981, -3.9}, {3546, -3.9}, {}}}, {{{1742, -3.0}, {3046, -2.9}, {}}}},
    {"log(x)", {{{1611, -4.4}, {2518, -4.3}, {}}}, {{{1030, -3.2}, {1735, -3.5}, {}}}},
    {"log(x)", {{{897, -4.3}, {1641, -4.3}, {}}}, {{{838, -4.9}, {1252, -4.1}, {3262, -2.8}}}},
    {"x^-0.5", {{{1043, -3.4}, {2267, -3.5}, {}}}, {{{1136, -3.6}, {1972, -3.3}, {}}}},
    {"1/sqrt(1 - x^2)", {{{1408, -3.1}, {}, {}}}, {{{2502, -3.0}, {}, {}}}},
    {"log(x - 1/3)", {{{899, -4.4}, {1645, -4.4}, {}}}, {{{838, -4.6}, {1252, -4.2}, {3287, -3.0}}}},
};

/// 3 % of the work and a third of a bit are left to other compilers and libraries.
void check_costs(MeanResult (*method)(const MeanProblem&, long, const Context&),
                 std::array<Cost, 3> Costs::*costs_of, std::size_t i) {
    std::size_t at = 0;
    for (const known::Row& row : known::rows()) {
        if (row.status != Status::ok) continue;
        CAPTURE(row.formula);
        REQUIRE(at < std::size(all_costs));
        const Costs& costs = all_costs[at++];
        REQUIRE(row.formula == costs.formula);
        const MeanProblem problem = examine(known::parsed(row.formula), row.law, Context());
        const auto [evaluations, width] = (costs.*costs_of)[i];
        if (evaluations == 0) continue;
        const MeanResult found = method(problem, precisions[i], Context());
        REQUIRE(found.status == Status::ok);
        CHECK(found.value.overlaps(row.value(precisions[i] + 40)));
        CHECK(static_cast<double>(found.evaluations) <= std::ceil(1.03 * evaluations));
        CHECK(static_cast<double>(found.evaluations) >= std::floor(0.97 * evaluations));
        const double share = found.value.radius_double() * problem.mass / problem.scale;
        CHECK(std::fabs(std::log2(share) + static_cast<double>(precisions[i]) - width) < 0.34);
    }
    CHECK(at == std::size(all_costs));
}

}  // namespace

TEST_CASE("work and width at 53 bits: the trapezoidal proof") {
    check_costs(arb_trapezoid_mean, &Costs::trapezoid, 0);
}

TEST_CASE("work and width at 53 bits: the adaptive proof") {
    check_costs(arb_integral_mean, &Costs::adaptive, 0);
}

TEST_CASE("work and width at 110 bits: the trapezoidal proof") {
    check_costs(arb_trapezoid_mean, &Costs::trapezoid, 1);
}

TEST_CASE("work and width at 110 bits: the adaptive proof") {
    check_costs(arb_integral_mean, &Costs::adaptive, 1);
}

TEST_CASE("work and width at 340 bits: the trapezoidal proof") {
    check_costs(arb_trapezoid_mean, &Costs::trapezoid, 2);
}

TEST_CASE("work and width at 340 bits: the adaptive proof") {
    check_costs(arb_integral_mean, &Costs::adaptive, 2);
}
