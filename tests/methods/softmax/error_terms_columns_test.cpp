// The error terms of the columns of a softmax table: their inner step, their ends and their series. All
// columns are held against the same ones with 250 bits and an inner step 64 times as fine.

#include "methods/softmax/lower_moments.hpp"
#include "methods/softmax/sum.hpp"
#include "tests/methods/softmax/rows.hpp"
#include "tests/support/error_terms.hpp"

using namespace softmax_rows;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

using Values = std::vector<Ball>;

/// The inner grid of 64 bits, but outer steps of log 2.
SoftmaxPlan outer_plan(const std::string& std) {
    const SoftmaxPlan fine = normal_plan(std::stod(std), 64);
    SoftmaxPlan plan = fine;
    plan.steps = 1;
    plan.refinement = fine.steps * fine.refinement;
    plan.first = fine.first / fine.steps - 1;
    plan.last = fine.last / fine.steps + 1;
    plan.working = 150;
    return plan;
}

Values column(const LogitLaw& law, const SoftmaxPlan& plan, SoftmaxColumn which) {
    const SoftmaxTable table(law, plan);
    Values values(plan.size(), Ball(0).at_precision(plan.working));
    for (std::size_t place = 0; place < plan.size(); ++place)
        arb_set(raw(values[place]), table.function(which, Context()).column.values.at(place));
    return values;
}

Values exact_column(const LogitLaw& law, SoftmaxPlan plan, SoftmaxColumn which) {
    if (!plan.by_nodes) plan.refinement *= 64 / std::min<long>(plan.refinement, 16);
    plan.bits = 250;
    plan.working = 400;
    return column(law, plan, which);
}

}  // namespace

TEST_CASE("the inner step: a density that is narrower than twice the step") {
    // Of 1 - h, whose modulus on the strip is up to 2.32 times that on the line, for arguments of size 2
    // only.
    const LogitLaw law = normal_logits("0.3");
    SoftmaxPlan coarse = outer_plan("0.3");
    const Values exact = exact_column(law, coarse, SoftmaxColumn::deficit);
    coarse.refinement = 1;
    sharp(
        "softmax.grid.deficit", 0.4, [&] { return column(law, coarse, SoftmaxColumn::deficit); }, exact);
}

TEST_CASE("the terms beyond the window of the inner sum, and beyond the table of the function") {
    const LogitLaw law = normal_logits("0.3");
    SoftmaxPlan plan = outer_plan("0.3");
    const Values powers = exact_column(law, plan, SoftmaxColumn::power_1);
    const Values deficits = exact_column(law, plan, SoftmaxColumn::deficit);
    {
        SoftmaxPlan narrow = plan;
        narrow.bits = 4;
        sharp(
            "softmax.grid.rest", 0.5, [&] { return column(law, narrow, SoftmaxColumn::power_1); }, powers);
    }
    // The bound takes the first of the terms for all of them.
    plan.bits = 60;
    plan.working = 100;
    plan.refinement *= 4;
    const Redesigned end("softmax.grid.function_end", 0.02);
    sharp(
        "softmax.grid.beyond_the_function", 0.4, [&] { return column(law, plan, SoftmaxColumn::deficit); },
        deficits);
}

TEST_CASE("the series in y, and the series of its coefficients for a sphere") {
    const LogitLaw law = normal_logits("0.3");
    SoftmaxPlan plan = outer_plan("0.3");
    const Values exact = exact_column(law, plan, SoftmaxColumn::power_1);
    plan.bits = 1;
    sharp(
        "softmax.series.rest", 0.5, [&] { return column(law, plan, SoftmaxColumn::power_1); }, exact);

    const LogitLaw circle = sphere(2, "3");
    const SoftmaxPlan nodes = node_plan(circle, 40);
    const Values moments = exact_column(circle, nodes, SoftmaxColumn::power_4);
    const Redesigned few_terms("softmax.series.hypergeometric_bits", 0.02);
    sharp(
        "softmax.series.hypergeometric_rest", 0.4,
        [&] { return column(circle, nodes, SoftmaxColumn::power_4); }, moments);
}

TEST_CASE("nodes of the law: too far apart, and too few") {
    // One bound for all u, from the moments of the law: it is not attained together with that of y^p e^-y.
    const LogitLaw law = normal_logits("0.2");
    SoftmaxPlan plan = outer_plan("0.2");
    const Values powers = exact_column(law, plan, SoftmaxColumn::power_4);
    const Values deficits = exact_column(law, plan, SoftmaxColumn::deficit);
    plan.by_nodes = true;
    plan.working = 100;
    plan.bits = 1;
    const auto run = [&] { return column(law, plan, SoftmaxColumn::power_4); };
    {
        const Redesigned step("softmax.nodes.step", 1.5);
        sharp("softmax.nodes.discretisation", 0.3, run, powers);
        sharp("softmax.nodes.gaussian", 0.3, run, powers);
    }
    const Redesigned count("softmax.nodes.count", 0.4);
    sharp(
        "softmax.nodes.truncation", 0.5, [&] { return column(law, plan, SoftmaxColumn::deficit); }, deficits);
}

TEST_CASE("few nodes in place of many for a law on a short interval") {
    // One bound for all functions, from their largest value on an ellipse: it is attained by none of them, as
    // the coefficients of the interpolant's error have different signs, and y^4 e^-y is largest at one point
    // only.
    const LogitLaw law = capped("1", "0.1");
    SoftmaxPlan plan = node_plan(law, 40);
    const Values exact = exact_column(law, plan, SoftmaxColumn::power_4);
    plan.bits = 10;
    const Redesigned few("softmax.compressed_nodes.count", 0.2);
    sharp(
        "softmax.compressed_nodes.interpolation", 0.08,
        [&] { return column(law, plan, SoftmaxColumn::power_4); }, exact);
}

TEST_CASE("nodes beyond a few caps as one point, against all of them") {
    // One bound for all powers up to 4, and for all u.
    const LogitLaw law = capped("4", "0.25");
    const SoftmaxPlan plan = node_plan(law, 60);
    for (const SoftmaxColumn which :
         {SoftmaxColumn::deficit, SoftmaxColumn::power_4, SoftmaxColumn::moment}) {
        const Values exact = [&] {
            const Redesigned none("softmax.nodes.plateau_goal", 100);
            return exact_column(law, plan, which);
        }();
        const Redesigned soon("softmax.nodes.plateau_goal", 0.2);
        sharp(
            "softmax.nodes.plateau", 0.02, [&] { return column(law, plan, which); }, exact);
    }
}

TEST_CASE("Mills' ratio by a few terms of its asymptotic series") {
    const auto moment = [](long bits) {  // e^((t^2 - z^2)/2) Phi(-t) with t = 103, z = -3
        LowerMoments moments(Ball(-3).at_precision(bits), Ball(20).at_precision(bits), 6);
        Ball value = Ball(0).at_precision(bits);
        arb_set(raw(value), moments.first(6) + 5);
        return value;
    };
    const Ball t = Ball(103).at_precision(600);
    const Ball exact = exp((t * t - 9) / 2) * normal_cdf(-t);
    const Redesigned few_terms("softmax.lower_moments.bits", 0.1);
    sharp(
        "softmax.lower_moments.rest", 0.5, [&] { return moment(60); }, exact);
}
