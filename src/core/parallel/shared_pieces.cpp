#include "core/parallel/shared_pieces.hpp"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <sigprop/core/base/errors.hpp>
#include <vector>

#include "core/base/simulation.hpp"

namespace sigprop {
namespace {

/// Cuts a number and the line end after it off the text.
std::size_t cut_number(std::string_view& text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || length == text.size() || text[length] != '\n')
        throw IoError("a rank sent what is no finding");
    text.remove_prefix(length + 1);
    return number;
}

std::string line(std::size_t number) { return std::to_string(number) + '\n'; }

/// One rank's share of the pieces.
class Share {
public:
    Share(const SharedPieces& pieces, Ranks& ranks) : pieces_(pieces), failed_(pieces.count) {
        const auto count = static_cast<std::size_t>(ranks.size());
        const auto rank = static_cast<std::size_t>(ranks.rank());
        for (std::size_t i = 0; i < pieces.count; ++i) {
            if ((pieces.group ? pieces.group(i) : i) % count == rank) own_.push_back(i);
        }
    }

    void compute(const Executor& execute) {
        execute(own_.size(), [this](std::size_t k) { compute(own_[k]); });
    }

    /// The first piece with an error, or the number of pieces; then each finding after its place and length.
    [[nodiscard]] std::string text() const {
        std::string text = line(failed_);
        if (failed_ < pieces_.count) return text;
        for (const std::size_t i : own_) {
            const std::string finding = pieces_.text(i);
            text += line(i) + line(finding.size()) + finding;
        }
        return text;
    }

private:
    void compute(std::size_t i) {
        try {
            pieces_.compute(i);
        } catch (const InputError&) {
            const std::lock_guard lock(mutex_);
            failed_ = std::min(failed_, i);
        }
    }

    const SharedPieces& pieces_;
    std::vector<std::size_t> own_;  ///< ascending
    std::mutex mutex_;
    std::size_t failed_;
};

void take_all(const SharedPieces& pieces, std::string_view text) {
    while (!text.empty()) {
        const std::size_t i = cut_number(text);
        const std::size_t length = cut_number(text);
        if (i >= pieces.count || length > text.size()) throw IoError("a rank sent what is no finding");
        pieces.take(i, text.substr(0, length));
        text.remove_prefix(length);
    }
}

}  // namespace

bool has_other_ranks(const Ranks* ranks) { return ranks != nullptr && ranks->size() > 1; }

void compute_shared(const SharedPieces& pieces, Ranks* ranks, const Executor& execute) {
    if (!has_other_ranks(ranks)) {
        execute(pieces.count, pieces.compute);
        return;
    }
    Share own(pieces, *ranks);
    own.compute(execute);
    const std::vector<std::string> all = ranks->exchange(own.text());
    std::size_t failed = pieces.count;
    std::vector<std::string_view> findings(all.begin(), all.end());
    for (std::string_view& one : findings) failed = std::min(failed, cut_number(one));
    if (failed < pieces.count) {
        pieces.compute(failed);  // throws here as it did there
        throw IoError("the ranks do not agree about an error");
    }
    for (std::size_t rank = 0; rank < findings.size(); ++rank) {
        if (static_cast<int>(rank) != ranks->rank()) take_all(pieces, findings[rank]);
    }
}

}  // namespace sigprop
