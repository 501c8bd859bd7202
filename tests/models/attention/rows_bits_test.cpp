// Rows of attention are the same bits for any threads, vector set and neighbours of a query.

#include "tests/models/attention/rows_agreement.hpp"
#include "tests/models/attention/rows_reference.hpp"

#include <doctest/doctest.h>

#include "tests/support/every_target.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

template <class Scalar>
void check_bits(std::size_t queries, std::size_t dim, const AttentionOptions& options) {
    const Tensors<Scalar> tensors(queries, queries + 35, dim);
    const AttentionRows expected = attention_rows(tensors.head(), options, Context());
    on_every_target([&] {
        for (const int threads : {1, 2, 3}) {
            CAPTURE(threads);
            Context context;
            context.threads = threads;
            CHECK(same_bits(attention_rows(tensors.head(), options, context), expected));
        }
    });
}

}  // namespace

TEST_CASE("neither threads nor the vector set change a bit") {
    const std::vector<AttentionOptions> all = {{.scale = 0.4}, {.scale = 1.5, .causal = true, .softcap = 9}};
    for (const AttentionOptions& options : all) {
        check_bits<float>(300, 5, options);
        check_bits<double>(300, 3, options);
    }
}

TEST_CASE("a query's row is the same without its neighbours") {
    const Tensors<float> tensors(150, 200, 9);
    const AttentionRows together = attention_rows(tensors.head(), {}, Context());
    for (const std::size_t i : {0U, 17U, 149U}) {
        const AttentionHead<float> alone{{tensors.q.data() + 9 * i, 9}, tensors.k, 9};
        const AttentionRows row = attention_rows(alone, {}, Context());
        for (const Column column : columns) CHECK((row.*column)[0] == (together.*column)[i]);
        // with a causal mask, the later keys might as well not exist
        const AttentionHead<float> seen{{tensors.q.data(), 9 * (i + 1)}, {tensors.k.data(), 9 * (i + 51)}, 9};
        const AttentionRows causal = attention_rows(tensors.head(), {.causal = true}, Context());
        const AttentionRows last = attention_rows(seen, {.causal = true}, Context());
        for (const Column column : columns) CHECK((last.*column)[i] == (causal.*column)[i]);
    }
}

TEST_CASE("another bit is seen") {
    const AttentionRows rows = attention_rows(Tensors<float>(3, 5, 2).head(), {}, Context());
    for (const Column column : columns) {
        AttentionRows other = rows;
        (other.*column)[1] = std::nextafter((other.*column)[1], 9);
        CHECK_FALSE(same_bits(rows, other));
    }
}
