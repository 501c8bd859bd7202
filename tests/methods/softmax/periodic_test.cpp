// Rows by Fourier series against the tables, which share neither grids nor bounds of the columns with them.

#include "methods/softmax/sum.hpp"
#include "methods/softmax/table.hpp"
#include "tests/methods/softmax/periodic_rows.hpp"
#include "tests/support/share.hpp"

using namespace softmax_rows;

namespace {

struct Integral {
    SoftmaxColumn column;
    int keys;
    int power;
};

const std::vector<Integral> integrals = {{SoftmaxColumn::power_1, 1, 1}, {SoftmaxColumn::power_1, 2, 1},
                                         {SoftmaxColumn::moment, 1, 1},  {SoftmaxColumn::power_2, 1, 2},
                                         {SoftmaxColumn::power_2, 2, 2}, {SoftmaxColumn::power_3, 1, 3},
                                         {SoftmaxColumn::power_4, 1, 4}};

void compare(const LogitLaw& law, std::uint64_t n, long bits) {
    CAPTURE(law.text());
    CAPTURE(n);
    const SoftmaxTable table(law, softmax_plan(law, bits + 8));
    const Rows rows{n, RowMask::full};
    check_same(Periods(law, n, 1, bits).logarithm(), log_integral(table, rows, Context()), bits);
    for (const Integral& one : integrals) {
        CAPTURE(static_cast<int>(one.column));
        const Ball by_table = weighted_integral(table, one.column, one.keys, rows, Context());
        check_same(Periods(law, n, one.power, bits).weighted(one.column, one.keys), by_table, bits - 4);
    }
}

}  // namespace

TEST_CASE("normal logits of any std, in narrow and in wide strips") {
    std::size_t piece = 0;
    for (const std::uint64_t n :
         {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{512}, std::uint64_t{1} << 40})
        for (const char* std : {"0.5", "2", "8"})
            if (sigprop::test::in_share(piece++, 4)) compare(normal_logits(std), n, 60);
    CHECK(Periods(normal_logits("8"), 2, 1, 60).plan.is_wide());
    CHECK_FALSE(Periods(normal_logits("0.5"), 512, 1, 60).plan.is_wide());
}

TEST_CASE("coordinates of spheres, by the series and by the asymptotic series of Bessel functions") {
    struct Sphere {
        std::int64_t dim;
        const char* radius;
        std::uint64_t n;
    };
    for (const Sphere& one : sigprop::test::share_of(
             std::vector<Sphere>{{1, "3", 5}, {2, "6", 100}, {9, "30", 1000}, {64, "20", 512}}, 2))
        compare(sphere(one.dim, one.radius), one.n, 60);
}

TEST_CASE("many digits") {
    compare(normal_logits("4"), 1000, sigprop::test::parts_of_work() == 1 ? 340 : 160);
}

TEST_CASE("a strip is no wider than its proof") {
    Periods wide(normal_logits("8"), 2, 1, 60);
    REQUIRE(wide.logarithm().is_finite());
    wide.plan.cdf.height /= 2;
    CHECK_FALSE(wide.logarithm().is_finite());
}

TEST_CASE("a mean is the same by a table for every length and by series for this one") {
    for (const RowMean what : all_means) {
        const Answer one =
            row_mean(what, normal_logits("16"), 300, RowMask::full, 60, Context(), TableFor::this_length);
        REQUIRE(one.status == Status::ok);
        CHECK(one.value.overlaps(mean(what, normal_logits("16"), 300, 60)));
        CHECK(one.value.accuracy_bits() >= 60);
    }
}
