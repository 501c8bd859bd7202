#pragma once
// Runs all tests on a generator of normals, and has generators with planted flaws to try the tests on.

#include <functional>
#include <sigprop/core/random/random.hpp>

#include "tests/core/random/independence_tests.hpp"

namespace sigprop::test {

/// out[k] = the normal of index first + k; indices wrap at 2^64.
using Normals = std::function<void(std::uint64_t first, std::span<double> out)>;

/// The generator under test.
inline Normals normals(std::uint64_t seed, std::uint64_t stream, std::uint16_t draw = 0) {
    return [random = RandomStream(seed, stream), draw](std::uint64_t first, std::span<double> out) {
        random.fill_normals(first, out, draw);
    };
}

/// The same in single precision.
inline Normals floats(std::uint64_t stream) {
    return [random = RandomStream(2026, stream)](std::uint64_t first, std::span<double> out) {
        std::vector<float> x(out.size());
        random.fill_normals(first, x);
        std::copy(x.begin(), x.end(), out.begin());
    };
}

/// A judged generator passes when every p is above the first; a flaw is seen when one p is below the second.
/// Neither holds in between.
inline constexpr double min_p = 1e-4;
inline constexpr double flaw_p = 1e-9;

inline constexpr std::size_t survey_chunk = 2000;

/// `count`, a multiple of 2,000, values from index 0 on.
inline std::vector<Finding> survey(const Normals& normals, std::uint64_t count, int log_buckets) {
    Moments moments;
    Distribution distribution(log_buckets);
    Pairs pairs;
    Lags lags("lags 1 to 64"), square_lags("squares at lags 1 to 64");
    Repeats repeats;
    std::vector<double> x(survey_chunk), squares(survey_chunk);
    for (std::uint64_t first = 0; first < count; first += survey_chunk) {
        normals(first, x);
        square(x, squares);
        moments.add(x);
        distribution.add(x);
        pairs.add(x);
        lags.add(x);
        square_lags.add(squares);
        repeats.add(x);
    }
    std::vector<Finding> found;
    moments.judge(found);
    distribution.judge(found);
    pairs.judge(found);
    lags.judge(found);
    square_lags.judge(found);
    repeats.judge(found);
    return found;
}

/// Correlations of every two members of a family, for values and for their squares, over `count` indices.
inline std::vector<Finding> family_survey(const std::vector<Normals>& family, std::uint64_t count) {
    constexpr std::size_t chunk = 512;
    const std::size_t members = family.size();
    std::vector<double> x(members * chunk), squares(members * chunk);
    std::vector<double> sums(members * (members - 1) / 2), square_sums(sums.size());
    for (std::uint64_t first = 0; first < count; first += chunk) {
        for (std::size_t m = 0; m < members; ++m) family[m](first, std::span(x).subspan(m * chunk, chunk));
        square(x, squares);
        for (std::size_t a = 0, pair = 0; a < members; ++a) {
            for (std::size_t b = 0; b < a; ++b, ++pair) {
                sums[pair] += product_sum(&x[a * chunk], &x[b * chunk], chunk);
                square_sums[pair] += product_sum(&squares[a * chunk], &squares[b * chunk], chunk);
            }
        }
    }
    for (double& sum : sums) sum /= std::sqrt(static_cast<double>(count));
    for (double& sum : square_sums) sum /= std::sqrt(static_cast<double>(count));
    std::vector<Finding> found;
    judge_together("members", sums, found);
    judge_together("squares of members", square_sums, found);
    return found;
}

inline double smallest(const std::vector<Finding>& found) {
    double p = 1;
    for (const Finding& one : found) p = std::min(p, one.p);
    return p;
}

inline double p_of(const std::vector<Finding>& found, const std::string& test) {
    const auto one =
        std::find_if(found.begin(), found.end(), [&](const Finding& f) { return f.test == test; });
    return one == found.end() ? NAN : one->p;
}

inline std::string shown(const std::vector<Finding>& found) {
    std::string text;
    for (const Finding& one : found) text += "\n  " + one.test + ": p = " + std::to_string(one.p);
    return text;
}

// Planted flaws.

inline Normals scaled(Normals normals, double factor) {
    return [=](std::uint64_t first, std::span<double> out) {
        normals(first, out);
        for (double& x : out) x *= factor;
    };
}

/// Each value has this correlation with the one `lag` before it.
inline Normals lagging(Normals normals, std::uint64_t lag, double correlation) {
    return [=](std::uint64_t first, std::span<double> out) {
        std::vector<double> before(out.size());
        normals(first, out);
        normals(first - lag, before);
        for (std::size_t k = 0; k < out.size(); ++k) {
            out[k] = std::sqrt(1 - correlation * correlation) * out[k] + correlation * before[k];
        }
    };
}

/// The `length` values from `copy` on repeat those from `original` on.
inline Normals repeating(Normals normals, std::uint64_t original, std::uint64_t copy, std::uint64_t length) {
    return [=](std::uint64_t first, std::span<double> out) {
        const bool inside = first >= copy && first - copy < length;
        normals(inside ? first - copy + original : first, out);
    };
}

inline Normals cut(Normals normals, double most) {
    return [=](std::uint64_t first, std::span<double> out) {
        normals(first, out);
        for (double& x : out) x = std::clamp(x, -most, most);
    };
}

}  // namespace sigprop::test
