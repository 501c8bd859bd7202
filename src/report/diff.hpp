#pragma once
// Compares two reports by meaning. Digits may differ where both are right: enclosures must overlap, samples
// must lie within 6 combined standard errors (and 2^-40 of rounding), verdicts, strengths and status must
// match, and the question itself (expression, stated number, convention, axes) must be the same. The digits
// asked for, work counts and wording are not compared. The wrong tool for "are these the same bytes": compare
// the digests.

#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

namespace sigprop {

struct Change {
    std::string id;    ///< the record's id; for a series "id (method)"
    std::string what;  ///< verdict, status, computed, "evidence closed_form/arb_trapezoid", …
    std::string why;   ///< "confirmed → refuted", "1.5 ± 1e-9 and 1.6 ± 1e-9 do not overlap", …
    /// Of a question that is another one: its words that differ, "rate=1e-3 → rate=3e-3", and both values,
    /// which need not be the same number.
    std::string words = {}, values = {};
};

struct Diff {
    std::vector<std::string> added, removed;  ///< ids, in the order of the reports
    std::vector<Change> changed;
    std::size_t compared = 0;  ///< number of records and series that are in both

    [[nodiscard]] bool empty() const { return added.empty() && removed.empty() && changed.empty(); }
};

/// Matches records by id, evidence by route and method, series by id and method; of equal names the n-th with
/// the n-th. A series' [value - radius, value + radius] is assumed to contain the number it encloses.
/// Errors   InputError naming the record when a midpoint or radius is no decimal
[[nodiscard]] Diff compare(const Report& before, const Report& after);

/// One line for each change, then a summary line. Questions that have changed in the same words, as those of
/// two training runs have, stand together below these words, with their values.
[[nodiscard]] std::string diff_text(const Diff& diff);

}  // namespace sigprop
