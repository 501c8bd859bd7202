#include "methods/roots/one_crossing.hpp"

#include "core/ball/order.hpp"

#include <optional>
#include <utility>

namespace sigprop {
namespace {

constexpr int max_crossing_steps = 300;
constexpr long first_digits = 10;

class CrossingBracket {
public:
    CrossingBracket(const OneCrossing& crossing, long digits, const Context& context)
        : crossing_(crossing),
          digits_(digits),
          bits_(Context::bits_for(2 * digits) + 64),
          context_(context) {}

    Answer operator()() {
        low_ = exact(Ball(crossing_.low));
        high_ = exact(Ball(crossing_.high));
        if (sign_at(low_, at_low_) != crossing_.sign_at_low ||
            sign_at(high_, at_high_) != -crossing_.sign_at_low)
            return failed();
        const Ball narrow = pow(Ball(10).at_precision(64), -(digits_ + 1));
        for (int step = 0; step < max_crossing_steps; ++step) {
            const Ball width = high_ - low_;
            if (!(width - low_ * narrow).is_positive())
                return Ball::interval(low_, high_).at_precision(bits_);
            beside(exact(low_ - at_low_ * width / (at_high_ - at_low_)), width, narrow);
            if (!problem_ && is_before(width / 2, high_ - low_)) cut(exact((low_ + high_) / 2));
            if (problem_ || !is_before(high_ - low_, width)) return failed();
        }
        return failed();
    }

private:
    Ball exact(const Ball& x) const { return x.at_precision(bits_).midpoint(); }

    Answer failed() const {
        if (problem_) return *problem_;
        return {Status::unable, "the computed digits do not decide the signs beside the root"};
    }

    /// Cuts on both sides of where the secant meets zero: the error of that place falls with the width
    /// squared.
    void beside(const Ball& centre, const Ball& width, const Ball& narrow) {
        if (!is_before(low_, centre) || !is_before(centre, high_)) return;
        const Ball aside = min(max(pow(width, 2) / centre, centre * narrow / 4), width / 8);
        for (const Ball& point : {exact(centre - aside), exact(centre + aside)}) {
            if (!problem_ && is_before(low_, point) && is_before(point, high_)) cut(point);
        }
    }

    void cut(const Ball& point) {
        Ball value;
        const int sign = sign_at(point, value);
        if (sign == 0) return;
        const bool is_low = sign == crossing_.sign_at_low;
        (is_low ? low_ : high_) = point;
        (is_low ? at_low_ : at_high_) = value;
    }

    /// The sign, or 0 where the most digits do not decide it or there is no value.
    int sign_at(const Ball& point, Ball& value) {
        for (long digits = first_digits; digits <= 3 * digits_ + 160; digits = 2 * digits + 10) {
            context_.check_cancelled();
            Answer computed = crossing_.value(point, digits);
            if (computed.status != Status::ok) {
                problem_ = std::move(computed);
                return 0;
            }
            value = computed.value.midpoint();
            if (const int sign = sign_of(computed.value); sign != 0) return sign;
        }
        return 0;
    }

    const OneCrossing& crossing_;
    long digits_, bits_;
    const Context& context_;
    Ball low_, high_, at_low_, at_high_;
    std::optional<Answer> problem_;
};

}  // namespace

Answer one_crossing(const OneCrossing& crossing, long digits, const Context& context) {
    return CrossingBracket(crossing, digits, context)();
}

}  // namespace sigprop
