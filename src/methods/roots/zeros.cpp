#include "methods/roots/zeros.hpp"

#include "core/ball/exact_zero.hpp"
#include "core/ball/order.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {
namespace {

constexpr long search_bits = 128;    // of evaluations while places are told apart
constexpr long fewest_bits = 32;     // of evaluations whose sign alone is asked for
constexpr long narrowest = 40;       // boxes of 2^-narrowest are not cut further
constexpr long identity_points = 7;  // where a function that vanishes is taken to vanish everywhere
constexpr std::array sign_bits = {search_bits, 4 * search_bits, 16 * search_bits};  // until a sign is known
constexpr const char* late = "the time was over";
constexpr std::size_t max_places = 4096;  // undecided ones; more say nothing that fewer do not

bool excludes_zero(const Ball& x) { return x.is_finite() && !x.contains_zero(); }
bool is_steep(const Ball& slope) { return slope.is_finite() && !slope.contains_zero(); }

struct Box {
    Ball lower, upper;
};

class ZeroSearch {
public:
    ZeroSearch(const SearchedFunction& f, Box whole, long bits, const Context& context)
        : f_(f), whole_(std::move(whole)), bits_(bits), context_(context), budget_(context.budget) {}

    std::vector<ZeroPlace> operator()() {
        bool vanishes = false;
        if (!in_time([&] { vanishes = seems_to_vanish(); })) {
            undecided(whole_, late);
            return std::move(places_);
        }
        if (vanishes) {
            undecided(whole_, "the two sides agree at every tested point: they may be equal everywhere");
            return std::move(places_);
        }
        std::deque<Box> boxes = {whole_};
        const char* stopped = nullptr;
        for (; !boxes.empty(); boxes.pop_front()) {
            if (stopped == nullptr) stopped = spent(boxes.size());
            if (stopped != nullptr) {
                undecided(boxes.front(), stopped);
            } else {
                const Box box = boxes.front();
                stopped = in_time([&] { visit(box, boxes); }) ? nullptr : late;
                if (stopped != nullptr) undecided(box, stopped);
            }
        }
        sort();
        merge();
        settle_clusters();
        return std::move(places_);
    }

private:
    static Ball range_of(const Box& box, long bits) {
        return Ball::interval(box.lower, box.upper).at_precision(bits);
    }
    Ball value(const Ball& x, long bits = search_bits) {
        if (budget_ > 0) --budget_;
        return f_.value(x.at_precision(bits), bits);
    }
    Ball slope(const Ball& x, long bits = search_bits) {
        if (budget_ > 0) --budget_;
        return f_.slope(x.at_precision(bits), bits);
    }

    template <class Work>
    static bool in_time(const Work& work) {
        try {
            work();
        } catch (const TimeSpent&) {
            return false;
        }
        return true;
    }

    const char* spent(std::size_t waiting) const {
        context_.check_interrupted();
        if (context_.is_late()) return late;
        if (budget_ == 0) return "the budget of evaluations is spent";
        return waiting > max_places ? "too many places are undecided" : nullptr;
    }

    Ball identity_point(long k) const {
        const Ball length = (whole_.upper - whole_.lower).at_precision(search_bits);
        return (whole_.lower + length * Ball(2 * k - 1) / Ball(2 * identity_points + 1)).midpoint();
    }

    /// Whether f cannot be told from 0 at points spread over the interval, however precisely computed: a
    /// function that is very small everywhere can, with more bits.
    bool seems_to_vanish() {
        for (const long bits : {search_bits, 4 * search_bits, 32 * search_bits}) {
            bool tried = false;
            for (long k = 1; k <= identity_points; ++k) {
                if (in_domain(identity_point(k)) < 0) continue;
                tried = true;
                const Ball at = value(identity_point(k), bits);
                if (!at.is_finite() || !at.contains_zero() || at.magnitude_exponent() > -bits / 4)
                    return false;
            }
            if (!tried) return false;
        }
        return true;
    }

    /// The sign of f at a point, with as many bits as that takes within reason; 0 if it is not known, or is
    /// 0.
    int sign_at(const Ball& point) {
        for (const long bits : sign_bits) {
            const Ball at = value(point, bits);
            if (!at.is_finite() || is_exact_zero(at)) return 0;
            if (const int sign = sign_of(at); sign != 0) return sign;
        }
        return 0;
    }

    /// +1 where all of x counts, -1 where none does.
    int in_domain(const Ball& x, long bits = search_bits) const {
        return f_.domain ? f_.domain(x.at_precision(bits), bits) : 1;
    }

    void undecided(const Box& box, std::string reason) {
        places_.push_back({ZeroKind::undecided, box.lower, box.upper, {}, std::move(reason)});
    }
    /// Keeps a zero of the formula that lies in the domain.
    void found(const Box& box, Ball zero) {
        const int counts = in_domain(zero, std::max(zero.precision(), search_bits));
        if (counts > 0) places_.push_back({ZeroKind::one, box.lower, box.upper, std::move(zero)});
        if (counts != 0) return;
        places_.push_back({ZeroKind::undecided,
                           zero.lower(),
                           zero.upper(),
                           {},
                           "a root, if it is inside the domain: it is at the edge"});
    }

    static bool is_narrow(const Box& box) {
        const Ball size = max(Ball(1), max(abs(box.lower), abs(box.upper))) * Ball::power_of_two(-narrowest);
        return !(box.upper - box.lower - size).is_positive();
    }

    void visit(const Box& box, std::deque<Box>& boxes) {
        const Ball x = range_of(box, search_bits);
        const int counts = in_domain(x);
        if (counts < 0) return;
        const Ball over = value(x);
        if (excludes_zero(over)) return;
        if (is_exact_zero(over) && counts > 0) {
            places_.push_back({ZeroKind::every, box.lower, box.upper});
            return;
        }
        if (f_.excluded && f_.excluded(x, search_bits)) return;
        const Ball rise = slope(x);
        if (rise.is_finite()) {
            // f(x) = f(m) + slope (x - m) is far narrower than f over a short box.
            const Ball middle = x.midpoint();
            if (excludes_zero(value(middle) + rise * (x - middle))) return;
        }
        if (rises(x, rise) != 0 && visit_monotone(box, rise)) return;
        if (is_narrow(box)) return undecided(box, "");
        // Zeros like to lie at halves and quarters, and a zero at a cut is harder to decide.
        const Ball length = box.upper - box.lower;
        const Ball cut = (box.lower + length * Ball(0.4921875)).at_precision(search_bits).midpoint();
        boxes.push_back({box.lower, cut});
        boxes.push_back({cut, box.upper});
    }

    /// The sign of all differences f(b) - f(a), a < b in x, where f has a slope of one sign or is known to be
    /// monotone.
    int rises(const Ball& x, const Ball& rise, long bits = search_bits) const {
        if (is_steep(rise)) return sign_of(rise);
        return f_.direction ? f_.direction(x.at_precision(bits), bits) : 0;
    }

    /// Handles a box where f is continuous and monotone: it holds no zero, or exactly one.
    bool visit_monotone(const Box& box, const Ball& rise) {
        const Ball at_lower = value(box.lower);
        const Ball at_upper = value(box.upper);
        for (const auto& [end, at] : {std::pair{&box.lower, &at_lower}, {&box.upper, &at_upper}}) {
            if (!is_exact_zero(*at)) continue;
            found(box, *end);
            return true;
        }
        const int left = sign_at(box.lower);
        const int right = sign_at(box.upper);
        if (left == 0 || right == 0) return is_steep(rise) && visit_by_newton(box, rise);
        if (left != right) found(box, refined(box));
        return true;
    }

    /// Newton's operator where a sign at an end is not known: N = m - f(m) / slope holds every zero of the
    /// box, and the box holds one if N lies inside.
    bool visit_by_newton(const Box& box, const Ball& rise) {
        const Ball middle = range_of(box, search_bits).midpoint();
        const Ball newton = middle - value(middle) / rise;
        if (!newton.is_finite()) return false;
        if (is_before(newton.upper(), box.lower) || is_before(box.upper, newton.lower())) return true;
        if (!is_before(box.lower, newton.lower()) || !is_before(newton.upper(), box.upper)) return false;
        found(box, refined(box));
        return true;
    }

    /// Narrows a box that holds exactly one zero and on which the slope keeps its sign.
    Ball refined(const Box& box) {
        Box now = box;
        const Ball whole = range_of(box, search_bits);
        const Ball rise = slope(whole);
        if (!is_steep(rise)) return refined_by_signs(box, rises(whole, rise) > 0);
        const long enough = bits_ + 64;  // tried on the way, where twice the last precision is far more
        const auto next = [&](long working) {
            return working < enough && enough < 2 * working ? enough : 2 * working;
        };
        for (long working = search_bits; working <= 8 * (bits_ + search_bits); working = next(working)) {
            const bool is_rising = slope(range_of(now, working), working).is_positive();
            while (!is_precise(now) && narrowed(now, is_rising, working)) context_.check_interrupted();
            if (is_precise(now)) break;
        }
        return range_of(now, std::max(bits_ + 32, search_bits));
    }

    /// The same where only signs are known: cuts on both sides of where the secant meets zero, or else in the
    /// middle.
    Ball refined_by_signs(const Box& box, bool is_rising) {
        Box now = box;
        const long enough = bits_ + 16;  // tried on the way, where twice the last precision is far more
        const auto next = [&](long working) {
            return working < enough && enough < 2 * working ? enough : 2 * working;
        };
        for (long working = fewest_bits; working <= 8 * (bits_ + search_bits); working = next(working)) {
            Box at = {value(now.lower, working), value(now.upper, working)};
            bool moves = sign_of(at.lower) * sign_of(at.upper) < 0;
            while (!is_precise(now) && moves) {
                context_.check_interrupted();
                moves = narrowed_by_signs(now, at, is_rising, working);
            }
            if (is_precise(now)) break;
        }
        return range_of(now, std::max(bits_ + 32, search_bits));
    }

    /// One step of it; `at` has the values at the ends. False where the signs are not known with these bits.
    bool narrowed_by_signs(Box& box, Box& at, bool is_rising, long working) {
        const Ball width = (box.upper - box.lower).at_precision(working);
        const auto cut = [&](const Ball& point) {
            if (!point.is_finite() || !is_before(box.lower, point) || !is_before(point, box.upper)) return;
            const Ball here = value(point, working);
            const int sign = sign_of(here);
            if (sign == 0) return;
            const bool is_beyond = (sign > 0) == is_rising;
            (is_beyond ? box.upper : box.lower) = point;
            (is_beyond ? at.upper : at.lower) = here;
        };
        const Ball centre = box.lower - at.lower.midpoint() * width / (at.upper - at.lower).midpoint();
        const Ball size = max(abs(box.lower), abs(box.upper)).at_precision(working);
        const Ball least = size * Ball::power_of_two(-bits_ - 8);
        const Ball aside = min(max(pow(width, 2) / size, least), width / 8);
        for (const Ball& point : {centre - aside, centre + aside})
            cut(point.at_precision(working).midpoint());
        const Ball left = box.upper - box.lower;
        if (is_before(width / 2, left)) cut(((box.lower + box.upper) / 2).at_precision(working).midpoint());
        return is_before(box.upper - box.lower, width);
    }

    /// A step of Newton's method, or of bisection where that is better; false if neither helps.
    bool narrowed(Box& box, bool rises, long working) {
        const Ball x = range_of(box, working);
        const Ball middle = x.midpoint();
        const Ball here = value(middle, working);
        const Ball newton = middle - here / slope(x, working);
        Box next = box;
        if (newton.is_finite()) next = {later(box.lower, newton.lower()), earlier(box.upper, newton.upper())};
        const auto halves = [&] {
            return (box.upper - box.lower - (next.upper - next.lower) * Ball(1.5)).is_positive();
        };
        if (!halves() && sign_of(here) != 0) {
            const bool is_beyond = here.is_positive() == rises;
            next = is_beyond ? Box{box.lower, middle} : Box{middle, box.upper};
        }
        const bool helps = halves();
        if (helps) box = std::move(next);
        return helps;
    }

    bool is_precise(const Box& box) const {
        const Ball size = max(abs(box.lower), abs(box.upper)) * Ball::power_of_two(-bits_ - 4);
        const Ball length = box.upper - box.lower;
        return !(length - size).is_positive() || !(length - Ball::power_of_two(-bits_ - 4)).is_positive();
    }

    void sort() {
        std::ranges::stable_sort(places_, [](const ZeroPlace& a, const ZeroPlace& b) {
            return is_before(a.lower, b.lower) ||
                   (!is_before(b.lower, a.lower) && is_before(a.upper, b.upper));
        });
    }

    /// Neighbours of one kind are one place, and a zero at the cut of two boxes is one zero.
    void merge() {
        std::vector<ZeroPlace> merged;
        for (ZeroPlace& place : places_) {
            ZeroPlace* last = merged.empty() ? nullptr : &merged.back();
            const bool touches =
                last != nullptr && last->kind == place.kind && !is_before(last->upper, place.lower);
            if (!touches) {
                merged.push_back(std::move(place));
            } else if (place.kind != ZeroKind::one) {
                last->upper = place.upper;
                if (last->reason.empty()) last->reason = std::move(place.reason);
            } else if (!is_exact_zero(last->zero - place.zero)) {
                merged.push_back(std::move(place));
            }
        }
        places_ = std::move(merged);
    }

    /// A narrow undecided place seen from farther away may hold exactly one zero, or none; else it is told
    /// what is not decided about it.
    void settle_clusters() {
        for (std::size_t i = 0; i < places_.size();) {
            const bool open = places_[i].kind == ZeroKind::undecided && places_[i].reason.empty();
            bool settled = false;
            const auto settle_it = [&] {
                settled = is_settled(i);
                if (!settled) places_[i].reason = reason_of({places_[i].lower, places_[i].upper});
            };
            if (open && !in_time(settle_it)) places_[i].reason = late;
            if (!settled) ++i;
        }
    }

    bool is_settled(std::size_t i) {
        const Box place = {places_[i].lower, places_[i].upper};
        const Ball length = place.upper - place.lower;
        return std::ranges::any_of(std::array{1.0, 64.0, 4096.0}, [&](double factor) {
            return settle(i, {later(whole_.lower, place.lower - length * Ball(factor)),
                              earlier(whole_.upper, place.upper + length * Ball(factor))});
        });
    }

    /// Whether place i is removed, or replaced by the one zero near it.
    bool settle(std::size_t i, const Box& wide) {
        bool is_known = false;  // the zero within the wide box has a place of its own
        for (std::size_t k = 0; k < places_.size(); ++k) {
            const ZeroPlace& other = places_[k];
            const bool one = other.kind == ZeroKind::one;
            const Ball first = one ? other.zero.lower() : other.lower;
            const Ball last = one ? other.zero.upper() : other.upper;
            if (k == i || is_before(last, wide.lower) || is_before(wide.upper, first)) continue;
            if (!one || is_before(first, wide.lower) || is_before(wide.upper, last)) return false;
            is_known = true;
        }
        const Ball x = range_of(wide, search_bits);
        const Ball rise = slope(x);
        const std::size_t before = places_.size();
        if (rises(x, rise) == 0 || !visit_monotone(wide, rise)) return false;
        std::optional<ZeroPlace> zero;
        if (places_.size() > before) {
            zero = std::move(places_.back());
            places_.pop_back();
        }
        if (zero && !is_known) {
            places_[i] = std::move(*zero);
        } else {
            places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return true;
    }

    std::string reason_of(const Box& box) {
        const Ball x = range_of(box, search_bits);
        if (!value(x).is_finite()) return "a pole, or an edge of the domain of the two sides";
        if (in_domain(x) == 0) return "the edge of the domain of the two sides";
        if (!slope(x).is_finite()) return "a jump, or an unbounded slope";
        const int left = sign_of(value(box.lower));
        const int right = sign_of(value(box.upper));
        if (left * right < 0) return "at least one root: the number is undecided";
        return "a double root, several roots close together, or no root";
    }

    const SearchedFunction& f_;
    Box whole_;
    long bits_;
    const Context& context_;
    std::uint64_t budget_;
    std::vector<ZeroPlace> places_;
};

}  // namespace

std::vector<ZeroPlace> zeros_of(const SearchedFunction& f, const Ball& lower, const Ball& upper, long bits,
                                const Context& context) {
    return ZeroSearch(f, {lower, upper}, bits, context)();
}

}  // namespace sigprop
