#include "models/network_crew.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/simulation.hpp>
#include <sigprop/core/threads.hpp>
#include <system_error>
#include <thread>

#include "models/measure_network.hpp"
#include "models/network_design.hpp"
#include "models/network_text.hpp"
#include "models/stream_record.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t most_threads = 1024;

class Crew {
public:
    Crew(const NetworkDesign& design, const std::set<Observable>& measured, std::uint64_t networks,
         const Context& context)
        : design_(design),
          measured_(measured),
          context_(context),
          networks_(networks),
          last_(networks),
          label_(fmt::format("networks of {} layers, width {}", design.steps.size(), design.width)) {
        if (context.ranks == nullptr) return;
        ranks_ = static_cast<std::uint64_t>(context.ranks->size());
        next_ = rank_ = static_cast<std::uint64_t>(context.ranks->rank());
    }

    NetworkFindings operator()() {
        show();
        std::vector<std::thread> threads;
        try {
            while (threads.size() + 1 < worker_count()) {
                threads.emplace_back([this] {
                    work();
                    release_thread_caches();
                });
            }
        } catch (const std::system_error&) {
            // Fewer threads than asked for: the others take their networks.
        }
        work();
        for (std::thread& thread : threads) thread.join();
        if (error_) std::rethrow_exception(error_);
        return std::move(found_);
    }

private:
    [[nodiscard]] std::uint64_t worker_count() const {
        const double fit = std::clamp(usable_memory() / memory_of(design_, measured_), 1.0, 1024.0);
        const auto threads = static_cast<std::uint64_t>(std::max(context_.threads, 1));
        const std::uint64_t own = (networks_ - std::min(rank_, networks_) + ranks_ - 1) / ranks_;
        return std::min({threads, own, static_cast<std::uint64_t>(fit), most_threads});
    }

    /// Takes one network after another until none is left, one failed, or the user asks to stop.
    void work() {
        try {
            while (true) {
                const std::uint64_t number = next_.fetch_add(ranks_);
                if (number >= last_) return;
                measure(number);
            }
        } catch (const Interrupted&) {
            stop([this] { found_.interrupted = true; });
        } catch (const TimeSpent&) {
            stop([this] { found_.late = true; });
        } catch (...) {
            stop([this] { error_ = std::current_exception(); });
        }
    }

    void measure(std::uint64_t number) {
        try {
            context_.check_cancelled();
            NetworkProfile profile = measure_network(design_, {context_.seed, number}, measured_, context_);
            const std::lock_guard lock(mutex_);
            found_.profiles[number] = std::move(profile);
        } catch (const NetworkFailure& failure) {
            const std::lock_guard lock(mutex_);
            found_.failures[number] = failure.what();
            // Networks beyond one that failed are not needed.
            last_ = std::min(last_.load(), number);
        }
        show();
    }

    template <class Note>
    void stop(const Note& note) {
        const std::lock_guard lock(mutex_);
        note();
        last_ = 0;
    }

    void show() {
        if (context_.watch == nullptr) return;
        const std::lock_guard lock(mutex_);
        const std::uint64_t done = (found_.profiles.size() + found_.failures.size()) * ranks_;
        context_.watch->show(label_, std::min(done, networks_), networks_);
    }

    const NetworkDesign& design_;
    const std::set<Observable>& measured_;
    const Context& context_;
    std::uint64_t networks_;
    std::uint64_t ranks_ = 1;
    std::uint64_t rank_ = 0;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<std::uint64_t> last_;
    std::string label_;
    std::mutex mutex_;
    NetworkFindings found_;
    std::exception_ptr error_;
};

}  // namespace

NetworkSample run_networks(const NetworkDesign& design, const std::set<Observable>& measured,
                           std::uint64_t networks, const Context& context) {
    NetworkFindings found = Crew(design, measured, networks, context)();
    if (context.ranks != nullptr) {
        NetworkFindings together;
        for (const std::string& one : context.ranks->exchange(found.text())) together.add(one);
        found = std::move(together);
    }
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
