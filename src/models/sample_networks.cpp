#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <sigprop/models/network.hpp>

#include "models/network_crew.hpp"
#include "models/network_design.hpp"

namespace sigprop {
namespace {

/// A sample and what it holds.
struct Measured {
    std::set<Observable> what;
    std::shared_ptr<const NetworkSample> sample;

    /// A failure answers its own question alone: what fails backward may be sound forward.
    [[nodiscard]] bool answers(const std::set<Observable>& wanted) const {
        if (!sample->failure.empty()) return what == wanted;
        return std::includes(what.begin(), what.end(), wanted.begin(), wanted.end());
    }
};

/// The samples of one design. Whoever asks while one is made waits for it.
struct Known {
    std::mutex mutex;
    std::vector<Measured> samples;
    std::atomic<std::size_t> bytes = 0;
};

/// The samples that were asked for last.
class Memo {
public:
    std::shared_ptr<Known> find(const std::string& identity) {
        const std::lock_guard lock(mutex_);
        const auto same = [&](const Entry& entry) { return entry.identity == identity; };
        const auto place = std::find_if(entries_.begin(), entries_.end(), same);
        Entry entry{identity, nullptr};
        if (place != entries_.end()) {
            entry = std::move(*place);
            entries_.erase(place);
        } else {
            entry.known = std::make_shared<Known>();
        }
        entries_.push_back(entry);
        return entry.known;
    }

    /// The designs that were asked for longest ago, until the rest are few and small enough.
    void forget() {
        const std::lock_guard lock(mutex_);
        std::size_t bytes = 0;
        for (const Entry& entry : entries_) bytes += entry.bytes();
        while (entries_.size() > 1 && (entries_.size() > most_designs || bytes > most_bytes)) {
            bytes -= entries_.front().bytes();
            entries_.pop_front();
        }
    }

private:
    struct Entry {
        std::string identity;
        std::shared_ptr<Known> known;

        [[nodiscard]] std::size_t bytes() const { return identity.size() + known->bytes; }
    };

    static constexpr std::size_t most_designs = 256;
    static constexpr std::size_t most_bytes = std::size_t{1} << 28;

    std::mutex mutex_;
    std::deque<Entry> entries_;  ///< the one asked for last at the end
};

Memo& memo() {
    static Memo samples;
    return samples;
}

std::size_t size_of(const NetworkSample& sample) {
    std::size_t values = 0;
    for (const NetworkProfile& profile : sample.profiles) {
        for (std::size_t what = 0; what < observable_count; ++what) {
            values += profile[static_cast<Observable>(what)].capacity();
        }
    }
    return values * sizeof(double) + sample.profiles.size() * sizeof(NetworkProfile);
}

}  // namespace

std::shared_ptr<const NetworkSample> sample_networks(const NetworkDesign& design,
                                                     const std::set<Observable>& wanted,
                                                     std::uint64_t networks, const Context& context) {
    check_design(design, wanted, networks);
    const std::string identity =
        std::to_string(context.seed) + " " + std::to_string(networks) + " " + identity_of(design);
    const std::shared_ptr<Known> known = memo().find(identity);
    const std::lock_guard lock(known->mutex);
    const std::set<Observable> measured = measured_with(design, wanted);
    for (const Measured& one : known->samples) {
        if (one.answers(measured)) return one.sample;
    }
    auto sample = std::make_shared<NetworkSample>(run_networks(design, measured, networks, context));
    known->samples.push_back({measured, sample});
    known->bytes += size_of(*sample);
    memo().forget();
    return sample;
}

}  // namespace sigprop
