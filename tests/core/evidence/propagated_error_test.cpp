// The propagation of errors: exact for a linear function, refused for a strongly curved one.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "core/evidence/answer.hpp"
#include "core/evidence/propagated_error.hpp"

using namespace sigprop;

namespace {

ErrorDirection line(double slope) {
    return {slope, [slope](double standard_errors) { return ScaledDouble(slope * standard_errors); }};
}

double error_of(const std::vector<ErrorDirection>& directions, double max_standard_errors = 6) {
    return propagated_error(directions, max_standard_errors).to_ball().to_double();
}

/// The line or curve, 2^exponent as high.
ErrorDirection raised(const ErrorDirection& one, std::int64_t exponent) {
    const ScaledDouble factor(1, exponent);
    return {factor * one.slope, [=](double t) { return factor * one.change(t); }};
}

}  // namespace

TEST_CASE("independent directions add as squares") {
    CHECK(error_of({line(3), line(-4)}) == 5);
    CHECK(error_of({line(-2)}) == 2);
    CHECK(error_of({line(0)}) == 0);
    CHECK(error_of({line(1e-200)}) == 1e-200);  // its square underflows
    CHECK(error_of({}) == 0);
    for (const std::int64_t exponent : {-400'000, -1100, 1100, 400'000}) {
        const std::vector<ErrorDirection> both = {raised(line(3), exponent), raised(line(-4), exponent)};
        const ScaledDouble error = propagated_error(both, 6);
        CHECK((error / ScaledDouble(1, exponent)).to_ball().to_double() == 5);
    }
}

TEST_CASE("a value that bends by more than 3 standard errors has no standard error") {
    const auto bent = [](double by) {
        return ErrorDirection{1, [by](double t) { return ScaledDouble(t + by * t * t); }};
    };
    CHECK(error_of({bent(3 / 36.0 * 0.999)}) == 1);
    CHECK(std::isinf(error_of({bent(3 / 36.0 * 1.001)})));
    CHECK(std::isinf(error_of({bent(0.01)}, 60)));
    CHECK(error_of({bent(1 / 12.0)}) == 1);  // by 3 exactly
    for (const double side : {-1.0, 1.0}) {  // bent on one side
        const auto change = [side](double t) { return ScaledDouble(t * side > 0 ? 2 * t : t); };
        CHECK(std::isinf(error_of({{1, change}})));
        CHECK(error_of({{1, change}}, 3) == 1);
    }
    for (const std::int64_t exponent : {-400'000, -1100, 1100, 400'000}) {
        CHECK(std::isinf(error_of({raised(bent(3 / 36.0 * 1.001), exponent)})));
        CHECK(propagated_error(std::vector{raised(bent(3 / 36.0 * 0.999), exponent)}, 6).is_finite());
    }
    CHECK(error_of({bent(3 / 36.0 * 1.001), line(1)}) == std::sqrt(2.0));  // only the whole counts
    for (const double nothing : {HUGE_VAL, -HUGE_VAL, std::nan("")})
        CHECK(std::isinf(
            error_of({line(1), {1, [nothing](double t) { return ScaledDouble(t > 0 ? nothing : t); }}})));
}

TEST_CASE("only an enclosure concludes that there is no value, and none concludes what is not finite") {
    const auto concluded = [](Kind kind, Answer answer) {
        Evidence evidence;
        evidence.kind = kind;
        conclude(evidence, std::move(answer));
        return evidence;
    };
    const Answer none{Status::domain, "1/0"};
    CHECK(concluded(Kind::enclosure, none).status == Status::domain);
    CHECK(concluded(Kind::estimate, none).status == Status::unable);
    CHECK(concluded(Kind::sample, none).status == Status::unable);
    CHECK(concluded(Kind::sample, none).reason == "1/0");
    CHECK(concluded(Kind::estimate, Ball(2)).status == Status::ok);
    const Evidence infinite = concluded(Kind::estimate, Ball(1) / Ball(0));
    CHECK(infinite.status == Status::unable);
    CHECK(infinite.reason == "the estimates do not determine the value");
    CHECK(concluded(Kind::enclosure, Ball(2)).value.to_double() == 2);
    const Evidence unable = concluded(Kind::enclosure, {Status::unable, "no budget"});
    CHECK(unable.status == Status::unable);
    CHECK(unable.reason == "no budget");
    Answer pole = Ball(1) / Ball(0);
    pole.status = Status::domain;
    CHECK(concluded(Kind::enclosure, pole).status == Status::domain);
}

TEST_CASE("a number that no report can hold is none, and up to there it is kept") {
    constexpr long most = 1'000'000'000'000'000;
    const auto refused = [](Status status, long exponent) {
        Evidence evidence;
        evidence.status = status;
        evidence.value = Ball::power_of_two(exponent);
        evidence.reason = "as it was";
        refuse_unprintable(evidence);
        const bool changed = evidence.reason.find("ask for its logarithm") != std::string::npos;
        CHECK((changed ? evidence.status == Status::unable : evidence.status == status));
        CHECK((changed || evidence.reason == "as it was"));
        return changed;
    };
    CHECK_FALSE(refused(Status::ok, most - 1));  // 2^(most - 1) < 2^most
    CHECK(refused(Status::ok, most));
    CHECK_FALSE(refused(Status::ok, -2 * most));
    CHECK_FALSE(refused(Status::domain, most));
    CHECK_FALSE(refused(Status::unreliable, most));
    Evidence concluded;
    conclude(concluded, Ball::power_of_two(most));
    CHECK(concluded.status == Status::unable);
}
