#pragma once
// The points of a series: for each one value or none, in little memory, since a series may have a million. A text
// takes its own length and 12 bytes, a number 8 bytes. Read like vectors of std::optional; an entry is a copy, and
// assigning to it writes the column.

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sigprop {

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

}  // namespace sigprop
