#include "methods/sampled_rows.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <sigprop/core/errors.hpp>

namespace sigprop {
namespace {

constexpr double good_rows = 4096;       ///< for statistics that are somewhat skew…
constexpr double cheap_logits = 0x1p22;  ///< …where they have no more logits than this
constexpr double usual_rows = 128;
constexpr std::uint64_t fewest_rows = 32;
constexpr double most_rows = 0x1p20;
constexpr std::uint64_t usual_limit = std::uint64_t{1} << 28;  ///< logits

/// The rows that were asked for last.
class Memo {
public:
    struct Entry {
        std::string identity;
        std::once_flag drawn;
        std::atomic<std::size_t> size = 0;
        DrawnRows rows;
    };

    std::shared_ptr<Entry> find(const std::string& identity) {
        const std::lock_guard lock(mutex_);
        const auto place = std::find_if(entries_.begin(), entries_.end(),
                                        [&](const auto& entry) { return entry->identity == identity; });
        std::shared_ptr<Entry> entry;
        if (place == entries_.end()) {
            entry = std::make_shared<Entry>();
            entry->identity = identity;
        } else {
            entry = *place;
            entries_.erase(place);
        }
        entries_.push_back(entry);
        return entry;
    }
    /// What was asked for longest ago, until the rest is small enough.
    void forget() {
        const std::lock_guard lock(mutex_);
        std::size_t rows = 0;
        for (const auto& entry : entries_) rows += entry->size;
        while (entries_.size() > 1 && (rows > most_remembered || entries_.size() > most_entries)) {
            rows -= entries_.front()->size;
            entries_.pop_front();
        }
    }

private:
    static constexpr std::size_t most_remembered = std::size_t{1} << 21;  ///< 100 MB
    static constexpr std::size_t most_entries = 1024;

    std::mutex mutex_;
    std::deque<std::shared_ptr<Entry>> entries_;  ///< the one asked for last at the end
};

Memo& memo() {
    static Memo rows;
    return rows;
}

}  // namespace

RowCount row_count(const RowsAsked& asked, const Context& context) {
    if (context.samples < 1 || context.samples > std::uint64_t{1} << 63) {
        throw InputError("the number of samples must be in 1 to 2^63, not " +
                         std::to_string(context.samples));
    }
    const auto length = static_cast<double>(asked.n);
    const std::uint64_t limit = std::max(context.samples, usual_limit);
    const double affordable = static_cast<double>(limit) / length;
    if (affordable < static_cast<double>(fewest_rows)) {
        return {0, "rows of " + std::to_string(asked.n) +
                       " keys are too long to sample: " + std::to_string(fewest_rows) +
                       " of them have more than " + std::to_string(limit) + " logits"};
    }
    const double wanted = std::max({static_cast<double>(context.samples) / length,
                                    std::min(good_rows, cheap_logits / length), usual_rows});
    const double rows = std::min({wanted, affordable, most_rows});
    return {static_cast<std::uint64_t>(rows), ""};
}

std::shared_ptr<const DrawnRows> remembered_rows(const RowsAsked& asked, std::uint64_t rows,
                                                 const Context& context) {
    const std::string identity =
        std::to_string(context.seed) + " " + std::to_string(rows) + " " + identity_of(asked);
    const std::shared_ptr<Memo::Entry> entry = memo().find(identity);
    // An interrupted drawing throws and leaves the entry to be made.
    std::call_once(entry->drawn, [&] {
        entry->rows = draw_rows(asked, rows, context);
        entry->size = entry->rows.rows.size();
        memo().forget();
    });
    return {entry, &entry->rows};
}

}  // namespace sigprop
