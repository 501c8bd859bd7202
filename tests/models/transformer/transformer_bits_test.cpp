// Losses and gradients of Transformers are the same bits for every number of threads and every vector set.

#include <doctest/doctest.h>

#include "tests/models/transformer/transformer_comparison.hpp"
#include "tests/support/every_target.hpp"
#include "tests/support/share.hpp"

using namespace transformer_test;

namespace {

template <class Scalar>
struct Bits {
    double loss = 0;
    std::vector<Scalar> logits, gradient, running;
    friend bool operator==(const Bits&, const Bits&) = default;
};

/// Wide and long enough that work is split between threads, with dropout.
Example larger(const char* name) {
    Example example = example_named(name);
    example.design.width = 24;
    example.design.heads = 4;
    example.design.kv_heads = example.design.kv_heads == 0 ? 0 : 2;
    example.design.head_width = 6;
    example.design.hidden_width = 70;
    example.design.vocabulary = 53;
    example.design.max_length = 40;
    example.design.dropout = 0.1;
    return example;
}

template <class Scalar>
Bits<Scalar> bits(const Example& example, int threads, std::uint64_t draw = 4, int passes = 1) {
    Team team(threads);
    REQUIRE(team.size() == static_cast<std::size_t>(threads));
    const TokenBatch batch = batch_of(example, 3, 37);
    Transformer<Scalar> network(example.design, {.seed = 8, .number = 1}, team);
    store(reference::random_parameters(example.design, parameter_seed), network);
    Bits<Scalar> result;
    for (int pass = 0; pass < passes; ++pass) {
        result.loss = network.forward(batch, Pass::training, draw);
        network.backward();
    }
    result.logits.assign(network.logits().begin(), network.logits().end());
    result.gradient.assign(network.gradient().begin(), network.gradient().end());
    result.running.assign(network.running().begin(), network.running().end());
    return result;
}

/// Examples of unlike kernels: each norm, each kind of score, gates and learned gains.
std::vector<Example> examples() {
    std::vector<Example> result;
    for (const char* name : {"rms_norm everywhere",
                             "layer_norm before and after",
                             "group_norm before",
                             "batch_norm everywhere",
                             "dyt before",
                             "dyisru in the branch",
                             "qk_norm",
                             "softcap of a set scale, both ways",
                             "log_n in a window, both ways",
                             "realformer in a window, grouped",
                             "cosine",
                             "gated silu",
                             "tied with multipliers, learned positions",
                             "BERT",
                             "branch gain by feature",
                             "hidden batch_norm before",
                             "hidden batch_norm after, gated",
                             "hidden dyt before, gated",
                             "parallel, two norms, branch norms, learned factors",
                             "parallel, one norm of the batch, gated experts",
                             "experts of a plain gate, biases, shared",
                             "windows and bases by layer",
                             "alibi, three heads in a window, cosine",
                             "part of a head turns",
                             "qk_norm of the width",
                             "centred qk_norm, epsilon outside",
                             "token types by segment, a norm of the embedding"}) {
        result.push_back(larger(name));
    }
    return result;
}

template <class Scalar>
void check_bits() {
    for (const Example& example : sigprop::test::share_of(examples(), 3)) {
        CAPTURE(example.name);
        const Bits<Scalar> one = bits<Scalar>(example, 1);
        CHECK(std::isfinite(one.loss));
        for (const int threads : {2, 3}) {
            CAPTURE(threads);
            const Bits<Scalar> more = bits<Scalar>(example, threads);
            CHECK(more.loss == one.loss);
            CHECK(more.logits == one.logits);
            CHECK(more.gradient == one.gradient);
            CHECK(more.running == one.running);
        }
        CHECK_FALSE(bits<Scalar>(example, 1, 5) == one);  // another mask of dropout
    }
}

}  // namespace

TEST_CASE("Transformers: teams of one, two and three threads find the same bits") {
    SUBCASE("float") { check_bits<float>(); }
    SUBCASE("double") { check_bits<double>(); }
}

TEST_CASE("Transformers: every vector set finds the same bits") {
    for (const Example& example : sigprop::test::share_of(examples(), 3)) {
        CAPTURE(example.name);
        const Bits<float> narrow = bits<float>(example, 1);
        const Bits<double> wide = bits<double>(example, 1);
        sigprop::test::on_every_target([&] {
            CHECK(bits<float>(example, 2) == narrow);
            CHECK(bits<double>(example, 2) == wide);
        });
    }
}

TEST_CASE("Transformers: nothing of one backward pass is left in the next") {
    for (const Example& example : sigprop::test::share_of(examples(), 3)) {
        CAPTURE(example.name);
        CHECK(bits<float>(example, 2, 4, 3).gradient == bits<float>(example, 2).gradient);
    }
}
