// Bytes of a text file, at random places. The last tenth of the file is kept for validation. The file is
// mapped, and examined in one pass whose memory is given back, so that its size does not matter.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sigprop/core/base/errors.hpp>
#include <string_view>

#include "core/base/recent.hpp"
#include "core/base/utf8.hpp"
#include "formats/mapped_file.hpp"
#include "formats/sha256.hpp"
#include "models/training/task_support.hpp"

namespace sigprop {
namespace {

/// The first place from `i` on where a character begins and that is not below `end`.
/// Errors   InputError for bytes that are not UTF-8
std::size_t past_characters(const std::string& path, std::string_view text, std::size_t i, std::size_t end) {
    while (i < end) {
        std::uint64_t word = 0;
        if (text.size() - i >= sizeof word) std::memcpy(&word, text.data() + i, sizeof word);
        constexpr std::uint64_t high_bits = 0x8080808080808080U;
        if (text.size() - i >= sizeof word && (word & high_bits) == 0) {
            i += sizeof word;
            continue;
        }
        const std::size_t length = utf8_length(text, i);
        if (length == 0) {
            throw InputError::about({"path"},
                                    fmt::format("{} is not UTF-8: no character begins at byte {} (counted "
                                                "from 0); convert the file, for example with iconv -t UTF-8",
                                                path, i));
        }
        i += length;
    }
    return i;
}

class TextTask final : public Task {
public:
    TextTask(const TaskDesign& design, std::uint64_t seed)
        : design_(design), seed_(seed), file_(design.path) {
        const std::size_t size = file_.bytes().size();
        if (design.digest.empty()) static_cast<void>(examine_text(design.path));
        training_ = size - size / 10;
        if (size / 10 > 1) flat_loss_ = flat_loss_of_text();
    }

    TokenBatch batch(std::uint64_t number, std::uint64_t sequences, std::uint64_t length) const override {
        const bool validates = number >= validation_begin;
        const std::size_t begin = validates ? training_ : 0;
        const std::size_t end = validates ? file_.bytes().size() : training_;
        if (end - begin < length + 1) {
            throw InputError::about({"path", "length"},
                                    fmt::format("{} has {} bytes, of which {} are for {}: too few for a "
                                                "sequence of {} and the byte after it; "
                                                "give a longer text or a smaller length",
                                                design_.path, file_.bytes().size(), end - begin,
                                                validates ? "validation" : "training", length));
        }
        TokenBatch batch = empty_batch(sequences, length);
        for (std::uint64_t s = 0; s < sequences; ++s) {
            const RandomStream stream = task_stream(seed_, "text", number, s);
            const double at = stream.uniform(0, 1) * static_cast<double>(end - begin - length);
            const std::size_t first = begin + static_cast<std::size_t>(at);
            std::vector<std::uint32_t> tokens(length + 1);
            for (std::uint64_t t = 0; t <= length; ++t)
                tokens[t] = static_cast<std::uint32_t>(file_.bytes()[first + t]);
            put_sequence(design_, tokens, s, 0, stream, batch);
        }
        file_.check_whole();
        return batch;
    }
    double flat_loss() const override { return flat_loss_; }

private:
    /// Of every byte that is kept for validation. Networks of one text share it.
    double flat_loss_of_text() const {
        static Recent<std::string, const double> known(16);
        const auto find = [&] { return entropy_of_bytes(training_); };
        return design_.digest.empty() ? find() : *known.find(design_.digest, find);
    }

    double entropy_of_bytes(std::size_t begin) const {
        std::vector<double> counts(256);
        constexpr std::size_t stretch = std::size_t{1} << 24;
        for (const std::size_t end = file_.bytes().size(); begin < end;) {
            const std::size_t next = std::min(end, begin + stretch);
            for (const std::byte one : file_.bytes().subspan(begin, next - begin))
                counts[std::to_integer<std::size_t>(one)] += 1;
            file_.release(begin, next);
            begin = next;
        }
        file_.check_whole();
        return entropy_of_counts(counts);
    }

    TaskDesign design_;
    std::uint64_t seed_;
    MappedFile file_;
    std::size_t training_ = 0;  ///< bytes for training
    double flat_loss_ = 0;
};

}  // namespace

ExaminedText examine_text(const std::string& path, const std::function<void()>& poll) {
    const MappedFile file(path);
    const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
    constexpr std::size_t stretch = std::size_t{1} << 24;
    std::string digest = sha256_hex([&](const TextSink& out) {
        std::size_t checked = 0;
        for (std::size_t begin = 0; begin < text.size(); begin += stretch) {
            if (poll) poll();
            const std::size_t end = std::min(text.size(), begin + stretch);
            checked = past_characters(path, text, checked, end);
            out(text.substr(begin, end - begin));
            file.release(begin, end);
            file.check_whole();
        }
    });
    return {text.size(), std::move(digest)};
}

std::unique_ptr<Task> make_text_task(const TaskDesign& design, std::uint64_t seed) {
    return std::make_unique<TextTask>(design, seed);
}

}  // namespace sigprop
