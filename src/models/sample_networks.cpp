#include <algorithm>
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
        forget();
        return entry.known;
    }

private:
    struct Entry {
        std::string identity;
        std::shared_ptr<Known> known;
    };

    static constexpr std::size_t most_samples = 64;

    void forget() {
        while (entries_.size() > most_samples) entries_.pop_front();
    }

    std::mutex mutex_;
    std::deque<Entry> entries_;  ///< the one asked for last at the end
};

Memo& memo() {
    static Memo samples;
    return samples;
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
    return sample;
}

}  // namespace sigprop
