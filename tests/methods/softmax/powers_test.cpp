// Powers of g by squarings against exponentials of n log g, and against a power of half the exponent.

#include "methods/softmax/table.hpp"
#include "tests/methods/softmax/rows.hpp"

using namespace softmax_rows;

TEST_CASE("g^n by squarings is g^n by an exponential, and one squaring short is not") {
    for (const std::string std : {"0.02", "1", "8"}) {
        const SoftmaxTable table(normal_logits(std), normal_plan(proxy(normal_logits(std)).to_double(), 64));
        const ArbVector& logs = table.log_survival(Context()).column.values;
        const auto power = [&](int a, std::size_t place) {
            const Ball value = table.powers(a, Context())
                                   .values.get(static_cast<slong>(place - table.powers(a, Context()).first),
                                               table.plan().working);
            return place < table.powers(a, Context()).split ? 1 - value : value;
        };
        for (const int a : {1, 2, 15, 16, 31, 48, 63}) {
            CAPTURE(std);
            CAPTURE(a);
            const RowPowers& powers = table.powers(a, Context());
            int told_apart = 0;
            for (std::size_t place = powers.first; place < powers.end; place += 3) {
                if (table.function(SoftmaxColumn::deficit, Context()).is_far(place)) break;
                Ball direct = logs.get(static_cast<slong>(place), 192);
                direct = exp(direct * Ball::power_of_two(a));
                CHECK(power(a, place).overlaps(direct));
                if (a % powers_afresh != 0 && place < table.powers(a - 1, Context()).end)
                    told_apart += !power(a - 1, place).overlaps(direct);
            }
            CHECK((told_apart > 20) == (a % powers_afresh != 0));
            CHECK(powers.rest.to_double() < std::ldexp(1, -64));  // the goal of the plan
        }
    }
}
