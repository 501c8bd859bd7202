// The ways to a table that a plan can choose: all sums at once, and tables for one length, give what others
// give.

#include "methods/softmax/table.hpp"
#include "tests/methods/softmax/rows.hpp"

using namespace softmax_rows;

TEST_CASE("columns by one convolution are those by a sum for each point") {
    const LogitLaw law = normal_logits("2");
    SoftmaxPlan plan = normal_plan(2, 300);
    REQUIRE(plan.convolves);
    for (const SoftmaxColumn which :
         {SoftmaxColumn::deficit, SoftmaxColumn::power_1, SoftmaxColumn::power_4, SoftmaxColumn::moment}) {
        plan.convolves = true;
        const ColumnValues at_once = normal_column(law, plan, which, Context());
        plan.convolves = false;
        const ColumnValues one_by_one = normal_column(law, plan, which, Context());
        for (std::size_t k = 0; k < plan.size(); ++k) {
            const bool agree = arb_overlaps(at_once.values.at(k), one_by_one.values.at(k)) != 0;
            const bool precise = arb_rel_accuracy_bits(at_once.values.at(k)) > 280;
            if (!agree || !precise) FAIL_CHECK("column " << static_cast<int>(which) << ", point " << k);
        }
    }
}

TEST_CASE("a table for one length is shorter, and gives the same means") {
    const SoftmaxPlan every = normal_plan(8, 100), one = normal_plan(8, 100, {512, 512});
    CHECK(one.size() * 3 < every.size() * 2);
    CHECK(every.unseen(every.first) < one.unseen(every.first));
    for (const char* std : {"0.01", "0.3", "8"}) {
        for (const std::uint64_t n : {std::uint64_t{2}, std::uint64_t{512}, longest}) {
            for (const RowMean what : all_means) {
                CAPTURE(std);
                CAPTURE(n);
                CAPTURE(static_cast<int>(what));
                const Ball all = mean(what, normal_logits(std), n, 100);
                const Answer own = row_mean(what, normal_logits(std), n, RowMask::full, 100, Context(),
                                            TableFor::this_length);
                REQUIRE(own.status == Status::ok);
                CHECK(own.value.overlaps(all));
                CHECK(own.value.accuracy_bits() > 96);
            }
        }
    }
}
