#include "catalogue_run.hpp"

#include <fmt/format.h>
#include <sigprop/engine/evaluate.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <ctime>
#include <stdexcept>

namespace sigprop::bench {
namespace {

constexpr std::string_view no_enclosure = "none: ";

double cpu_seconds() {
    timespec now = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What the child writes: its seconds of CPU and on the wall, then the enclosure or why there is none.
std::string answer(const std::string& expression, long digits) {
    const Context context{.digits = digits, .proofs_only = true};
    const auto start_time = std::chrono::steady_clock::now();
    const double start = cpu_seconds();
    const Result result = evaluate(expression, context);
    const double seconds = cpu_seconds() - start;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_time;
    const Evidence* const enclosure = result.enclosure();
    const std::string value =
        enclosure != nullptr ? enclosure->value.exact_text() : std::string(no_enclosure) + result.reason();
    return fmt::format("{:.9f} {:.9f} {}", seconds, elapsed.count(), value);
}

[[noreturn]] void work(const std::string& expression, long digits, double limit, int out) {
    const auto whole = static_cast<rlim_t>(std::ceil(limit));
    const rlimit cpu = {whole, whole + 1};
    setrlimit(RLIMIT_CPU, &cpu);
    std::string text;
    try {
        text = answer(expression, digits);
    } catch (const std::exception& error) {
        text = std::string("broken: ") + error.what();
    }
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = write(out, text.data() + done, text.size() - done);
        if (written <= 0) _exit(1);
        done += static_cast<std::size_t>(written);
    }
    _exit(0);
}

std::string read_all(int in) {
    std::string text;
    std::array<char, 4096> part = {};
    for (ssize_t size = 0; (size = read(in, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(size));
    return text;
}

}  // namespace

Proof prove(const std::string& expression, long digits, double limit) {
    std::array<int, 2> ends = {};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe for a process");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no further process");
    if (child == 0) {
        close(ends[0]);
        work(expression, digits, limit, ends[1]);
    }
    close(ends[1]);
    const std::string text = read_all(ends[0]);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
        return {Proof::End::over_limit, limit, limit, std::string(no_enclosure) + "over the limit of time"};
    const std::size_t blank = text.find(' ');
    const std::size_t second = blank == text.npos ? blank : text.find(' ', blank + 1);
    if (text.starts_with("broken") || second == text.npos) return {Proof::End::broken, 0, 0, text};
    const std::string value = text.substr(second + 1);
    return {is_enclosure(value) ? Proof::End::proved : Proof::End::unproved, std::stod(text),
            std::stod(text.substr(blank)), value};
}

bool is_enclosure(std::string_view value) {
    return !value.starts_with(no_enclosure) && !value.starts_with("broken");
}

}  // namespace sigprop::bench
