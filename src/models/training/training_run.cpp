// A run as text: what a store keeps of it, and what ranks tell each other.

#include <bit>
#include <charconv>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "models/training/training.hpp"

namespace sigprop {
namespace {

void put(std::string_view word, std::string& text) {
    text.append(std::to_string(word.size())).append(" ").append(word).append(" ");
}

class RunReader {
public:
    explicit RunReader(std::string_view text) : text_(text) {}
    [[nodiscard]] bool at_end() const { return text_.empty(); }

    std::uint64_t number(int base = 10) {
        std::uint64_t result = 0;
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), result, base);
        const auto length = static_cast<std::size_t>(end - text_.data());
        if (error != std::errc() || length >= text_.size() || *end != ' ') damaged();
        text_.remove_prefix(length + 1);
        return result;
    }
    std::string word() {
        const std::uint64_t size = number();
        if (size >= text_.size() || text_[size] != ' ') damaged();
        std::string result(text_.substr(0, size));
        text_.remove_prefix(size + 1);
        return result;
    }

private:
    [[noreturn]] static void damaged() { throw IoError("a saved training run could not be read"); }
    std::string_view text_;
};

}  // namespace

std::string_view to_string(Fate fate) {
    return fate == Fate::learned ? "learned" : fate == Fate::flat ? "flat" : "diverged";
}

double TrainingRun::at(const std::string& name, std::size_t index) const {
    const auto found = numbers.find(name);
    if (found == numbers.end() || index >= found->second.size())
        throw std::logic_error("the run did not measure " + name);
    return found->second[index];
}

std::string TrainingRun::text() const {
    std::string text;
    put(diverged, text);
    for (const auto& [name, values] : numbers) {
        put(name, text);
        text.append(std::to_string(values.size())).append(" ");
        for (const double value : values) {
            char digits[16];
            const auto end =
                std::to_chars(digits, digits + sizeof digits, std::bit_cast<std::uint64_t>(value), 16).ptr;
            text.append(digits, end).append(" ");
        }
    }
    return text;
}

TrainingRun TrainingRun::from_text(std::string_view text) {
    RunReader reader(text);
    TrainingRun run;
    run.diverged = reader.word();
    while (!reader.at_end()) {
        std::vector<double>& values = run.numbers[reader.word()];
        for (std::uint64_t left = reader.number(); left > 0; --left)
            values.push_back(std::bit_cast<double>(reader.number(16)));
    }
    return run;
}

}  // namespace sigprop
