// A hidden Markov language. A chain of `states` hidden states stays where it is with probability 0.8, else
// moves to one of three followers of its state. Each state speaks a vocabulary of its own, up to eight tokens
// with weights 8, 7, …, 1, and with probability 0.3 repeats the token `reach` places back instead. Context
// tells the state, and looking `reach` places back the repeated tokens: what knows only how often tokens
// occur learns neither.

#include "models/training/task_support.hpp"

namespace sigprop {
namespace {

constexpr double stays = 0.8;
constexpr double repeats = 0.3;
constexpr std::uint64_t followers = 3;
constexpr std::uint64_t max_words = 8;

class MarkovTask final : public Task {
public:
    MarkovTask(const TaskDesign& design, std::uint64_t seed) : design_(design), seed_(seed) {
        const RandomStream law(seed, "task markov law");
        const std::uint64_t tokens = plain_tokens(design);
        words_per_state_ = tokens < max_words ? tokens : max_words;
        for (std::uint64_t s = 0; s < design.states; ++s) {
            for (std::uint64_t k = 0; k < followers; ++k)
                followers_.push_back(below(law.uniform(s * followers + k, 0), design.states));
            for (std::uint64_t k = 0; k < words_per_state_; ++k)
                words_.push_back(below(law.uniform(s * max_words + k, 1), tokens));
        }
        for (std::uint64_t k = 0; k < words_per_state_; ++k) {
            const auto weight = static_cast<double>(words_per_state_ - k);
            weights_.push_back((k == 0 ? 0 : weights_.back()) + weight);
        }
        flat_loss_ = entropy_of_targets(*this, design.vocabulary);
    }

    TokenBatch batch(std::uint64_t number, std::uint64_t sequences, std::uint64_t length) const override {
        TokenBatch batch = empty_batch(sequences, length);
        for (std::uint64_t s = 0; s < sequences; ++s) {
            const RandomStream stream = task_stream(seed_, "markov", number, s);
            put_sequence(design_, sequence(stream, length + 1), s, 0, stream, batch);
        }
        return batch;
    }
    double flat_loss() const override { return flat_loss_; }

private:
    [[nodiscard]] std::vector<std::uint32_t> sequence(const RandomStream& stream,
                                                      std::uint64_t length) const {
        std::vector<std::uint32_t> tokens(length);
        std::uint64_t state = below(stream.uniform(0, 1), design_.states);
        for (std::uint64_t t = 0; t < length; ++t) {
            if (stream.uniform(t, 2) >= stays)
                state = followers_[state * followers + below(stream.uniform(t, 3), followers)];
            const bool repeat = t >= design_.reach && stream.uniform(t, 4) < repeats;
            const std::uint32_t word =
                words_[state * words_per_state_ + chosen(stream.uniform(t, 5), weights_)];
            tokens[t] = repeat ? tokens[t - design_.reach] : word;
        }
        return tokens;
    }

    TaskDesign design_;
    std::uint64_t seed_;
    std::uint64_t words_per_state_ = 0;
    std::vector<std::uint32_t> followers_, words_;
    std::vector<double> weights_;  ///< cumulative
    double flat_loss_ = 0;
};

}  // namespace

std::unique_ptr<Task> make_markov_task(const TaskDesign& design, std::uint64_t seed) {
    return std::make_unique<MarkovTask>(design, seed);
}

}  // namespace sigprop
