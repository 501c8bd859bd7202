// The share of rows whose largest attention weight exceeds a threshold, and the median: proofs at several
// precisions, against Gil-Pelaez inversion, and refusals.

#include "methods/softmax/boost_extremes.hpp"

#include "tests/methods/softmax/extreme_rows.hpp"

using namespace extremes;

TEST_CASE("a share at two precisions, down to rows that are never met") {
    for (const Case& of :
         {Case{"8", 512, "0.99"}, {"1", 512, "0.5"}, {"0.1", 3, "0.5"}, {"16", longest, "0.9"}}) {
        CAPTURE(of.n);
        check_nested(fraction(of.row(), of.threshold, 48), fraction(of.row(), of.threshold, 76));
    }
}

TEST_CASE("a share far below the digits is bounded, and computed when the digits reach it") {
    const NormalRow small = row("0.3", 64);
    const Ball bounded = fraction(small, "0.5", 100);
    CHECK(bounded.contains_zero());
    CHECK(bounded.upper_double() < 1e-30);
    CHECK(bounded.upper_double() > 0);
    const Ball known = fraction(small, "0.5", 300);
    CHECK(bounded.contains(known));
    CHECK(known.is_positive());
    CHECK(known.accuracy_bits() > 60);
}

TEST_CASE("a share against the inversion of Gil-Pelaez in double precision") {
    for (const Case& of : {Case{"8", 512, "0.9"}, {"2", 16, "0.5"}, {"1", 3, "0.75"}}) {
        CAPTURE(of.n);
        const Answer witness = boost_fraction_above(of.row(), number(of.threshold), {});
        REQUIRE(witness.status == Status::ok);
        CHECK(witness.value.accuracy_bits() > 20);
        CHECK(witness.value.overlaps(fraction(of.row(), of.threshold, 48)));
        CHECK_FALSE(witness.value.overlaps(fraction(row(of.std, of.n + 1), of.threshold, 48)));
    }
}

TEST_CASE("half of the rows exceed the median") {
    for (const Case& of : {Case{"8", 512}, {"16", 3}, {"5", 2}}) {
        CAPTURE(of.n);
        const Answer median = median_of_max_weight(of.row(), 60, {});
        REQUIRE(median.status == Status::ok);
        CHECK(median.value.accuracy_bits() > 50);
        const Ball low = median.value.lower();
        const Ball high = median.value.upper();
        const auto share = [&](const Ball& t) {
            return fraction_of_rows_above(of.row(), Real(t.exact_text(), [t](long) { return t; }), 80, {})
                .value;
        };
        CHECK((share(low) - Ball(0.5)).is_positive());
        CHECK((share(high) - Ball(0.5)).is_negative());
    }
}

TEST_CASE("what cannot be proved says so") {
    CHECK(fraction_of_rows_above(row("8", 512), number("0.4999"), 60, {}).status == Status::unable);
    CHECK(fraction_of_rows_above(row("8", 512), number("0.001"), 60, {}).value.contains(Ball(1)));
    CHECK(median_of_max_weight(row("1", 512), 60, {}).status == Status::unable);
    Context little;
    little.budget = 1000;
    for (const Answer& refused : {mean_max_weight(row("8", 512), 100, little),
                                  fraction_of_rows_above(row("8", 512), number("0.9"), 100, little),
                                  median_of_max_weight(row("8", 512), 100, little)}) {
        CHECK(refused.status == Status::unable);
        CHECK(refused.reason.find("budget of 1000") != std::string::npos);
    }
}
