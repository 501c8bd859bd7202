// Rows of attention against a textbook and an online softmax in long double: every shape at the edges of
// vectors and tiles, causal, capped, peaked and flat; and the typical mistakes of such a kernel are detected.

#include "tests/models/attention/rows_agreement.hpp"
#include "tests/models/attention/rows_reference.hpp"

#include <doctest/doctest.h>

#include "tests/support/every_target.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

template <class Scalar>
constexpr double promise = sizeof(Scalar) == 4 ? 0x1p-17 : 0x1p-46;

struct Shape {
    std::size_t queries, keys, dim;
};
constexpr Shape shapes[] = {{1, 1, 3},     {5, 7, 1},     {16, 16, 16},  {17, 17, 100}, {63, 63, 64},
                            {65, 1000, 3}, {3, 1000, 64}, {40, 49, 256}, {130, 131, 16}};

std::vector<AttentionOptions> options_for(std::size_t dim) {
    const double scale = 1 / std::sqrt(static_cast<double>(dim));
    return {{.scale = scale},
            {.scale = 8 * scale, .causal = true},
            {.scale = 30 * scale, .causal = true, .softcap = 20},
            {.scale = -0.01 * scale, .softcap = 0.5}};
}

template <class Scalar>
void check_shape(Shape shape) {
    const Tensors<Scalar> tensors(shape.queries, shape.keys, shape.dim);
    for (const AttentionOptions& options : options_for(shape.dim)) {
        CAPTURE(shape.keys);
        CAPTURE(options.scale);
        CAPTURE(options.causal);
        const AttentionRows found = attention_rows(tensors.head(), options, Context());
        const AttentionRows expected = textbook_rows(tensors.head(), options);
        CHECK(found.bad_rows == 0);
        CHECK(found.entropy.size() == shape.queries);
        CHECK(largest_error(found, expected, shape.keys) < promise<Scalar>);
    }
}

}  // namespace

TEST_CASE("rows of every shape are those of a textbook") {
    for (const Shape shape : shapes) {
        check_shape<float>(shape);
        check_shape<double>(shape);
    }
}

TEST_CASE("on every vector set") {
    on_every_target([] {
        check_shape<float>({33, 50, 5});
        check_shape<double>({11, 50, 5});
    });
}

TEST_CASE("a mask off by one and a sum that is not scaled are seen") {
    const Tensors<double> tensors(20, 60, 8);
    const AttentionOptions options{.scale = 1, .causal = true};
    const AttentionRows found = attention_rows(tensors.head(), options, Context());
    CHECK(largest_error(found, online_rows(tensors.head(), options, Fault::none), 60) < promise<double>);
    for (const Fault fault : {Fault::sees_one_more, Fault::sees_one_less, Fault::unscaled_sum,
                              Fault::unscaled_below, Fault::unscaled_squares}) {
        CHECK(largest_error(found, online_rows(tensors.head(), options, fault), 60) > 1e-3);
    }
    CHECK(largest_error(found, textbook_rows(tensors.head(), options, Fault::sees_one_more), 60) > 1e-3);
}

TEST_CASE("float rows are double rows but for the rounding of logits") {
    const AttentionOptions options{.scale = 0.125, .causal = true};
    const AttentionRows narrow = attention_rows(Tensors<float>(90, 300, 64).head(), options, Context());
    const AttentionRows wide = attention_rows(Tensors<double>(90, 300, 64).head(), options, Context());
    CHECK(largest_error(narrow, wide, 300) < 1e-5);
    CHECK(largest_error(narrow, wide, 300) > 1e-8);  // the two differ
}

TEST_CASE("a million keys lose no digits of a float") {
    constexpr std::size_t keys = std::size_t{1} << 20;
    const Tensors<float> tensors(1, keys, 1);
    for (const double scale : {0.001, 3.0}) {
        const AttentionOptions options{.scale = scale};
        const AttentionRows found = attention_rows(tensors.head(), options, Context());
        CHECK(largest_error(found, textbook_rows(tensors.head(), options), keys) < 0x1p-20);
    }
}

TEST_CASE("what is known in closed form") {
    const AttentionRows one = attention_rows(Tensors<float>(3, 1, 4).head(), {}, Context());
    const std::vector<double> ones(3, 1.0);
    CHECK(one.entropy == std::vector<double>(3, 0.0));
    CHECK(one.participation == ones);
    CHECK(one.sum_cubes == ones);
    CHECK(one.max_weight == ones);
    CHECK(one.logit_mean == one.log_partition);
    const AttentionRows flat =
        attention_rows(Tensors<double>(2, 1000, 4).head(), {.scale = 0, .causal = true}, Context());
    for (const std::size_t i : {0U, 1U}) {
        const double n = 999 + static_cast<double>(i);
        CHECK(std::fabs(flat.entropy[i] - std::log(n)) < 1e-14);
        CHECK(flat.max_weight[i] == 1 / n);
        CHECK(std::fabs(flat.participation[i] * n - 1) < 1e-15);
        CHECK(std::fabs(flat.sum_cubes[i] * n * n - 1) < 1e-15);
        CHECK(flat.logit_second_moment[i] == 0);
    }
}
