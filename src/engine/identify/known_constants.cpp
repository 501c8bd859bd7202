#include "engine/identify/known_constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/verdict.hpp>
#include <tuple>
#include <vector>

#include "core/ball/text.hpp"
#include "core/base/lower_case.hpp"
#include "engine/binding/binder.hpp"
#include "engine/identify/neighbours.hpp"
#include "engine/identify/number_index.hpp"
#include "engine/identify/what_is.hpp"
#include "judgement/decimal.hpp"

namespace sigprop {
namespace {

constexpr double near_known = 1e-3;
constexpr double near_by_name = 0.1;  // two digits that changed places are as far as that
constexpr double max_coincidences = 1e-3;

struct Candidate {
    NamedConstant constant;
    double value = 0;
};

/// The named constants of the index of numbers: those of other values than 1, which says nothing.
const std::vector<Candidate>& candidates() {
    static const std::vector<Candidate> all = [] {
        std::map<std::string, double> values;
        for (const IndexedNumber& one : NumberIndex::shared().all())
            if (one.kind == NumberKind::named) values.emplace(one.expression, one.value);
        std::vector<Candidate> found;
        for (NamedConstant& one : named_constants()) {
            const auto value = values.find(one.expression);
            if (value != values.end()) found.push_back({std::move(one), value->second});
        }
        return found;
    }();
    return all;
}

/// "selu", "alpha" of "selu_alpha".
std::vector<std::string> words_of(const std::string& name) {
    std::vector<std::string> words;
    for (std::size_t from = 0, end = 0; from < name.size(); from = end + 1) {
        end = std::min(name.find('_', from), name.size());
        words.push_back(name.substr(from, end - from));
    }
    return words;
}

/// How many words of the constant's name the line mentions; the first word, of an activation or a law, counts
/// most.
int mentions(const NamedConstant& constant, const CodeNumber& number) {
    const std::string line = lower_case(number.before + " " + number.after);
    const std::vector<std::string> words = words_of(constant.name);
    int score = 0;
    for (std::size_t k = 0; k < words.size(); ++k) {
        if (words[k].size() > 2 && line.find(words[k]) != std::string::npos) score += k == 0 ? 2 : 1;
    }
    return score;
}

/// Whether the number's own name has all words of the constant's, of which there are two or more: SELU_ALPHA.
bool has_name_of(const NamedConstant& constant, const CodeNumber& number) {
    const std::string name = lower_case(number.name);
    const std::vector<std::string> words = words_of(constant.name);
    const auto is_there = [&](const std::string& word) { return name.find(word) != std::string::npos; };
    return words.size() >= 2 && std::ranges::all_of(words, is_there);
}

/// The relative unit of the last significant digit.
double unit_of(const Stated& stated) {
    const std::optional<Decimal> printed = parse_decimal(stated.text());
    const double size = std::fabs(stated.value(64).to_double());
    return printed && size > 0 ? power_of_ten(printed->last_place).to_double() / size : 1;
}

bool confirms(const Ball& value, const Stated& stated) {
    Evidence proof;
    proof.status = Status::ok;
    proof.value = value;
    const auto judgement = judge({proof}, stated, {.out_of_budget = true});
    return judgement && judgement->verdict == Verdict::confirmed;
}

/// Whether digits can be those of a number of type float: no more than tell such numbers apart, or all of
/// one.
bool may_be_float32(const std::string& text) {
    constexpr std::size_t most = 9;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const std::string digits = text.substr(0, text.find_first_of("eE"));
    const auto first = std::ranges::find_if(digits, [](char c) { return c >= '1' && c <= '9'; });
    if (static_cast<std::size_t>(std::count_if(first, digits.end(), is_digit)) <= most) return true;
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return static_cast<double>(static_cast<float>(number)) == number;
}

/// Under which reading the number is the value: "" for its digits, or a dtype; nothing where under none.
std::optional<std::string> reading_of(const Ball& value, const std::string& text) {
    if (confirms(value, Stated(text))) return "";
    for (const char* dtype : {"float64", "float32"}) {
        if (std::string_view(dtype) == "float32" && !may_be_float32(text)) continue;
        if (confirms(value, Stated(StatedTerms{.text = text, .dtype = dtype}))) return dtype;
    }
    return std::nullopt;
}

/// How many different numbers lie as near as could be meant: what a coincidence has to choose from.
double count_near(double number) {
    const auto is_near = [&](double value) { return std::fabs(std::log(value / number)) <= 0.5; };
    const auto constants = std::ranges::count_if(candidates(), is_near, &Candidate::value);
    const auto forms = std::ranges::count_if(short_closed_forms(), is_near, &Neighbour::value);
    return static_cast<double>(constants + forms);
}

bool is_closed_form(const Stated& stated) {
    const double number = stated.value(64).to_double();
    const double width = unit_of(stated);
    return std::ranges::any_of(short_closed_forms(), [&](const Neighbour& one) {
        return std::fabs(one.value / number - 1) <= width;
    });
}

/// By the named constants alone.
std::optional<KnownConstant> named_constant(const CodeNumber& number) {
    // Constants are of usual size, and nobody writes thousands of their digits: other numbers are not even
    // read.
    constexpr std::size_t longest = 1000;
    double size = 0;
    const auto read = std::from_chars(number.text.data(), number.text.data() + number.text.size(), size);
    if (read.ec != std::errc() || !std::isnormal(size) || number.text.size() > longest) return std::nullopt;
    const Stated stated(number.text);
    struct Match {
        const Candidate* candidate;
        std::optional<std::string> reading;
        int score;
        Ball value;
        bool is_far;  ///< nearer by its name than by its digits
    };
    std::optional<Match> best;
    for (const Candidate& one : candidates()) {
        const double away = std::fabs(one.value / size - 1);
        const bool is_far = !(away <= near_known);
        if (is_far && !(away <= near_by_name && has_name_of(one.constant, number))) continue;
        const long bits = Context::bits_for(static_cast<long>(number.text.size()) + 10);
        Match match{&one,
                    {},
                    mentions(one.constant, number),
                    real_of(bind_expression(one.constant.expression)).at(bits),
                    is_far};
        match.reading = reading_of(match.value, number.text);
        const auto rank = [](const Match& m) {
            return std::tuple(m.reading.has_value(), !m.is_far, m.score);
        };
        if (!best || rank(match) > rank(*best)) best = std::move(match);
    }
    if (!best) return std::nullopt;
    KnownConstant known;
    known.constant = best->candidate->constant;
    known.is_mentioned = best->score >= 2 || best->is_far;
    known.value = proved_decimal(best->value, static_cast<long>(number.text.size()) + 2).value_or("");
    if (!best->reading) {
        constexpr std::size_t digits_of_double = 17;
        known.fit = best->score >= 2 && !best->is_far ? KnownConstant::Fit::wrong : KnownConstant::Fit::near;
        if (number.text.size() >= digits_of_double) known.dtype = "float64";
        return known;
    }
    if (!best->reading->empty()) known.dtype = best->reading;
    const bool rare = unit_of(stated) * count_near(size) <= max_coincidences && !is_closed_form(stated);
    known.fit = rare || best->score >= 2 ? KnownConstant::Fit::sure : KnownConstant::Fit::unsure;
    return known;
}

/// By everything that the index of numbers has.
std::optional<KnownConstant> indexed_constant(const CodeNumber& number, const Context& context) {
    std::vector<NumberMatch> matches;
    try {
        matches = what_is(number.text, number.before + " " + number.after, context);
    } catch (const InputError&) {  // 0, or too long for a constant
        return std::nullopt;
    }
    if (matches.empty()) return std::nullopt;
    const NumberMatch& best = matches.front();
    if (best.is_of_table) return std::nullopt;  // nothing defines it that a claim could hold it against
    if (best.chance > max_coincidences && !(best.is_mentioned && best.certainty != Certainty::possible))
        return std::nullopt;
    KnownConstant known;
    known.constant = {"", best.expression, best.is};
    known.value = best.value;
    known.fit = best.reading == "wrong" ? KnownConstant::Fit::wrong : KnownConstant::Fit::sure;
    if (best.reading.starts_with("float")) known.dtype = best.reading;
    if (best.reading == "truncated") known.convention = best.reading;
    return known;
}

}  // namespace

std::optional<KnownConstant> known_constant(const CodeNumber& number, const Context& context) {
    constexpr int fewest_digits = 4;
    if (digits_with_meaning(number.text) < fewest_digits) return std::nullopt;
    const std::optional<KnownConstant> named = named_constant(number);
    if (named && (named->fit == KnownConstant::Fit::sure || named->fit == KnownConstant::Fit::wrong))
        return named;
    if (const auto indexed = indexed_constant(number, context)) return indexed;
    // a few digits that something has are said only where the line speaks of it
    return named && named->is_mentioned ? named : std::nullopt;
}

std::vector<std::pair<CodeNumber, KnownConstant>> known_constants(const std::vector<CodeNumber>& numbers,
                                                                  const Context& context) {
    std::vector<std::optional<KnownConstant>> known;
    std::map<std::size_t, std::string> beside;  // what each line is sure to have
    for (const CodeNumber& number : numbers) {
        context.check_interrupted();
        known.push_back(number.is_code ? known_constant(number, context) : std::nullopt);
        if (known.back() && known.back()->fit == KnownConstant::Fit::sure)
            beside[number.line] += " " + known.back()->constant.expression;
    }
    std::vector<std::pair<CodeNumber, KnownConstant>> all;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool is_open = !known[i] || known[i]->fit != KnownConstant::Fit::sure;
        if (is_open && numbers[i].is_code && beside.contains(numbers[i].line)) {
            CodeNumber with_words = numbers[i];
            with_words.after += beside[numbers[i].line];
            known[i] = known_constant(with_words, context);
        }
        if (known[i]) all.emplace_back(numbers[i], *known[i]);
    }
    return all;
}

std::vector<NearConstant> constants_with_digits(const std::string& number) {
    constexpr std::size_t fewest = 3;
    constexpr std::size_t longest = 40;
    const std::optional<Decimal> printed = number.size() > longest ? std::nullopt : parse_decimal(number);
    const auto digits =
        static_cast<std::size_t>(std::ranges::count_if(number, [](char c) { return c >= '0' && c <= '9'; }));
    double size = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), size);
    if (!printed || read.ec != std::errc() || digits < fewest || number.find('.') == std::string::npos)
        return {};
    // Of a longer number a double tells the first 16 digits.
    const double last_place = std::max(power_of_ten(printed->last_place).to_double(),
                                       std::fabs(size) * std::numeric_limits<double>::epsilon());
    const auto begins_so = [&](double value) {
        const double beyond =
            (value - size) * (size < 0 ? -1 : 1);  // in size, beyond the digits that are given
        return (beyond >= 0 && beyond < last_place) || std::fabs(beyond) <= last_place / 2;
    };
    std::vector<NearConstant> found;
    const auto add = [&](const std::string& expression, const std::string& definition, double value) {
        if (begins_so(value)) found.push_back({expression, definition, fmt::format("{:.12g}", value)});
    };
    for (const Candidate& one : candidates())
        add(one.constant.expression, one.constant.definition, one.value);
    for (const Neighbour& one : short_closed_forms()) add(one.expression, "a short closed form", one.value);
    return found;
}

}  // namespace sigprop
