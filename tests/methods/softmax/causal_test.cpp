// The average over the rows of causal attention against sums of its rows.

#include "tests/methods/softmax/rows.hpp"
#include "tests/support/share.hpp"

using namespace softmax_rows;

namespace {

Ball single(RowMean what, std::uint64_t n) {  // a row of one key
    const bool is_one =
        what != RowMean::log_partition && what != RowMean::mean_logit && what != RowMean::spread;
    return n == 1 ? Ball(is_one ? 1 : 0) : Ball::indeterminate();
}

}  // namespace

TEST_CASE("a few causal rows are the average of their means") {
    std::size_t piece = 0;
    for (const LogitLaw& law :
         {normal_logits("0.01"), normal_logits("1"), normal_logits("6"), capped("3", "2"), sphere(5, "4")}) {
        CAPTURE(law.text());
        for (const RowMean what : all_means) {
            if (!sigprop::test::in_share(piece++, 3)) continue;
            CAPTURE(static_cast<int>(what));
            Ball sum = single(what, 1);
            for (std::uint64_t n = 2; n <= 6; ++n) {
                sum += mean(what, law, n, 60);
                check_same(mean(what, law, n, 60, RowMask::causal),
                           sum / Ball(static_cast<std::int64_t>(n)).at_precision(80), 54);
            }
        }
    }
}

TEST_CASE("one row more changes the sum by that row's mean") {
    std::size_t piece = 0;
    for (const std::string std : {"0.05", "1", "8"}) {
        CAPTURE(std);
        for (const std::int64_t n : {3L, 100L, 4097L, 1L << 24}) {
            CAPTURE(n);
            for (const RowMean what : all_means) {
                if (!sigprop::test::in_share(piece++, 7)) continue;
                CAPTURE(static_cast<int>(what));
                const auto keys = static_cast<std::uint64_t>(n);
                const Ball more = Ball(n) * mean(what, normal_logits(std), keys, 160, RowMask::causal);
                const Ball less =
                    Ball(n - 1) * mean(what, normal_logits(std), keys - 1, 160, RowMask::causal);
                const Ball row = more - less;
                CHECK(row.overlaps(mean(what, normal_logits(std), keys, 80)));
                CHECK(row.accuracy_bits() >= 40);
            }
        }
    }
}

TEST_CASE("a causal average has all its digits at every length") {
    for (const std::string std : {"0.001", "1", "20"}) {
        for (const std::uint64_t n : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{1} << 30, longest}) {
            for (const RowMean what : all_means) {
                CAPTURE(std);
                CAPTURE(n);
                CAPTURE(static_cast<int>(what));
                CHECK(mean(what, normal_logits(std), n, 60, RowMask::causal).accuracy_bits() >= 60);
            }
        }
    }
}
