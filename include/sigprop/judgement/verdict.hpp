#pragma once
// Does the evidence bear out the published number? The verdict is a pure function of the two: an enclosure
// inside the stated interval confirms, one disjoint from it refutes, one that overlaps it asks for more
// digits. Estimates and samples corroborate or expose a contradiction; alone they decide nothing that an
// enclosure could. Nothing is computed here: the engine raises the digits and asks again.

#include <cstdint>
#include <optional>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/judgement/stated.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

enum class Verdict : std::uint8_t {
    confirmed,
    refuted,
    undecided,
    inconsistent,
    measured,  ///< the source says about what the value is: the exact value, and how far it is
    compared,  ///< the source recommends the number: the value of a criterion, and how far it is
};

/// What a verdict rests on.
enum class Strength : std::uint8_t {
    enclosure,  ///< a proof of the value
    domain,     ///< a proof that there is no value
    sample,     ///< mean ± 6 standard errors
};

[[nodiscard]] std::string_view to_string(Verdict verdict);
[[nodiscard]] std::string_view to_string(Strength strength);

/// A verdict with its grounds.
struct Judgement {
    Verdict verdict = Verdict::undecided;
    std::optional<Strength> strength;  ///< absent when nothing was decided
    /// -log10(|value - stated| / |value|) as far as it is proved, to one decimal; absent for a value of zero,
    /// for bounds and where there is no number.
    std::optional<double> agreeing_digits;
    std::string reason;  ///< one line, empty for a plain confirmation
};

struct Reconciliation {
    std::vector<Evidence> evidence;  ///< the same, with unreliable witnesses marked
    std::string contradiction;       ///< empty when all pieces can be right together
};

/// Compares the pieces with each other. Two balls miss each other when they do not overlap; a sample misses
/// an enclosure that lies more than 6 standard errors (plus its rounding, 2^-40 of it) away.
///
/// An estimate or a sample becomes unreliable when it misses an enclosure of its own route, stands beside a
/// proof that there is no number, or misses an enclosure of another route and no method of another kind on
/// its own route bears it out, nearer to it than the proof (all Gauss-Kronrod rules are one kind, all samples
/// of a formula are one). So no single witness turns a proof into a contradiction. Contradictions are two
/// disjoint enclosures, an enclosure beside a proof that there is no number, and witnesses of two kinds, or a
/// simulated network, against an enclosure of another route. Idempotent.
[[nodiscard]] Reconciliation reconcile(std::vector<Evidence> evidence);

struct JudgeOptions {
    long digits = 30;  ///< the precision of `exact`: what the caller asked for, not a raised precision
    std::optional<Ball> stated_value = {};  ///< where the stated side is an expression: its enclosure
    /// The value, and the stated expression, where they are fractions: no enclosure separates equal numbers.
    std::optional<Rational> exact = {}, stated_exact = {};
    bool only_by_simulation = false;  ///< no method of the quantity could enclose it
    bool out_of_budget = false;       ///< no more digits will come: answer `undecided` instead of nothing
};

/// The judgement, or nothing when an enclosure straddles an end of the stated interval and more digits (of
/// the value, or of the stated expression) may decide.
[[nodiscard]] std::optional<Judgement> judge(const std::vector<Evidence>& evidence, const Stated& stated,
                                             const JudgeOptions& options = {});

/// The verdict that a claim is there to get unless it says otherwise.
[[nodiscard]] Verdict usual_verdict(const Stated& stated);

/// Whether the verdict is the one the claim expects; undecided and inconsistent never are.
[[nodiscard]] bool as_expected(Verdict verdict, Verdict expected);

}  // namespace sigprop
