// The axes `samples` and `seed`: each point equals a single evaluation, and proved values are given once.

#include <algorithm>

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

using Texts = std::vector<std::string>;
using Statuses = std::vector<Status>;

std::vector<Series> swept(const std::string& expression, const Texts& over,
                          const std::string& methods = "monte_carlo",
                          const Executor& execute = run_in_order) {
    std::vector<Axis> axes;
    for (const std::string& axis : over) axes.push_back(parse_axis(axis));
    return sweep("curve", expression, axes, {.digits = 10, .methods = methods}, execute);
}

const Series& by(const std::vector<Series>& all, const std::string& method) {
    const auto found = std::ranges::find(all, method, &Series::method);
    REQUIRE(found != all.end());
    return *found;
}

/// The sampled value of a single evaluation.
double single(const std::string& expression, std::uint64_t samples, std::uint64_t seed) {
    const Result result =
        evaluate(expression, {.digits = 10, .samples = samples, .seed = seed, .methods = "monte_carlo"});
    return result.evidence().at(0).value.to_double();
}

Texts names(const Series& series) {
    Texts all;
    for (const Axis& axis : series.axes) all.push_back(axis.name);
    return all;
}

}  // namespace

TEST_CASE("a point is the single evaluation with its samples and its seed") {
    const std::string f = "activation.second_moment(sigmoid)";
    const Series curve = swept(f, {"samples=128:512:x2", "seed=0,7,18446744073709551615"}).at(0);
    REQUIRE(curve.number.size() == 9);
    const std::uint64_t samples[] = {128, 256, 512};
    const std::uint64_t seeds[] = {0, 7, UINT64_MAX};
    for (std::size_t i = 0; i < 9; ++i)
        CHECK(curve.number[i].value() == single(f, samples[i / 3], seeds[i % 3]));
    std::vector<double> values;
    for (const auto& one : curve.number) values.push_back(one.value());
    std::ranges::sort(values);
    CHECK(std::ranges::adjacent_find(values) == values.end());  // and no two points are the same
}

TEST_CASE("reserved axes stand in any order among the variables") {
    const Series curve =
        swept("activation.second_moment(f, std=s)", {"seed=1,2", "f=tanh,relu", "samples=4000,6000", "s=1,2"})
            .at(0);
    CHECK(names(curve) == Texts{"seed", "f", "samples", "s"});
    REQUIRE(curve.number.size() == 16);
    CHECK(curve.number[1].value() == single("activation.second_moment(tanh, std=2)", 4000, 1));
    CHECK(curve.number[6].value() == single("activation.second_moment(relu, std=1)", 6000, 1));
    CHECK(curve.number[8].value() == single("activation.second_moment(tanh, std=1)", 4000, 2));
    CHECK(curve.number[15].value() == single("activation.second_moment(relu, std=2)", 6000, 2));
}

TEST_CASE("what is not sampled is given once, without the reserved axes") {
    const std::string expression = "activation.second_moment(sigmoid, std=s) / truncated_normal.std(-2, 2)";
    const std::string methods = "arb_integral,boost_tanh_sinh,monte_carlo";
    const std::vector<Series> all = swept(expression, {"samples=1000,2000", "s=1,2,3", "seed=0,1"}, methods);
    REQUIRE(all.size() == 3);
    CHECK(names(by(all, "monte_carlo")) == Texts{"samples", "s", "seed"});
    CHECK(by(all, "monte_carlo").status == Statuses(12, Status::ok));
    CHECK(by(all, "monte_carlo").number[7].value() ==
          single("activation.second_moment(sigmoid, std=1) / truncated_normal.std(-2, 2)", 2000, 1));
    const std::vector<Series> plain = swept(expression, {"s=1,2,3"}, methods);
    for (const char* method : {"arb_integral", "boost_tanh_sinh"}) {
        CHECK(names(by(all, method)) == Texts{"s"});
        CHECK(by(all, method).value == by(plain, method).value);
        CHECK(by(all, method).radius == by(plain, method).radius);
        CHECK(by(all, method).status == Statuses(3, Status::ok));
    }
    const Series nothing = swept("activation.lipschitz(tanh) * activation.mean(tanh)", {"seed=0,1"}).at(0);
    CHECK(nothing.kind == Kind::sample);  // a sample of one leaf; nothing is known of the other
    CHECK(nothing.status == Statuses(2, Status::unable));
    // Computing an integral at each of these points would take minutes.
    const Series proved =
        swept("activation.mean(mish)", {"samples=2:400:+1", "seed=0:999:+1"}, "arb_*").at(0);
    CHECK(proved.axes.empty());
    CHECK(proved.status == Statuses{Status::ok});
    CHECK(swept("2^0.5", {"seed=0:9:+1"}).empty());
}

TEST_CASE("a run that misses the proof is unreliable, and no other run") {
    const std::string rare =
        "activation.second_moment(\"where(x > 4.75, 100, x / (1 + x^2))\")";  // 1 x in 980,000
    const auto all = swept(rare, {"samples=128,65536", "seed=0:3:+1"}, "arb_integral,monte_carlo");
    const Statuses& runs = by(all, "monte_carlo").status;
    CHECK(by(all, "arb_integral").status == Statuses{Status::ok});
    CHECK(by(all, "arb_integral").value.at(0).has_value());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Context alone{.digits = 10,
                            .samples = i < 4 ? 128U : 65536U,
                            .seed = i % 4,
                            .methods = "arb_integral,monte_carlo"};
        const Record one = evaluate_record(rare, alone);
        CHECK_FALSE(one.verdict.has_value());
        REQUIRE(one.evidence.size() == 2);
        CHECK(runs[i] == one.evidence[1].status);
    }
    CHECK(std::ranges::count(runs, Status::unreliable) > 0);
    CHECK(std::ranges::count(runs, Status::ok) > 0);
    CHECK(by(swept(rare, {"samples=128,65536", "seed=0:3:+1"}, "monte_carlo"), "monte_carlo").number ==
          by(all, "monte_carlo").number);
}

TEST_CASE("the points do not depend on who computes them, and in which order") {
    const Executor backwards = [](std::size_t count, const std::function<void(std::size_t)>& work) {
        while (count-- > 0) work(count);
    };
    const Texts over = {"f=relu,tanh", "seed=0:4:+1", "samples=512:2048:x2"};
    const std::string methods = "closed_form,arb_integral,monte_carlo";
    const auto one = swept("activation.variance(f)", over, methods);
    const auto other = swept("activation.variance(f)", over, methods, backwards);
    REQUIRE(one.size() == 3);
    REQUIRE(other.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(one[i].method == other[i].method);
        CHECK(one[i].value == other[i].value);
        CHECK(one[i].status == other[i].status);
    }
}
