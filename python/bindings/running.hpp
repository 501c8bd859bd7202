#pragma once
// One call from Python while C++ computes: the interpreter's lock is released, a signal that Python handles
// (Ctrl-C) interrupts the computation, and its progress is told to a Python object.

#include <pybind11/pybind11.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <mutex>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <string_view>

#include "core/base/simulation.hpp"

namespace sigprop::python {

namespace py = pybind11;

/// The context that keywords ask for: digits, samples, seed, threads, methods, confidence, budget (seconds),
/// evidence. Without `evidence` or `methods` only proofs run.
/// Errors   InputError, TypeError naming the keyword
[[nodiscard]] Context context_of(const py::dict& options);

/// Called once, when the module is imported.
void watch_signals();

/// While it lives, signals that Python handles raise `flag`, too. Does nothing outside of the main thread,
/// where Python runs no handlers.
class SignalScope {
public:
    explicit SignalScope(std::atomic<bool>& flag) noexcept;
    SignalScope(const SignalScope&) = delete;
    SignalScope& operator=(const SignalScope&) = delete;
    ~SignalScope();

private:
    static constexpr std::array signals = {SIGINT, SIGTERM, SIGALRM};
    static void handle(int signal, siginfo_t* info, void* context);

    bool active_ = false;
};

/// Tells a Python object how far the work is: show(name, done, total), ten times a second at most, from the
/// second half second on. Threads of any kind may call it without the interpreter's lock.
class Progress final : public SimulationWatch {
public:
    explicit Progress(std::atomic<bool>& cancelled) : cancelled_(cancelled) {}

    void show(std::string_view name, std::uint64_t done, std::uint64_t total, std::string_view unit) override;
    /// The error that the object raised, if any, is raised now; needs the lock.
    void finish(bool succeeded);

private:
    using Clock = std::chrono::steady_clock;

    std::atomic<bool>& cancelled_;
    std::mutex mutex_;
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(500);
    PyObject* bar_ = nullptr;  ///< owned; touched with the lock alone
    PyObject* error_ = nullptr;
};

/// Runs work(context, progress) without the interpreter's lock.
/// Errors   KeyboardInterrupt, or what the handler of another signal raises; errors of the work
template <class Work>
auto run(Context context, const Work& work) {
    // The handler of a signal may raise nothing: then the work is done again from its beginning.
    for (;;) {
        std::atomic<bool> cancelled = false;
        context.cancelled = &cancelled;
        Progress progress(cancelled);
        context.watch = &progress;
        try {
            auto result = [&] {
                const py::gil_scoped_release unlocked;
                const SignalScope signals(cancelled);
                return work(context, progress);
            }();
            progress.finish(true);
            return result;
        } catch (const Interrupted&) {
            progress.finish(false);
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        } catch (...) {
            progress.finish(false);
            throw;
        }
    }
}

/// work(0), …, work(count - 1) on the threads of the context, with progress.
void for_each(std::size_t count, const char* noun, const Context& context, Progress& progress,
              const std::function<void(std::size_t)>& work);

}  // namespace sigprop::python
