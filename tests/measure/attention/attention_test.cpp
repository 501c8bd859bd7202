// Attention measured on arrays of every type and shape equals its definitions, head by head.

#include <doctest/doctest.h>

#include <numeric>

#include "tests/support/attention_samples.hpp"

using namespace attention_samples;
using namespace sigprop;

namespace {

/// The kernel promises 2^-18 in float and 2^-40 in double of sum |x| a + log n, which is below 16 here.
void check_head(const AttentionStatistics& found, const Textbook& book, double unit) {
    const auto near = [&](double value, double expected) {
        CHECK_MESSAGE(std::abs(value - expected) <= 16 * unit * std::max(1.0, std::abs(expected)), value,
                      " is not ", expected);
    };
    CHECK(found.rows == book.weights.size());
    CHECK(found.bad_rows == 0);
    near(found.entropy, book.mean(Textbook::entropy));
    near(found.participation, book.mean([](const Doubles& row) { return Textbook::power_sum(row, 2); }));
    near(found.effective_keys, book.mean([](const Doubles& row) { return 1 / Textbook::power_sum(row, 2); }));
    near(found.jacobian_norm, book.mean(Textbook::jacobian_norm));
    near(found.mean_max_weight, book.mean(Textbook::largest));
    near(found.above_half, book.mean([](const Doubles& row) { return Textbook::largest(row) > 0.5; }));
    near(found.above_99, book.mean([](const Doubles& row) { return Textbook::largest(row) > 0.99; }));
    double most = 0;
    double all = 0;
    double sum = 0;
    double count = 0;
    double squares = 0;
    for (std::size_t i = 0; i < book.weights.size(); ++i) {
        const Doubles& row = book.logits[i];
        const auto n = static_cast<double>(row.size());
        if (row.size() > 1) most = std::max(most, Textbook::largest(book.weights[i]));
        all += std::log(n);
        const double mean = std::accumulate(row.begin(), row.end(), 0.0) / n;
        for (const double x : row) squares += (x - mean) * (x - mean);
        sum += mean * n;
        count += n;
    }
    near(found.max_weight, most);
    near(found.entropy_share, book.mean(Textbook::entropy) * static_cast<double>(book.weights.size()) / all);
    near(found.logit_mean, sum / count);
    near(found.logit_std, std::sqrt(squares / (count - static_cast<double>(book.weights.size()))));
}

Doubles part(const Doubles& all, std::size_t index, std::size_t size) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(index * size);
    return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

}  // namespace

TEST_CASE("every type, both byte orders, and types mixed") {
    constexpr std::size_t dim = 16;
    const Doubles q = numbers(12 * dim, 2, 1);
    const Doubles k = numbers(20 * dim, 1, 2);
    const Textbook book(q, k, dim, 0.25, false);
    for (const std::string type : {"<f8", ">f8", "<f4", ">f4", "<f2", ">f2", "<u2", ">u2"}) {
        CAPTURE(type);
        const AttentionQuestion question = {.bfloat16 = true};
        const bool wide = type.ends_with("8");
        const AttentionMeasurement found =
            measure(npy({12, dim}, q, type), npy({20, dim}, k, type), question);
        REQUIRE(found.heads.size() == 1);
        check_head(found.heads[0].statistics, book, wide ? 0x1p-40 : 0x1p-18);
        const AttentionMeasurement mixed = measure(npy({12, dim}, q, type), npy({20, dim}, k), question);
        check_head(mixed.heads[0].statistics, book, 0x1p-40);  // one float64: all in double
    }
}

TEST_CASE("heads, batches, and heads that share their keys; causal or not, capped or not") {
    constexpr std::size_t dim = 8;
    constexpr std::size_t queries = 6;
    constexpr std::size_t keys = 9;
    const Doubles q = numbers(2 * 4 * queries * dim, 3, 3);
    const Doubles k = numbers(2 * 2 * keys * dim, 1.5, 4);
    struct Row {
        bool causal;
        const char* cap;
    };
    for (const Row& row : {Row{false, ""}, Row{true, ""}, Row{false, "1 + 2"}}) {
        AttentionQuestion question = {.scale = "1/8", .causal = row.causal};
        const bool capped = *row.cap != '\0';
        if (capped) question.softcap = row.cap;
        const AttentionMeasurement found =
            measure(npy({2, 4, queries, dim}, q, "<f4"), npy({2, 2, keys, dim}, k, "<f4"), question);
        REQUIRE(found.heads.size() == 8);
        for (std::size_t i = 0; i < 8; ++i) {
            const HeadMeasurement& one = found.heads[i];
            CHECK(one.head == Shape{i / 4, i % 4});
            CHECK(one.key_head == Shape{i / 4, i % 4 / 2});
            const Textbook book(part(q, i, queries * dim), part(k, i / 2, keys * dim), dim, 0.125, row.causal,
                                capped ? 3 : 0);
            check_head(one.statistics, book, 0x1p-18);
        }
    }
}

TEST_CASE("what all keys have in common is no spread, and costs no digits") {
    // A key bias of 2000 makes logits of some 10^4 that differ by some 1: their squares have 8 digits less.
    constexpr std::size_t dim = 16;
    const Doubles q = numbers(12 * dim, 1, 5);
    const Doubles k = numbers(40 * dim, 1, 6);
    Doubles moved = k;
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += i % dim < 4 ? 256 : 0;
    const AttentionStatistics plain =
        measure(npy({12, dim}, q, "<f4"), npy({40, dim}, k, "<f4")).heads[0].statistics;
    const AttentionStatistics found =
        measure(npy({12, dim}, q, "<f4"), npy({40, dim}, moved, "<f4")).heads[0].statistics;
    CHECK(std::abs(found.logit_std / plain.logit_std - 1) < 1e-4);
    CHECK(std::abs(found.entropy - plain.entropy) < 1e-4);
    double bias = 0;
    for (std::size_t i = 0; i < q.size(); ++i) bias += i % dim < 4 ? 256 * q[i] / 4 / 12 : 0;
    CHECK(std::abs(found.logit_mean - plain.logit_mean - bias) < 1e-4 * std::abs(bias));
}

TEST_CASE("quantiles and positions") {
    AttentionRows rows;
    constexpr std::size_t queries = 41;
    for (std::size_t i = 0; i < queries; ++i) rows.entropy.push_back(static_cast<double>(i * 7 % queries));
    for (Doubles* one : {&rows.participation, &rows.sum_cubes, &rows.max_weight, &rows.logit_mean,
                         &rows.logit_second_moment}) {
        one->assign(queries, 0.25);
    }
    const AttentionStatistics found = attention_statistics(rows, 64, false);
    CHECK(found.entropy_quantiles == std::array<double, 5>{0, 2, 20, 38, 40});
    CHECK(found.entropy_at == std::array<double, 5>{0, 70 % 41, 140 % 41, 210 % 41, 280 % 41});
    CHECK(found.entropy == doctest::Approx(20).epsilon(1e-14));
    CHECK(found.entropy_std == doctest::Approx(std::sqrt((41.0 * 41 - 1) / 12)).epsilon(1e-14));
}
