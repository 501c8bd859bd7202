// Cases in which no Jacobian is computed or checked.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/models/gradient_check/jacobian_check.hpp>
#include <string>

#include "tests/models/normalization/samples.hpp"
#include "tests/support/norm_passes.hpp"

using namespace sigprop;
using namespace sigprop::test;

TEST_CASE("inputs without a Jacobian are refused by name") {
    const auto refuses = [](const NormRule& rule, const std::vector<double>& x, double epsilon,
                            const std::string& what) {
        CHECK_THROWS_WITH_AS((void)norm_jacobian(rule, x, epsilon), doctest::Contains(what.c_str()),
                             InputError);
    };
    refuses(rms_norm, {}, 0, "at least one entry");
    refuses(rms_norm, {0, 0}, 0, "all 2 entries are 0, and epsilon is 0");
    refuses(layer_norm, {0.1, 0.1, 0.1}, 0, "all 3 entries are equal, and epsilon is 0");
    refuses(layer_norm, {3}, 0, "each group has one entry");
    refuses({.centre = NormCentre::mean, .spread = NormSpread::std, .correction = 1}, {3}, 0,
            "n - correction = 1 - 1");
    refuses(rms_norm, {1, 2}, -1e-5, "epsilon must be finite and at least 0, not -1e-05");
    refuses(rms_norm, {1, std::nan("")}, 0, "finite");
    const std::vector<double> x{1, 2};
    CHECK_THROWS_AS((void)check_jacobian(rms_norm, x, 0, NormJacobian{}), InputError);
    const NormJacobian exact = norm_jacobian(rms_norm, x, 0);
    CHECK_THROWS_AS((void)check_jacobian(rms_norm, x, 0, exact, {.step = -1}), InputError);
    CHECK_THROWS_AS((void)check_jacobian(rms_norm, x, 0, exact, {.step = 1e-20}), InputError);
    // A step as long as the layer's scale: within its tolerance anything agrees.
    CHECK_THROWS_AS((void)check_jacobian(rms_norm, x, 0, exact, {.step = 2.3}), InputError);
    CHECK_THROWS_AS((void)check_jacobian(rms_norm, x, 0, exact, {.step = HUGE_VAL}), InputError);
    CHECK(check_jacobian(rms_norm, x, 0, exact, {.step = 0.1}).step == 0.1);
    const auto on_kink = [](const NormRule& rule, const std::vector<double>& at, double epsilon) {
        CHECK_THROWS_WITH_AS((void)check_jacobian(rule, at, epsilon, norm_jacobian(rule, at, epsilon)),
                             doctest::Contains("another formula holds"), InputError);
    };
    on_kink(min_max, {0, 1, 1}, 0);
    on_kink(min_max, {0, 0, 1}, 0);
    on_kink(l2_norm, {3, 4}, 5);
}

TEST_CASE("a rule that does not fit its group is refused by layers and by exact Jacobians alike") {
    struct Row {
        NormRule rule;
        std::size_t n;
        double epsilon;
        const char* says;
    };
    const NormRule std_of_two{.centre = NormCentre::mean, .spread = NormSpread::std, .correction = 2};
    NormRule std_of_five = std_of_two, std_of_minus = std_of_two;
    std_of_five.correction = 5;
    std_of_minus.correction = -1;
    const Row rows[] = {
        {std_of_two, 2, 0, "n - correction = 2 - 2"},
        {std_of_five, 3, 1, "n - correction = 3 - 5"},
        {std_of_minus, 3, 1, "n - correction = 3 - -1"},
        {{.spread = NormSpread::std, .leading = 2}, 3, 1, "a std or a range uses all entries"},
        {{.spread = NormSpread::range, .leading = 2}, 3, 1, "a std or a range uses all entries"},
        {{.leading = 4}, 3, 1, "the rms of 4 leading entries needs as many in a group, not 3"},
        {{.centre = NormCentre::mean}, 1, 1, "each group has one entry"},
        {{.spread = NormSpread::std}, 1, 1, "each group has one entry"},
        {{}, 3, -1, "at least 0, not -1"},
        {{}, 3, NAN, "at least 0, not nan"}};
    for (const Row& row : rows) {
        const Numbers x = batch(row.n, 1);
        const NormLayout layout = norm_layout(NormAxes::features, Shape{1, row.n});
        const std::string layer = refusal([&] { (void)Normalization({row.rule, layout, row.epsilon, {}}); });
        CHECK_MESSAGE(has(layer, row.says), layer);
        const NormJacobian claim{x, x, x};
        CHECK(refusal([&] { (void)norm_jacobian(row.rule, x, row.epsilon); }) == layer);
        CHECK(refusal([&] { (void)check_jacobian(row.rule, x, row.epsilon, claim); }) == layer);
    }
    // One entry more is enough.
    const Numbers x = {1, 2, 4};
    CHECK(refusal([&] { (void)norm_jacobian(std_of_two, x, 0); }).empty());
}
