// The mean of the largest of n attention weights: its proof against integrals in other forms, against itself
// at other precisions, and against the definition in double precision. References: mpmath, n = 2 as one
// integral, n = 3 in polar coordinates of the differences.

#include "methods/softmax/boost_extremes.hpp"

#include "tests/methods/softmax/extreme_rows.hpp"

using namespace extremes;

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
    for (const Case& of : {Case{"1", 40}, {"8", 512}, {"0.001", 7}}) {
        CAPTURE(of.n);
        check_nested(mean(of.row(), 48), mean(of.row(), 76));
    }
}

TEST_CASE("a few bits are right too: nothing but the bounds makes them so") {
    for (const char* std : {"0.1", "3", "20"}) {
        for (const std::uint64_t n : {3U, 50U, 1U << 20}) {
            CAPTURE(std);
            CAPTURE(n);
            const Ball known = mean(row(std, n), 40);
            const Ball share = fraction(row(std, n), "0.5", 40);
            for (const long bits : {2L, 5L, 10L, 20L}) {
                CHECK(mean(row(std, n), bits).contains(known.midpoint()));
                CHECK(fraction(row(std, n), "0.5", bits).overlaps(share));
            }
        }
    }
}

TEST_CASE("E max a against the definition by quadrature") {
    for (const Case& of : {Case{"2", 16}, {"8", 512}, {"1", std::uint64_t{1} << 60}}) {
        CAPTURE(of.n);
        const Answer witness = boost_max_weight(of.row(), {});
        REQUIRE(witness.status == Status::ok);
        CHECK(witness.value.accuracy_bits() > 30);
        CHECK(witness.value.overlaps(mean(of.row(), 48)));
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
