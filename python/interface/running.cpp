#include "running.hpp"

#include <pthread.h>

#include <array>
#include <cmath>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <thread>

#include "core/ball/threads.hpp"
#include "core/base/known_methods.hpp"
#include "core/base/limits.hpp"
#include "core/parallel/workers.hpp"

namespace sigprop::python {
namespace {

[[noreturn]] void refuse(const std::string& keyword, const std::string& expected, const Value& value) {
    const std::string shown = value.is_object()    ? value.at("shown").get<std::string>()
                              : value.is_string()  ? "'" + value.get<std::string>() + "'"
                              : value.is_boolean() ? (value.get<bool>() ? "True" : "False")
                                                   : value.dump();
    throw InputError(keyword + " takes " + expected + ", not " + shown);
}

std::uint64_t whole(const std::string& keyword, const Value& value, std::uint64_t lowest,
                    std::uint64_t highest) {
    const std::string expected =
        "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest);
    if (!value.is_number_integer() || value < 0) refuse(keyword, expected, value);
    const auto read = value.get<std::uint64_t>();
    if (read < lowest || read > highest) refuse(keyword, expected, value);
    return read;
}

double real(const std::string& keyword, const Value& value, const std::string& expected) {
    if (!value.is_number()) refuse(keyword, expected, value);
    return value.get<double>();
}

std::string globs(const Value& value) {
    if (!value.is_string()) refuse("methods", "globs such as 'arb_*,!monte_carlo', or a list of them", value);
    return value.get<std::string>();
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

std::atomic<sigprop_progress> progress = nullptr;
std::atomic<int> calling = 0;  ///< threads that are in a call
std::atomic<bool> ending = false;

std::atomic<std::atomic<bool>*> interrupted_flag = nullptr;
constexpr std::array signals = {SIGINT, SIGTERM, SIGALRM};
std::array<struct sigaction, signals.size()> before =
    {};  ///< Python's handlers, while ours stand in their place

void give_back_signals() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before[i], nullptr);
}

/// The flags of the calls that are under way; never destroyed, as threads may be in one while the process
/// ends.
struct Calls {
    ForkSafeMutex mutex;
    std::set<std::atomic<bool>*> flags;
};

Calls& calls() {
    static auto* const all = new Calls;
    return *all;
}

/// The thread that forked is the main one of the child; a call that another one made is not there.
void child_of_fork() {
    main_thread = pthread_self();
    calls().flags.clear();
    calling = 0;
    if (interrupted_flag.exchange(nullptr) != nullptr) give_back_signals();
}

}  // namespace

Context context_of(const Value& options, double spent) {
    Context context;
    context.threads = all_threads();
    context.proofs_only = true;
    for (const auto& [name, value] : options.items()) {
        if (value.is_null()) continue;
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
            if (!value.is_boolean()) refuse(name, "True or False", value);
            if (value.get<bool>()) context.proofs_only = false;
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
                std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil((seconds - spent) * 1000)));
        } else {
            throw TypeError(
                "there is no option '" + name +
                "': the options are digits, samples, seed, threads, methods, confidence, budget, evidence");
        }
    }
    return context;
}

void start(sigprop_progress told, std::uint64_t thread) {
    progress = told;
    main_thread = static_cast<pthread_t>(thread);
    static std::once_flag once;
    std::call_once(once, [] {
        calls();  // whose mutex is to be free in a child
        pthread_atfork(nullptr, nullptr, child_of_fork);
        keep_across_forks();
    });
}

void end() {
    progress = nullptr;
    ending = true;
    // Python ends a thread that waits for its lock, by unwinding it through our frames. A call may have begun
    // its work only now, so that all are cancelled again.
    for (int i = 0; i < 3000 && calling > 0; ++i) {
        {
            const std::lock_guard lock(calls().mutex);
            for (std::atomic<bool>* one : calls().flags) *one = true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

InCall::InCall() {
    ++calling;
    if (!ending) return;
    --calling;
    throw Stopped();
}

InCall::~InCall() { --calling; }

UnderWay::UnderWay(std::atomic<bool>& cancelled) : cancelled_(cancelled) {
    const std::lock_guard lock(calls().mutex);
    calls().flags.insert(&cancelled_);
}

UnderWay::~UnderWay() {
    const std::lock_guard lock(calls().mutex);
    calls().flags.erase(&cancelled_);
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
    give_back_signals();
    interrupted_flag = nullptr;
}

void Progress::show(std::string_view name, std::uint64_t done, std::uint64_t total, std::string_view) {
    {
        const std::lock_guard lock(mutex_);
        if (Clock::now() < next_ || cancelled_) return;
        next_ = Clock::now() + std::chrono::milliseconds(100);
    }
    const sigprop_progress tell = progress;
    if (tell == nullptr || tell(token_, std::string(name).c_str(), done, total) != 0) return;
    stopped_ = true;
    cancelled_ = true;
}

void for_each(std::size_t count, const char* noun, const Context& context, Progress& watched,
              const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> done = 0;
    for_each_index(count, context.threads, [&](std::size_t i) {
        context.check_interrupted();
        work(i);
        watched.show(noun, ++done, count, noun);
    });
}

}  // namespace sigprop::python
