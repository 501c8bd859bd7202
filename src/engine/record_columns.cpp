#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <sigprop/engine/record.hpp>
#include <stdexcept>

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;

template <class Column>
bool same_entries(const Column& a, const Column& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a.at(i) != b.at(i)) return false;
    }
    return true;
}

}  // namespace

struct TextColumn::Texts {
    std::vector<std::unique_ptr<char[]>> blocks;
    std::size_t room = 0;
    char* next = nullptr;

    const char* keep(std::string_view text) {
        const auto length = static_cast<std::uint32_t>(text.size());
        if (length != text.size()) throw std::length_error("a text in a series is too long");
        const std::size_t needed = sizeof length + text.size();
        if (needed > room) {
            room = std::max(block_size, needed);
            blocks.push_back(std::make_unique_for_overwrite<char[]>(room));
            next = blocks.back().get();
        }
        char* const place = next;
        std::memcpy(place, &length, sizeof length);
        std::memcpy(place + sizeof length, text.data(), text.size());
        next += needed;
        room -= needed;
        return place;
    }
};

TextColumn::TextColumn(const std::vector<Value>& values) : places_(values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i) set(i, values[i]);
}

TextColumn::Value TextColumn::operator[](std::size_t i) const {
    const char* const place = places_.at(i);
    if (place == nullptr) return std::nullopt;
    std::uint32_t length = 0;
    std::memcpy(&length, place, sizeof length);
    return std::string(place + sizeof length, length);
}

void TextColumn::set(std::size_t i, const Value& value) {
    if (!value) {
        places_.at(i) = nullptr;
        return;
    }
    if (texts_ == nullptr) texts_ = std::make_shared<Texts>();
    places_.at(i) = texts_->keep(*value);
}

bool TextColumn::same(const TextColumn& a, const TextColumn& b) { return same_entries(a, b); }
bool NumberColumn::same(const NumberColumn& a, const NumberColumn& b) { return same_entries(a, b); }

NumberColumn::NumberColumn(const std::vector<Value>& values) : numbers_(values.size(), not_a_number) {
    for (std::size_t i = 0; i < values.size(); ++i) set(i, values[i]);
}

void NumberColumn::resize(std::size_t size) { numbers_.resize(size, not_a_number); }

NumberColumn::Value NumberColumn::operator[](std::size_t i) const {
    const double number = numbers_.at(i);
    return std::isnan(number) ? std::nullopt : std::optional(number);
}

void NumberColumn::set(std::size_t i, const Value& value) {
    if (value && std::isnan(*value)) throw std::logic_error("a number in a series is NaN");
    numbers_.at(i) = value.value_or(not_a_number);
}

}  // namespace sigprop
