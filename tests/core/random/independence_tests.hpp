#pragma once
// Whether values of law N(0, 1) are independent: the two of a pair, neighbours up to 64 places apart, the
// members of a family of generators, and all values (none may repeat). Means and variances are known, so a
// sum of n products over sqrt(n) is N(0, 1).

#include <bit>

#include "tests/core/random/normal_law_tests.hpp"

namespace sigprop::test {

inline double product_sum(const double* a, const double* b, std::size_t count) {
    Lanes sums{};
    for (std::size_t i = 0; i < count; i += 8) {
        for (std::size_t l = 0; l < 8; ++l) sums[l] += a[i + l] * b[i + l];
    }
    return total(sums);
}

/// (x^2 - 1) / sqrt(2) also has mean 0 and variance 1.
inline void square(std::span<const double> x, std::span<double> out) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = (x[i] * x[i] - 1) * std::numbers::sqrt2 / 2;
}

/// Judges many correlations that should be independent N(0, 1): all together, and the largest.
inline void judge_together(const std::string& what, std::span<const double> z, std::vector<Finding>& found) {
    double sum = 0, largest = 0;
    for (const double one : z) {
        sum += one * one;
        largest = std::max(largest, std::fabs(one));
    }
    const auto count = static_cast<double>(z.size());
    found.push_back({what + " together", p_of_chi_squared(sum, count)});
    found.push_back({what + ", the largest", p_of_largest(largest, count)});
}

/// Products x y and x^2 y^2 of the even and the odd member of a pair.
class Pairs {
public:
    void add(std::span<const double> x) {
        double products = 0, squares = 0;
        for (std::size_t i = 0; i < x.size(); i += 2) {
            products += x[i] * x[i + 1];
            squares += (x[i] * x[i] - 1) * (x[i + 1] * x[i + 1] - 1) / 2;
        }
        products_ += products;
        squares_ += squares;
        pairs_ += static_cast<double>(x.size() / 2);
    }
    void judge(std::vector<Finding>& found) const {
        found.push_back({"the two of a pair", p_of_normal(products_ / std::sqrt(pairs_))});
        found.push_back({"their squares", p_of_normal(squares_ / std::sqrt(pairs_))});
    }

private:
    double products_ = 0, squares_ = 0, pairs_ = 0;
};

/// Serial correlation at lags 1 to 64.
class Lags {
public:
    explicit Lags(std::string what) : what_(std::move(what)), values_(most) {}

    /// x has a multiple of eight values, at least 64.
    void add(std::span<const double> x) {
        values_.resize(most + x.size());  // the last ones of before, then these
        std::copy(x.begin(), x.end(), values_.begin() + most);
        for (std::size_t lag = 1; lag <= most; ++lag) {
            sums_[lag - 1] += product_sum(x.data(), values_.data() + most - lag, x.size());
        }
        std::copy(x.end() - most, x.end(), values_.begin());
        count_ += static_cast<double>(x.size());
    }
    void judge(std::vector<Finding>& found) const {
        std::vector<double> z;
        for (std::size_t lag = 1; lag <= most; ++lag) {
            z.push_back(sums_[lag - 1] / std::sqrt(count_ - static_cast<double>(lag)));
        }
        judge_together(what_, z, found);
    }

private:
    static constexpr std::ptrdiff_t most = 64;
    std::string what_;
    std::vector<double> values_;  ///< begins with zeros
    std::array<double, most> sums_{};
    double count_ = 0;
};

/// No pair may repeat: one in 1,024, chosen by its own bits, is remembered.
class Repeats {
public:
    void add(std::span<const double> x) {
        for (std::size_t i = 0; i < x.size(); i += 2) {
            std::uint64_t key = std::bit_cast<std::uint64_t>(x[i]) * 0x9e3779b97f4a7c15;
            key = (key ^ (key >> 32) ^ std::bit_cast<std::uint64_t>(x[i + 1])) * 0xff51afd7ed558ccd;
            key ^= key >> 29;
            if ((key & 0x3ff) == 0) keys_.push_back(key);
        }
    }
    void judge(std::vector<Finding>& found) {
        std::sort(keys_.begin(), keys_.end());
        const bool repeated = std::adjacent_find(keys_.begin(), keys_.end()) != keys_.end();
        // Two of n 54-bit keys agree by chance with probability n^2 / 2^55, 2e-7 for 1e8 values.
        found.push_back({"no pair comes back", repeated ? 0.0 : 1.0});
    }

private:
    std::vector<std::uint64_t> keys_;
};

}  // namespace sigprop::test
