// Every residual.* quantity of every scheme against vectors that mpmath propagated through the sublayers.

#include "tests/quantities/residual/references.hpp"

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

constexpr const char* both = "closed_form,recursion";

}  // namespace

TEST_CASE("closed form and recursion contain what mpmath found") {
    for (const references::Residual& row : references::residuals) {
        const char* const expression = row.expression;
        CAPTURE(expression);
        const Result result = answers::ask(expression, 38, both);
        CHECK(answers::enclosures(result.evidence()) == 2);
        const Ball reference = answers::printed(row.value).widened(Ball::power_of_two(-133));
        CHECK(answers::matches(result, reference));
    }
}

TEST_CASE("a reference that is off in its 37th digit is not met") {
    for (const references::Residual& row : references::residuals) {
        const char* const expression = row.expression;
        CAPTURE(expression);
        const Ball reference = answers::printed(row.value);
        const Ball off = reference + max(abs(reference), 1) * pow(Ball(10).at_precision(200), -36);
        CHECK_FALSE(answers::matches(answers::ask(expression, 38, both), off));
    }
}

TEST_CASE("quantities of their own") {
    // mpmath: powers, and the smallest positive root of the cubic's discriminant by polyroots. The variances
    // by hand, and by 40,000 sampled networks of numpy, to 1 part in 50.
    const answers::Reference rows[] = {
        {"residual.fixup_scale(sublayers=12, branch_layers=3)", "0.5372849659117709597766690783529652885685"},
        {"residual.fixup_scale(layers=50, branch_layers=2)", "0.100000000000000000000000000000000000000"},
        {"residual.smallest_singular_value(1/4)", "0.3690087298281904957949717410677921659984"},
        {"residual.smallest_singular_value(0.99)", "0.0003861903551719009451104266471984440156829"},
        {"residual.second_moment_variance(pre_norm, sublayers=6, width=16, branch_variance=0.7, initial=2)",
         "4.305"},
        {"residual.second_moment_variance(sandwich, sublayers=6, width=16, branch_variance=0.7, initial=2)",
         "3.9375"},
        {"residual.second_moment_variance(layer_norm_scaling, sublayers=6, width=16, branch_variance=0.7, "
         "initial=2)",
         "1.225153125"},
        {"residual.log_gradient_mean(post_norm, sublayers=16, width=64)", "-0.1875"},
        {"residual.log_gradient_variance(post_norm, sublayers=16, width=64, branch_variance=1/4)", "0.36"}};
    answers::check_references(rows, [](const std::string& call) { return answers::ask(call, 30, both); });
    CHECK(answers::ask("residual.smallest_singular_value(1)").decimal() == "0");
    CHECK(answers::ask("residual.smallest_singular_value(7)").decimal() == "0");
}
