// Curves and grids: axes, points, series, and points without a value.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "quantities/activation/table.hpp"

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

using Texts = std::vector<std::string>;
using Statuses = std::vector<Status>;

std::string refusal(const std::string& axis) {
    try {
        (void)parse_axis(axis);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::vector<Series> swept(const std::string& expression, const std::vector<std::string>& over,
                          const std::string& methods = "closed_form") {
    std::vector<Axis> axes;
    for (const std::string& axis : over) axes.push_back(parse_axis(axis));
    return sweep("curve", expression, axes, {.digits = 10, .samples = 4096, .methods = methods});
}

std::string failure(const std::string& expression, const std::vector<std::string>& over) {
    try {
        (void)swept(expression, over);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

bool contains(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("axes are exact") {
    CHECK(parse_axis("n=64:1024:x2").values == Texts{"64", "128", "256", "512", "1024"});
    CHECK(parse_axis("n=64:1000:x2").values == Texts{"64", "128", "256", "512"});
    CHECK(parse_axis("std=0.1:0.5:+0.1").values == Texts{"0.1", "0.2", "0.3", "0.4", "0.5"});
    CHECK(parse_axis("s=-1:1:+1").values == Texts{"-1", "0", "1"});
    CHECK(parse_axis("n=1,2.5,1e-3").values == Texts{"1", "2.5", "0.001"});
    CHECK(parse_axis("n=5:5:x2").values == Texts{"5"});
    CHECK(parse_axis("n=3").name == "n");
}

TEST_CASE("axes of activations, formulas and choices") {
    CHECK(parse_axis("f=relu,gelu").values == Texts{"relu", "gelu"});
    CHECK(parse_axis("f=leaky_relu( 0.2 ),elu(a=2)").values == Texts{"leaky_relu(0.2)", "elu(a=2)"});
    CHECK(parse_axis("f=\"max(x, 0)\",'x'").values == Texts{"\"max(x, 0)\"", "\"x\""});
    CHECK(parse_axis("f=relu,1").values == Texts{"relu", "1"});
    CHECK(contains(refusal("f=relu,gellu"), "did you mean 'gelu'?"));
    CHECK(contains(refusal("f=relu,"), "--over f=relu,"));
    CHECK(contains(refusal("f=elu(1,2)"), "too many"));
    CHECK(contains(refusal("f=\"x"), "--over f="));
    const Texts all = parse_axis("f=*").values;
    CHECK(all.size() ==
          static_cast<std::size_t>(std::ranges::count(activation_table(), false, &ActivationEntry::gated)));
    CHECK(all.front() == activation_table().front().name);
    for (const std::string& f : all) CHECK_NOTHROW(check_sweep("activation.mean(f)", {{"f", {f}}}));
    const std::vector<Series> curves =
        swept("activation.second_moment(f, std=s)", {"f=relu,silu", "s=1,2"}, "closed_form,arb_integral");
    REQUIRE(curves.size() == 2);
    CHECK(curves[0].value == std::vector<std::optional<std::string>>{"0.5", "2", std::nullopt, std::nullopt});
    CHECK(curves[0].status == Statuses{Status::ok, Status::ok, Status::unable, Status::unable});
    CHECK(curves[1].status == Statuses{Status::ok, Status::ok, Status::ok, Status::ok});
    CHECK(contains(failure("activation.mean(f, std=s)", {"f=relu,silu", "s=1,-1"}), "at f = relu, s = -1"));
}

TEST_CASE("the points do not depend on who computes them, and in which order") {
    const std::vector<Axis> axes = {parse_axis("f=relu,tanh"), parse_axis("s=1:5:+1")};
    const auto computed = [&](const Executor& execute) {
        return sweep("c", "activation.gain(f, std=s)", axes, {.digits = 10, .methods = "arb_integral"},
                     execute);
    };
    const Executor backwards = [](std::size_t count, const std::function<void(std::size_t)>& work) {
        while (count-- > 0) work(count);
    };
    const std::vector<Series> one = computed(run_in_order);
    const std::vector<Series> other = computed(backwards);
    REQUIRE(one.size() == 1);
    REQUIRE(other.size() == 1);
    CHECK(one[0].value == other[0].value);
    CHECK(one[0].value.size() == 10);
    CHECK(one[0].value[0] != one[0].value[1]);
    const Executor lazy = [](std::size_t, const std::function<void(std::size_t)>&) {};
    const std::vector<Series> none = computed(lazy);
    CHECK(none.empty());
}

TEST_CASE("a radius has three digits and bounds") {
    const auto curves =
        swept("activation.gain(tanh, std=s)", {"s=0.01,0.1,1,2,3,4,5,6,7,8,9,10"}, "arb_integral");
    REQUIRE(curves.size() == 1);
    for (std::size_t i = 0; i < curves[0].radius.size(); ++i) {
        char text[32];
        std::snprintf(text, sizeof text, "%.2e", curves[0].radius[i].value());
        CHECK(std::strtod(text, nullptr) == curves[0].radius[i].value());
        CHECK(curves[0].radius[i].value() > 0);
        CHECK(std::fabs(std::stod(curves[0].value[i].value()) - curves[0].number[i].value()) <=
              curves[0].radius[i].value());
    }
}

TEST_CASE("axes that make no sense are refused with the shapes there are") {
    for (const char* axis :
         {"n", "=1", "n=", "n=1:2", "n=1:2:3", "n=1:2:x1", "n=1:2:x0.5", "n=0:2:x2", "n=1:2:+0", "n=1:2:+-1",
          "n=2:1:+1", "n=qqqq", "n=1,,2", "n=1:2:x", "n=inf", "n=nan", "n =1", "n=1:2:+1:4", "n=0:1:+1e-9"}) {
        CAPTURE(axis);
        CHECK(contains(refusal(axis), "--over " + std::string(axis)));
        CHECK(contains(refusal(axis), "write n=64:1048576:x2"));
    }
    CHECK(contains(refusal("n=0:1:+1e-9"), "10^6 points"));
    CHECK(contains(refusal("n=1:2:x1.0000001"), "have too many digits"));
    CHECK(contains(refusal("n=1:1e12:x1.01"), "have too many digits"));
    CHECK(failure("1 / n", {"n=1:1e300:x2"}) == "");  // the longest possible points can be read back
    CHECK(failure("1 / n", {"n=1:100:x1.0625"}) == "");
    CHECK(refusal("n=1") == "");
}

TEST_CASE("one series a method, row-major, with the values of single evaluations") {
    const auto found =
        swept("truncated_normal.variance(-a, b)", {"a=1,2", "b=1,2,3"}, "closed_form,arb_integral");
    REQUIRE(found.size() == 2);
    CHECK(found[0].method == "closed_form");
    CHECK(found[0].kind == Kind::enclosure);
    CHECK(found[0].expression == "truncated_normal.variance(-a, b)");
    REQUIRE(found[0].value.size() == 6);
    const Result single = answers::ask("truncated_normal.variance(-1, 3)", 10, "closed_form");
    CHECK(found[0].value[2] == single.decimal());
    CHECK(found[0].value[2] != found[0].value[1]);
    CHECK(found[0].value[4] == answers::ask("truncated_normal.variance(-2, 2)", 10, "closed_form").decimal());
    for (const Status status : found[1].status) CHECK(status == Status::ok);
}

TEST_CASE("points without a value say so and leave the others alone") {
    const auto found = swept("selu.alpha(mean=m)", {"m=0,5,0.5"});
    REQUIRE(found.size() == 1);
    CHECK(found[0].status == Statuses{Status::ok, Status::domain, Status::ok});
    CHECK(found[0].value[0].has_value());
    CHECK_FALSE(found[0].value[1].has_value());
    CHECK_FALSE(found[0].number[1].has_value());
    CHECK(found[0].value[2].has_value());
    CHECK(swept("1 / n", {"n=0,2"})[0].status == Statuses{Status::domain, Status::ok});
    const auto mixed = swept("activation.mean(\"exp(s * x^2)\")", {"s=0.25,1"}, "arb_trapezoid");
    CHECK(mixed.at(0).status == Statuses{Status::ok, Status::domain});
}

TEST_CASE("errors name the variable or the point") {
    CHECK(contains(failure("selu.alpha(mean=m)", {"k=1,2"}),
                   "the expression does not contain the variable 'k'"));
    CHECK(contains(failure("truncated_normal.std(-a, 1)", {"a=1,-2"}),
                   "at a = -2: truncated_normal.std: lower < upper is required, not 2 and 1"));
    CHECK(contains(failure("truncated_normal.std(-a, b)", {"a=1,2"}), "unknown name 'b'"));
    CHECK(contains(failure("selu.alpha(mean=m, variance=v)", {"m=0:1:+1e-3", "v=1:2:+1e-3"}),
                   "the grid has more than 10^6 points"));
    CHECK(failure("truncated_normal.std(-a, 1)", {"a=1,2"}) == "");
}

TEST_CASE("a variable inside a formula and a negative value keep their meaning") {
    const auto found = swept("t^2", {"t=-3"});
    CHECK(found.at(0).value[0] == "9");
    const auto gains = swept("activation.second_moment(\"a * x\")", {"a=-2,3"}, "arb_trapezoid");
    CHECK(gains.at(0).value[0] == answers::ask("4", 10).decimal() + ".000000000");
    // The formula's own x is no variable of the sweep: E s^4 z^4 = 3 s^4.
    const auto moments = swept("activation.second_moment(\"x^2\", std=x)", {"x=2"}, "arb_trapezoid");
    CHECK(moments.at(0).value[0] == answers::ask("48", 10).decimal() + ".00000000");
    CHECK(
        contains(failure("activation.second_moment(\"x^2\")", {"x=2"}), "does not contain the variable 'x'"));
}
