// A planted error in the recursion is detected: with one sqrt 2 or one term missing in a sublayer's step, the
// recursion's ball and the closed form's are disjoint.

#include "quantities/residual/growth.hpp"
#include "quantities/residual/recursion.hpp"

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

constexpr long bits = 128;
constexpr std::int64_t sublayers = 24;

ResidualStack stack_of(ResidualScheme scheme) {
    ResidualStack stack;
    stack.scheme = scheme;
    stack.sublayers = sublayers;
    if (scheme == ResidualScheme::fixup) stack.branch_variance = 0;
    if (scheme == ResidualScheme::deep_norm) stack.alphas = {Real(Rational::from_decimal("1.5"))};
    if (scheme == ResidualScheme::ngpt) stack.alphas = {Real(Rational::from_decimal("0.25"))};
    return stack;
}

using Change = void (*)(ResidualStep<Ball>& step, std::int64_t sublayer);

/// The stack's recursion with every step changed.
ResidualRecursion changed(const ResidualStack& stack, const Context& context, Change change) {
    return {stack, bits, context, [&stack, change](std::int64_t sublayer) {
                const ResidualStep<Real> exact = stack.step(sublayer);
                ResidualStep<Ball> step = {exact.normalises_input,  exact.input_scale.at(bits),
                                           exact.normalises_branch, exact.skip.at(bits),
                                           exact.branch.at(bits),   exact.normalises_sum};
                change(step, sublayer);
                return step;
            }};
}

struct Numbers {
    Ball moment, skip, gradient, weight, paths;
    bool overlaps(const Numbers& other) const {
        return moment.overlaps(other.moment) && skip.overlaps(other.skip) &&
               gradient.overlaps(other.gradient) && weight.overlaps(other.weight) &&
               paths.overlaps(other.paths);
    }
};

Numbers recursive(const ResidualStack& stack, Change change) {
    const Context context;
    const ResidualRecursion steps = changed(stack, context, change);
    return {recursion::second_moment(steps), recursion::skip_weight(steps),
            recursion::gradient_ratio(steps, 5), recursion::weight_gradient_ratio(steps, 5),
            recursion::path_length_mean(steps)};
}

Numbers closed(const std::string& stack) {
    const auto ask = [&](const std::string& name, const std::string& more) {
        return answers::ask("residual." + name + "(" + stack + ", sublayers=24" + more + ")", 30,
                            "closed_form")
            .enclosure()
            ->value;
    };
    return {ask("second_moment", ""), ask("skip_weight", ""), ask("gradient_ratio", ", sublayer=5"),
            ask("weight_gradient_ratio", ", sublayer=5"), ask("path_length_mean", "")};
}

void nothing(ResidualStep<Ball>&, std::int64_t) {}
void a_root_of_two(ResidualStep<Ball>& step, std::int64_t sublayer) {
    if (sublayer == 7) step.branch = step.branch / sqrt(Ball(2).at_precision(bits));
}
void a_skip_path(ResidualStep<Ball>& step, std::int64_t sublayer) {
    if (sublayer == 7) step.skip = 0;
}
void the_last_bits(ResidualStep<Ball>& step, std::int64_t sublayer) {
    if (sublayer == 7) step.skip *= 1 + Ball::power_of_two(-70);
}

struct Row {
    ResidualScheme scheme;
    const char* arguments;
};
const Row rows[] = {{ResidualScheme::pre_norm, "pre_norm"},
                    {ResidualScheme::post_norm, "post_norm"},
                    {ResidualScheme::sandwich, "sandwich"},
                    {ResidualScheme::layer_norm_scaling, "layer_norm_scaling"},
                    {ResidualScheme::skip_init, "skip_init"},
                    {ResidualScheme::rezero, "rezero"},
                    {ResidualScheme::deep_norm, "deep_norm, alpha=1.5"},
                    {ResidualScheme::ngpt, "ngpt, alpha=0.25"}};

}  // namespace

TEST_CASE("one sqrt 2 dropped in one sublayer leaves the closed form's ball") {
    for (const Row& row : rows) {
        CAPTURE(row.arguments);
        const ResidualStack stack = stack_of(row.scheme);
        const Numbers right = closed(row.arguments);
        CHECK(right.overlaps(recursive(stack, nothing)));
        CHECK_FALSE(right.overlaps(recursive(stack, a_root_of_two)));
        CHECK_FALSE(right.overlaps(recursive(stack, a_skip_path)));
        CHECK_FALSE(right.overlaps(recursive(stack, the_last_bits)));
    }
}

TEST_CASE("disjoint balls are an inconsistency, not a choice") {
    const ResidualStack stack = stack_of(ResidualScheme::pre_norm);
    const Context context;
    std::vector<Evidence> evidence =
        answers::ask("residual.gradient_ratio(pre_norm, sublayers=24, sublayer=9)", 30, "closed_form")
            .evidence();
    Evidence wrong = evidence[0];
    wrong.route = RouteKind::definition;
    wrong.method = "recursion";
    wrong.value = recursion::gradient_ratio(changed(stack, context, nothing), 9);
    evidence.push_back(wrong);
    CHECK(answers::dissent(evidence) == "");
    evidence[1].value = recursion::gradient_ratio(changed(stack, context, a_root_of_two), 9);
    CHECK_FALSE(evidence[1].value.overlaps(evidence[0].value));
    CHECK_FALSE(reconcile(evidence).contradiction.empty());
}
