// How well element-wise maps replace normalisation: two proofs of each number against another program, known
// closed forms, what must hold between the numbers, and what makes no sense.

#include "quantities/elementwise/maps.hpp"

#include <algorithm>

#include "tests/quantities/elementwise/references.hpp"

using namespace sigprop;
using answers::ask;

namespace {

constexpr const char* proved = "closed_form,recursion,arb_*";

/// Whether there are two or more proofs, and all proofs of one expression overlap those of the other.
bool agree(const std::string& left, const std::string& right) {
    const Result one = ask(left, 20, proved);
    const Result other = ask(right, 20, proved);
    return other.enclosure() != nullptr && answers::enclosures(one.evidence()) >= 2 &&
           answers::matches(one, other.enclosure()->value);
}

double value(const std::string& expression) { return ask(expression, 12, "closed_form").value().value(); }

}  // namespace

TEST_CASE("the best map against mpmath") {
    answers::check_references(references::best_maps, [](const std::string& call) {
        return ask(call, 30, "closed_form,arb_trapezoid");
    });
    const Result result = ask("elementwise.best_map(16, 1)");
    CHECK_FALSE(answers::matches(result, answers::printed("1.046034310300121320823266642739")));
}

TEST_CASE("fits, errors and Jacobians against mpmath") {
    for (const answers::Reference& row : references::substitutes) {
        const std::string call = row.call;
        CAPTURE(call);
        const Result result = ask(call, 13);
        CHECK(answers::enclosures(result.evidence()) == 2);
        const Ball reference = answers::printed(row.value);
        CHECK(answers::matches(result, reference));
        const Ball off = reference * (1 + pow(Ball(10).at_precision(128), -11));
        CHECK_FALSE(answers::matches(result, off));
    }
}

TEST_CASE("closed forms of small dimensions") {
    // For dim = 3 A is exponential; for dim = 1 the map is the sign of x.
    CHECK(agree("elementwise.irreducible_error(3)", "3*log(2) - 2"));
    CHECK(agree("elementwise.best_map(3, 2)", "2*sqrt(3*pi/2)*exp(2)*erfc(sqrt(2))"));
    CHECK_FALSE(agree("elementwise.best_map(3, 2)", "2*sqrt(3*pi/2)*exp(2)*erfc(sqrt(3))"));
    CHECK(agree("elementwise.irreducible_error(1)", "0"));
    CHECK(agree("elementwise.best_map(1, -7)", "-1"));
    CHECK(agree("elementwise.fit_c(1)", "0"));
    CHECK(agree("elementwise.error(dyt, 1, alpha=3)", "elementwise.excess_error(dyt, 1, alpha=3)"));
}

TEST_CASE("identities") {
    CHECK(agree("elementwise.best_map(16, 3)", "-elementwise.best_map(16, -3)"));
    CHECK(agree("elementwise.best_map(16, 3, std=2)", "elementwise.best_map(16, 1.5)"));
    CHECK(agree("elementwise.best_map(16, 0)", "0"));
    CHECK(agree("3*elementwise.fit_alpha(16, std=3)", "elementwise.fit_alpha(16)"));
    CHECK(agree("elementwise.fit_c(16, std=3)", "9*elementwise.fit_c(16)"));
    CHECK(agree("elementwise.error(dyt, 16, std=5)", "elementwise.error(dyt, 16)"));
}

TEST_CASE("the second moment of the best map has the bits that are asked for, however long its recurrence") {
    // With fewer the closed form of the error would ask for a larger table, beyond the budget at 200 digits.
    for (const std::int64_t dim : {2, 16, 64, 256}) {
        CAPTURE(dim);
        const Ball fine = best_map_second_moment(dim, 1200);
        for (const long bits : {60L, 300L, 700L, 1000L}) {
            const Ball coarse = best_map_second_moment(dim, bits);
            CHECK(coarse.accuracy_bits() >= bits - 2);
            CHECK(coarse.contains(fine));
        }
    }
}

TEST_CASE("the fit is the best of its form, and no better than the best map") {
    for (const std::string dim : {"2", "7", "768"}) {
        CAPTURE(dim);
        const double alpha = value("elementwise.fit_alpha(" + dim + ")");
        const double best = value("elementwise.excess_error(dyt, " + dim + ")");
        CHECK(best > 0);
        for (const double factor : {0.25, 0.99, 1.01, 4.0}) {
            const std::string at = ", alpha=" + std::to_string(alpha * factor) + ")";
            CHECK(value("elementwise.excess_error(dyt, " + dim + at) > best);
        }
        CHECK(value("elementwise.excess_error(dyisru, " + dim + ")") < best / 2);
    }
}

TEST_CASE("slopes are those of the distance, and of wide balls hold those of every point") {
    for (const auto& [form, p] : {std::pair(Substitute::dyt, 0.4), std::pair(Substitute::dyisru, 3.0)}) {
        const MapMeans means(MapForm::correlation, 5, 120);
        const Ball at = Ball(p).at_precision(140), e = Ball::power_of_two(-30);
        const Ball rise = means.distance(form, at + e) - means.distance(form, at - e);
        const Ball turn = means.slope(form, at + e) - means.slope(form, at - e);
        const Ball slope = means.slope(form, at), curvature = means.curvature(form, at);
        CHECK((Ball::power_of_two(-50) - abs(rise / (4 * e) - slope)).is_positive());
        CHECK((Ball::power_of_two(-50) - abs(turn / (2 * e) - curvature)).is_positive());
        CHECK_FALSE((Ball::power_of_two(-50) - abs(turn / (2 * e) + curvature)).is_positive());
        const Ball wide = at.widened(at / 8);
        CHECK(means.slope(form, wide).contains(slope));
        CHECK(means.curvature(form, wide).contains(curvature));
    }
}

TEST_CASE("no form has a better Jacobian than the best map, whatever its parameter") {
    for (const std::string dim : {"3", "16"}) {
        CAPTURE(dim);
        const double best = value("elementwise.jacobian_mismatch(best, " + dim + ")");
        const double c = value("elementwise.fit_c(" + dim + ")");
        const double alpha = value("elementwise.fit_alpha(" + dim + ")");
        for (const double factor : {0.9, 1.0, 1.1}) {
            CAPTURE(factor);
            const std::string call = "elementwise.jacobian_mismatch(";
            CHECK(value(call + "dyisru, " + dim + ", c=" + std::to_string(c * factor) + ")") > best);
            CHECK(value(call + "dyt, " + dim + ", alpha=" + std::to_string(alpha * factor) + ")") > best);
        }
        // what is off the diagonal no element-wise map has
        CHECK(value("1 - norm.diagonal_share(rms_norm, " + dim + ")") < best);
    }
    CHECK(agree("elementwise.jacobian_mismatch(best, 16, std=3)", "elementwise.jacobian_mismatch(best, 16)"));
    CHECK_FALSE(agree("elementwise.jacobian_mismatch(best, 16)", "elementwise.jacobian_mismatch(best, 17)"));
}

TEST_CASE("large and tiny arguments, by both proofs") {
    for (const char* const call :
         {"elementwise.best_map(1000000000, 2)", "elementwise.best_map(16, 1e-30)",
          "elementwise.best_map(2, -1e-6)", "elementwise.best_map(10000, 1e9)",
          "elementwise.irreducible_error(1000000000)", "elementwise.fit_c(1000000)",
          "elementwise.excess_error(dyisru, 1000000)", "elementwise.error(dyt, 16, alpha=1e6)",
          "elementwise.error(dyisru, 16, c=1e-8)", "elementwise.jacobian_mismatch(dyisru, 16, c=1e-8)",
          "elementwise.jacobian_mismatch(best, 1000000000)"}) {
        CAPTURE(call);
        CHECK(answers::disagreement(ask(call, 15)) == "");
    }
    // 300 digits: hypergeometric series above, recurrence below.
    CHECK(has_digits(ask("elementwise.irreducible_error(2)", 300, "closed_form").enclosure()->value, 300));
}

TEST_CASE("sampled vectors agree") {
    for (const char* const call : {"elementwise.irreducible_error(4)", "elementwise.error(dyt, 5)",
                                   "elementwise.jacobian_mismatch(dyisru, 8)",
                                   "elementwise.jacobian_mismatch(best, 5)", "elementwise.best_map(16, 2)"}) {
        CAPTURE(call);
        const Result result = ask(call, 12, "*");
        CHECK(answers::disagreement(result) == "");
        CHECK(std::ranges::any_of(result.evidence(), [](const Evidence& one) {
            return one.kind == Kind::sample && one.status == Status::ok;
        }));
    }
}

TEST_CASE("what has no value, and what makes no sense") {
    CHECK(answers::status("elementwise.best_map(1, 0)") == "domain");
    CHECK(answers::status("elementwise.fit_alpha(1)") == "domain");
    CHECK(answers::status("elementwise.excess_error(dyt, 1)") == "domain");
    CHECK(answers::status("elementwise.jacobian_mismatch(dyt, 1)") == "domain");
    CHECK(answers::status("elementwise.jacobian_mismatch(dyt, 2)") == "domain");
    CHECK(answers::status("elementwise.jacobian_mismatch(best, 2)") == "domain");
    CHECK(ask("elementwise.jacobian_mismatch(best, 16)", 2000).status() == Status::unable);
    CHECK(ask("elementwise.fit_alpha(16)", 2000).status() == Status::unable);
    CHECK(answers::complains("elementwise.best_map(0, 1)", "dim must be from 1 to 10^9, not 0"));
    CHECK(answers::complains("elementwise.best_map(4, inf)", "x must be finite"));
    CHECK(answers::complains("elementwise.fit_alpha(4, std=0)", "std must be positive"));
    CHECK(answers::complains("elementwise.error(dyt, 4, alpha=-1)", "alpha must be positive"));
    CHECK(answers::complains("elementwise.error(dyt, 4, c=1)", "c is not a parameter of dyt"));
    CHECK(answers::complains("elementwise.error(dyisru, 4, alpha=1)", "alpha is not a parameter of dyisru"));
    CHECK(answers::complains("elementwise.jacobian_mismatch(best, 4, c=1)", "c is not a parameter of best"));
    CHECK(answers::complains("elementwise.error(best, 4)", "form"));
}
