// Attention and cross-entropy: no kernel that keeps the strict contract is outside, wrong ones are.

#include "tests/models/rounding/kernels.hpp"

using namespace test_kernels;

namespace {

struct Row {
    std::size_t d = 0, keys = 0, columns = 0;
    Numbers q, k, v;

    Row(Dtype dtype, std::size_t d_, std::size_t keys_, std::size_t columns_, Random& random)
        : d(d_), keys(keys_), columns(columns_) {
        q = random.numbers(dtype, d, 1);
        k = random.numbers(dtype, keys * d, 1);
        v = random.numbers(dtype, keys * columns, 1);
    }
};

std::vector<float> scores(const Row& row, float scale, std::size_t keys, Random& random) {
    const bool scales_first = random.coin();
    std::vector<float> s;
    for (std::size_t j = 0; j < keys; ++j) {
        std::vector<float> products;
        for (std::size_t i = 0; i < row.d; ++i) {
            const float q = static_cast<float>(row.q[i]);
            products.push_back((scales_first ? q * scale : q) * static_cast<float>(row.k[j * row.d + i]));
        }
        const float sum = random.sum(products);
        s.push_back(scales_first ? sum : sum * scale);
    }
    return s;
}

Numbers attention(Dtype dtype, const Row& row, double scale, std::size_t keys, Random& random) {
    const std::vector<float> s = scores(row, static_cast<float>(scale), keys, random);
    const float largest = *std::ranges::max_element(s);
    std::vector<float> e;
    for (const float one : s) e.push_back(random.near(std::exp(static_cast<double>(one - largest)), 2));
    const float sum = random.sum(e);
    const bool divides_last = random.coin();
    Numbers y;
    for (std::size_t c = 0; c < row.columns; ++c) {
        std::vector<float> products;
        for (std::size_t j = 0; j < keys; ++j)
            products.push_back((divides_last ? e[j] : e[j] / sum) *
                               static_cast<float>(row.v[j * row.columns + c]));
        const float total = random.sum(products);
        y.push_back(stored(dtype, divides_last ? total / sum : total));
    }
    return y;
}

constexpr Dtype all_types[] = {Dtype::float32, Dtype::bfloat16, Dtype::float16};

}  // namespace

TEST_CASE("attention, with a mask and without") {
    Random random(21);
    for (const Dtype dtype : all_types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (const std::size_t keys : {1U, 5U, 64U, 300U}) {
            CAPTURE(keys);
            CAPTURE(std::string(to_string(dtype)));
            const Row row(dtype, 16, keys, 4, random);
            const AttentionKernel kernel{.scale = 0.25};
            Bounds bounds(4);
            attention_row_bounds(strict, kernel, row.q, row.k, row.v, keys, bounds.row());
            for (int turn = 0; turn < 5; ++turn)
                CHECK(bounds.outside(attention(dtype, row, 0.25, keys, random)) == 0);
            if (keys < 5) continue;
            CHECK(bounds.outside(attention(dtype, row, 1.0 / 16, keys, random)) > 0);  // 1/d for 1/sqrt(d)
            CHECK(bounds.outside(attention(dtype, row, 0.25, keys - 1, random)) > 0);  // a mask off by one
        }
    }
}

TEST_CASE("a cap is cap tanh(s/cap)") {
    Random random(22);
    const KernelContract strict = kernel_contract("strict", Dtype::float32);
    const Row row(Dtype::float32, 8, 2, 1, random);
    std::vector<double> exact;
    for (std::size_t j = 0; j < 2; ++j) {
        double s = 0;
        for (std::size_t i = 0; i < 8; ++i) s += row.q[i] * row.k[j * 8 + i];
        exact.push_back(3 * std::tanh(s / 3));
    }
    const double p = 1 / (1 + std::exp(exact[1] - exact[0]));
    const double y = static_cast<float>(p * row.v[0] + (1 - p) * row.v[1]);
    Bounds bounds(1);
    attention_row_bounds(strict, {.scale = 1, .softcap = 3}, row.q, row.k, row.v, 2, bounds.row());
    CHECK(bounds.outside({y}) == 0);
    attention_row_bounds(strict, {.scale = 1}, row.q, row.k, row.v, 2, bounds.row());
    CHECK(bounds.outside({y}) == 1);
}

TEST_CASE("cross-entropy with smoothing and a z-loss, and its gradient") {
    Random random(23);
    for (const Dtype dtype : all_types) {
        const KernelContract strict = kernel_contract("strict", dtype);
        for (const std::size_t n : {2U, 10U, 1000U}) {
            for (const double scale : {0.01, 1.0, 10.0}) {
                for (const double smoothing : {0.0, 0.1}) {
                    CAPTURE(n);
                    CAPTURE(scale);
                    CAPTURE(smoothing);
                    CAPTURE(std::string(to_string(dtype)));
                    const CrossEntropyKernel loss{.smoothing = smoothing, .z_loss = smoothing > 0 ? 1e-3 : 0};
                    const Numbers x = random.numbers(dtype, n, scale);
                    const std::size_t target = random.below(n);
                    const auto largest = static_cast<float>(*std::ranges::max_element(x));
                    std::vector<float> e;
                    for (const double one : x)
                        e.push_back(
                            random.near(std::exp(static_cast<double>(static_cast<float>(one) - largest)), 2));
                    const float sum = random.sum(e);
                    const float log_sum = random.near(std::log(static_cast<double>(sum)), 2);
                    const float whole = largest + log_sum;
                    std::vector<float> logs;
                    for (const double one : x) logs.push_back(static_cast<float>(one) - largest - log_sum);
                    float value = -logs[target];
                    const auto a = static_cast<float>(smoothing), z = static_cast<float>(loss.z_loss);
                    if (smoothing > 0)
                        value = (1 - a) * value - a * (random.sum(logs) / static_cast<float>(n)) +
                                z * whole * whole;
                    Bounds one(1), all(n);
                    cross_entropy_bounds(strict, loss, x, static_cast<double>(target), one.row());
                    CHECK(one.outside({stored(dtype, value)}) == 0);
                    const float dy = 0.37F;
                    Numbers dx;
                    for (std::size_t i = 0; i < n; ++i) {
                        float p = e[i] / sum;
                        if (z > 0) p *= 1 + 2 * z * whole;
                        p -= a / static_cast<float>(n);
                        if (i == target) p -= 1 - a;
                        dx.push_back(stored(dtype, p * dy));
                    }
                    cross_entropy_backward_bounds(strict, loss, x, static_cast<double>(target),
                                                  static_cast<double>(dy), all.row());
                    CHECK(all.outside(dx) == 0);
                }
            }
        }
    }
}

TEST_CASE("mistakes of a loss: smoothing over V - 1, a factor of the z-loss, an ignored row that counts") {
    const KernelContract strict = kernel_contract("strict", Dtype::float32);
    Random random(24);
    const Numbers x = random.numbers(Dtype::float32, 50, 1);
    double sum = 0, mean = 0;
    for (const double one : x) sum += std::exp(one), mean += one / 50;
    const double log_sum = std::log(sum);
    Bounds bounds(1);
    const auto is_outside = [&](const CrossEntropyKernel& loss, double value) {
        cross_entropy_bounds(strict, loss, x, 7, bounds.row());
        return bounds.outside({static_cast<float>(value)}) == 1;
    };
    const double right = log_sum - 0.9 * x[7] - 0.1 * mean;
    CHECK_FALSE(is_outside({.smoothing = 0.1}, right));
    const double others = (50 * mean - x[7]) / 49;
    CHECK(is_outside({.smoothing = 0.1}, log_sum - 0.9 * x[7] - 0.1 * others));
    CHECK_FALSE(is_outside({.z_loss = 1e-2}, log_sum - x[7] + 1e-2 * log_sum * log_sum));
    CHECK(is_outside({.z_loss = 1e-2}, log_sum - x[7] + 2e-2 * log_sum * log_sum));
    cross_entropy_bounds(strict, {}, x, -100, bounds.row());
    CHECK(bounds.outside({0}) == 0);
    CHECK(bounds.outside({static_cast<float>(right)}) == 1);
}
