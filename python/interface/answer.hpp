#pragma once
// The answer about one expression: the evidence with its balls, and words beside it.

#include <memory>
#include <optional>
#include <sigprop/core/evidence/result.hpp>
#include <string>
#include <utility>

#include "engine/records.hpp"

#include "request.hpp"

namespace sigprop::python {

class Answer {
public:
    Answer(ExpressionEvidence found, const Context& context);

    [[nodiscard]] const ExpressionEvidence& found() const { return found_; }
    /// ok, domain, unable, internal, or contradiction; and why there is no value.
    [[nodiscard]] std::pair<std::string, std::string> status_and_reason() const;
    /// enclosure, or sample where that is all there can be; none without a value.
    [[nodiscard]] std::optional<std::string> kind() const;
    /// The proved digits; of a sample its mean, or the share that it counted.
    [[nodiscard]] std::optional<std::string> decimal() const;
    [[nodiscard]] std::optional<double> value() const;
    /// How many of how many networks, where a sample counted; value() and decimal() are then the share.
    [[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>> count() const;
    [[nodiscard]] long proved_digits() const;
    /// The enclosure as "mantissa exponent mantissa exponent" of midpoint and radius, hexadecimal powers of
    /// two.
    [[nodiscard]] std::optional<std::string> exact_text() const;
    /// Doubles below and above the number.
    [[nodiscard]] std::optional<std::pair<double, double>> bounds() const;
    [[nodiscard]] Record record() const;
    /// -1, 0 or 1 when it is proved how the number stands to another one; none when it is not.
    [[nodiscard]] std::optional<int> compare(const Answer& other) const;

private:
    [[nodiscard]] const Evidence* best() const;

    ExpressionEvidence found_;
    Context context_;  // without what belongs to the call alone
};

/// Keeps the answer: [text, warnings, number]. All else is asked for when somebody looks.
[[nodiscard]] Value answer_value(std::shared_ptr<Answer> answer);

}  // namespace sigprop::python
