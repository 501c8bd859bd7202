#include "models/network/network_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <sigprop/core/base/errors.hpp>

#include "core/base/simulation.hpp"
#include "formats/sha256.hpp"

#include "core/parallel/workers.hpp"
#include "models/network/measure_network.hpp"
#include "models/network/network_design.hpp"
#include "models/network/network_text.hpp"
#include "models/network/stream_record.hpp"

namespace sigprop {
namespace {

constexpr std::chrono::milliseconds between_keeps{500};

struct NetworkTask {
    const NetworkDesign& design;
    const std::set<Observable>& measured;
    NetworkRange networks;
    std::string name;       ///< key in a store; may be empty without one
    NetworkFindings known;  ///< found by an earlier run
};

class NetworkPool {
public:
    NetworkPool(const NetworkTask& task, const Context& context)
        : task_(task),
          context_(context),
          label_(
              fmt::format("networks of {} sublayers, width {}", task.design.steps.size(), task.design.width)),
          last_(task.networks.first + task.networks.count),
          found_(task.known) {
        const Ranks* const ranks = context.ranks;
        ranks_ = ranks == nullptr ? 1 : static_cast<std::uint64_t>(ranks->size());
        for (std::uint64_t k = ranks == nullptr ? 0 : static_cast<std::uint64_t>(ranks->rank());
             k < task.networks.count; k += ranks_) {
            const std::uint64_t number = task.networks.first + k;
            if (found_.profiles.count(number) == 0) numbers_.push_back(number);
        }
    }

    NetworkFindings operator()() {
        show();
        run_workers(crew_size(), [this](std::size_t, const std::atomic<bool>& stop) { work(stop); });
        keep();
        return std::move(found_);
    }

private:
    [[nodiscard]] std::size_t crew_size() const {
        const double fit = std::max(1.0, usable_memory() / memory_of(task_.design, task_.measured));
        const auto networks = static_cast<double>(numbers_.size());
        return worker_count(context_.threads, static_cast<std::uint64_t>(std::min(fit, networks)));
    }

    /// Takes one network after another until none is left, one failed, or the user asks to stop.
    void work(const std::atomic<bool>& stop) {
        try {
            while (!stop) {
                const std::size_t place = next_++;
                if (place >= numbers_.size() || numbers_[place] >= last_) return;
                measure(numbers_[place]);
            }
        } catch (const Interrupted&) {
            end([this] { found_.interrupted = true; });
        } catch (const TimeSpent&) {
            end([this] { found_.late = true; });
        }
    }

    void measure(std::uint64_t number) {
        try {
            context_.check_cancelled();
            NetworkProfile profile =
                measure_network(task_.design, {context_.seed, number}, task_.measured, context_);
            const std::lock_guard lock(mutex_);
            found_.profiles[number] = std::move(profile);
        } catch (const NetworkFailure& failure) {
            const std::lock_guard lock(mutex_);
            found_.failures[number] = failure.what();
            // Networks after a failed one are not needed.
            last_ = std::min(last_.load(), number);
        }
        show();
        keep_now_and_then();
    }

    template <class Note>
    void end(const Note& note) {
        const std::lock_guard lock(mutex_);
        note();
        last_ = 0;
    }

    void show() {
        if (context_.watch == nullptr) return;
        const std::lock_guard lock(mutex_);
        const std::uint64_t done = (found_.profiles.size() + found_.failures.size()) * ranks_;
        context_.watch->show(label_, std::min(done, task_.networks.count), task_.networks.count, "networks");
    }

    void keep_now_and_then() {
        if (context_.store == nullptr) return;
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        if (now < next_keep_) return;
        keep();
        next_keep_ = now + between_keeps;
    }

    /// Stores the findings of this process alone; ranks store theirs together, once they have met.
    void keep() {
        if (context_.store == nullptr || context_.ranks != nullptr) return;
        context_.store->keep(task_.name, found_.text(), false);
    }

    const NetworkTask& task_;
    const Context& context_;
    std::string label_;
    std::uint64_t ranks_ = 1;
    std::vector<std::uint64_t> numbers_;  ///< of the networks to measure, ascending
    std::atomic<std::size_t> next_ = 0;   ///< an index into numbers_
    std::atomic<std::uint64_t> last_;
    std::mutex mutex_;
    NetworkFindings found_;
    std::chrono::steady_clock::time_point next_keep_;
};

/// What the store has about it.
NetworkFindings known(const std::string& name, SimulationStore* store) {
    NetworkFindings findings;
    if (store == nullptr) return findings;
    if (const auto text = store->find(name)) findings.add(*text);
    findings.failures.clear();  // they are found again at once
    findings.interrupted = findings.late = false;
    return findings;
}

/// Contains everything that decides the numbers.
std::string name_of(const NetworkDesign& design, const std::set<Observable>& measured, std::uint64_t seed,
                    NetworkRange networks) {
    std::string text = identity_of(design);
    for (const Observable what : measured) text += fmt::format(" {}", static_cast<int>(what));
    const std::string from = networks.first == 0 ? "" : fmt::format(" from {}", networks.first);
    return fmt::format("{} networks{}, seed {}: {}", networks.count, from, seed, sha256_hex(text));
}

}  // namespace

NetworkSample run_networks(const NetworkDesign& design, const std::set<Observable>& measured,
                           NetworkRange networks, const Context& context) {
    const std::string name =
        context.store == nullptr ? "" : name_of(design, measured, context.seed, networks);
    const NetworkTask task = {design, measured, networks, name, known(name, context.store)};
    NetworkFindings found = NetworkPool(task, context)();
    if (context.ranks != nullptr) {
        NetworkFindings together;
        for (const std::string& one : context.ranks->exchange(found.text())) together.add(one);
        found = std::move(together);
    }
    if (context.store != nullptr) context.store->keep(name, found.text(), found.interrupted || found.late);
    if (found.interrupted) throw Interrupted();
    if (found.late) throw TimeSpent();
    NetworkSample sample;
    if (!found.failures.empty()) {
        sample.failure = found.failures.begin()->second;
        return sample;
    }
    for (auto& [number, profile] : found.profiles) sample.profiles.push_back(std::move(profile));
    return sample;
}

}  // namespace sigprop
