#pragma once
// Numbers with a meaning, by size: named constants, published numbers, quantities at their natural arguments
// and short closed forms, each with the length of its description. What a number is, which numbers of a
// source file are constants, and what a refuted number is instead are all looked up here.
//
// Source   the length of a description as a prior: Rissanen 1978, Automatica 14, 465

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

enum class NumberKind : unsigned char { named, published, tabulated, form, derived };

struct IndexedNumber {
    std::string expression;  ///< parses; a published number is its own decimal
    std::string is;          ///< in words; may be empty
    std::string source;      ///< of a published number
    std::string topics;      ///< words, one of which a line that means the number has
    double value = 0;
    int bits = 0;  ///< the length of its description
    std::string
        decimal;  ///< an expression whose value agrees to 18 digits, where the own takes long; or empty
    NumberKind kind = NumberKind::form;
    bool is_of_table = false;  ///< a published number that is one of many
};

/// The length of an expression in bits: 2 log2(n) + 1 for an integer n, 3 for pi and e, 2 for a function, 1
/// for an operator, 6 for a decimal that has to be known.
[[nodiscard]] int description_bits(std::string_view expression);

/// Fractions, roots, powers of pi and e, logarithms: closed forms that people write, without those that are a
/// finite decimal. Sorted by nothing; a value may occur under several names.
[[nodiscard]] std::vector<IndexedNumber> closed_forms();

class NumberIndex {
public:
    /// Made when it is first asked for, which takes some 0.1 s. Thread-safe.
    static const NumberIndex& shared();

    NumberIndex();

    /// The numbers whose sizes lie between two sizes; of several names for one number the shortest comes
    /// first.
    [[nodiscard]] std::span<const IndexedNumber> between(double lowest, double highest) const;
    /// How many different sizes within a factor e^(1/2) of `size` have a description of at most `bits`; with
    /// words, how many of those that they mention.
    [[nodiscard]] double rank(double size, int bits, std::string_view words = {}) const;
    /// All numbers, by size.
    [[nodiscard]] std::span<const IndexedNumber> all() const { return numbers_; }

private:
    std::vector<IndexedNumber> numbers_;  ///< by size, then by length
    std::vector<bool> repeats_;           ///< whether the number before has the same size
};

/// Whether a line mentions what the number is about: the activation, the group, a published number's topics.
[[nodiscard]] bool mentions(const IndexedNumber& number, std::string_view lower_case_words);

}  // namespace sigprop
