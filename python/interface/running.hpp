#pragma once
// One call from Python while C++ computes: a signal that Python handles (Ctrl-C) interrupts the computation,
// and its progress is told to Python.

#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <mutex>
#include <sigprop/core/base/context.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/simulation.hpp"

#include "call.h"
#include "request.hpp"

namespace sigprop::python {

/// The context that keywords ask for: digits, samples, seed, threads, methods, confidence, budget (seconds),
/// evidence. Without `evidence` or `methods` only proofs run. {"shown": TEXT} stands for a value of a wrong
/// type.
/// Errors   InputError, TypeError naming the keyword
[[nodiscard]] Context context_of(const Value& options, double spent = 0);
[[nodiscard]] inline Context context_of(const Request& request) {
    return context_of(request.options(), request.spent());
}

/// As sigprop_start: when the module is loaded, or loaded again.
void start(sigprop_progress progress, std::uint64_t main_thread);
void end();

/// The observer of progress asked to stop, or the interpreter ends.
class Stopped : public std::runtime_error {
public:
    Stopped() : std::runtime_error("stopped") {}
};

/// While it lives, the end of the interpreter waits: what a call uses is destroyed afterwards.
class InCall {
public:
    /// Errors   Stopped when the end has begun
    InCall();
    InCall(const InCall&) = delete;
    InCall& operator=(const InCall&) = delete;
    ~InCall();
};

/// While it lives, signals that Python handles raise `flag`, too. Does nothing outside of the main thread,
/// where Python runs no handlers.
class SignalScope {
public:
    explicit SignalScope(std::atomic<bool>& flag) noexcept;
    SignalScope(const SignalScope&) = delete;
    SignalScope& operator=(const SignalScope&) = delete;
    ~SignalScope();

private:
    static void handle(int signal, siginfo_t* info, void* context);

    bool active_ = false;
};

/// While it lives, the end of the interpreter cancels the work of the call.
class UnderWay {
public:
    explicit UnderWay(std::atomic<bool>& cancelled);
    UnderWay(const UnderWay&) = delete;
    UnderWay& operator=(const UnderWay&) = delete;
    ~UnderWay();

private:
    std::atomic<bool>& cancelled_;
};

/// Tells Python how far the work is: ten times a second at most, from the second half second on. Threads of
/// any kind may call it.
class Progress final : public SimulationWatch {
public:
    Progress(std::atomic<bool>& cancelled, std::uint64_t token) : cancelled_(cancelled), token_(token) {}

    void show(std::string_view name, std::uint64_t done, std::uint64_t total, std::string_view unit) override;
    [[nodiscard]] bool stopped() const { return stopped_; }

private:
    using Clock = std::chrono::steady_clock;

    std::atomic<bool>& cancelled_;
    std::uint64_t token_;
    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(500);
};

/// Runs work(context, progress).
/// Errors   Interrupted after a signal, whose handler in Python decides what follows; Stopped; errors of the work
template <class Work>
auto run(Context context, const Request& request, const Work& work) {
    std::atomic<bool> cancelled = false;
    context.cancelled = &cancelled;
    Progress progress(cancelled, request.token());
    context.watch = &progress;
    const SignalScope signals(cancelled);
    const UnderWay here(cancelled);
    try {
        return work(context, progress);
    } catch (const Interrupted&) {
        if (progress.stopped()) throw Stopped();
        throw;
    }
}

/// work(0), …, work(count - 1) on the threads of the context, with progress.
void for_each(std::size_t count, const char* noun, const Context& context, Progress& watched,
              const std::function<void(std::size_t)>& work);

}  // namespace sigprop::python
