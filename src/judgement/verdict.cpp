#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sigprop/judgement/verdict.hpp>
#include <utility>

#include "judgement/decimal.hpp"
#include "judgement/reconcile.hpp"

namespace sigprop {
namespace {

/// Which side of the interval the whole ball lies on; `straddles` where it crosses an end.
enum class Position { below, inside, above, straddles };

/// A value by its enclosure, and itself where it is a fraction.
struct Value {
    const Ball& ball;
    const std::optional<Rational>& exact;
};

/// v minus the end; exactly zero where both are the same fraction.
Ball beyond(const Value& v, const Limit& end) {
    if (v.exact && v.exact == end.exact) return Ball(0);
    return v.ball - end.at;
}

Position position_of(const Value& v, const StatedInterval& interval) {
    bool straddles = false;
    if (interval.lower) {
        const Ball margin = beyond(v, *interval.lower);
        const bool closed = interval.lower->inside;
        if (closed ? margin.is_negative() : margin.is_nonpositive()) return Position::below;
        straddles = !(closed ? margin.is_nonnegative() : margin.is_positive());
    }
    if (interval.upper) {
        const Ball margin = -beyond(v, *interval.upper);
        const bool closed = interval.upper->inside;
        if (closed ? margin.is_negative() : margin.is_nonpositive()) return Position::above;
        straddles = straddles || !(closed ? margin.is_nonnegative() : margin.is_positive());
    }
    return straddles ? Position::straddles : Position::inside;
}

/// Whether v = s is proved to 10^-digits (relative to |s| where |s| < 1).
Position position_exact(const Ball& v, const Ball& s, long digits) {
    const Ball difference = v - s;
    if (difference.is_positive()) return Position::above;
    if (difference.is_negative()) return Position::below;
    Ball allowed = ball_of(power_of_ten(-digits), v.precision());
    if (!s.contains_zero()) allowed = min(allowed, allowed * abs(s));
    return (allowed - difference.magnitude()).is_nonnegative() ? Position::inside : Position::straddles;
}

Ball stated_ball(const Stated& stated, const JudgeOptions& options, long bits) {
    return stated.is_expression() ? *options.stated_value : stated.value(bits);
}

bool is_bound(const Stated& stated) {
    return stated.convention() == Convention::upper_bound || stated.convention() == Convention::lower_bound;
}

Position position_in(const Ball& v, const Stated& stated, const JudgeOptions& options) {
    const long bits = bits_beside(v);
    if (stated.convention() == Convention::exact) {
        return position_exact(v, stated_ball(stated, options, bits), options.digits);
    }
    const Ball* expression_value = stated.is_expression() ? &options.stated_value.value() : nullptr;
    std::optional<StatedInterval> interval = stated.interval(bits, expression_value);
    if (!interval) return Position::straddles;
    if (is_bound(stated) && stated.is_expression()) {
        (interval->lower ? interval->lower : interval->upper)->exact = options.stated_exact;
    }
    return position_of({v, options.exact}, *interval);
}

std::optional<double> agreeing_digits(const Ball& v, const Stated& stated, const JudgeOptions& options) {
    if (is_bound(stated) || v.contains_zero()) return std::nullopt;
    const Ball difference = v - stated_ball(stated, options, bits_beside(v));
    const Ball ratio = difference.magnitude() / abs(v);
    if (ratio.contains_zero()) return static_cast<double>(options.digits);
    const double digits = -(log(ratio) / log(Ball(10))).to_double();
    return std::max(0.0, std::round(digits * 10) / 10);
}

std::string error_text(const Ball& v, const Stated& stated, const JudgeOptions& options) {
    const Ball difference = stated_ball(stated, options, bits_beside(v)) - v;
    const bool relative = !v.contains_zero();
    const double size = (relative ? difference / abs(v) : difference).to_double();
    if (!std::isfinite(size)) return {};
    char text[64];
    std::snprintf(text, sizeof text, "%s error %.2e", relative ? "relative" : "absolute", size);
    return text;
}

std::string refutation(const Ball& v, Position position, const Stated& stated, const JudgeOptions& options) {
    const std::string where = position == Position::below ? "below" : "above";
    std::string reason = "the value is " + where + " the stated ";
    if (is_bound(stated)) {
        reason += stated.convention() == Convention::upper_bound ? "upper bound" : "lower bound";
    } else {
        reason += stated.convention() == Convention::exact ? "number" : "interval";
    }
    if (const std::string error = error_text(v, stated, options); !error.empty())
        reason += "; the stated number has " + error;
    if (stated.convention() == Convention::rounded) {
        if (const std::optional<Dtype> dtype = stated.dtype_of_literal(v)) {
            const std::string name(to_string(*dtype));
            reason += "; the stated number is the nearest " + name + " to the value: write \"dtype\": \"" +
                      name + "\"";
        }
    }
    return reason;
}

std::string confirmation(const Stated& stated, const JudgeOptions& options) {
    if (stated.convention() != Convention::exact) return {};
    return "equal to within 10^-" + std::to_string(options.digits) + "; equality beyond that is not proved";
}

Judgement decided(const Ball& v, Position position, Strength strength, const Stated& stated,
                  const JudgeOptions& options) {
    Judgement judgement;
    judgement.strength = strength;
    judgement.agreeing_digits = agreeing_digits(v, stated, options);
    judgement.verdict = position == Position::inside ? usual_verdict(stated) : Verdict::refuted;
    judgement.reason = position == Position::inside ? confirmation(stated, options)
                                                    : refutation(v, position, stated, options);
    return judgement;
}

Judgement undecided(std::string reason) {
    return {Verdict::undecided, std::nullopt, std::nullopt, std::move(reason)};
}

std::optional<Judgement> judge_enclosures(const std::vector<Evidence>& evidence, const Stated& stated,
                                          const JudgeOptions& options) {
    const Evidence* narrowest = narrowest_enclosure(evidence);
    for (const Evidence& one : evidence) {
        if (!is_enclosure(one)) continue;
        const Position position = position_in(one.value, stated, options);
        if (position != Position::straddles) {
            return decided(narrowest->value, position, Strength::enclosure, stated, options);
        }
    }
    if (!options.out_of_budget) return std::nullopt;
    Judgement judgement = undecided(
        "the proved enclosure still overlaps an end of the stated interval; "
        "a larger --budget or more --digits may decide");
    judgement.agreeing_digits = agreeing_digits(narrowest->value, stated, options);
    return judgement;
}

Judgement judge_samples(const std::vector<Evidence>& evidence, const Stated& stated,
                        const JudgeOptions& options) {
    const Evidence* narrowest = nullptr;
    for (const Evidence& one : evidence) {
        if (one.kind != Kind::sample || one.status != Status::ok || !one.value.is_finite()) continue;
        const bool better =
            narrowest == nullptr || (narrowest->value.radius() - one.value.radius()).is_positive();
        if (better) narrowest = &one;
    }
    if (narrowest == nullptr) return undecided("the simulation returned no sample");
    if (stated.is_hedged()) return Judgement{usual_verdict(stated), Strength::sample, std::nullopt, {}};
    const Ball interval = margin_of_sample(*narrowest);
    const Position position = position_in(interval, stated, options);
    if (position != Position::straddles)
        return decided(interval, position, Strength::sample, stated, options);
    return undecided("mean ± " + margin_text(*narrowest) + " overlaps an end of the stated interval; more " +
                     (narrowest->method == "network" ? "networks=" : "--samples") + " may decide");
}

/// Why nothing was proved, according to the first method that tried.
std::string why_unproved(const std::vector<Evidence>& evidence) {
    for (const Evidence& one : evidence) {
        if (one.kind == Kind::enclosure && !one.reason.empty()) {
            return "no method proved an enclosure: " + name_of(one) + ": " + one.reason;
        }
    }
    if (evidence.empty()) return "no evidence: no selected method applies";
    return "no method proved an enclosure; estimates and samples alone cannot decide a claim";
}

}  // namespace

std::string_view to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::confirmed: return "confirmed";
        case Verdict::refuted: return "refuted";
        case Verdict::undecided: return "undecided";
        case Verdict::inconsistent: return "inconsistent";
        case Verdict::measured: return "measured";
        case Verdict::compared: break;
    }
    return "compared";
}

std::string_view to_string(Strength strength) {
    switch (strength) {
        case Strength::enclosure: return "enclosure";
        case Strength::domain: return "domain";
        case Strength::sample: break;
    }
    return "sample";
}

std::optional<Judgement> judge(const std::vector<Evidence>& evidence, const Stated& stated,
                               const JudgeOptions& options) {
    const Reconciliation pieces = reconcile(evidence);
    if (!pieces.contradiction.empty())
        return Judgement{Verdict::inconsistent, std::nullopt, std::nullopt, pieces.contradiction};
    const auto proof = std::find_if(evidence.begin(), evidence.end(),
                                    [](const Evidence& one) { return one.status == Status::domain; });
    if (proof != evidence.end()) {
        const std::string reason = name_of(*proof) + " proves that no value exists: " + proof->reason;
        if (stated.is_hedged()) return undecided(reason);
        return Judgement{stated.is_none() ? Verdict::confirmed : Verdict::refuted, Strength::domain,
                         std::nullopt, reason};
    }
    const bool enclosed = std::any_of(evidence.begin(), evidence.end(), is_enclosure);
    if (stated.is_none()) {
        if (!enclosed) return undecided(why_unproved(evidence));
        return Judgement{Verdict::refuted, Strength::enclosure, std::nullopt,
                         "a value exists, and it is enclosed"};
    }
    if (stated.is_expression() && (!options.stated_value || !options.stated_value->is_finite())) {
        return undecided("the stated expression has no proved enclosure");
    }
    if (enclosed && stated.is_hedged()) {
        Judgement judgement{usual_verdict(stated), Strength::enclosure, std::nullopt, {}};
        judgement.agreeing_digits = agreeing_digits(narrowest_enclosure(evidence)->value, stated, options);
        return judgement;
    }
    if (enclosed) return judge_enclosures(evidence, stated, options);
    if (options.only_by_simulation) return judge_samples(evidence, stated, options);
    return undecided(why_unproved(evidence));
}

Verdict usual_verdict(const Stated& stated) {
    switch (stated.convention()) {
        case Convention::about:
        case Convention::factor: return Verdict::measured;
        case Convention::recommended: return Verdict::compared;
        default: return Verdict::confirmed;
    }
}

bool as_expected(Verdict verdict, Verdict expected) {
    return verdict == expected && verdict != Verdict::undecided && verdict != Verdict::inconsistent;
}

}  // namespace sigprop
