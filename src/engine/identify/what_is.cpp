#include "engine/identify/what_is.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/verdict.hpp>

#include "core/ball/text.hpp"
#include "core/base/digit.hpp"
#include "core/base/lower_case.hpp"
#include "engine/binding/binder.hpp"
#include "judgement/decimal.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_characters = 1000;
constexpr double half_truncated = 1.5;  // rounded or cut off: 3/2 units of the last digit
constexpr int min_agreeing = 6;         // digits that a number with wrong ones must have right
constexpr std::size_t max_names = 3;
constexpr int digits_of_table = 17;  // of numbers that the table's 20 digits decide
constexpr double max_chance_shown = 0.5;

std::string digits_of(std::string_view number) {
    std::string digits;
    for (const char c : number.substr(0, number.find_first_of("eE")))
        if (is_digit(c) && !(c == '0' && digits.empty())) digits += c;
    return digits;
}

struct Asked {
    std::string text, words;
    double size = 0;
    double unit = 0;  ///< of the last digit that is not 0, relative to the number
    int digits = 0;
    bool is_float32 = false;
};

Asked asked_number(const std::string& text, std::string_view words) {
    const auto refuse = [&](const std::string& what) {
        throw InputError(
            what, Place{"number", text.substr(0, max_characters), 0, std::min(text.size(), max_characters)});
    };
    if (text.size() > max_characters) refuse("a number may have at most 1000 characters");
    const std::optional<Decimal> decimal = parse_decimal(text);
    if (!decimal) refuse("what needs a decimal number, such as 0.8796");
    Asked asked{text, lower_case(std::string(words))};
    const auto read =
        std::from_chars(text.data() + (text[0] == '+' ? 1 : 0), text.data() + text.size(), asked.size);
    if (read.ec != std::errc() || !std::isnormal(asked.size))
        refuse("what needs a number that is not 0 and fits a double");
    asked.digits = digits_with_meaning(text);
    const int zeros = static_cast<int>(digits_of(text).size()) - asked.digits;
    asked.unit = power_of_ten(decimal->last_place + zeros).to_double() / std::fabs(asked.size);
    constexpr std::size_t digits_of_float = 9;
    asked.is_float32 = digits_of(text).size() > digits_of_float &&
                       static_cast<double>(static_cast<float>(asked.size)) == asked.size;
    return asked;
}

bool is_borne_out(const Ball& value, const Stated& stated) {
    Evidence proof;
    proof.status = Status::ok;
    proof.value = value;
    const auto judgement = judge({proof}, stated, {.out_of_budget = true});
    return judgement && judgement->verdict == Verdict::confirmed;
}

/// How the number can be read as the value, and the width of that reading.
struct Reading {
    std::string name;
    double width = 0;
};

std::optional<Reading> reading_as(const Ball& value, const Asked& asked) {
    const bool has_mark = asked.text.find_first_of(".eE") != asked.text.npos;
    const std::string decimal = has_mark ? asked.text : asked.text + ".0";
    const double printed = half_truncated * asked.unit;
    const auto holds = [&](StatedTerms terms) {
        terms.text = decimal;
        return is_borne_out(value, Stated(std::move(terms)));
    };
    if (holds({})) return Reading{"rounded", printed};
    const double of_float = std::numeric_limits<float>::epsilon();
    if (asked.is_float32 && holds({.text = {}, .dtype = "float32"})) return Reading{"float32", of_float};
    constexpr int digits_of_double = 15;
    if (asked.digits >= digits_of_double && holds({.text = {}, .dtype = "float64"}))
        return Reading{"float64", std::max(printed, std::numeric_limits<double>::epsilon())};
    // Last: the shortest text of the nearest double often is the value's digits cut off, too.
    if (holds({.text = {}, .convention = "truncated"})) return Reading{"truncated", printed};
    return std::nullopt;
}

/// The place of the first significant digit that differs, from 1.
int first_difference(const std::string& number, const std::string& value) {
    const std::string a = digits_of(number);
    const std::string b = digits_of(value);
    std::size_t same = 0;
    while (same < std::min(a.size(), b.size()) && a[same] == b[same]) ++same;
    return static_cast<int>(same) + 1;
}

class NumberSearch {
public:
    NumberSearch(Asked asked, const Context& context) : asked_(std::move(asked)), context_(context) {}

    std::vector<NumberMatch> operator()(std::size_t most) {
        const double reach = std::max({2 * asked_.unit, std::pow(10.0, -min_agreeing), 1e-6});
        const double size = std::fabs(asked_.size);
        for (const IndexedNumber& one :
             NumberIndex::shared().between(size * (1 - reach), size * (1 + reach))) {
            context_.check_interrupted();
            examine(one);
        }
        const bool fits = std::ranges::any_of(matches_, [](const NumberMatch& m) {
            return m.reading != "wrong" && m.certainty != Certainty::possible;
        });
        std::erase_if(matches_, [&](const NumberMatch& m) {
            const bool is_shown = m.chance <= max_chance_shown || m.kind == NumberKind::published;
            return !is_shown || (m.reading == "wrong" && (fits || m.certainty != Certainty::identified));
        });
        std::ranges::stable_sort(matches_, {}, &NumberMatch::chance);
        if (matches_.size() > most) matches_.resize(most);
        return std::move(matches_);
    }

private:
    /// Its sign is the number's.
    [[nodiscard]] std::string signed_expression(const IndexedNumber& one) const {
        if ((one.value < 0) == (asked_.size < 0)) return one.expression;
        if (one.expression.starts_with('-')) return one.expression.substr(1);
        const bool is_sum = one.expression.starts_with("1-") || one.expression.starts_with("1+");
        return is_sum ? "-(" + one.expression + ")" : "-" + one.expression;
    }

    /// r w, and whether the words decided.
    [[nodiscard]] std::pair<double, bool> chance_of(const IndexedNumber& one, double width) const {
        const NumberIndex& index = NumberIndex::shared();
        const double anywhere = std::min(1.0, index.rank(asked_.size, one.bits) * width);
        if (asked_.words.empty() || !mentions(one, asked_.words)) return {anywhere, false};
        constexpr double searches = 2;
        const double mentioned = searches * index.rank(asked_.size, one.bits, asked_.words) * width;
        return {std::min(anywhere, mentioned), true};
    }

    void examine(const IndexedNumber& one) {
        const std::string expression = signed_expression(one);
        for (std::size_t i = 0; i < matches_.size(); ++i) {
            constexpr double same = 1e-14;
            if (std::fabs(sizes_[i] / std::fabs(one.value) - 1) > same) continue;
            add_name(matches_[i], widths_[i], one, expression);
            return;
        }
        const double away = std::fabs(std::fabs(one.value / asked_.size) - 1);
        constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
        const bool may_fit = away <= std::max(asked_.unit, asked_.is_float32 ? 1e-7 : 0.0) + rounding;
        const bool may_be_wrong = away <= std::pow(10.0, -min_agreeing) && asked_.digits > min_agreeing;
        if (!may_fit && !may_be_wrong) return;
        const double least = may_fit ? asked_.unit : 2 * away * asked_.digits;
        if (!may_fit && chance_of(one, least).first > max_chance_identified) return;
        offer(one, expression, away);
    }

    void offer(const IndexedNumber& one, const std::string& expression, double away) {
        const std::optional<Ball> known = value_of(one, expression);
        if (!known) return;
        const Ball& value = *known;
        NumberMatch match;
        std::optional<Reading> reading = reading_as(value, asked_);
        if (reading && one.kind == NumberKind::published &&
            away <= std::numeric_limits<double>::epsilon() / 2)
            reading = Reading{"rounded", asked_.unit};  // the number itself: no other of its length would be
        if (!reading) {
            // every number of right digits is a search of its own
            const double width = 2 * std::max(away, asked_.unit) * asked_.digits;
            if (asked_.digits <= min_agreeing || chance_of(one, width).first > max_chance_identified) return;
            reading = Reading{"wrong", width};
        }
        const auto [chance, is_mentioned] = chance_of(one, reading->width);
        // as many names of the same value follow, of which the line may mention one
        if (chance > max_chance_shown && one.kind != NumberKind::published && asked_.words.empty()) return;
        name(match, one, expression, chance, is_mentioned);
        match.value = proved_decimal(value, std::max<long>(asked_.digits + 3, 6)).value_or("");
        match.reading = reading->name;
        if (match.reading == "wrong") match.first_wrong_digit = first_difference(asked_.text, match.value);
        sizes_.push_back(std::fabs(one.value));
        widths_.push_back(reading->width);
        matches_.push_back(std::move(match));
    }

    /// With the number's sign, to more digits than the number has; nothing where none is proved.
    [[nodiscard]] std::optional<Ball> value_of(const IndexedNumber& one,
                                               const std::string& expression) const {
        const auto digits = static_cast<long>(asked_.text.size()) + 10;
        try {
            if (!one.decimal.empty() && asked_.digits <= digits_of_table) {
                const Ball near = real_of(bind_expression(one.decimal)).at(Context::bits_for(30));
                const Ball error =
                    Ball::power_of_two(-62);  // of a value cut after 20 digits, and of its square
                const Ball value = near * Ball::interval(1 - error, 1 + error).at_precision(128);
                return (one.value < 0) == (asked_.size < 0) ? value : -value;
            }
            return real_of(bind_expression(expression)).at(Context::bits_for(digits));
        } catch (const InputError&) {
            return std::nullopt;
        }
    }

    static void name(NumberMatch& match, const IndexedNumber& one, const std::string& expression,
                     double chance, bool is_mentioned) {
        match.expression = expression;
        match.is = one.is;
        match.source = one.source;
        match.kind = one.kind;
        match.is_of_table = one.is_of_table;
        match.chance = chance;
        match.is_mentioned = is_mentioned;
        match.certainty = chance <= max_chance_identified ? Certainty::identified
                          : chance <= max_chance_likely   ? Certainty::likely
                                                          : Certainty::possible;
    }

    /// Another name of the same value: the better one where the line mentions it.
    void add_name(NumberMatch& match, double width, const IndexedNumber& one,
                  const std::string& expression) const {
        if (match.is_named_as(expression)) return;
        const auto [chance, is_mentioned] = chance_of(one, width);
        std::string other = expression;
        if (chance < match.chance) {
            other = match.expression;
            name(match, one, expression, chance, is_mentioned);
        }
        if (match.also.size() < max_names) match.also.push_back(std::move(other));
    }

    Asked asked_;
    const Context& context_;
    std::vector<NumberMatch> matches_;
    std::vector<double> sizes_, widths_;  ///< of the matches
};

}  // namespace

std::string_view to_string(Certainty certainty) {
    switch (certainty) {
        case Certainty::identified: return "identified";
        case Certainty::likely: return "likely";
        case Certainty::possible: return "possible";
    }
    throw std::logic_error("a certainty without a name");
}

int digits_with_meaning(std::string_view number) {
    const std::string digits = digits_of(number);
    const std::size_t last = digits.find_last_not_of('0');
    return last == digits.npos ? 0 : static_cast<int>(last) + 1;
}

std::vector<NumberMatch> what_is(const std::string& number, std::string_view words, const Context& context,
                                 std::size_t most) {
    return NumberSearch(asked_number(number, words), context)(most);
}

}  // namespace sigprop
