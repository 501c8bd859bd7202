#include "engine/identify/number_index.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "core/base/digit.hpp"
#include "core/formula/evaluator.hpp"
#include "engine/binding/binder.hpp"
#include "engine/constants.hpp"
#include "engine/identify/neighbours.hpp"

namespace sigprop {
namespace {

// About log2 of how many there are, and one or two to say of which kind.
constexpr int bits_of_known = 4;       // published numbers that stand alone, a dozen
constexpr int bits_of_published = 10;  // rows of published tables
constexpr int bits_of_named = 6;
constexpr int bits_of_tabulated = 12;
constexpr int bits_of_decimal = 6;   // in an expression
constexpr int bits_of_change = 3;    // a root, square, reciprocal, double or half of a tabulated value
constexpr double same_size = 1e-14;  // doubles nearer to each other than that are one number

double double_of(const std::string& decimal) {
    double value = 0;
    std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
    return value;
}

/// Names of quantities and of functions, which say nothing of what a number is about.
const std::set<std::string, std::less<>> general_words = {
    "activation", "optimizer", "attention", "gain",      "variance", "mean",      "second",     "moment",
    "derivative", "chi",       "ratio",     "unit",      "std",      "sqrt",      "log",        "exp",
    "inf",        "lower",     "upper",     "norm",      "constant", "value",     "root",       "normal",
    "decoder",    "layers",    "best",      "parameter", "torch",    "calculate", "correction", "mass",
    "partial",    "factor",    "lipschitz", "of"};

/// The words of an expression or of a name that a line about it would have.
std::string topics_of(std::string_view text) {
    std::string topics;
    for (std::size_t from = 0; from < text.size();) {
        if (!is_letter_or_digit(text[from]) || is_digit(text[from])) {
            ++from;
            continue;
        }
        std::size_t end = from;
        while (end < text.size() && is_letter_or_digit(text[end])) ++end;
        const std::string_view word = text.substr(from, end - from);
        if (word.size() > 2 && !general_words.contains(word)) topics += " " + std::string(word);
        from = end;
    }
    if (text.find("truncated") != text.npos) topics += " trunc";
    if (text.starts_with("log(")) {
        // a logarithm of odds is a bias of a class, that of a number of tokens the loss of a guess
        topics += text.find('-') != text.npos ? " bias prior logit" : " loss vocab";
    }
    return topics;
}

struct Change {
    const char* before;
    const char* after;
    double (*apply)(double);
};
constexpr std::array<Change, 5> of_values = {{
    {"1/(", ")", [](double v) { return 1 / v; }},
    {"sqrt(", ")", [](double v) { return std::sqrt(v); }},
    {"(", ")^2", [](double v) { return v * v; }},
    {"2*(", ")", [](double v) { return 2 * v; }},
    {"(", ")/2", [](double v) { return v / 2; }},
}};

void add_tabulated(std::vector<IndexedNumber>& all) {
    std::map<std::string, std::string> values;
    for (const TabulatedValue& row : tabulated_values()) {
        const double value = double_of(row.value);
        values.emplace(row.expression, row.value);
        const std::string topics = topics_of(row.expression);
        all.push_back(
            {row.expression, "", "", topics, value, bits_of_tabulated, row.value, NumberKind::tabulated});
        for (const Change& change : of_values) {
            const double changed = change.apply(value);
            if (!std::isnormal(changed)) continue;
            all.push_back({change.before + row.expression + change.after, "", "", topics, changed,
                           bits_of_tabulated + bits_of_change, change.before + row.value + change.after,
                           NumberKind::derived});
        }
    }
    for (const NamedConstant& one : named_constants()) {
        const auto found = values.find(one.expression);
        // 1 says nothing, and the table has no 1
        if (found == values.end()) continue;
        const std::string first = one.name.substr(0, one.name.find('_'));
        all.push_back({one.expression, one.definition, "", " " + first + topics_of(one.expression),
                       double_of(found->second), bits_of_named, found->second, NumberKind::named});
    }
    for (const PublishedNumber& one : published_numbers()) {
        all.push_back({one.number, one.is, one.source, " " + one.topics, double_of(one.number),
                       one.is_of_table ? bits_of_published : bits_of_known, "", NumberKind::published,
                       one.is_of_table});
    }
}

}  // namespace

int description_bits(std::string_view expression) {
    int bits = 0;
    for (std::size_t at = 0; at < expression.size();) {
        const char c = expression[at];
        std::size_t end = at + 1;
        if (is_digit(c)) {
            while (end < expression.size() && (is_digit(expression[end]) || expression[end] == '.')) ++end;
            const std::string text(expression.substr(at, end - at));
            const double number = double_of(text);
            bits += text.find('.') != text.npos ? bits_of_decimal
                                                : 1 + 2 * static_cast<int>(std::log2(std::max(number, 1.0)));
        } else if (is_letter_or_digit(c)) {
            while (end < expression.size() && (is_letter_or_digit(expression[end]) || expression[end] == '_'))
                ++end;
            const std::string_view word = expression.substr(at, end - at);
            bits += word == "pi" || word == "e" ? 3 : 2;
        } else if (std::string_view("+-*/^").find(c) != std::string_view::npos) {
            bits += 1;
        }
        at = end;
    }
    return bits;
}

NumberIndex::NumberIndex() {
    add_tabulated(numbers_);
    std::vector<IndexedNumber> forms = closed_forms();
    std::move(forms.begin(), forms.end(), std::back_inserter(numbers_));
    std::ranges::stable_sort(numbers_, {}, [](const IndexedNumber& n) { return std::fabs(n.value); });
    repeats_.assign(numbers_.size(), false);
    for (std::size_t first = 0; first < numbers_.size();) {
        const double size = std::fabs(numbers_[first].value);
        std::size_t end = first + 1;
        while (end < numbers_.size() && std::fabs(numbers_[end].value) <= size * (1 + same_size)) {
            repeats_[end] = true;
            ++end;
        }
        std::stable_sort(numbers_.begin() + static_cast<std::ptrdiff_t>(first),
                         numbers_.begin() + static_cast<std::ptrdiff_t>(end),
                         [](const IndexedNumber& a, const IndexedNumber& b) { return a.bits < b.bits; });
        first = end;
    }
}

const NumberIndex& NumberIndex::shared() {
    static const NumberIndex index;
    return index;
}

std::span<const IndexedNumber> NumberIndex::between(double lowest, double highest) const {
    const auto size = [](const IndexedNumber& n) { return std::fabs(n.value); };
    // the numbers of a size are sorted by length and may differ by a rounding
    const auto first = std::ranges::lower_bound(numbers_, lowest * (1 - same_size), {}, size);
    const auto last = std::ranges::upper_bound(numbers_, highest * (1 + same_size), {}, size);
    return first < last ? std::span<const IndexedNumber>(first, last) : std::span<const IndexedNumber>();
}

double NumberIndex::rank(double size, int bits, std::string_view words) const {
    const double reach = std::exp(0.5);
    double count = 0;
    for (const IndexedNumber& one : between(std::fabs(size) / reach, std::fabs(size) * reach)) {
        const auto place = static_cast<std::size_t>(&one - numbers_.data());
        if (one.bits <= bits && !repeats_[place] && (words.empty() || mentions(one, words))) count += 1;
    }
    return std::max(count, 1.0);
}

bool mentions(const IndexedNumber& number, std::string_view lower_case_words) {
    const std::string& topics = number.topics;
    for (std::size_t from = 0; from < topics.size();) {
        const std::size_t end = std::min(topics.find(' ', from), topics.size());
        const std::string_view word = std::string_view(topics).substr(from, end - from);
        if (word.size() > 2 && lower_case_words.find(word) != std::string_view::npos) return true;
        from = end + 1;
    }
    return false;
}

}  // namespace sigprop
