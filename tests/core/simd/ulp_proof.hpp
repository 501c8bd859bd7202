#pragma once
// Proves the documented error of a vector function for every double of a range: boxes of neighbouring doubles
// are halved until the tracked error of a box is small enough, down to single numbers if need be.

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>
#include <string>
#include <vector>

#include "core/formula/evaluator.hpp"
#include "tests/core/simd/tracked_words.hpp"

namespace sigprop::tracked {

struct UlpClaim {
    std::string name;
    V (*function)(V);
    Formula exact;
    double ulp;        ///< of a normal result
    double units = 2;  ///< of 2^-1074, of a subnormal one
};

struct UlpVerdict {
    bool holds = true;
    double worst = 0;       ///< the largest bound that was accepted, in ulp or units
    double refused_at = 0;  ///< a single number for which the claim could not be shown
    std::uint64_t boxes = 0;
};

class UlpProof {
public:
    explicit UlpProof(const UlpClaim& claim) : claim_(claim), exact_(claim.exact, 128) {}

    static constexpr std::uint64_t max_boxes = 3'000'000;

    /// All doubles from `least` to `most`, 0 < least <= most, or their negatives.
    UlpVerdict operator()(double least, double most, bool negative) {
        verdict_ = {};
        negative_ = negative;
        std::vector<Box> boxes = {{std::bit_cast<std::uint64_t>(least), std::bit_cast<std::uint64_t>(most)}};
        while (!boxes.empty() && verdict_.holds) {
            const Box box = boxes.back();
            boxes.pop_back();
            ++verdict_.boxes;
            if (is_shown(box)) continue;
            if (box.first == box.last || verdict_.boxes > max_boxes) {
                verdict_.holds = false;
                verdict_.refused_at = ends(box).first;
                break;
            }
            const std::uint64_t middle = box.first + (box.last - box.first) / 2;
            boxes.push_back({middle + 1, box.last});
            boxes.push_back({box.first, middle});
        }
        return verdict_;
    }

private:
    struct Box {
        std::uint64_t first, last;  // the bits of positive doubles
    };

    [[nodiscard]] std::pair<double, double> ends(const Box& box) const {
        const double first = std::bit_cast<double>(box.first), last = std::bit_cast<double>(box.last);
        return negative_ ? std::pair{-last, -first} : std::pair{first, last};
    }

    [[nodiscard]] bool is_shown(const Box& box) {
        const auto [lower, upper] = ends(box);
        // A vector whose other numbers take the other branch computes this one there, too.
        for (const bool others : {false, true}) {
            events = {.others = others};
            const V computed = claim_.function(V(lower, upper));
            if (events.undecided || !computed.is_known()) return false;
            // Where limits were taken or a function has reached its own, the values are nearly constant.
            const bool constant =
                !(computed.error < unbounded) || computed.upper - computed.lower <= 0x1p-50 * computed.most();
            if (!is_small(computed) && !(constant && is_small(with_known_range(computed, lower, upper))))
                return false;
            if (!events.asked) break;
        }
        return true;
    }

    [[nodiscard]] bool is_small(const V& computed) {
        const Error least = static_cast<Error>(computed.least()) - computed.error;
        const bool subnormal = !(least >= 0x1p-1022L);
        if (subnormal && computed.least() >= 0x1p-1021) return false;
        const int place = subnormal ? finest : std::max(std::ilogb(least), -1022) - 52;
        const Error error = std::ldexp(computed.error, -place);
        if (!(error <= (subnormal ? std::min(claim_.units, claim_.ulp) : claim_.ulp))) return false;
        verdict_.worst = std::max(verdict_.worst, static_cast<double>(error));
        return true;
    }

    /// The error bounded by the range of the exact function over the box.
    [[nodiscard]] V with_known_range(const V& computed, double lower, double upper) {
        const Ball range = exact_(Ball::interval(Ball(lower), Ball(upper)).at_precision(128));
        if (!range.is_finite()) return computed;
        V result = computed;
        const Ball off =
            max((range - Ball(computed.lower)).magnitude(), (range - Ball(computed.upper)).magnitude());
        result.error = above(static_cast<Error>(off.upper_double()));
        return result;
    }

    UlpClaim claim_;
    Evaluator<Ball> exact_;
    bool negative_ = false;
    UlpVerdict verdict_;
};

}  // namespace sigprop::tracked
