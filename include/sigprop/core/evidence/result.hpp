#pragma once
// The answer to one question in C++: proved digits, the nearest double, and all the evidence.

#include <optional>
#include <sigprop/core/evidence/evidence.hpp>
#include <string>
#include <vector>

namespace sigprop {

class Result {
public:
    /// `by_simulation`: the number exists by simulation alone, and a sample is all there can be.
    Result(std::vector<Evidence> evidence, long digits, bool by_simulation = false)
        : evidence_(std::move(evidence)), digits_(digits), by_simulation_(by_simulation) {}

    /// Proved digits, at most those asked for; nullopt when nothing is proved.
    [[nodiscard]] std::optional<std::string> proved_decimal() const;
    /// The same as text: "" when nothing is proved.
    [[nodiscard]] std::string decimal() const { return proved_decimal().value_or(""); }
    /// The nearest double to the narrowest enclosure; nullopt when nothing is proved.
    [[nodiscard]] std::optional<double> value() const;
    /// ok when an enclosure exists, or a sample where that is all there can be; domain when it is proved that there is no value; else unable.
    [[nodiscard]] Status status() const;
    /// Why there is no value; empty when status is ok.
    [[nodiscard]] std::string reason() const;
    [[nodiscard]] const std::vector<Evidence>& evidence() const { return evidence_; }
    [[nodiscard]] const Evidence* enclosure() const { return narrowest_enclosure(evidence_); }
    [[nodiscard]] long digits() const { return digits_; }

private:
    std::vector<Evidence> evidence_;
    long digits_;
    bool by_simulation_;
};

}  // namespace sigprop
