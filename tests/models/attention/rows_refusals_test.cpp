// Attention from numbers that are too large, too small or missing: rows that are not finite are counted and
// do not affect the others; shapes that do not fit are refused.

#include "tests/models/attention/rows_agreement.hpp"
#include "tests/models/attention/rows_reference.hpp"

#include <doctest/doctest.h>

#include "tests/support/every_target.hpp"

#include <atomic>

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// All finite rows are unchanged.
bool is_bad_exactly(const AttentionRows& rows, const AttentionRows& before, std::size_t first,
                    std::size_t count) {
    bool is_right = rows.bad_rows == count && (count == 0 || rows.first_bad_row == first);
    for (const Column column : columns) {
        for (std::size_t i = 0; i < before.entropy.size(); ++i) {
            const bool is_bad = i >= first && i < first + count;
            is_right = is_right &&
                       (is_bad ? std::isnan((rows.*column)[i]) : (rows.*column)[i] == (before.*column)[i]);
        }
    }
    return is_right;
}

template <class Scalar>
void check_bad_numbers(bool causal, double softcap) {
    const AttentionOptions options{.scale = 0.5, .causal = causal, .softcap = softcap};
    const Tensors<Scalar> good(100, 120, 6);
    const AttentionRows before = attention_rows(good.head(), options, Context());
    for (const double value : {no_number, double{INFINITY}, -double{INFINITY}}) {
        Tensors<Scalar> tensors = good;
        tensors.q[6 * 41 + 2] = static_cast<Scalar>(value);
        CHECK(is_bad_exactly(attention_rows(tensors.head(), options, Context()), before, 41, 1));
        tensors = good;
        tensors.k[6 * 90] = static_cast<Scalar>(value);  // seen by all, or by query 70 and those after it
        const std::size_t first = causal ? 70 : 0;
        CHECK(is_bad_exactly(attention_rows(tensors.head(), options, Context()), before, first, 100 - first));
    }
}

}  // namespace

TEST_CASE("a number that is not finite spoils its rows and no other") {
    on_every_target([] {
        for (const double softcap : {0.0, 3.0}) {
            check_bad_numbers<float>(false, softcap);
            check_bad_numbers<float>(true, softcap);
            check_bad_numbers<double>(true, softcap);
        }
    });
}

TEST_CASE("huge and tiny logits that are finite") {
    const Tensors<float> tensors(40, 77, 5);
    for (const double scale : {1e-42, 1e-30, 1e-12, 1e12, 1e30, 3e36, -3e36}) {
        CAPTURE(scale);
        for (const bool causal : {false, true}) {
            const AttentionOptions options{.scale = scale, .causal = causal};
            const AttentionRows rows = attention_rows(tensors.head(), options, Context());
            CHECK(rows.bad_rows == 0);
            CHECK(largest_error(rows, textbook_rows(tensors.head(), options), 77) < 0x1p-18);
        }
    }
    const AttentionRows rows = attention_rows(tensors.head(), {.scale = 3e38}, Context());
    const auto is_bad = [](double value) { return std::isnan(value); };
    CHECK(rows.bad_rows > 20);
    CHECK(rows.bad_rows == static_cast<std::uint64_t>(std::ranges::count_if(rows.entropy, is_bad)));
    CHECK(is_bad(rows.max_weight[rows.first_bad_row]));
    CHECK(std::none_of(rows.entropy.data(), rows.entropy.data() + rows.first_bad_row, is_bad));
    const Tensors<double> wide(4, 77, 5);
    CHECK(attention_rows(wide.head(), {.scale = 1e200}, Context()).bad_rows == 0);
    CHECK(attention_rows(wide.head(), {.scale = 1e-200}, Context()).bad_rows == 0);
}

TEST_CASE("shapes and options that make no sense are refused") {
    const Tensors<float> t(4, 3, 6);
    const auto rows = [](const AttentionHead<float>& head, const AttentionOptions& options = {}) {
        return attention_rows(head, options, Context()).entropy.size();
    };
    CHECK(rows(t.head()) == 4);
    CHECK_THROWS_AS(rows(t.head(), {.causal = true}), InputError);
    CHECK_THROWS_AS(rows({t.q, t.k, 0}), InputError);
    CHECK_THROWS_AS(rows({t.q, t.k, 9}), InputError);
    CHECK_THROWS_AS(rows({t.q, t.k, 4}), InputError);
    CHECK_THROWS_AS(rows({{}, t.k, 6}), InputError);
    CHECK_THROWS_AS(rows({t.q, {}, 6}), InputError);
    CHECK_THROWS_AS(rows(t.head(), {.scale = no_number}), InputError);
    CHECK_THROWS_AS(rows(t.head(), {.scale = INFINITY}), InputError);
    CHECK_THROWS_AS(rows(t.head(), {.scale = 1e39}), InputError);
    CHECK_THROWS_AS(rows(t.head(), {.scale = 1e30, .softcap = 1e-30}), InputError);
    for (const double cap : {-1.0, no_number, 1e-60, 1e60}) {
        CHECK_THROWS_AS(rows(t.head(), {.softcap = cap}), InputError);
    }
    CHECK(attention_rows(Tensors<double>(2, 2, 2).head(), {.softcap = 1e60}, Context()).bad_rows == 0);
}

TEST_CASE("whoever is interrupted stops") {
    const Tensors<float> tensors(200, 200, 6);
    const std::atomic<bool> cancelled = true;
    for (const int threads : {1, 3}) {
        Context context;
        context.threads = threads;
        context.cancelled = &cancelled;
        CHECK_THROWS_AS(static_cast<void>(attention_rows(tensors.head(), {}, context)), Interrupted);
    }
}
