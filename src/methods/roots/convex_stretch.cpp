#include "methods/roots/convex_stretch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sigprop {
namespace {

constexpr std::array shares = {0x1p-3, 0x1p-5, 0x1p-7, 0x1p-9};  // of s: lengths that are tried
constexpr std::array place_digits = {12L, 25L, 45L};             // to which the lowest point is sought
constexpr int max_steps = 8;
constexpr long bits = 256;

class Stretch {
public:
    Stretch(const ScaleResidual& R, double lower, double upper, int sign)
        : R_(R), lower_(lower), upper_(upper), sign_(sign) {}

    [[nodiscard]] bool is_convex() {
        bend_ = sign_ * R_.bend(lower_, upper_);
        return bend_.is_finite() && bend_.is_positive();
    }

    /// +1: no root; -1: the point `lowest` has the other sign; 0: not decided.
    int decide(Ball& lowest) const {
        lowest = Ball((lower_ + upper_) / 2).at_precision(bits);
        for (const long digits : place_digits) {
            move_to_lowest(lowest, digits);
            const Ball here = sign_ * R_.residual(lowest, digits);
            if (here.is_negative()) return -1;
            const Ball slope = sign_ * R_.slope(lowest, digits);
            const Ball least =
                min(here + slope * (Ball(lower_) - lowest), here + slope * (Ball(upper_) - lowest));
            if (least.is_positive()) return 1;
        }
        return 0;
    }

private:
    /// Newton's method for the zero of the slope, which rises; within the stretch.
    void move_to_lowest(Ball& at, long digits) const {
        for (int step = 0; step < max_steps; ++step) {
            const Ball by = sign_ * R_.slope(at, digits).midpoint() / bend_.midpoint();
            const Ball next = max(Ball(lower_), min(Ball(upper_), at - by)).at_precision(bits).midpoint();
            const bool settled =
                ((at - next).magnitude() - pow(Ball(10).at_precision(64), -digits)).is_negative();
            at = next;
            if (settled) return;
        }
    }

    const ScaleResidual& R_;
    double lower_, upper_;
    int sign_;
    Ball bend_;
};

}  // namespace

std::optional<ConvexStretch> convex_stretch(const ScaleResidual& R, double s, double end, int sign) {
    for (const double share : shares) {
        const double lower = end > s ? s : std::max(end, s * (1 - share));
        const double upper = end > s ? std::min(end, s * (1 + share)) : s;
        Stretch stretch(R, lower, upper, sign);
        if (!stretch.is_convex()) continue;
        Ball lowest;
        const int decided = stretch.decide(lowest);
        if (decided > 0) return ConvexStretch{lower, upper};
        if (decided == 0) continue;
        // The walk goes on in doubles.
        const double other = lowest.to_double();
        if (R.sign_at(Ball(other)) == -sign) return ConvexStretch{lower, upper, other};
    }
    return std::nullopt;
}

}  // namespace sigprop
