#include "models/training/training_checkpoint.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {
namespace {

// The state is one line of counts, then numbers as the machine has them (little-endian on all that sigprop is
// built for), then the run's text.

template <class T>
std::string_view bytes_of(std::span<const T> numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

class CheckpointReader {
public:
    CheckpointReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    std::uint64_t count() {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
        const auto length = static_cast<std::size_t>(end - text_.data());
        if (error != std::errc() || length >= text_.size()) refuse();
        text_.remove_prefix(length + 1);
        return value;
    }
    template <class T>
    void fill(std::span<T> numbers) {
        if (text_.size() < numbers.size_bytes()) refuse();
        if (!numbers.empty()) std::memcpy(numbers.data(), text_.data(), numbers.size_bytes());
        text_.remove_prefix(numbers.size_bytes());
    }
    [[nodiscard]] std::string_view rest() const { return text_; }
    [[noreturn]] void refuse() const {
        throw IoError("the saved state of " + name_ +
                      " does not belong to this network: delete it to start again");
    }

private:
    std::string_view text_;
    const std::string& name_;
};

}  // namespace

void StoredTraining::restore(TrainingState& state) {
    const std::optional<std::string> kept = store_.find_large(name_);
    if (!kept) return;
    CheckpointReader reader(*kept, name_);
    const std::uint64_t steps = reader.count();
    const std::array<std::uint64_t, 3> sizes = {state.parameters.size(), state.running.size(),
                                                state.optimizer.size()};
    for (const std::uint64_t size : sizes) {
        if (reader.count() != size) reader.refuse();
    }
    const std::uint64_t losses = reader.count();
    if (losses != steps) reader.refuse();
    reader.fill(state.parameters);
    reader.fill(state.running);
    reader.fill(state.optimizer);
    std::vector<double> both(2 * losses);
    reader.fill(std::span(both));
    const auto middle = both.begin() + static_cast<std::ptrdiff_t>(losses);
    state.losses.assign(both.begin(), middle);
    state.gradient_norms.assign(middle, both.end());
    state.run = TrainingRun::from_text(reader.rest());
    state.steps_done = steps;
}

void StoredTraining::keep(const TrainingState& state, bool last) {
    const auto write = [&](const std::function<void(std::string_view)>& out) {
        std::string counts;
        for (const std::uint64_t one :
             {state.steps_done, std::uint64_t{state.parameters.size()}, std::uint64_t{state.running.size()},
              std::uint64_t{state.optimizer.size()}, std::uint64_t{state.losses.size()}})
            counts += std::to_string(one) + " ";
        out(counts);
        out(bytes_of<float>(state.parameters));
        out(bytes_of<float>(state.running));
        out(bytes_of<float>(state.optimizer));
        out(bytes_of<double>(state.losses));
        out(bytes_of<double>(state.gradient_norms));
        out(state.run.text());
    };
    store_.keep_large(name_, write, last);
}

}  // namespace sigprop
