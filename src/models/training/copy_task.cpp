// Copying: the second half of a sequence repeats the first, which is uniformly random. Only the second half
// is scored.

#include <sigprop/core/base/errors.hpp>

#include "models/training/task_support.hpp"

namespace sigprop {
namespace {

class CopyTask final : public Task {
public:
    CopyTask(const TaskDesign& design, std::uint64_t seed) : design_(design), seed_(seed) {
        flat_loss_ = entropy_of_targets(*this, design.vocabulary);
    }

    TokenBatch batch(std::uint64_t number, std::uint64_t sequences, std::uint64_t length) const override {
        const bool causal = design_.objective == Objective::causal;
        const std::uint64_t all = causal ? length + 1 : length;
        const std::uint64_t half = all / 2;
        if (half == 0) throw InputError::about({"length"}, "copying needs a length of 2 or more");
        TokenBatch batch = empty_batch(sequences, length);
        for (std::uint64_t s = 0; s < sequences; ++s) {
            const RandomStream stream = task_stream(seed_, "copy", number, s);
            std::vector<std::uint32_t> tokens(all);
            for (std::uint64_t t = 0; t < all; ++t)
                tokens[t] = t < half ? below(stream.uniform(t, 1), plain_tokens(design_)) : tokens[t - half];
            put_sequence(design_, tokens, s, half, stream, batch);
        }
        return batch;
    }
    double flat_loss() const override { return flat_loss_; }

private:
    TaskDesign design_;
    std::uint64_t seed_;
    double flat_loss_ = 0;
};

}  // namespace

std::unique_ptr<Task> make_copy_task(const TaskDesign& design, std::uint64_t seed) {
    return std::make_unique<CopyTask>(design, seed);
}

}  // namespace sigprop
