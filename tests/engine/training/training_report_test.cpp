// What `sigprop train` reports are the numbers of the quantities training.*, of the same runs.

#include "engine/training/training_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <sigprop/engine/series/sweep.hpp>

#include "engine/records.hpp"
#include "engine/training/training_curves.hpp"

using namespace sigprop;

namespace {

constexpr const char* small = "pre_norm, 2, width=16, batch=4, length=16, steps=12, networks=3, rate=3e-3";

Context context_of(std::uint64_t seed = 5) {
    Context context;
    context.seed = seed;
    return context;
}

Report report_of(const std::string& arguments, const Context& context) {
    return training_report(bind_training({arguments}, context), context).report;
}

const Record& record_in(const Report& report, const std::string& id) {
    const auto found = std::ranges::find(report.records, id, &Record::id);
    REQUIRE(found != report.records.end());
    return *found;
}

const Series& series_in(const Report& report, const std::string& id) {
    const auto found = std::ranges::find(report.series, id, &Series::id);
    REQUIRE(found != report.series.end());
    return *found;
}

std::string refusal(const TrainingCall& call) {
    try {
        static_cast<void>(bind_training(call, Context{}));
    } catch (const InputError& error) {
        return error.what() +
               (error.place().text.empty()
                    ? ""
                    : " at " + error.place().text.substr(error.place().offset, error.place().length));
    }
    return "";
}

}  // namespace

TEST_CASE("training reports: records are what their expressions evaluate to") {
    const Context context = context_of();
    const Report report = report_of(std::string(small) + ", test_lengths=[24]", context);
    CHECK(report.records.size() == 9);
    for (const Record& record : report.records) {
        CAPTURE(record.expression);
        const Record again = evaluate_record(record.expression, context);
        REQUIRE(record.evidence.size() == 1);
        CHECK(record.evidence.front().midpoint == again.evidence.front().midpoint);
        CHECK(record.evidence.front().radius == again.evidence.front().radius);
    }
    CHECK(record_in(report, "train.accuracy.length_24").evidence.front().midpoint !=
          record_in(report, "train.accuracy").evidence.front().midpoint);
    CHECK(report_of(small, context_of(6)).records.front().evidence.front().midpoint !=
          report.records.front().evidence.front().midpoint);
}

TEST_CASE("training reports: curves are what sweeps of their expressions give") {
    const Context context = context_of();
    const Report report = report_of(std::string(small) + ", evaluate_every=5", context);
    CHECK(report.series.size() == 14);
    for (const Series& series : report.series) {
        if (series.axes.size() != 1) continue;
        CAPTURE(series.id);
        std::vector<Axis> axes = {series.axes[0]};
        const std::vector<Series> swept = sweep(series.id, series.expression, axes, context);
        REQUIRE(swept.size() == 1);
        CHECK(swept.front().number == series.number);
        CHECK(swept.front().radius == series.radius);
        CHECK(swept.front().value == series.value);
        CHECK(swept.front().status == series.status);
    }
    // Each network's curve: their mean is the mean curve.
    const Series& all = series_in(report, "train.loss_of_networks");
    const Series& mean = series_in(report, "train.loss");
    for (std::size_t s = 0; s < 12; ++s) {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k) sum += all.number[k * 12 + s].value();
        CHECK(std::fabs(sum / 3 - mean.number[s].value()) < 1e-12);
    }
}

TEST_CASE("training reports: where networks diverge there is no mean, and no number is infinite") {
    const Report report = report_of(
        "fixup, 2, norm=none, width=16, batch=4, length=16, steps=30, networks=2, optimizer=sgd, rate=1e9, "
        "init_std=0.3",
        context_of());
    const Series& loss = series_in(report, "train.loss");
    CHECK(loss.status.front() == Status::ok);
    CHECK(loss.status.back() == Status::unable);
    CHECK(!loss.number[29]);
    const Record& record = record_in(report, "train.validation_loss");
    CHECK(record.status == Status::unable);
    CHECK(record.reason.find("is not finite at step") != std::string::npos);
    CHECK(series_in(report, "train.loss_of_networks").status.front() == Status::ok);
}

TEST_CASE("training reports: what makes no sense is refused at its place") {
    CHECK(refusal({small}).empty());
    CHECK(refusal({"pre_norm, 2, widht=8"}).find("did you mean 'width'?") != std::string::npos);
    CHECK(refusal({"pre_norm, 2, heads=3"}).ends_with("at heads=3"));
    CHECK(refusal({"pre_norm, 2, task=recall, length=2"}).ends_with("at length=2"));
    CHECK(refusal({"pre_norm, 2, test_length=8"}).find("test_lengths=[…]") != std::string::npos);
    CHECK(refusal({"pre_norm, 2, up_std=1"}).ends_with("at up_std=1"));
    CHECK(refusal({"pre_norm, 2, rate=0"}).ends_with("rate must be positive, not 0 at rate=0"));
    CHECK(refusal({"pre_norm, 2, steps=8, warmup=9"}).find("warmup <= steps is required, not 9 and 8") !=
          std::string::npos);
    CHECK(refusal({"pre_norm, 2, weight_law=uniform"}).find("give query_std too") != std::string::npos);
    CHECK(refusal({"pre_norm, 2) + (1"}).find("arguments") != std::string::npos);
    CHECK_THROWS_AS(static_cast<void>(bind_training({"pre_norm, 2", "/no/such/text"}, Context{})), IoError);
}

TEST_CASE("every curve of a training report says what it and its axes are") {
    const Report report = report_of(std::string(small) + ", evaluate_every=4", context_of());
    CHECK(report.series.size() == 14);
    for (const Series& one : report.series) {
        const std::optional<CurveWords> words = words_of_training_curve(one.id);
        CHECK_MESSAGE((words && !words->title.empty() && !words->axis.empty() && !words->value.empty()),
                      one.id);
    }
    CHECK_FALSE(words_of_training_curve("train.losses").has_value());
}
