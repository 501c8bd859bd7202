// Means over networks. References: samples made of known numbers, and networks' numbers taken one by one.

#include "quantities/training/training_sample.hpp"
#include "catalogue/training.hpp"

#include <cmath>

#include "engine/binding/arguments.hpp"
#include "engine/binding/catalogue.hpp"

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

const std::string small = ", sublayers=4, width=16, batch=4, length=16, vocabulary=16, states=4, steps=12";

TrainingRequest request(const std::string& text) {
    const Expression call = parse_expression(text);
    const Arguments arguments = bind_arguments(*find_quantity(call.name), call, text);
    return text.starts_with("network") ? network_look_request(arguments) : training_request(arguments);
}

Evidence asked(const std::string& text, std::uint64_t seed = 0) {
    Context context;
    context.seed = seed;
    return evaluate(text, context).evidence().front();
}

bool says(const std::string& reason, const std::string& part) {
    return reason.find(part) != std::string::npos;
}

double middle(const Answer& answer) { return answer.value.midpoint().to_double(); }

TrainingRun run_with(double before, double after, Fate fate) {
    TrainingRun run;
    run.numbers = {{"start loss", {before}},
                   {"validation loss", {after}},
                   {"loss", {before, after}},
                   {"fate", {static_cast<double>(fate)}}};
    return run;
}

}  // namespace

TEST_CASE("the mean of known numbers, and its error") {
    const Answer mean = mean_over_runs({{1, 2, 3, 6}, {}});
    CHECK(middle(mean) == 3);
    CHECK(std::fabs(mean.value.radius_double() - std::sqrt(14.0 / 3 / 4)) < 1e-8);
    CHECK(mean.degrees_of_freedom == 3);
    CHECK(mean.samples == 4);
}

TEST_CASE("a geometric mean extends as far up as that of the logarithms") {
    const RunNumbers numbers = {{1, 2, 4, 16}, {}};
    const Answer logarithm = mean_over_runs(numbers, NetworkStatistic::log_mean);
    const Answer geometric = mean_over_runs(numbers, NetworkStatistic::geometric_mean);
    CHECK(std::fabs(middle(logarithm) - 1.75 * std::log(2)) < 1e-12);
    const double t = critical_value(0.05, 3);
    const double upper = std::exp(middle(logarithm) + t * logarithm.value.radius_double());
    CHECK(std::fabs((middle(geometric) + t * geometric.value.radius_double()) / upper - 1) < 1e-8);
    CHECK(mean_over_runs({{1, 0}, {}}, NetworkStatistic::log_mean).status == Status::unable);
    CHECK(mean_over_runs({{1, 2}, {1, -2}}, NetworkStatistic::log_mean).status == Status::unable);
}

TEST_CASE("a pilot's law refuses a mean, also of numbers that are equal") {
    RunNumbers numbers = {{2, 2, 2, 2}, {2, 2, 2, 2, 2, 2, 2, 2}};
    CHECK(mean_over_runs(numbers).status == Status::ok);
    numbers.part = LogNormalPart{2, "this number"};
    CHECK(mean_over_runs(numbers).status == Status::unable);
    CHECK(says(mean_over_runs(numbers).reason, "the logarithm of this number"));
    CHECK(mean_over_runs(numbers, NetworkStatistic::mean, Judging::none).status == Status::ok);
    numbers.rounding = 1e-6;  // equal as far as can be told
    CHECK(mean_over_runs(numbers).status == Status::ok);
}

TEST_CASE("one network among eight others carries a mean of four") {
    const std::vector<double> others = {1, 1.1, 0.9, 1, 1.05, 0.95, 1, 30};
    CHECK(mean_over_runs({{1, 1.1, 0.9, 1}, others}).status == Status::unable);
    CHECK(mean_over_runs({{1, 1.1, 0.9, 1}, {1, 1.1, 0.9, 1, 1.05, 0.95, 1, 1.2}}).status == Status::ok);
}

TEST_CASE("a run that became worse than it began has no numbers") {
    CHECK(divergence_of(run_with(3, 1e20, Fate::diverged)));
    CHECK_FALSE(divergence_of(run_with(5, 5.4, Fate::diverged)));  // it began above the flat loss
    CHECK_FALSE(divergence_of(run_with(2, 2.6, Fate::flat)));
    std::string reason;
    const TrainingRun worse = run_with(3, 1e20, Fate::diverged);
    CHECK_FALSE(run_entry("validation loss")(worse, reason));
    CHECK(says(reason, "its validation loss is 1e+20"));
    CHECK(run_entry("loss", 0)(worse, reason) == 3.0);
    CHECK_FALSE(run_entry("loss", 1)(worse, reason));
    TrainingRun stopped = run_with(3, 3.2, Fate::diverged);
    stopped.diverged = "the loss is not finite at step 2";
    CHECK(run_entry("loss", 1)(stopped, reason) == 3.2);
    CHECK_FALSE(run_entry("validation loss")(stopped, reason));
    CHECK(reason == stopped.diverged);
}

TEST_CASE("a slope is that of the mean logarithms") {
    const auto change = [](const char* width) {
        TrainingRequest one = request(
            "training.coordinate_change(pre_norm, layers=1, batch=2, length=8, "
            "steps=2, width=" +
            std::string(width) + ")");
        one.plan.coordinates = true;
        return one;
    };
    const TrainingRequest narrow = change("8"), wide = change("16");
    const auto points = [&](const char* name) {
        return std::vector<SlopePoint>{{narrow, run_entry(name), 8, "width 8"},
                                       {wide, run_entry(name), 16, "width 16"}};
    };
    std::string reason;
    const auto slopes = run_slopes(points("change logits"), {}, reason);
    REQUIRE(slopes);
    const auto logarithm = [&](const TrainingRequest& one) {
        return middle(mean_over_runs(*run_numbers(one, run_entry("change logits"), {}, reason),
                                     NetworkStatistic::log_mean));
    };
    const double expected = (logarithm(wide) - logarithm(narrow)) / std::log(2);
    CHECK(std::fabs(middle(mean_over_runs(*slopes)) - expected) < 1e-9);
    CHECK_FALSE(run_slopes(points("no such number"), {}, reason));
    CHECK(says(reason, "at width 8 network 0 has no such number"));
}

TEST_CASE("means that a few networks carry are not stated") {
    const std::string deep = "network.gradient_ratio(post_norm, layers=24, width=16, batch=2, length=8";
    CHECK(says(asked(deep + ")").reason, "a few networks dominate this mean"));
    CHECK(asked(deep + ", statistic=geometric_mean)").status == Status::ok);
    CHECK(asked("network.gradient_ratio(post_norm, layers=2, width=64, batch=2, length=8)").status ==
          Status::ok);
    const Evidence worse = asked("training.accuracy(pre_norm, optimizer=sgd, rate=3" + small + ")");
    CHECK(worse.status == Status::unable);
    CHECK(says(worse.reason, "it diverged: its validation loss is"));
    CHECK(asked("training.accuracy(pre_norm, rate=1e-2" + small + ")").status == Status::ok);
    const Evidence heavy = asked("training.branch_moment(pre_norm, rate=0.1" + small + ")", 1);
    CHECK(says(heavy.reason, "between other networks the logarithm of this number has a variance of about"));
}
