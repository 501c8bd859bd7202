// Evidence as text: every bit comes back, and nothing else is read.

#include "core/evidence/evidence_text.hpp"

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>

using namespace sigprop;

namespace {

std::vector<Evidence> some() {
    Evidence proof;
    proof.route = RouteKind::closed_form;
    proof.method = "closed_form";
    proof.status = Status::ok;
    proof.value = Ball::pi(200).widened(Ball::power_of_two(-150));
    proof.work = {.evaluations = 12, .samples = 0};
    Evidence sample;
    sample.route = RouteKind::simulation;
    sample.method = "network";
    sample.kind = Kind::sample;
    sample.status = Status::unreliable;
    sample.value = Ball(-0.1);
    sample.reason = "misses a proof:\n 3 4 \"five\"";
    sample.work = {.evaluations = 0, .samples = std::uint64_t{1} << 63};
    sample.degrees_of_freedom = 7;
    sample.count = Count{3, 4};
    Evidence nothing;
    nothing.method = "engine";
    nothing.kind = Kind::estimate;
    nothing.status = Status::internal;
    nothing.value = Ball::indeterminate();
    return {proof, sample, nothing};
}

}  // namespace

TEST_CASE("every field comes back") {
    const std::vector<Evidence> all = some();
    const std::vector<Evidence> read = evidence_from_exact_text(exact_text(all));
    CHECK(read.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(read[i].route == all[i].route);
        CHECK(read[i].method == all[i].method);
        CHECK(read[i].kind == all[i].kind);
        CHECK(read[i].status == all[i].status);
        CHECK(read[i].value.exact_text() == all[i].value.exact_text());
        CHECK(read[i].value.precision() == all[i].value.precision());
        CHECK(read[i].reason == all[i].reason);
        CHECK(read[i].work.evaluations == all[i].work.evaluations);
        CHECK(read[i].work.samples == all[i].work.samples);
        CHECK(read[i].degrees_of_freedom == all[i].degrees_of_freedom);
        CHECK(read[i].count == all[i].count);
    }
    CHECK(exact_text(read) == exact_text(all));
    CHECK(evidence_from_exact_text("").empty());
}

TEST_CASE("a text that is cut or altered is refused") {
    const auto refuses = [](const std::string& text) {
        CHECK_THROWS_WITH_AS(static_cast<void>(evidence_from_exact_text(text)),
                             "not the exact text of evidence", InputError);
    };
    const std::string text = exact_text(some());
    REQUIRE(text.ends_with("1 01 01 0"));  // the degrees of freedom, and what was counted of how many
    const std::string most = text.substr(0, text.size() - 3);
    CHECK(evidence_from_exact_text(most + "1 5").back().count == Count{0, 5});  // the control
    refuses(text.substr(0, text.size() - 1));
    refuses(text + "1");
    refuses("x" + text);
    // fields without a blank, shorter than their length, with no length, of more than a number, too large
    for (const char* end : {"1", "2 5", "x 5", "1x 5", " 5", "-1 5", "2 5x", "2 x5", "0 ",
                            "20 99999999999999999999", "99999999999999999999999 5"}) {
        CAPTURE(end);
        refuses(most + end);
    }
    for (const char* route : {"1 9", "2 -1", "1 4"}) {
        CAPTURE(route);
        refuses(route + text.substr(3));
    }
}
