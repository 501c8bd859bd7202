#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <string_view>

#include "core/expression/expression.hpp"

using sigprop::canonical_text;
using sigprop::Expression;
using sigprop::InputError;
using sigprop::parse_expression;

namespace {

/// Random, but the same on every run and machine.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_()) % count; }
    template <std::size_t Count>
    std::string_view one_of(const std::string_view (&choices)[Count]) {
        return choices[below(Count)];
    }

private:
    std::mt19937 engine_;
};

std::string blanks(Dice& dice) {
    constexpr std::string_view some[] = {"", "", "", " ", "  ", "\t", "\n"};
    return std::string(dice.one_of(some));
}

/// A random text of the language, with needless parentheses and blanks.
std::string random_text(Dice& dice, int depth, bool in_quotes) {
    constexpr std::string_view leaves[] = {
        "1", "0.10", ".5", "1.", "1e-3", "2E5", "x", "pi", "inf", "f()", "pre_norm", "activation.gain", "[]"};
    constexpr std::string_view operators[] = {"+", "-", "*", "/", "^"};
    constexpr std::string_view comparisons[] = {"<", "<=", ">", ">="};
    // Drawn one by one, because the compiler chooses the order of calls inside one sum.
    const std::string a = blanks(dice);
    const std::string b = blanks(dice);
    if (depth <= 0) return a + std::string(dice.one_of(leaves)) + b;
    const std::string operation(dice.one_of(operators));
    const std::string comparison(dice.one_of(comparisons));
    const std::size_t kind = dice.below(8);
    const std::string left = random_text(dice, depth - 1, in_quotes || kind == 0);
    if (kind == 0 && !in_quotes) return dice.below(2) == 0 ? '"' + left + '"' : '\'' + left + '\'';
    const std::string right = random_text(dice, depth - 1, in_quotes);
    switch (kind) {
        case 1: return a + '(' + left + ')' + b + operation + right;
        case 2: return left + operation + '(' + right + ')' + b;
        case 3: return a + '-' + b + '(' + left + ')';
        case 4: return a + "group.call" + b + '(' + left + ',' + a + "key" + b + '=' + right + ')';
        case 5: return a + '[' + left + ',' + right + ']' + b;
        case 6: return a + "((" + left + ')' + comparison + '(' + right + "))" + b;
        default: return a + '(' + left + ')';
    }
}

/// The parser must turn any bytes into a tree that reads back, or an InputError with a place inside the text.
bool parses(const std::string& text) {
    try {
        const Expression e = parse_expression(text);
        const std::string canonical = canonical_text(e);
        const Expression again = parse_expression(canonical);
        REQUIRE(e == again);
        REQUIRE(canonical_text(again) == canonical);
        REQUIRE(e.offset + e.length <= text.size());
        return true;
    } catch (const InputError& error) {
        const std::string_view what = error.what();
        REQUIRE(what.starts_with("expression"));
        REQUIRE(what.find('\n') == std::string_view::npos);
        REQUIRE(error.place().offset <= text.size());
        REQUIRE(error.place().length >= 1);
        REQUIRE((error.place().text == text || error.place().text.empty()));
        return false;
    }
}

void mutate(Dice& dice, std::string& text) {
    constexpr std::string_view pieces[] = {"(",        ")",    "[",  "]",  "\"",  "'", ",",  "=",
                                           "<",        ">=",   "+",  "-",  "*",   "/", "^",  "**",
                                           ".",        "1",    "e",  "x",  "_",   " ", "\n", "\xe2\x88\x92",
                                           "\xc3\x97", "\xff", "k=", "f(", "1e9", "0x"};
    const std::size_t at = dice.below(text.size() + 1);
    const std::size_t from = dice.below(text.size() + 1);
    const std::size_t count = dice.below(12);
    switch (dice.below(4)) {
        case 0: text.insert(at, dice.one_of(pieces)); break;
        case 1: text.erase(at, 1 + count / 4); break;
        case 2: text.replace(at, 1, dice.one_of(pieces)); break;
        default: text.insert(at, text.substr(from, count)); break;
    }
}

}  // namespace

TEST_CASE("generated texts parse, and their canonical text reads back as the same tree") {
    Dice dice(1);
    for (int i = 0; i < 300; ++i) {
        const std::string text = random_text(dice, 4, false);
        CAPTURE(text);
        CHECK(parses(text));
    }
}

TEST_CASE("mutated texts give a tree or a placed error") {
    Dice dice(2);
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < 1500; ++i) {
        std::string text = random_text(dice, 3, false);
        const std::string before = text;
        for (std::size_t count = 1 + dice.below(4); count > 0; --count) mutate(dice, text);
        CAPTURE(text);
        ++(parses(text) ? accepted : refused);
    }
    CHECK(accepted > 150);  // otherwise the mutations test nothing
    CHECK(refused > 150);
}

TEST_CASE("random bytes give a tree or a placed error") {
    Dice dice(3);
    constexpr std::string_view alphabet = "()[]\"',=<>+-*/^._ 01e9xk\n";
    for (int i = 0; i < 2000; ++i) {
        std::string text(dice.below(40), ' ');
        for (char& c : text)
            c = i % 2 == 0 ? static_cast<char>(dice.below(256)) : alphabet[dice.below(alphabet.size())];
        CAPTURE(text);
        static_cast<void>(parses(text));
    }
}
