#pragma once
// An answer once everything is decided: numbers are decimal text, words are enumerators, which become text
// only where a report is written. The engine makes records and the report writes and reads them; nobody
// computes with them.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/judgement/claim.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sigprop {

/// Where a sampled number lies with probability `level`; ends to 3 digits of the interval's half length.
struct IntervalRecord {
    double level = 0;
    std::string lower, upper;
};

/// One piece of evidence. Numbers are decimals: [midpoint - radius, midpoint + radius] contains the ball.
struct EvidenceRecord {
    RouteKind route = RouteKind::definition;
    std::string method;
    Kind kind = Kind::enclosure;
    Status status = Status::unable;
    std::string reason;                   ///< one line; with status ok, what else to know, mostly nothing
    std::optional<std::string> midpoint;  ///< absent when the method has no value to show
    std::optional<std::string> radius;
    std::optional<double> value;  ///< the nearest double
    std::uint64_t evaluations = 0;
    std::uint64_t samples = 0;
    std::optional<IntervalRecord> interval = std::nullopt;  ///< only for samples
    /// Of a sample that counted: it stands in the place of the value, with the interval.
    std::optional<Count> count = std::nullopt;
};

/// The narrowest enclosure.
struct ComputedRecord {
    std::optional<std::string> decimal;  ///< proved digits only; absent when nothing is proved
    std::optional<double> value;
    std::optional<std::string> midpoint, radius;
    std::int64_t digits = 0;  ///< significant digits proved, at most those asked for
};

struct StatedRecord {
    std::string text, convention;
    std::optional<std::string> lower, upper;
};

/// What a refuted number is instead.
struct IdentifiedRecord {
    std::string expression;  ///< canonical; its value is the stated number
    std::string text;        ///< the same in words
};

struct Record {
    std::string id;          ///< the claim's id; the canonical expression for `eval`
    std::string expression;  ///< canonical text; empty for an external claim
    std::string statement;
    Source source;
    std::string read_from;  ///< path:line of a number read from code, for annotations; not in reports
    std::string note;
    std::string quote, quote_en;  ///< the source's own words, and the same in English
    std::optional<Says> says;     ///< what the source says; none for eval and external
    ClaimKind kind = ClaimKind::published;
    std::optional<ExternalReason> external_reason;  ///< of an external claim that says why
    std::optional<StatedRecord> stated;
    /// For eval: arguments that defaults or places decided, "mean 0.02, std 1", each with its call where the
    /// expression has several. Not in reports.
    std::vector<std::string> assumed;
    std::vector<std::string> warnings;  ///< about arguments far from what anyone would ask
    std::vector<std::string> remarks;   ///< about a user's tensors: to look at, and no fault
    ComputedRecord computed;
    std::string limit;  ///< what grows without bound, where the value is that of a limit: "width -> inf"
    std::optional<Verdict> verdict;    ///< none for eval, unless its evidence contradicts itself
    std::optional<Verdict> expected;   ///< none for eval and for external claims
    std::optional<Strength> strength;  ///< none when nothing was decided
    std::optional<double> agreeing_digits;
    /// (stated - value) / |value| of a number that is refuted, measured or compared, 3 digits
    std::optional<std::string> relative_error;
    // For a refuted number, where they apply:
    std::optional<std::size_t> first_wrong_digit;  ///< byte offset in stated->text
    std::vector<IdentifiedRecord> identified;      ///< simplest first, at most two
    std::optional<Status> status;                  ///< of the whole expression; none if external
    std::string reason;
    std::vector<EvidenceRecord> evidence;
    std::vector<std::pair<std::string, double>> measured;  ///< statistics of a user's tensor, by name
    std::vector<std::pair<std::string, std::string>>
        described;  ///< words about it, by name: role, layer, law
};

// The points of a series: for each one value or none, in little memory, since a series may have a million. A
// text takes its own length and 12 bytes, a number 8 bytes. Columns are read like vectors of std::optional;
// an entry is a copy, and assigning to it writes the column.

/// column[i] of a column that is not const.
template <class Column>
class ColumnEntry : public Column::Value {
public:
    ColumnEntry(Column& column, std::size_t i)
        : Column::Value(std::as_const(column)[i]), column_(column), i_(i) {}
    ColumnEntry& operator=(typename Column::Value value) {
        column_.set(i_, value);
        Column::Value::operator=(std::move(value));
        return *this;
    }

private:
    Column& column_;
    std::size_t i_;
};

/// Walks over the entries of a column, as copies.
template <class Column>
class ColumnIterator {
public:
    ColumnIterator(const Column& column, std::size_t i) : column_(&column), i_(i) {}
    [[nodiscard]] typename Column::Value operator*() const { return (*column_)[i_]; }
    ColumnIterator& operator++() {
        ++i_;
        return *this;
    }
    [[nodiscard]] bool operator==(const ColumnIterator& other) const { return i_ == other.i_; }

private:
    const Column* column_;
    std::size_t i_;
};

class TextColumn {
public:
    using Value = std::optional<std::string>;

    TextColumn() = default;
    TextColumn(std::initializer_list<Value> values) : TextColumn(std::vector<Value>(values)) {}
    TextColumn(const std::vector<Value>& values);

    [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
    void resize(std::size_t size) { places_.resize(size); }
    [[nodiscard]] Value operator[](std::size_t i) const;
    [[nodiscard]] ColumnEntry<TextColumn> operator[](std::size_t i) { return {*this, i}; }
    [[nodiscard]] Value at(std::size_t i) const { return (*this)[i]; }
    [[nodiscard]] ColumnIterator<TextColumn> begin() const { return {*this, 0}; }
    [[nodiscard]] ColumnIterator<TextColumn> end() const { return {*this, size()}; }
    [[nodiscard]] friend bool operator==(const TextColumn& a, const TextColumn& b) {
        return TextColumn::same(a, b);
    }
    void set(std::size_t i, const Value& value);

private:
    [[nodiscard]] static bool same(const TextColumn& a, const TextColumn& b);
    /// Blocks of texts that never move. Copies of a column share them: what is written stays.
    struct Texts;
    std::shared_ptr<Texts> texts_;
    std::vector<const char*> places_;  ///< the length in four bytes, then the text; null without a value
};

class NumberColumn {
public:
    using Value = std::optional<double>;

    NumberColumn() = default;
    NumberColumn(std::initializer_list<Value> values) : NumberColumn(std::vector<Value>(values)) {}
    NumberColumn(const std::vector<Value>& values);

    [[nodiscard]] std::size_t size() const noexcept { return numbers_.size(); }
    void resize(std::size_t size);
    [[nodiscard]] Value operator[](std::size_t i) const;
    [[nodiscard]] ColumnEntry<NumberColumn> operator[](std::size_t i) { return {*this, i}; }
    [[nodiscard]] Value at(std::size_t i) const { return (*this)[i]; }
    [[nodiscard]] ColumnIterator<NumberColumn> begin() const { return {*this, 0}; }
    [[nodiscard]] ColumnIterator<NumberColumn> end() const { return {*this, size()}; }
    [[nodiscard]] friend bool operator==(const NumberColumn& a, const NumberColumn& b) {
        return NumberColumn::same(a, b);
    }
    /// Errors   std::logic_error for NaN, which is no number
    void set(std::size_t i, const Value& value);

private:
    [[nodiscard]] static bool same(const NumberColumn& a, const NumberColumn& b);
    std::vector<double> numbers_;  ///< NaN without a value
};

/// One axis of a grid; the texts as given or generated (exact decimals).
struct Axis {
    std::string name;
    std::vector<std::string> values;
};

/// The axes of a grid, which its series share: an axis may have a million values.
class Axes {
public:
    Axes() = default;
    Axes(std::vector<Axis> axes) : axes_(std::make_shared<const std::vector<Axis>>(std::move(axes))) {}
    Axes(std::initializer_list<Axis> axes) : Axes(std::vector<Axis>(axes)) {}

    operator const std::vector<Axis>&() const { return *axes_; }
    [[nodiscard]] const Axis& operator[](std::size_t i) const { return (*axes_)[i]; }
    [[nodiscard]] std::size_t size() const { return axes_->size(); }
    [[nodiscard]] bool empty() const { return axes_->empty(); }
    [[nodiscard]] auto begin() const { return axes_->begin(); }
    [[nodiscard]] auto end() const { return axes_->end(); }

private:
    std::shared_ptr<const std::vector<Axis>> axes_ = std::make_shared<const std::vector<Axis>>();
};

/// A curve or grid by one method; columns are row-major, the last axis fastest.
struct Series {
    std::string id, expression, method;
    Kind kind = Kind::enclosure;
    Axes axes;            ///< `samples` and `seed` only where the method samples
    TextColumn value;     ///< decimals (proved digits for an enclosure)
    NumberColumn number;  ///< the nearest doubles ("double" in JSON)
    NumberColumn radius;  ///< a bound for enclosures, one standard error for samples
    std::vector<Status> status;
    std::string internal_error = {};  ///< the message at the first point of that status; else empty
};

struct Summary {
    std::size_t confirmed = 0, refuted = 0, undecided = 0, inconsistent = 0;
    std::size_t measured = 0, compared = 0;
    std::size_t as_expected = 0;
    std::size_t external = 0;  ///< listed and counted apart
    std::size_t total = 0;
};

/// Facts that change from run to run; never in goldens or the digest.
struct RunInfo {
    std::vector<std::pair<std::string, std::string>>
        entries;  ///< time, host, cpu, compiler, argv, seconds, …
};

struct Report {
    std::optional<RunInfo> run;
    std::vector<Record> records;
    std::vector<Series> series;
};

/// The first piece of evidence of a fault of the library; nullptr if there is none.
[[nodiscard]] const EvidenceRecord* find_internal_error(const Record& record);

/// Whether nothing here can decide the claim: it has no expression, and is no description of a user's own
/// model.
[[nodiscard]] inline bool is_external(const Record& record) {
    return record.expression.empty() && record.described.empty();
}

[[nodiscard]] Summary summarise(const std::vector<Record>& records);

}  // namespace sigprop
