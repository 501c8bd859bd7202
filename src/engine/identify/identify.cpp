#include "engine/identify/identify.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/verdict.hpp>

#include "engine/binding/binder.hpp"
#include "engine/identify/neighbours.hpp"
#include "judgement/decimal.hpp"

namespace sigprop {
namespace {

constexpr double max_coincidences_near = 0.01;
constexpr double max_coincidences_far = 0.001;
constexpr int last_near_ring = 2;
constexpr double min_tried = 10;
constexpr double near_enough = 1e-3;  // compared in double, before anything is proved
constexpr std::size_t max_matches = 2;
constexpr long digits_to_spare = 20;
constexpr long max_first_digits = 60;
constexpr long max_doublings = 4;    // how often the precision is doubled from there
constexpr int computed_digits = 12;  // digits that a number computed with rounding error must share
constexpr std::size_t machine_length = 14;

bool speaks_of_a_number(const Stated& stated) {
    const Convention convention = stated.convention();
    return !stated.is_none() && !stated.is_expression() && convention != Convention::upper_bound &&
           convention != Convention::lower_bound && std::isnormal(stated.value(64).to_double());
}

std::size_t printed_digits(const std::string& text) {
    std::size_t digits = 0;
    for (const char c : text.substr(0, text.find_first_of("eE"))) {
        digits += (c >= '1' && c <= '9') || (c == '0' && digits > 0) ? 1 : 0;
    }
    return digits;
}

/// The printed digits without trailing zeros: a round number may mean many things.
std::string without_zeros(const std::string& text) {
    const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
    std::size_t end = mark;
    while (end > 1 && (text[end - 1] == '0' || text[end - 1] == '.')) --end;
    const bool whole = text.find('.') >= mark;
    return whole ? text : text.substr(0, std::max(end, text.find('.'))) + text.substr(mark);
}

/// How a printed number can be read, and how wide an interval each reading allows.
class Readings {
public:
    explicit Readings(const Stated& stated) : stated_(stated) {
        const auto printed = parse_decimal(stated.text());
        size_ = std::fabs(stated.value(64).to_double());
        const std::string significant = without_zeros(stated.text());
        unit_ = power_of_ten(parse_decimal(significant)->last_place).to_double() / size_;
        const auto digits = static_cast<long>(printed_digits(stated.text()));
        bits_ = Context::bits_for(std::min(digits + digits_to_spare, max_first_digits));
        if (printed->has_mark) rounded_ = Stated(stated.text());
    }

    /// The relative width of the narrowest reading that is proved to hold for the number, and how many
    /// leading digits agree if not all do; nothing when no reading holds.
    struct Match {
        double width = 0;
        int digits = 0;  ///< how many agree, when not all do
    };
    [[nodiscard]] std::optional<Match> of(const Real& number) const {
        std::optional<Match> best;
        const auto offer = [&](double width, int digits) {
            // Few printed digits carry little information, whatever the reading.
            const Match match{std::max(width, unit_), digits};
            if (!best || match.width < best->width) best = match;
        };
        const Ball v = number.at(bits_);
        if (confirms(number, stated_)) offer(own_width(), 0);
        if (rounded_ && confirms(number, *rounded_)) offer(unit_, 0);
        if (const auto dtype = stated_.dtype_of_literal(v)) offer(width_of(*dtype), 0);
        if (!best && printed_digits(stated_.text()) >= machine_length) {
            const Ball error = (v - stated_.value(bits_)).magnitude() / abs(v);
            const double digits = std::floor(-std::log10(error.upper_double()));
            if (digits >= computed_digits)
                offer(2 * std::pow(10, -computed_digits), static_cast<int>(digits));
        }
        return best;
    }

    /// The relative unit of the printed digits: no match is narrower.
    [[nodiscard]] double min_width() const { return unit_; }
    [[nodiscard]] double number() const { return stated_.value(64).to_double(); }

private:
    /// Raises the precision until an enclosure decides.
    bool confirms(const Real& number, const Stated& stated) const {
        Evidence proof;
        proof.status = Status::ok;
        long bits = bits_;
        for (long step = 0; step <= max_doublings; ++step, bits *= 2) {
            proof.value = number.at(bits);
            if (const auto judgement = judge({proof}, stated, {}))
                return judgement->verdict == Verdict::confirmed;
        }
        return false;
    }

    double own_width() const {
        const auto interval = stated_.interval(64, nullptr);
        if (!interval || !interval->lower || !interval->upper) return 0;
        return (interval->upper->at - interval->lower->at).upper_double() / size_;
    }

    static double width_of(Dtype dtype) {
        switch (dtype) {
            case Dtype::float16: return 0x1p-10;
            case Dtype::bfloat16: return 0x1p-7;
            case Dtype::float32: return 0x1p-23;
            case Dtype::float64: return 0x1p-52;
        }
        return 1;
    }

    const Stated& stated_;
    std::optional<Stated> rounded_;
    double size_ = 0;
    double unit_ = 0;  ///< relative unit of the last nonzero printed digit
    long bits_ = 0;
};

/// Counts the different numbers near the stated one that were tried.
class Tried {
public:
    explicit Tried(double number) : number_(number) {}
    void add(double value) {
        const double distance = std::log(value / number_);  // NaN for the other sign
        if (!(std::fabs(distance) <= 0.5)) return;
        constexpr double apart = 1e-12;
        const auto next = distances_.lower_bound(distance - apart);
        if (next == distances_.end() || *next > distance + apart) distances_.insert(distance);
    }
    [[nodiscard]] double count() const { return std::max(min_tried, static_cast<double>(distances_.size())); }

private:
    double number_;
    std::set<double> distances_;
};

struct Found {
    IdentifiedRecord record;
    Ball value;  ///< to tell the numbers found apart
    bool changed = false;

    [[nodiscard]] bool simpler_than(const Found& other) const {
        if (changed != other.changed) return other.changed;
        return record.expression.size() < other.record.expression.size();
    }
};

class Search {
public:
    Search(const BoundExpression& own, const Stated& stated, const Context& context)
        : expression_(own),
          readings_(stated),
          tried_(readings_.number()),
          stated_(stated),
          context_(context) {}

    std::vector<IdentifiedRecord> operator()() {
        Neighbourhood neighbourhood(expression_, context_);
        for (int ring = 0; ring < Neighbourhood::rings && found_.empty(); ++ring) {
            const double most = ring <= last_near_ring ? max_coincidences_near : max_coincidences_far;
            if (readings_.min_width() * tried_.count() > most) break;  // too few digits for the rest
            const std::vector<Neighbour> candidates = neighbourhood.ring(ring);
            for (const Neighbour& one : candidates) tried_.add(one.value);
            for (const Neighbour& one : candidates) {
                context_.check_interrupted();
                if (context_.is_late()) break;
                if (std::fabs(one.value / readings_.number() - 1) <= near_enough) examine(one, most);
            }
        }
        std::vector<IdentifiedRecord> records;
        for (Found& one : found_) {
            if (records.size() < max_matches) records.push_back(std::move(one.record));
        }
        return records;
    }

private:
    /// To enough digits that two different numbers differ in them.
    static std::optional<Ball> value_of(const Real& number) {
        constexpr long bits = 200;
        try {
            return number.at(bits);
        } catch (const InputError&) {  // it has no value
            return std::nullopt;
        }
    }

    /// Whether the value is the claim's own under another name.
    bool is_own(const Ball& value) {
        if (!own_) own_ = value_of(real_of(expression_)).value_or(Ball::indeterminate());
        return own_->is_finite() && own_->overlaps(value);
    }

    void examine(const Neighbour& candidate, double max_coincidences) {
        try {
            const BoundExpression bound = bind_expression(candidate.expression);
            const Real number = real_of(bound);
            const std::optional<Ball> value = value_of(number);
            if (!value || is_own(*value)) return;
            const auto match = readings_.of(number);
            if (!match || match->width * tried_.count() > max_coincidences) return;
            std::string text = candidate.text;
            if (match->digits > 0) {
                text += "; to " + std::to_string(match->digits) + " of the " +
                        std::to_string(printed_digits(stated_.text())) + " digits";
            }
            add({{bound.text, std::move(text)}, *value, candidate.changed});
        } catch (const InputError&) {  // no enclosure: nothing is proved
        }
    }

    /// Of several names for one number the simplest is kept.
    void add(Found found) {
        for (Found& one : found_) {
            if (!one.value.overlaps(found.value)) continue;
            if (found.simpler_than(one)) one = std::move(found);
            return;
        }
        found_.push_back(std::move(found));
    }

    const BoundExpression& expression_;  ///< of the claim
    Readings readings_;
    Tried tried_;
    const Stated& stated_;
    const Context& context_;
    std::optional<Ball> own_;  ///< indeterminate when there is no value
    std::vector<Found> found_;
};

}  // namespace

std::vector<IdentifiedRecord> identify(const BoundExpression& own, const Stated& stated,
                                       const Context& context) {
    if (!speaks_of_a_number(stated)) return {};
    return Search(own, stated, context)();
}

}  // namespace sigprop
