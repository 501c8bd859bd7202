#include "models/network/network_text.hpp"

#include <bit>
#include <charconv>
#include <sigprop/core/base/errors.hpp>
#include <system_error>

namespace sigprop {
namespace {

void put(std::uint64_t word, std::string& text) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, word, 16).ptr;
    text.append(digits, end).push_back(' ');
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    [[nodiscard]] bool at_end() const { return text_.empty(); }
    std::uint64_t word() {
        std::uint64_t result = 0;
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), result, 16);
        const auto length = static_cast<std::size_t>(end - text_.data());
        if (error != std::errc() || length >= text_.size() || *end != ' ') damaged();
        text_.remove_prefix(length + 1);
        return result;
    }
    std::string_view bytes(std::uint64_t count) {
        if (count > text_.size()) damaged();
        const std::string_view result = text_.substr(0, count);
        text_.remove_prefix(count);
        return result;
    }

private:
    [[noreturn]] static void damaged() { throw IoError("another rank's networks could not be read"); }

    std::string_view text_;
};

}  // namespace

std::string NetworkFindings::text() const {
    std::string text;
    put(interrupted ? 1 : 0, text);
    put(late ? 1 : 0, text);
    put(failures.size(), text);
    for (const auto& [number, failure] : failures) {
        put(number, text);
        put(failure.size(), text);
        text += failure;
    }
    for (const auto& [number, profile] : profiles) {
        put(number, text);
        for (std::size_t what = 0; what < observable_count; ++what) {
            const std::vector<double>& values = profile[static_cast<Observable>(what)];
            put(values.size(), text);
            for (const double value : values) put(std::bit_cast<std::uint64_t>(value), text);
        }
    }
    return text;
}

void NetworkFindings::add(std::string_view text) {
    Reader reader(text);
    interrupted = reader.word() != 0 || interrupted;
    late = reader.word() != 0 || late;
    for (std::uint64_t left = reader.word(); left > 0; --left) {
        const std::uint64_t number = reader.word();
        failures[number] = reader.bytes(reader.word());
    }
    while (!reader.at_end()) {
        NetworkProfile& profile = profiles[reader.word()];
        for (std::size_t what = 0; what < observable_count; ++what) {
            std::vector<double>& values = profile[static_cast<Observable>(what)];
            values.clear();
            for (std::uint64_t left = reader.word(); left > 0; --left) {
                values.push_back(std::bit_cast<double>(reader.word()));
            }
        }
    }
}

}  // namespace sigprop
