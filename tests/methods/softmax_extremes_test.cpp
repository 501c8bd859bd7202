// The largest of n attention weights: its proofs against integrals of other shapes, against each other at
// other precisions, and against the definition in double precision. References: mpmath, n = 2 as one
// integral, n = 3 in polar coordinates of the differences.

#include "methods/softmax_extremes.hpp"

#include "methods/boost_extremes.hpp"

#include "quantities/answers.hpp"

using namespace sigprop;

namespace {

NormalRow row(const char* std, std::uint64_t n) { return {Real(Rational::from_decimal(std)), n}; }
Real number(const char* text) { return Real(Rational::from_decimal(text)); }

constexpr std::uint64_t longest = std::uint64_t{1} << 63;

Ball mean(const NormalRow& of, long bits) {
    const Computed value = mean_max_weight(of, bits, {});
    CAPTURE(value.reason);
    REQUIRE(value.status == Status::ok);
    return value.value;
}

Ball fraction(const NormalRow& of, const char* threshold, long bits) {
    const Computed value = fraction_of_rows_above(of, number(threshold), bits, {});
    CAPTURE(value.reason);
    REQUIRE(value.status == Status::ok);
    return value.value;
}

/// Both hold the number, the finer one within the coarser, and neither holds it moved by a few units.
void check_nested(const Ball& coarse, const Ball& fine) {
    CHECK(coarse.contains(fine.midpoint()));
    CHECK(coarse.accuracy_bits() >= 40);
    CHECK(fine.accuracy_bits() >= coarse.accuracy_bits() + 20);
    CHECK_FALSE((fine + 4 * coarse.radius()).overlaps(coarse));
}

}  // namespace

TEST_CASE("two and three logits: what mpmath integrates") {
    struct Known {
        const char* std;
        std::uint64_t n;
        const char* mean;
    };
    const Known all[] = {
        {"0.001", 2, "0.50028209469774235611070112010314"}, {"1", 2, "0.72521345442184471791903388725807"},
        {"8", 2, "0.95160133901563212540303971169823"},     {"64", 2, "0.99389055697381409718605512751921"},
        {"1", 3, "0.596402484419609691015274069168"},       {"8", 3, "0.927118002877863112259753690495"},
    };
    for (const Known& known : all) {
        CAPTURE(known.std);
        CAPTURE(known.n);
        const Ball value = mean(row(known.std, known.n), 96);
        CHECK(value.overlaps(answers::printed(known.mean)));
        CHECK(value.accuracy_bits() >= 90);
        CHECK_FALSE(mean(row(known.std, known.n + 1), 60).overlaps(value));
    }
}

TEST_CASE("E max a at two precisions, whose strips and steps differ") {
    for (const auto& [std, n] :
         {std::pair{"1", std::uint64_t{40}}, {"8", std::uint64_t{512}}, {"0.001", std::uint64_t{7}}}) {
        CAPTURE(n);
        check_nested(mean(row(std, n), 48), mean(row(std, n), 76));
    }
}

TEST_CASE("a few bits are right too: nothing but the bounds makes them so") {
    for (const char* std : {"0.1", "3", "20"}) {
        for (const std::uint64_t n : {std::uint64_t{3}, std::uint64_t{50}, std::uint64_t{1} << 40}) {
            CAPTURE(std);
            CAPTURE(n);
            const Ball known = mean(row(std, n), 40);
            for (const long bits : {2L, 5L, 10L, 20L})
                CHECK(mean(row(std, n), bits).contains(known.midpoint()));
            const Ball share = fraction(row(std, n), "0.5", 40);
            for (const long bits : {2L, 5L, 10L, 20L})
                CHECK(fraction(row(std, n), "0.5", bits).overlaps(share));
        }
    }
}

TEST_CASE("E max a against the definition by quadrature") {
    for (const auto& [std, n] : {std::pair{"2", std::uint64_t{16}}, {"8", std::uint64_t{512}}}) {
        CAPTURE(n);
        const Computed witness = boost_max_weight(row(std, n), {});
        REQUIRE(witness.status == Status::ok);
        CHECK(witness.value.accuracy_bits() > 30);
        CHECK(witness.value.overlaps(mean(row(std, n), 48)));
    }
}

TEST_CASE("long rows: at most one weight is 1, small logits leave e^(std z_max)/n") {
    const Ball wide = mean(row("64", longest), 30);
    CHECK(wide.lower_double() > 0.85);
    CHECK(wide.upper_double() < 0.95);
    const Ball narrow = mean(row("0.001", longest), 30) * pow(Ball(2).at_precision(64), 63);
    CHECK(narrow.lower_double() > 1.0085);  // z_max is about 9
    CHECK(narrow.upper_double() < 1.0095);
}

TEST_CASE("a share at two precisions, down to rows that are never met") {
    for (const auto& [std, n, t] : {std::tuple{"8", std::uint64_t{512}, "0.99"},
                                    {"1", std::uint64_t{512}, "0.5"},
                                    {"0.1", std::uint64_t{3}, "0.5"},
                                    {"16", longest, "0.9"}}) {
        CAPTURE(n);
        check_nested(fraction(row(std, n), t, 48), fraction(row(std, n), t, 76));
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
    for (const auto& [std, n, t] : {std::tuple{"8", std::uint64_t{512}, "0.9"},
                                    {"2", std::uint64_t{16}, "0.5"},
                                    {"1", std::uint64_t{3}, "0.75"}}) {
        CAPTURE(n);
        const Computed witness = boost_fraction_above(row(std, n), number(t).to_double(), {});
        REQUIRE(witness.status == Status::ok);
        CHECK(witness.value.accuracy_bits() > 20);
        CHECK(witness.value.overlaps(fraction(row(std, n), t, 48)));
        CHECK_FALSE(witness.value.overlaps(fraction(row(std, n + 1), t, 48)));
    }
}

TEST_CASE("half of the rows exceed the median") {
    for (const auto& [std, n] :
         {std::pair{"8", std::uint64_t{512}}, {"16", std::uint64_t{3}}, {"5", std::uint64_t{2}}}) {
        CAPTURE(n);
        const Computed median = median_of_max_weight(row(std, n), 60, {});
        REQUIRE(median.status == Status::ok);
        CHECK(median.value.accuracy_bits() > 50);
        const Ball low = median.value.lower();
        const Ball high = median.value.upper();
        const auto share = [&](const Ball& t) {
            return fraction_of_rows_above(row(std, n), Real(t.exact_text(), [t](long) { return t; }), 80, {})
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
    for (const Computed& refused : {mean_max_weight(row("8", 512), 100, little),
                                    fraction_of_rows_above(row("8", 512), number("0.9"), 100, little),
                                    median_of_max_weight(row("8", 512), 100, little)}) {
        CHECK(refused.status == Status::unable);
        CHECK(refused.reason.find("budget of 1000") != std::string::npos);
    }
}
