// What a number is: constants of public code are named, numbers without meaning are not, and the chance that
// is stated is one.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sigprop/core/base/errors.hpp>
#include <sstream>

#include "core/ball/text.hpp"
#include "engine/binding/binder.hpp"
#include "engine/constants.hpp"
#include "engine/identify/number_index.hpp"
#include "engine/identify/what_is.hpp"

using namespace sigprop;

namespace {

std::vector<NumberMatch> what(const std::string& number, const std::string& words = "") {
    return what_is(number, words, Context{});
}

/// "identified selu.alpha()" of the first match.
std::string first(const std::string& number, const std::string& words = "") {
    const std::vector<NumberMatch> matches = what(number, words);
    if (matches.empty()) return "nothing";
    const NumberMatch& best = matches.front();
    const std::string how = best.reading == "wrong" ? "wrong" : std::string(to_string(best.certainty));
    return how + " " + best.expression;
}

/// A number of that many digits, all decades alike.
std::string random_number(std::mt19937_64& random, int digits) {
    std::string text = std::to_string(random() % 9 + 1);
    for (int i = 1; i < digits; ++i) text += std::to_string(random() % 10);
    if (text.back() == '0') text.back() = '7';
    return random() % 2 == 0 ? "0." + text : text.substr(0, 1) + "." + text.substr(1);
}

struct PublicNumber {
    std::string number, words, is;
};
std::vector<PublicNumber> public_numbers() {
    std::ifstream file(std::string(SIGPROP_SOURCE_DIR) + "/tests/engine/identify/public_numbers.tsv");
    std::vector<PublicNumber> all;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream parts(line);
        PublicNumber one;
        std::getline(parts, one.number, '\t');
        std::getline(parts, one.words, '\t');
        std::getline(parts, one.is, '\t');
        all.push_back(one);
    }
    return all;
}

}  // namespace

TEST_CASE("the numbers that people ask about") {
    CHECK(first("0.8796") == "likely truncated_normal.std(-2, 2)");
    CHECK(first("1.702") == "likely 1.702");
    CHECK(what("1.702").front().is.find("sigmoid nearest to the normal cdf") != std::string::npos);
    CHECK(first("0.044715") == "identified 0.044715");
    CHECK(first("0.3989422804") == "identified 1/sqrt(2*pi)");
    CHECK(first("0.3989422803") == "wrong 1/sqrt(2*pi)");
    CHECK(what("0.3989422803").front().first_wrong_digit == 10);
    const NumberMatch limit = what("-1.7580993408473766").front();  // PyTorch's, one unit of a double off
    CHECK(limit.is_named_as("-selu.lambda()*selu.alpha()"));
    CHECK(limit.reading == "wrong");
    CHECK(limit.first_wrong_digit == 17);
    CHECK(what("-1.7580993408473768").front().reading == "float64");
    CHECK(first("1.6732631921768188") == "identified selu.alpha()");
    CHECK(what("1.6732631921768188").front().reading == "float32");
    CHECK(first("0.797884560") == "identified sqrt(2/pi)");
    CHECK(what("0.797884560").front().reading == "truncated");
}

TEST_CASE("constants of public code are what they are") {
    const std::vector<PublicNumber> all = public_numbers();
    CHECK(all.size() >= 60);
    for (const PublicNumber& one : all) {
        CAPTURE(one.number);
        CHECK(first(one.number, one.words) == one.is);
    }
}

TEST_CASE("1,000 numbers without meaning of 6, 9 and 17 digits are not identified") {
    for (const int digits : {6, 9, 17}) {
        std::mt19937_64 random(static_cast<std::uint64_t>(digits));  // NOLINT: a fixed seed
        constexpr int count = 1000;
        int identified = 0;
        int likely = 0;
        for (int i = 0; i < count; ++i) {
            const std::string number = random_number(random, digits);
            const std::vector<NumberMatch> matches = what(number);
            if (matches.empty()) continue;
            INFO(number, " ", matches.front().expression, " ", matches.front().chance);
            CHECK(matches.front().certainty != Certainty::identified);
            identified += matches.front().certainty == Certainty::identified ? 1 : 0;
            likely += matches.front().certainty == Certainty::likely ? 1 : 0;
        }
        CHECK(identified == 0);
        // what is stated of `likely` holds: at most one in 100, within four standard deviations
        CHECK(likely <= count * max_chance_likely + 4 * std::sqrt(count * max_chance_likely));
    }
}

TEST_CASE("the chance that is stated is one: shifted by a little, four digits match as often as it says") {
    // Numbers of four digits have matches of every chance. How many have one of at most p is p at most.
    std::mt19937_64 random(4);  // NOLINT: a fixed seed
    constexpr int count = 2000;
    for (const double chance : {0.003, 0.01, 0.03, 0.1}) {
        int matched = 0;
        for (int i = 0; i < count; ++i) {
            const auto matches = what(random_number(random, 4));
            matched += !matches.empty() && matches.front().chance <= chance ? 1 : 0;
        }
        CAPTURE(chance);
        CAPTURE(matched);
        CHECK(matched <= count * chance + 4 * std::sqrt(count * chance));
        CHECK(matched >= count * chance / 20);  // control: it is a bound of something that happens
    }
}

TEST_CASE("true numbers are identified, and no longer with another last digit") {
    int right = 0;
    int altered = 0;
    int count = 0;
    for (const IndexedNumber& one : NumberIndex::shared().all()) {
        if (one.kind != NumberKind::named || ++count > 40) continue;
        const std::string text =
            proved_decimal(real_of(bind_expression(one.expression)).at(80), 9).value_or("");
        CAPTURE(one.expression);
        const auto matches = what(text);
        REQUIRE_FALSE(matches.empty());
        right +=
            matches.front().certainty == Certainty::identified && matches.front().reading != "wrong" ? 1 : 0;
        std::string other = text;
        other.back() = static_cast<char>('0' + (other.back() - '0' + 5) % 10);
        const auto near = what(other);
        altered += !near.empty() && near.front().reading != "wrong" &&
                           near.front().certainty == Certainty::identified
                       ? 1
                       : 0;
    }
    CHECK(right == std::min(count, 40));
    CHECK(altered == 0);
}

TEST_CASE("the words beside a number count") {
    CHECK(what("1.6667").front().is_mentioned == false);
    const auto gain = what("1.6667", "TANH_GAIN =");
    CHECK(gain.front().is_mentioned);
    CHECK(gain.front().expression == "torch.calculate_gain(tanh)");
    CHECK(gain.front().chance < what("1.6667").front().chance);
}

TEST_CASE("the table of values is what the engine gives, and has every named constant") {
    const std::vector<TabulatedValue> all = tabulated_values();
    CHECK(all.size() > 300);
    for (std::size_t i = 0; i < all.size(); i += 17) {
        CAPTURE(all[i].expression);
        const Ball value = real_of(bind_expression(all[i].expression)).at(Context::bits_for(26));
        CHECK(proved_decimal(value, 20).value_or("") == all[i].value);
    }
    for (const NamedConstant& one : named_constants()) {
        const bool is_there =
            std::ranges::any_of(all, [&](const TabulatedValue& v) { return v.expression == one.expression; });
        CHECK_MESSAGE((is_there || one.expression.ends_with("gain(selu)")), one.name);  // they are 1
    }
}

TEST_CASE("closed forms have the values that they have as expressions") {
    const std::vector<IndexedNumber> forms = closed_forms();
    CHECK(forms.size() > 3000);
    for (std::size_t i = 0; i < forms.size(); i += 101) {
        CAPTURE(forms[i].expression);
        const double exact = real_of(bind_expression(forms[i].expression)).to_double();
        CHECK(std::fabs(forms[i].value / exact - 1) < 1e-14);
    }
    CHECK(description_bits("sqrt(2/pi)") < description_bits("1/sqrt(2*pi)"));
    CHECK(description_bits("5/3") < description_bits("11/7"));
}

TEST_CASE("what is no number is refused") {
    for (const char* text : {"", "abc", "0", "0.0", "1.2.3", "inf", "1e400", "0x1p3"})
        CHECK_THROWS_AS(what(text), InputError);
    CHECK_THROWS_AS(what(std::string(1001, '7')), InputError);
    CHECK(digits_with_meaning("4.7750") == 4);
    CHECK(digits_with_meaning("0.00120e5") == 2);
}
