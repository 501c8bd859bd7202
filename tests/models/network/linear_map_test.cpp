// Layers with regenerated weights against the stored matrix and loops: forwards, backwards, after a step, and
// the norm of the weight gradient by both methods.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/random/random.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/network/linear_map.hpp"
#include "tests/support/every_target.hpp"

using namespace sigprop;
using sigprop::test::on_every_target;

namespace {

template <class Scalar>
Tokens<Scalar> random_tokens(std::uint64_t rows, std::uint64_t columns, const std::string& name) {
    Tokens<Scalar> all(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    RandomStream(11, name).fill_normals(0, std::span(all.data(), rows * columns));
    return all;
}

template <class Scalar>
Tokens<Scalar> stored(const WeightMatrix& weights) {
    const MatrixShape shape = weights.shape();
    Tokens<Scalar> all(static_cast<Eigen::Index>(shape.rows), static_cast<Eigen::Index>(shape.columns));
    weights.fill(std::span(all.data(), shape.rows * shape.columns));
    return all;
}

/// a b, where every entry is a chain that begins with the entry of c.
template <class Scalar>
Tokens<Scalar> chains(const Tokens<Scalar>& a, const Tokens<Scalar>& b, Tokens<Scalar> c) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
        for (Eigen::Index k = 0; k < a.cols(); ++k) {
            for (Eigen::Index t = 0; t < b.cols(); ++t) c(i, t) = std::fma(a(i, k), b(k, t), c(i, t));
        }
    }
    return c;
}

template <class Scalar>
Tokens<Scalar> chains(const Tokens<Scalar>& a, const Tokens<Scalar>& b) {
    return chains(a, b, Tokens<Scalar>(Tokens<Scalar>::Zero(a.rows(), b.cols())));
}

WeightMatrix weights_of(MatrixShape shape, double scale = 0.25, std::uint64_t seed = 2) {
    return WeightMatrix(Law::normal(), scale, shape, RandomStream(seed, "layer"));
}

template <class Scalar>
void check_both_ways(MatrixShape shape, std::uint64_t tokens, bool is_stored = false) {
    CAPTURE(shape.rows);
    CAPTURE(shape.columns);
    CAPTURE(tokens);
    CAPTURE(is_stored);
    WeightStore<Scalar> store;
    const LinearMap<Scalar> map(weights_of(shape), 1, is_stored ? store.place(0, 0, shape) : nullptr);
    const Tokens<Scalar> weights = stored<Scalar>(weights_of(shape));
    const auto in = random_tokens<Scalar>(shape.columns, tokens, "in");
    const auto gradient = random_tokens<Scalar>(shape.rows, tokens, "gradient");
    Tokens<Scalar> out;
    map.forward(in, out);
    CHECK(out == chains(weights, in));
    CHECK(out != chains(stored<Scalar>(weights_of(shape, 0.25, 3)), in));  // control: other weights
    Tokens<Scalar> in_gradient;
    map.backward(gradient, in_gradient);
    const Tokens<Scalar> transposed = weights.transpose();
    CHECK(in_gradient == chains(transposed, gradient));
    in_gradient = in;
    map.backward(gradient, in_gradient, Into::sum);
    CHECK(in_gradient == chains(transposed, gradient, in));
    if (!is_stored) check_both_ways<Scalar>(shape, tokens, true);
}

/// W after the step, entry by entry.
template <class Scalar>
Tokens<Scalar> stepped(Tokens<Scalar> weights, const WeightStep<Scalar>& step) {
    const Tokens<Scalar> gradient = chains(*step.output_gradients, Tokens<Scalar>(step.inputs->transpose()));
    const auto rate = static_cast<Scalar>(step.rate);
    for (Eigen::Index i = 0; i < weights.size(); ++i) {
        const Scalar g = gradient.data()[i];
        const Scalar sign = g > 0 ? Scalar(1) : g < 0 ? Scalar(-1) : Scalar(0);
        weights.data()[i] -= rate * (step.optimizer == Optimizer::sgd ? g : sign);
    }
    return weights;
}

template <class Scalar>
void check_step(MatrixShape shape, double scale, Optimizer optimizer, bool is_stored = false) {
    WeightStore<Scalar> store;
    const LinearMap<Scalar> map(weights_of(shape, scale), 1, is_stored ? store.place(0, 0, shape) : nullptr);
    const auto in = random_tokens<Scalar>(shape.columns, 5, "in");
    auto inputs = random_tokens<Scalar>(shape.columns, 9, "inputs");
    const auto gradients = random_tokens<Scalar>(shape.rows, 9, "gradients");
    inputs.row(1).setZero();  // no gradient, no step
    const WeightStep<Scalar> step{&inputs, &gradients, optimizer, 0.125};
    Tokens<Scalar> out;
    map.forward(in, out, &step);
    const Tokens<Scalar> weights = stored<Scalar>(weights_of(shape, scale));
    const Tokens<Scalar> after = stepped(weights, step);
    CHECK(out == chains(after, in));
    CHECK(after.col(1) == weights.col(1));
    const WeightStep<Scalar> other{&inputs, &gradients, optimizer, -0.125};  // control: uphill
    CHECK(out != chains(stepped(weights, other), in));
    map.forward(in, out, &step);  // what is stored has not taken the step
    CHECK(out == chains(after, in));
    if (!is_stored) check_step<Scalar>(shape, scale, optimizer, true);
}

double naive_square(const Tokens<float>& x, const Tokens<float>& g) {
    long double sum = 0;
    for (Eigen::Index i = 0; i < g.rows(); ++i) {
        for (Eigen::Index j = 0; j < x.rows(); ++j) {
            long double entry = 0;
            for (Eigen::Index t = 0; t < x.cols(); ++t) entry += static_cast<long double>(g(i, t)) * x(j, t);
            sum += entry * entry;
        }
    }
    return static_cast<double>(sum);
}

}  // namespace

TEST_CASE("regenerated weights act as the stored ones do") {
    on_every_target([] {
        check_both_ways<float>({37, 53}, 5);
        check_both_ways<double>({9, 21}, 1);
    });
    check_both_ways<float>({131, 1100}, 3);  // several tiles in each direction
    check_both_ways<double>({70, 1030}, 18);
    check_both_ways<float>({1, 1}, 1);
}

TEST_CASE("a store has a place for each matrix until it is full") {
    WeightStore<float> store;
    std::vector<float>* const first = store.place(0, 1, {9, 21});
    REQUIRE(first != nullptr);
    CHECK(first->empty());
    CHECK(store.place(0, 1, {9, 21}) == first);
    CHECK(store.place(1, 0, {9, 21}) != first);
    CHECK(store.place(2, 0, {4096, 4096}) == nullptr);  // 64 MiB, and rows are padded
    CHECK(store.place(3, 0, {4096, 4000}) != nullptr);
    CHECK(store.place(4, 0, {4096, 4000}) == nullptr);
    CHECK(store.place(5, 0, {9, 21}) != nullptr);
    CHECK(store.place(0, 1, {9, 21}) == first);
    const LinearMap<float> map(weights_of({9, 21}), 1, first);
    const auto in = random_tokens<float>(21, 3, "in");
    Tokens<float> out;
    map.forward(in, out);
    const Tokens<float> before = out;
    first->at(0) += 1;  // control: the second pass reads what the first has stored
    map.forward(in, out);
    CHECK(out != before);
}

TEST_CASE("after one step") {
    for (const double scale : {0.25, 0.0}) {
        for (const Optimizer optimizer : {Optimizer::sgd, Optimizer::adam}) {
            check_step<float>({23, 11}, scale, optimizer);
            check_step<double>({100, 1040}, scale, optimizer);
        }
    }
}

TEST_CASE("weights that are zero") {
    const LinearMap<float> map(weights_of({6, 4}, 0));
    const auto in = random_tokens<float>(4, 3, "in");
    const auto gradient = random_tokens<float>(6, 3, "gradient");
    Tokens<float> out;
    map.forward(in, out);
    CHECK(out == Tokens<float>::Zero(6, 3));
    map.backward(gradient, out);
    CHECK(out == Tokens<float>::Zero(4, 3));
    Tokens<float> sum = in;
    map.backward(gradient, sum, Into::sum);
    CHECK(sum == in);
}

TEST_CASE("the norm of the weight gradient, few tokens and many") {
    for (const std::uint64_t tokens : {1U, 5U, 40U}) {  // 40: the gradient itself; fewer: two small products
        CAPTURE(tokens);
        const auto x = random_tokens<float>(30, tokens, "in");
        const auto g = random_tokens<float>(50, tokens, "gradient");
        const double expected = naive_square(x, g);
        const LinearMap<float> map(weights_of({50, 30}));
        CHECK(std::fabs(map.weight_gradient_square(x, g) / expected - 1) < 1e-14);
        CHECK(std::fabs(map.weight_gradient_square(x, 1.0001F * g) / expected - 1) > 1e-5);
    }
}

TEST_CASE("shapes that do not fit") {
    const LinearMap<float> map(weights_of({6, 4}));
    Tokens<float> out(5, 5);
    CHECK_THROWS_AS(map.forward(random_tokens<float>(6, 3, "in"), out), std::logic_error);
    CHECK_THROWS_AS(map.backward(random_tokens<float>(4, 3, "in"), out), std::logic_error);
    CHECK_THROWS_AS(map.backward(random_tokens<float>(6, 3, "in"), out, Into::sum), std::logic_error);
}
