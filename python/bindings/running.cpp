#include "running.hpp"

#include <pthread.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <thread>

#include "core/ball/threads.hpp"
#include "core/base/known_methods.hpp"
#include "core/base/limits.hpp"
#include "core/parallel/workers.hpp"
#include "text.hpp"

namespace sigprop::python {
namespace {

[[noreturn]] void refuse(const std::string& keyword, const std::string& expected, const py::handle& value) {
    std::string shown = std::string("a value of type ") + Py_TYPE(value.ptr())->tp_name;
    try {
        shown = py::str(py::repr(value));
    } catch (const py::error_already_set&) {  // as of an integer of 5,000 digits
    }
    throw InputError(keyword + " takes " + expected + ", not " + shown);
}

std::uint64_t whole(const std::string& keyword, const py::handle& value, std::uint64_t lowest,
                    std::uint64_t highest) {
    const std::string expected =
        "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest);
    if (PyBool_Check(value.ptr()) != 0 || PyIndex_Check(value.ptr()) == 0) refuse(keyword, expected, value);
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!number) throw py::error_already_set();
    const unsigned long long read = PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        refuse(keyword, expected, value);
    }
    if (read < lowest || read > highest) refuse(keyword, expected, value);
    return read;
}

double real(const std::string& keyword, const py::handle& value, const std::string& expected) {
    if (PyBool_Check(value.ptr()) != 0) refuse(keyword, expected, value);
    const double read = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        refuse(keyword, expected, value);
    }
    return read;
}

std::string globs(const py::handle& value) {
    const std::string expected = "globs such as 'arb_*,!monte_carlo', or a list of them";
    if (py::isinstance<py::str>(value)) return text_from(value, "methods");
    if (!py::isinstance<py::sequence>(value)) refuse("methods", expected, value);
    std::string all;
    for (const py::handle one : value) {
        if (!py::isinstance<py::str>(one)) refuse("methods", expected, value);
        all += (all.empty() ? "" : ",") + text_from(one, "methods");
    }
    return all;
}

int all_threads() {
    static const int count = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
    return count;
}

/// Balls keep caches in each thread: a thread of Python's frees them when it ends.
struct ThreadCaches {
    ~ThreadCaches() { release_thread_caches(); }
};

pthread_t main_thread = {};  // the only one in which Python handles signals

void child_of_fork() { main_thread = pthread_self(); }

std::atomic<std::atomic<bool>*> interrupted_flag = nullptr;
std::array<struct sigaction, 3> before = {};

}  // namespace

Context context_of(const py::dict& options) {
    Context context;
    context.threads = all_threads();
    context.proofs_only = true;
    for (const auto& [key, value] : options) {
        const auto name = text_from(key, "the name of an option");
        if (value.is_none()) continue;
        if (name == "digits") {
            context.digits = static_cast<long>(whole(name, value, 1, limits::digits));
        } else if (name == "samples") {
            context.samples = whole(name, value, 2, std::uint64_t{1} << 62);
        } else if (name == "seed") {
            context.seed = whole(name, value, 0, UINT64_MAX);
        } else if (name == "threads") {
            context.threads = static_cast<int>(whole(name, value, 1, limits::threads));
        } else if (name == "methods") {
            context.methods = chosen_methods(globs(value), "methods=");
            context.proofs_only = false;
        } else if (name == "evidence") {
            if (PyBool_Check(value.ptr()) == 0) refuse(name, "True or False", value);
            if (value.cast<bool>()) context.proofs_only = false;
        } else if (name == "confidence") {
            const std::string expected = "a level between 0 and 1, such as 0.95";
            context.confidence = real(name, value, expected);
            if (!(context.confidence > 0 && context.confidence < 1)) refuse(name, expected, value);
        } else if (name == "budget") {
            const std::string expected = "seconds, such as 10 or 0.5";
            const double seconds = real(name, value, expected);
            if (!(seconds > 0 && seconds <= 1e9)) refuse(name, expected, value);
            context.deadline =
                std::chrono::steady_clock::now() +
                std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * 1000)));
        } else {
            throw py::type_error("there is no option '" + name +
                                 "': digits, samples, seed, threads, methods, confidence, budget, evidence");
        }
    }
    return context;
}

void watch_signals() {
    main_thread = static_cast<pthread_t>(
        py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>());
    pthread_atfork(nullptr, nullptr, child_of_fork);
}

void SignalScope::handle(int signal, siginfo_t* info, void* context) {
    if (std::atomic<bool>* flag = interrupted_flag.load()) flag->store(true);
    for (std::size_t i = 0; i < signals.size(); ++i) {
        if (signals[i] != signal) continue;
        if ((before[i].sa_flags & SA_SIGINFO) != 0) {
            before[i].sa_sigaction(signal, info, context);
        } else {
            before[i].sa_handler(signal);
        }
    }
}

SignalScope::SignalScope(std::atomic<bool>& flag) noexcept {
    static thread_local const ThreadCaches caches;
    if (pthread_equal(pthread_self(), main_thread) == 0 || interrupted_flag.load() != nullptr) return;
    active_ = true;
    interrupted_flag = &flag;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        sigaction(signals[i], nullptr, &before[i]);
        const bool plain = (before[i].sa_flags & SA_SIGINFO) == 0;
        if (plain && (before[i].sa_handler == SIG_DFL || before[i].sa_handler == SIG_IGN)) continue;
        struct sigaction ours = before[i];
        ours.sa_sigaction = &SignalScope::handle;
        ours.sa_flags |= SA_SIGINFO;
        sigaction(signals[i], &ours, nullptr);
    }
}

SignalScope::~SignalScope() {
    if (!active_) return;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before[i], nullptr);
    interrupted_flag = nullptr;
}

void Progress::show(std::string_view name, std::uint64_t done, std::uint64_t total, std::string_view) {
    {
        const std::lock_guard lock(mutex_);
        if (Clock::now() < next_ || error_ != nullptr) return;
        next_ = Clock::now() + std::chrono::milliseconds(100);
    }
    const py::gil_scoped_acquire locked;
    if (error_ != nullptr) return;
    try {
        if (bar_ == nullptr) bar_ = py::module_::import("sigprop._progress").attr("Bar")().release().ptr();
        py::handle(bar_).attr("show")(py::str(name.data(), name.size()), done, total);
    } catch (py::error_already_set& error) {
        error_ = error.value().inc_ref().ptr();
        cancelled_ = true;
    }
}

void Progress::finish(bool succeeded) {
    const py::object bar = py::reinterpret_steal<py::object>(std::exchange(bar_, nullptr));
    const py::object error = py::reinterpret_steal<py::object>(std::exchange(error_, nullptr));
    if (bar) bar.attr("close")(succeeded);
    if (!error) return;
    PyErr_SetObject(py::type::handle_of(error).ptr(), error.ptr());
    throw py::error_already_set();
}

void for_each(std::size_t count, const char* noun, const Context& context, Progress& progress,
              const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> done = 0;
    for_each_index(count, context.threads, [&](std::size_t i) {
        context.check_interrupted();
        work(i);
        progress.show(noun, ++done, count, noun);
    });
}

}  // namespace sigprop::python
