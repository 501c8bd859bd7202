#include "methods/roots/plane_zeros.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <sigprop/core/base/errors.hpp>

#include "core/ball/exact_zero.hpp"
#include "core/ball/order.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/operands_first.hpp"

namespace sigprop {
namespace {

constexpr long plane_bits = 96;             // of evaluations while places are told apart
constexpr int narrowest_exponent = -36;     // boxes of 2^-36 of the largest coordinate are not cut further
constexpr std::size_t most_boxes = 20'000;  // that wait; more say nothing that fewer do not
constexpr int most_refinements = 40;

using Matrix = std::array<PlaneBox, 2>;

struct System {
    const PlaneFunction& f;
    const PlaneFunction& g;

    [[nodiscard]] PlaneBox value(const PlaneBox& x, long bits) const {
        return {f.value(x, bits), g.value(x, bits)};
    }
    [[nodiscard]] Matrix slopes(const PlaneBox& x, long bits) const {
        return {f.slopes(x, bits), g.slopes(x, bits)};
    }
    [[nodiscard]] int domain(const PlaneBox& x, long bits) const {
        int least = 1;
        for (const PlaneFunction* one : {&f, &g})
            if (one->domain) least = std::min(least, one->domain(x, bits));
        return least;
    }
};

bool is_finite(const PlaneBox& x) { return x[0].is_finite() && x[1].is_finite(); }
PlaneBox middle_of(const PlaneBox& x) { return {x[0].midpoint(), x[1].midpoint()}; }
PlaneBox at_precision(const PlaneBox& x, long bits) {
    return {x[0].at_precision(bits), x[1].at_precision(bits)};
}

bool is_nonzero(const Ball& x) { return x.is_finite() && !x.contains_zero(); }

bool overlaps(const PlaneBox& a, const PlaneBox& b) { return a[0].overlaps(b[0]) && a[1].overlaps(b[1]); }

bool is_inside(const Ball& inner, const Ball& outer) {
    return (inner.lower() - outer.lower()).is_positive() && (outer.upper() - inner.upper()).is_positive();
}
bool is_inside(const PlaneBox& inner, const PlaneBox& outer) {
    return is_inside(inner[0], outer[0]) && is_inside(inner[1], outer[1]);
}

/// The part that two boxes share; nothing where they share none.
std::optional<PlaneBox> shared(const PlaneBox& a, const PlaneBox& b, long bits) {
    PlaneBox both;
    for (std::size_t k = 0; k < 2; ++k) {
        const Ball lower = max(a[k].lower(), b[k].lower());
        const Ball upper = min(a[k].upper(), b[k].upper());
        if ((lower - upper).is_positive()) return std::nullopt;
        both[k] = Ball::interval(lower, upper).at_precision(bits);
    }
    return both;
}

/// An approximate inverse, exact numbers; nothing near a singular matrix.
std::optional<Matrix> inverse_of(const Matrix& m) {
    const Ball a = m[0][0].midpoint();
    const Ball b = m[0][1].midpoint();
    const Ball c = m[1][0].midpoint();
    const Ball d = m[1][1].midpoint();
    const Ball determinant = (a * d - b * c).at_precision(plane_bits);
    if (!is_nonzero(determinant)) return std::nullopt;
    const auto exact = [&](const Ball& x) { return (x.at_precision(plane_bits) / determinant).midpoint(); };
    return Matrix{PlaneBox{exact(d), exact(-b)}, PlaneBox{exact(-c), exact(a)}};
}

PlaneBox product(const Matrix& m, const PlaneBox& x) {
    return {m[0][0] * x[0] + m[0][1] * x[1], m[1][0] * x[0] + m[1][1] * x[1]};
}

struct Image {
    PlaneBox box;
    bool excludes = false;  ///< by the mean value form: there is no zero in X
};

/// Krawczyk's K of the box; nothing where the functions have no slopes there.
std::optional<Image> krawczyk(const System& system, const PlaneBox& x, long bits) {
    const Matrix slopes = system.slopes(x, bits);
    if (!is_finite(slopes[0]) || !is_finite(slopes[1])) return std::nullopt;
    const PlaneBox middle = middle_of(x);
    const PlaneBox value = system.value(middle, bits);
    if (!is_finite(value)) return std::nullopt;
    const PlaneBox away = {(x[0] - middle[0]).at_precision(bits), (x[1] - middle[1]).at_precision(bits)};
    const PlaneBox spread = product(slopes, away);
    Image image;
    image.excludes = is_nonzero(value[0] + spread[0]) || is_nonzero(value[1] + spread[1]);
    const auto inverse = inverse_of(slopes);
    if (!inverse) {
        image.box = x;
        return image;
    }
    const PlaneBox step = product(*inverse, value);
    Matrix rest;
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j)
            rest[i][j] =
                Ball(i == j ? 1 : 0) - ((*inverse)[i][0] * slopes[0][j] + (*inverse)[i][1] * slopes[1][j]);
    const PlaneBox turned = product(rest, away);
    for (std::size_t k = 0; k < 2; ++k) image.box[k] = (middle[k] - step[k] + turned[k]).at_precision(bits);
    return image;
}

/// About log2 of the larger radius, relative to the larger coordinate beyond 1.
long width_exponent(const Ball& x) {
    return x.radius().magnitude_exponent() - std::max(0L, x.magnitude_exponent());
}

class PlaneSearch {
public:
    PlaneSearch(const System& system, const PlaneBox& whole, long bits, const Context& context)
        : system_(system), whole_(whole), bits_(bits), context_(context), budget_(context.budget) {}

    std::vector<PlanePlace> operator()() {
        std::deque<PlaneBox> boxes = {at_precision(whole_, plane_bits)};
        const char* stopped = nullptr;
        for (; !boxes.empty(); boxes.pop_front()) {
            const PlaneBox box = boxes.front();
            if (stopped == nullptr) stopped = spent(boxes.size());
            if (stopped != nullptr) {
                if (!is_known(box)) undecided(box, stopped);
                continue;
            }
            try {
                visit(box, boxes);
            } catch (const TimeSpent&) {
                stopped = "the time was over";
                undecided(box, stopped);
            }
        }
        merge();
        std::ranges::stable_sort(places_, [](const PlanePlace& a, const PlanePlace& b) {
            return a.box[0].to_double() < b.box[0].to_double();
        });
        return std::move(places_);
    }

private:
    const char* spent(std::size_t waiting) const {
        context_.check_interrupted();
        if (context_.is_late()) return "the time was over";
        if (budget_ == 0) return "the budget of evaluations is spent";
        return waiting > most_boxes ? "too many places are undecided" : nullptr;
    }
    void spend(std::uint64_t evaluations) { budget_ -= std::min(budget_, evaluations); }

    /// Whether the box lies where one zero is proved to be the only one.
    [[nodiscard]] bool is_known(const PlaneBox& box) const {
        return std::ranges::any_of(places_, [&](const PlanePlace& one) {
            return one.kind == ZeroKind::one && is_inside(box, one.box);
        });
    }

    void undecided(const PlaneBox& box, std::string reason) {
        places_.push_back({ZeroKind::undecided, box, {}, std::move(reason)});
    }

    void visit(const PlaneBox& box, std::deque<PlaneBox>& boxes) {
        if (is_known(box)) return;
        if (system_.domain(box, plane_bits) < 0) return;
        spend(2);
        const PlaneBox over = system_.value(box, plane_bits);
        if (is_nonzero(over[0]) || is_nonzero(over[1])) return;
        spend(4);
        const std::optional<Image> image = krawczyk(system_, box, plane_bits);
        PlaneBox rest = box;
        if (image) {
            if (image->excludes) return;
            const auto both = is_finite(image->box) ? shared(image->box, box, plane_bits) : box;
            if (!both) return;
            if (is_inside(image->box, box)) return found(box);
            // a zero near an edge of the box has the box around it in a larger one
            const PlaneBox larger = {inflated(box[0]), inflated(box[1])};
            if (is_inside(image->box, larger)) {
                spend(4);
                const std::optional<Image> again = krawczyk(system_, larger, plane_bits);
                if (again && is_inside(again->box, larger)) return found(larger);
            }
            rest = *both;
        }
        if (is_narrow(rest))
            return undecided(rest, image
                                       ? "a double point, several close together, or none"
                                       : "no slopes are known here: a kink, a jump or an edge of the domain");
        const bool is_smaller = rest[0].radius().to_double() < 0.7 * box[0].radius().to_double() &&
                                rest[1].radius().to_double() < 0.7 * box[1].radius().to_double();
        if (is_smaller) {
            boxes.push_back(rest);
            return;
        }
        // Zeros like to lie at halves and quarters, and a zero at a cut is harder to decide.
        const std::size_t k = wider_side(rest);
        const Ball length = rest[k].upper() - rest[k].lower();
        const Ball cut = (rest[k].lower() + length * Ball(0.4921875)).at_precision(plane_bits).midpoint();
        PlaneBox low = rest;
        PlaneBox high = rest;
        low[k] = Ball::interval(rest[k].lower(), cut).at_precision(plane_bits);
        high[k] = Ball::interval(cut, rest[k].upper()).at_precision(plane_bits);
        boxes.push_back(low);
        boxes.push_back(high);
    }

    static Ball inflated(const Ball& x) {
        const Ball reach = x.radius() * Ball(1.5);
        return Ball::interval(x.midpoint() - reach, x.midpoint() + reach).at_precision(plane_bits);
    }

    /// The side that is the wider share of the whole.
    [[nodiscard]] std::size_t wider_side(const PlaneBox& box) const {
        const auto share = [&](std::size_t k) {
            return box[k].radius().to_double() / std::max(whole_[k].radius().to_double(), 1e-300);
        };
        return share(0) >= share(1) ? 0 : 1;
    }

    static bool is_narrow(const PlaneBox& box) {
        return width_exponent(box[0]) < narrowest_exponent && width_exponent(box[1]) < narrowest_exponent;
    }

    void found(const PlaneBox& box) {
        spend(20);
        const std::optional<PlaneBox> point = only_plane_zero(system_.f, system_.g, box, bits_);
        if (!point) return undecided(box, "the zero could not be refined");
        const auto is_repeated = [&](const PlanePlace& one) {
            return one.kind == ZeroKind::one && overlaps(one.point, *point) &&
                   (is_inside(*point, one.box) || is_inside(one.point, box));
        };
        if (std::ranges::any_of(places_, is_repeated)) return;
        const int counts =
            std::min(system_.domain(*point, std::max(bits_, plane_bits)), inside_whole(*point));
        if (counts > 0) places_.push_back({ZeroKind::one, box, *point, {}});
        if (counts == 0)
            undecided(*point, "a point at the edge of the rectangle or of the domain, or just outside it");
    }

    /// +1 where the point lies in the rectangle, -1 where it does not.
    [[nodiscard]] int inside_whole(const PlaneBox& point) const {
        int least = 1;
        for (std::size_t k = 0; k < 2; ++k) {
            const int above = sign_of(point[k] - whole_[k].lower());
            const int below = sign_of(whole_[k].upper() - point[k]);
            least = std::min({least, above, below});
        }
        return least;
    }

    /// The box and as much on each side: what was discarded between two undecided boxes of this size tells
    /// nothing.
    static PlaneBox surroundings(const PlaneBox& box) {
        PlaneBox larger;
        for (std::size_t k = 0; k < 2; ++k) {
            const Ball reach =
                max(3 * box[k].radius(), abs(box[k].midpoint()) * Ball::power_of_two(narrowest_exponent));
            larger[k] = Ball::interval(box[k].midpoint() - reach, box[k].midpoint() + reach);
        }
        return larger;
    }

    /// Undecided boxes close together become one; those that lie where a zero is the only one are settled by
    /// it.
    void merge() {
        std::erase_if(places_, [&](const PlanePlace& one) {
            return one.kind == ZeroKind::undecided && is_known(one.box);
        });
        for (bool merged = true; merged;) {
            merged = false;
            for (std::size_t i = 0; i < places_.size(); ++i) {
                for (std::size_t j = places_.size(); j-- > i + 1;) {
                    PlanePlace& a = places_[i];
                    PlanePlace& b = places_[j];
                    if (a.kind != ZeroKind::undecided || b.kind != ZeroKind::undecided ||
                        !overlaps(surroundings(a.box), surroundings(b.box)))
                        continue;
                    for (std::size_t k = 0; k < 2; ++k)
                        a.box[k] = Ball::interval(min(a.box[k].lower(), b.box[k].lower()),
                                                  max(a.box[k].upper(), b.box[k].upper()));
                    places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(j));
                    merged = true;
                }
            }
        }
    }

    const System& system_;
    PlaneBox whole_;
    long bits_;
    const Context& context_;
    std::uint64_t budget_;
    std::vector<PlanePlace> places_;
};

/// f and its derivatives by x0, x1 and the inner functions.
class PlaneComposition {
public:
    PlaneComposition(const Formula& f, std::vector<PlaneFunction> inner) : inner_(std::move(inner)) {
        formulas_.push_back(f);
        for (int i = 0; i < static_cast<int>(inner_.size()) + 2; ++i) formulas_.push_back(f.derivative(i));
        for (const Formula& node : operands_first(f)) {
            const Operation operation = node.operation();
            may_jump_ = may_jump_ || operation == Operation::step || operation == Operation::where_negative ||
                        operation == Operation::where_nonpositive;
        }
    }

    [[nodiscard]] Ball value(const PlaneBox& x, long bits) const {
        return Evaluator<Ball>(formulas_[0], bits)(variables(x, bits))[0];
    }

    [[nodiscard]] PlaneBox slopes(const PlaneBox& x, long bits) const {
        if (may_jump_) return {Ball::indeterminate(), Ball::indeterminate()};
        const std::vector<Ball> at = variables(x, bits);
        Evaluator<Ball> evaluate(formulas_, bits);
        const std::span<const Ball> values = evaluate(at);
        if (!values[0].is_finite()) return {Ball::indeterminate(), Ball::indeterminate()};
        PlaneBox total = {values[1], values[2]};
        for (std::size_t i = 0; i < inner_.size(); ++i) {
            if (is_exact_zero(values[i + 3])) continue;
            const PlaneBox own = inner_[i].slopes(x, bits);
            for (std::size_t k = 0; k < 2; ++k) total[k] = total[k] + values[i + 3] * own[k];
        }
        return total;
    }

    [[nodiscard]] int domain(const PlaneBox& x, long bits) const {
        int least = 1;
        for (const PlaneFunction& one : inner_)
            if (one.domain) least = std::min(least, one.domain(x, bits));
        return least;
    }

private:
    [[nodiscard]] std::vector<Ball> variables(const PlaneBox& x, long bits) const {
        std::vector<Ball> at = {x[0], x[1]};
        for (const PlaneFunction& one : inner_) at.push_back(one.value(x, bits));
        return at;
    }

    std::vector<Formula> formulas_;
    std::vector<PlaneFunction> inner_;
    bool may_jump_ = false;
};

}  // namespace

PlaneFunction plane_composition(const Formula& f, std::vector<PlaneFunction> inner) {
    const auto whole = std::make_shared<const PlaneComposition>(f, std::move(inner));
    return {[whole](const PlaneBox& x, long bits) { return whole->value(x, bits); },
            [whole](const PlaneBox& x, long bits) { return whole->slopes(x, bits); },
            [whole](const PlaneBox& x, long bits) { return whole->domain(x, bits); }};
}

PlaneFunction plane_curve(PlaneFunction argument, SearchedFunction curve) {
    struct Parts {
        PlaneFunction argument;
        SearchedFunction curve;
    };
    const auto parts = std::make_shared<const Parts>(Parts{std::move(argument), std::move(curve)});
    return {[parts](const PlaneBox& x, long bits) {
                return parts->curve.value(parts->argument.value(x, bits), bits);
            },
            [parts](const PlaneBox& x, long bits) {
                const Ball outer = parts->curve.slope(parts->argument.value(x, bits), bits);
                const PlaneBox inner = parts->argument.slopes(x, bits);
                return PlaneBox{outer * inner[0], outer * inner[1]};
            },
            [parts](const PlaneBox& x, long bits) {
                const int own = parts->argument.domain ? parts->argument.domain(x, bits) : 1;
                if (own < 0 || !parts->curve.domain) return own;
                return std::min(own, parts->curve.domain(parts->argument.value(x, bits), bits));
            }};
}

std::optional<PlaneBox> only_plane_zero(const PlaneFunction& f, const PlaneFunction& g, const PlaneBox& box,
                                        long bits) {
    const System system{f, g};
    PlaneBox x = at_precision(box, plane_bits);
    bool is_proved = false;
    long at_bits = plane_bits;
    for (int step = 0; step < most_refinements; ++step) {
        const std::optional<Image> image = krawczyk(system, x, at_bits);
        if (!image || !is_finite(image->box)) return std::nullopt;
        if (!is_proved && !is_inside(image->box, x)) return std::nullopt;
        is_proved = true;
        const std::optional<PlaneBox> next = shared(image->box, x, at_bits);
        if (!next) return std::nullopt;
        const long known = std::min((*next)[0].accuracy_bits(), (*next)[1].accuracy_bits());
        const bool stalls = !((x[0].radius() - 2 * (*next)[0].radius()).is_positive() ||
                              (x[1].radius() - 2 * (*next)[1].radius()).is_positive());
        x = *next;
        if (known >= bits) break;
        const long most = bits + 48;
        if (stalls && at_bits >= most) break;
        // each step about doubles the bits that are right
        at_bits = std::min(most, std::max(at_bits, stalls ? 2 * at_bits : 2 * known + 48));
    }
    return x;
}

std::vector<PlanePlace> plane_zeros(const PlaneFunction& f, const PlaneFunction& g, const PlaneBox& box,
                                    long bits, const Context& context) {
    const System system{f, g};
    return PlaneSearch(system, box, bits, context)();
}

}  // namespace sigprop
