#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/judgement/verdict.hpp>
#include <string>
#include <vector>

using namespace sigprop;

namespace {

using Pieces = std::vector<Evidence>;

Evidence piece(Kind kind, double mid, double radius, RouteKind route = RouteKind::definition,
               const char* method = "m") {
    return {route, method, kind, Status::ok, Ball(mid).widened(Ball(radius)), "", {}};
}
Evidence enclosure(double mid, double radius, RouteKind route = RouteKind::definition) {
    return piece(Kind::enclosure, mid, radius, route, "arb_trapezoid");
}
Evidence estimate(double mid, double radius, RouteKind route = RouteKind::definition) {
    return piece(Kind::estimate, mid, radius, route, "boost_tanh_sinh");
}
Evidence sample(double mid, double error) {
    return piece(Kind::sample, mid, error, RouteKind::simulation, "network");
}
/// Samples of a formula, as the definition has it.
Evidence drawn(double mid, double error) {
    return piece(Kind::sample, mid, error, RouteKind::definition, "monte_carlo");
}
Evidence failed(Status status, const char* reason) {
    return {RouteKind::definition, "arb_integral", Kind::enclosure, status, Ball(), reason, {}};
}

Verdict verdict_of(const Pieces& evidence, const Stated& stated, const JudgeOptions& options = {}) {
    const auto verdict = judge(evidence, stated, options);
    REQUIRE(verdict);
    return verdict->verdict;
}

Stated terms(StatedTerms given) { return Stated(std::move(given)); }

constexpr double gamma_two = 0.773741303549923247;

}  // namespace

TEST_CASE("an enclosure inside confirms, one outside refutes, an overlap waits") {
    const Stated stated("0.7737413");
    CHECK(verdict_of({enclosure(gamma_two, 1e-15)}, stated) == Verdict::confirmed);
    CHECK(verdict_of({enclosure(gamma_two, 1e-15)}, Stated("0.7737414")) == Verdict::refuted);
    CHECK(verdict_of({enclosure(gamma_two, 1e-15)}, Stated("0.7737412")) == Verdict::refuted);
    CHECK_FALSE(judge({enclosure(gamma_two, 1e-7)}, stated));
    CHECK(verdict_of({enclosure(gamma_two, 1e-7)}, stated, {.out_of_budget = true}) == Verdict::undecided);
    CHECK(judge({enclosure(gamma_two, 1e-15)}, stated)->strength == Strength::enclosure);
    CHECK(judge({enclosure(gamma_two, 1e-15)}, stated)->agreeing_digits == 8.3);
    CHECK(judge({enclosure(gamma_two, 1e-15)}, stated)->reason.empty());
    // A wide enclosure beside a narrow one does no harm.
    CHECK(verdict_of({enclosure(gamma_two, 1), enclosure(gamma_two, 1e-15)}, stated) == Verdict::confirmed);
}

TEST_CASE("a value equal to a closed end is inside, to an open end outside") {
    CHECK(verdict_of({enclosure(1.5, 0)}, Stated("1e0")) == Verdict::confirmed);
    CHECK(verdict_of({enclosure(std::nextafter(1.5, 2), 0)}, Stated("1e0")) == Verdict::refuted);
    CHECK(verdict_of({enclosure(2, 0)}, terms({.text = "1e0", .convention = "truncated"})) ==
          Verdict::refuted);
    CHECK(verdict_of({enclosure(1, 0)}, terms({.text = "1e0", .convention = "truncated"})) ==
          Verdict::confirmed);
    CHECK_FALSE(judge({enclosure(2, 1e-9)}, terms({.text = "1e0", .convention = "truncated"})));
    const Stated negative = terms({.text = "-1e0", .convention = "truncated"});  // from -2, open, to -1
    CHECK(verdict_of({enclosure(-2, 0)}, negative) == Verdict::refuted);
    CHECK(verdict_of({enclosure(-1, 0)}, negative) == Verdict::confirmed);
    const auto quarter_around = [](int quarters) {  // to which Ball::widened would add a rounding error
        Evidence one = enclosure(0, 0);
        one.value = Ball::from_exact_text(std::to_string(quarters) + " -2 1 -2");
        return one;
    };
    // An enclosure that touches a closed end from inside lies in it, one that touches an open end does not.
    CHECK(verdict_of({quarter_around(-5)}, negative) == Verdict::confirmed);
    CHECK_FALSE(judge({quarter_around(-7)}, negative));
    CHECK(verdict_of({quarter_around(5)}, terms({.text = "1e0", .convention = "truncated"})) ==
          Verdict::confirmed);
    CHECK_FALSE(judge({quarter_around(7)}, terms({.text = "1e0", .convention = "truncated"})));
    // Either end may be the one that is crossed.
    CHECK_FALSE(judge({enclosure(0.495, 1e-3)}, Stated("0.50")));
    CHECK_FALSE(judge({enclosure(0.505, 1e-3)}, Stated("0.50")));
    CHECK(verdict_of({enclosure(1 + std::ldexp(1, -24), 0)}, terms({.text = "1", .dtype = "float32"})) ==
          Verdict::confirmed);
    CHECK(verdict_of({enclosure(1 + std::ldexp(3, -24), 0)},
                     terms({.text = "1.00000011920928955078125", .dtype = "float32"})) == Verdict::refuted);
    CHECK(verdict_of({enclosure(3, 0)}, terms({.text = "3", .bound = "upper"})) == Verdict::confirmed);
    CHECK(verdict_of({enclosure(3.5, 0.25)}, terms({.text = "3", .bound = "upper"})) == Verdict::refuted);
    CHECK(verdict_of({enclosure(3.5, 0.25)}, terms({.text = "3", .bound = "lower"})) == Verdict::confirmed);
}

TEST_CASE("exact means proved to the digits asked for, and says so") {
    const Stated one = terms({.text = "1", .convention = "exact"});
    CHECK(judge({enclosure(1, 1e-31)}, one)->reason ==
          "equal to within 10^-30; equality beyond that is not proved");
    CHECK(verdict_of({enclosure(1, 0.99e-30)}, one) == Verdict::confirmed);
    CHECK_FALSE(judge({enclosure(1, 1.5e-30)}, one));
    CHECK_FALSE(judge({enclosure(1, 1e-29)}, one));
    CHECK(verdict_of({enclosure(1, 1e-29)}, one, {.digits = 28}) == Verdict::confirmed);
    CHECK(verdict_of({enclosure(1 + 1e-10, 1e-12)}, one) == Verdict::refuted);
    CHECK_FALSE(judge({enclosure(1e-20, 1e-36)}, terms({.text = "1e-20", .convention = "exact"})));
    const Stated zero = terms({.text = "0", .convention = "exact"});
    CHECK(verdict_of({enclosure(0, 1e-31)}, zero) == Verdict::confirmed);
    CHECK(verdict_of({enclosure(1e-31, 1e-32)}, zero) == Verdict::refuted);
    CHECK_FALSE(judge({enclosure(0, 1e-31)}, zero)->agreeing_digits);
}

TEST_CASE("a stated expression is compared by its ball") {
    const Stated half("1/2");
    CHECK(verdict_of({enclosure(0.5, 1e-40)}, half, {.stated_value = Ball(0.5)}) == Verdict::confirmed);
    CHECK(verdict_of({enclosure(0.5, 1e-40)}, half, {.stated_value = Ball(0.75)}) == Verdict::refuted);
    CHECK_FALSE(judge({enclosure(0.5, 1e-40)}, half, {.stated_value = Ball(0.5).widened(Ball(0.1))}));
    CHECK(verdict_of({enclosure(0.5, 1e-40)}, half) == Verdict::undecided);
    const Stated single = terms({.text = "1/3", .dtype = "float32"});
    const double third = 1.0 / 3;
    CHECK(verdict_of({enclosure(third, 1e-16)}, single, {.stated_value = Ball(third).widened(Ball(1e-16))}) ==
          Verdict::confirmed);
    CHECK(verdict_of({enclosure(0.3334, 1e-16)}, single, {.stated_value = Ball(third)}) == Verdict::refuted);
    CHECK_FALSE(judge({enclosure(third, 1e-16)}, single, {.stated_value = Ball(third).widened(Ball(1e-7))}));
}

TEST_CASE("a refutation says by how much, and names the type a literal was printed from") {
    const auto complex_normal = judge({enclosure(0.96196182800821354, 1e-15)},
                                      terms({.text = "0.95311164380491208", .dtype = "float64"}));
    CHECK(complex_normal->verdict == Verdict::refuted);
    CHECK(complex_normal->reason ==
          "the value is above the stated interval; the stated number has relative error -9.20e-03");
    const Evidence proved{RouteKind::closed_form,
                          "closed_form",
                          Kind::enclosure,
                          Status::ok,
                          Ball(0.87962566103423978) - Ball(2.94e-17),
                          "",
                          {}};
    const auto literal = judge({proved}, Stated("0.87962566103423978"));
    CHECK(literal->verdict == Verdict::refuted);
    CHECK(literal->reason.find("write \"dtype\": \"float64\"") != std::string::npos);
    CHECK(verdict_of({proved}, terms({.text = "0.87962566103423978", .dtype = "float64"})) ==
          Verdict::confirmed);
    const auto wrong = judge({proved}, Stated("0.8797"));
    CHECK(wrong->reason.find("dtype") == std::string::npos);
    // Only a rounded number can be mended by a type: of an exact one every digit is meant.
    const auto exact = judge({proved}, terms({.text = "0.87962566103423978", .convention = "exact"}));
    CHECK(exact->verdict == Verdict::refuted);
    CHECK(exact->reason.find("dtype") == std::string::npos);
}

TEST_CASE("estimates and samples decide nothing that an enclosure could") {
    const Stated stated("0.50");
    CHECK(verdict_of({estimate(0.5, 1e-15)}, stated) == Verdict::undecided);
    CHECK(verdict_of({sample(0.5, 1e-6)}, stated) == Verdict::undecided);
    CHECK(judge({estimate(0.5, 1e-15), failed(Status::unable, "budget")}, stated)->reason ==
          "no method proved an enclosure: arb_integral (definition): budget");
    CHECK(verdict_of({}, stated) == Verdict::undecided);
    const JudgeOptions simulation{.only_by_simulation = true};
    CHECK(verdict_of({sample(0.5, 1e-6)}, stated, simulation) == Verdict::confirmed);
    CHECK(judge({sample(0.5, 1e-6)}, stated, simulation)->strength == Strength::sample);
    CHECK(verdict_of({sample(0.5, 1e-3)}, stated, simulation) ==
          Verdict::undecided);  // 6 standard errors cross the end
    CHECK(verdict_of({sample(0.6, 1e-3)}, stated, simulation) == Verdict::refuted);
    CHECK(verdict_of({sample(0.5, 1e-6), enclosure(0.5, 1e-9)}, Stated("0.60"), simulation) ==
          Verdict::refuted);
    CHECK(verdict_of({estimate(0.6, 1e-9), enclosure(0.5, 1e-9)}, stated) == Verdict::confirmed);
}

TEST_CASE("no value: confirmed only by a proof, refuted by an enclosure") {
    CHECK(verdict_of({failed(Status::domain, "diverges")}, Stated("none")) == Verdict::confirmed);
    CHECK(judge({failed(Status::domain, "diverges")}, Stated("none"))->strength == Strength::domain);
    CHECK(verdict_of({failed(Status::unable, "budget")}, Stated("none")) == Verdict::undecided);
    CHECK(verdict_of({estimate(0, 0)}, Stated("none")) == Verdict::undecided);
    CHECK(verdict_of({enclosure(1, 1e-9)}, Stated("none")) == Verdict::refuted);
    Evidence endless = enclosure(1, 0);
    endless.value = Ball::infinity();
    CHECK(verdict_of({endless}, Stated("none")) == Verdict::undecided);
    const auto verdict = judge({failed(Status::domain, "diverges")}, Stated("1.0"));
    CHECK(verdict->verdict == Verdict::refuted);
    CHECK(verdict->reason == "arb_integral (definition) proves that no value exists: diverges");
}

TEST_CASE("a witness that misses a proof of its own route is only unreliable") {
    const Stated stated("0.50");
    CHECK(verdict_of({enclosure(0.5, 1e-9), enclosure(0.6, 1e-9)}, stated) == Verdict::inconsistent);
    CHECK(verdict_of({enclosure(0.5, 1e-9), estimate(0.6, 1e-9)}, stated) == Verdict::confirmed);
    const auto marked = reconcile({enclosure(0.5, 1e-9), estimate(0.6, 1e-9)});
    CHECK(marked.evidence[1].status == Status::unreliable);
    CHECK(marked.contradiction.empty());
    CHECK(reconcile({estimate(0.6, 1e-9), enclosure(0.5, 1e-9)}).evidence[0].status == Status::unreliable);
    // The error of an estimate counts once, that of a sample six times.
    CHECK(reconcile({enclosure(0.5, 1e-9), estimate(0.6, 0.2)}).evidence[1].status == Status::ok);
    CHECK(reconcile({enclosure(0.5, 1e-9), estimate(0.6, 0.09)}).evidence[1].status == Status::unreliable);
    // Unreliable already by its own route: then it cannot contradict another route's enclosure.
    CHECK(
        verdict_of({enclosure(0.5, 1e-9), enclosure(0.5, 1e-9, RouteKind::closed_form), estimate(0.6, 1e-9)},
                   stated) == Verdict::confirmed);
    CHECK(reconcile({enclosure(0.5, 1e-9), drawn(0.5059, 1e-3)}).evidence[1].status == Status::ok);
    CHECK(reconcile({enclosure(0.5, 1e-9), drawn(0.5061, 1e-3)}).evidence[1].status == Status::unreliable);
    CHECK(verdict_of({enclosure(0.5, 1e-9), drawn(0.5061, 1e-3)}, stated) == Verdict::confirmed);
    CHECK(verdict_of({enclosure(1.0 / 3, 0), drawn(1.0 / 3 + 1e-15, 0)}, Stated("0.33")) ==
          Verdict::confirmed);
    // A sample without spread is rounded to 2^-40 of it.
    CHECK(reconcile({enclosure(1, 0), drawn(1 + std::ldexp(0.75, -40), 0)}).evidence[1].status == Status::ok);
    CHECK(reconcile({enclosure(1, 0), drawn(1 + std::ldexp(1.5, -40), 0)}).evidence[1].status ==
          Status::unreliable);
    // With 15 degrees of freedom 12.7 standard errors are as rare as 6.
    Evidence few = sample(0.5126, 1e-3);
    few.degrees_of_freedom = 15;
    CHECK(verdict_of({enclosure(0.5, 1e-9), few}, stated) == Verdict::confirmed);
    few.value = few.value + Ball(0.0002);
    CHECK(reconcile({enclosure(0.5, 1e-9), few}).contradiction.find("more than 12.7 standard errors") !=
          std::string::npos);
    Evidence broken = estimate(0, 0);
    broken.status = Status::unable;
    broken.reason = "budget";
    const auto none = reconcile({failed(Status::domain, "diverges"), estimate(0, 0), broken});
    CHECK(none.evidence[1].status == Status::unreliable);
    CHECK(none.evidence[2].status == Status::unable);
    CHECK(none.evidence[2].reason == "budget");
    CHECK(none.contradiction.empty());
    Evidence endless = estimate(0, 0);  // says nothing, and misses nothing
    endless.value = Ball::infinity();
    CHECK(reconcile({enclosure(0.5, 1e-9), endless}).evidence[1].status == Status::ok);
}

TEST_CASE("contradictions: proofs that exclude each other, and witnesses of two kinds against a proof") {
    const Stated stated("0.50");
    const auto by = [](std::string method, Evidence one) {
        one.method = std::move(method);
        return one;
    };
    const Evidence proof = enclosure(0.5, 1e-9, RouteKind::closed_form);
    CHECK(verdict_of({proof, enclosure(0.6, 1e-9)}, stated) == Verdict::inconsistent);
    CHECK(verdict_of({proof, failed(Status::domain, "none")}, stated) == Verdict::inconsistent);
    // One kind of witness alone is sooner wrong than the proof, however many methods are of that kind.
    const std::vector<Evidence> alone = {proof, by("boost_gauss_kronrod", estimate(0.6, 1e-9)),
                                         by("gsl_qagi", estimate(0.6, 1e-9)),
                                         by("monte_carlo", drawn(0.501, 1e-3))};
    const Reconciliation doubted = reconcile(alone);
    CHECK(doubted.contradiction.empty());
    CHECK(doubted.evidence[1].status == Status::unreliable);
    CHECK(doubted.evidence[2].status == Status::unreliable);
    CHECK(doubted.evidence[2].reason.find("no other kind of method supports it") != std::string::npos);
    CHECK(doubted.evidence[3].status == Status::ok);
    CHECK(reconcile(doubted.evidence).contradiction.empty());
    CHECK(verdict_of(alone, stated) == Verdict::confirmed);
    // Two kinds of them, on the proof's own or another route, accuse the proof.
    for (const Evidence& second :
         {by("boost_tanh_sinh", estimate(0.6, 1e-9)), by("quasi_monte_carlo", drawn(0.6, 1e-3))}) {
        std::vector<Evidence> both = alone;
        both.push_back(second);
        CHECK(verdict_of(both, stated) == Verdict::inconsistent);
        CHECK(reconcile(reconcile(both).evidence).contradiction == reconcile(both).contradiction);
    }
    CHECK(verdict_of({proof, by("monte_carlo", drawn(0.6, 1e-3)), by("quasi_monte_carlo", drawn(0.6, 1e-3))},
                     stated) == Verdict::confirmed);
    // Two that go wrong differently do not bear each other out: nearer to each other than to the proof, they
    // would.
    CHECK(verdict_of({proof, by("gsl_qagp", estimate(0.6, 1e-9)), by("boost_tanh_sinh", estimate(0.4, 1e-9))},
                     stated) == Verdict::confirmed);
    CHECK(
        verdict_of({proof, by("gsl_qagp", estimate(0.6, 1e-9)), by("boost_tanh_sinh", estimate(0.51, 1e-9))},
                   stated) == Verdict::confirmed);
    CHECK(
        verdict_of({proof, by("gsl_qagp", estimate(0.6, 1e-9)), by("boost_tanh_sinh", estimate(0.56, 1e-9))},
                   stated) == Verdict::inconsistent);
    // Unless the definition itself is enclosed where the other proof says.
    CHECK(verdict_of({proof, enclosure(0.5, 1e-9), by("gsl_qagp", estimate(0.6, 1e-9)),
                      by("boost_tanh_sinh", estimate(0.6, 1e-9))},
                     stated) == Verdict::confirmed);
    // Witnesses of two routes do not bear each other out.
    CHECK(verdict_of({enclosure(0.5, 1e-9, RouteKind::simulation), by("gsl_qagp", estimate(0.6, 1e-9)),
                      by("boost_tanh_sinh", estimate(0.6, 1e-9, RouteKind::closed_form))},
                     stated) == Verdict::confirmed);
    // A simulated network is the thing itself, and so are a user's tensors.
    Evidence network = by("network", sample(0.6, 1e-3));
    CHECK(verdict_of({proof, network}, stated) == Verdict::inconsistent);
    network.route = RouteKind::measurement;
    CHECK(verdict_of({proof, network}, stated) == Verdict::inconsistent);
    // A contradiction is found wherever its two sides stand.
    CHECK(verdict_of({proof, estimate(0.5, 0.2), enclosure(0.6, 1e-9), estimate(0.6, 0.2)}, stated) ==
          Verdict::inconsistent);
}

TEST_CASE("as expected") {
    CHECK(as_expected(Verdict::confirmed, Verdict::confirmed));
    CHECK(as_expected(Verdict::refuted, Verdict::refuted));
    CHECK_FALSE(as_expected(Verdict::confirmed, Verdict::refuted));
    CHECK_FALSE(as_expected(Verdict::undecided, Verdict::undecided));
    CHECK_FALSE(as_expected(Verdict::inconsistent, Verdict::inconsistent));
}

TEST_CASE("what is said with a hedge is measured, what is recommended compared; neither is judged") {
    const Stated about = terms({.text = "1", .says = Says::about});
    for (const double value : {1.0, 0.99, 3.0, -7.0}) {
        CHECK(verdict_of({enclosure(value, 1e-9)}, about) == Verdict::measured);
        CHECK(verdict_of({enclosure(value, 1e-9)}, terms({.text = "1", .says = Says::recommends})) ==
              Verdict::compared);
    }
    CHECK(judge({enclosure(0.99, 1e-9)}, about)->strength == Strength::enclosure);
    CHECK(judge({enclosure(0.99, 1e-9)}, about)->agreeing_digits == 2.0);
    // a wide enclosure has nothing to wait for
    CHECK(verdict_of({enclosure(1, 0.5)}, about) == Verdict::measured);
    CHECK(verdict_of({sample(0.9, 0.01)}, about, {.only_by_simulation = true}) == Verdict::measured);
    CHECK(judge({sample(0.9, 0.01)}, about, {.only_by_simulation = true})->strength == Strength::sample);
    // no value, no distance
    CHECK(verdict_of({estimate(1, 0.1)}, about) == Verdict::undecided);
    CHECK(verdict_of({failed(Status::domain, "no root")}, about) == Verdict::undecided);
    CHECK(verdict_of({enclosure(1, 1e-9), enclosure(2, 1e-9, RouteKind::closed_form)}, about) ==
          Verdict::inconsistent);
}

TEST_CASE("a hedge is judged by the tolerance of its source, or by a factor") {
    const Stated close = terms({.text = "1.0", .tolerance = "0.1", .says = Says::about});
    CHECK(verdict_of({enclosure(1.05, 1e-9)}, close) == Verdict::confirmed);
    CHECK(verdict_of({enclosure(1.2, 1e-9)}, close) == Verdict::refuted);
    const Stated half = terms({.text = "-0.5", .factor = "2", .says = Says::about});
    CHECK(verdict_of({enclosure(-0.26, 1e-9)}, half) == Verdict::measured);
    CHECK(verdict_of({enclosure(-0.24, 1e-9)}, half) == Verdict::refuted);
    CHECK(verdict_of({enclosure(-1.01, 1e-9)}, half) == Verdict::refuted);
    CHECK(verdict_of({enclosure(0.5, 1e-9)}, half) == Verdict::refuted);
}
