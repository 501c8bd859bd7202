#pragma once
// Shared by the tests of long simulations: a command whose digest is known from an uninterrupted run, and
// ways to catch a run when its checkpoint holds something.

#include <signal.h>

#include <chrono>
#include <thread>

#include "tests/cli/run_tool.hpp"

namespace cli {

/// One simulation; its report, without the parts that change from run to run, goes to standard output.
inline std::vector<std::string> simulation(const std::string& samples,
                                           const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"eval",      "activation.variance(relu)",
                                      "--methods", "monte_carlo",
                                      "--samples", samples,
                                      "--json",    "--reproducible"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

inline std::string digest_in(const std::string& report) {
    const std::string key = "\"digest\": \"";
    const std::size_t at = report.find(key);
    return at == std::string::npos ? "" : report.substr(at + key.size(), 64);
}

/// Waits until the condition holds or the process has ended; false when neither happens within two minutes.
template <class Condition>
bool wait_until(const Condition& holds, pid_t child) {
    for (int i = 0; i < 60'000; ++i) {
        if (holds()) return true;
        siginfo_t ended{};
        if (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            ended.si_pid == child) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

/// Starts the command and waits until its checkpoint holds more than before.
inline pid_t start_until_kept(const std::vector<std::string>& words, const Folder& output,
                              const Folder& files, const Surroundings& around = {}) {
    const std::string before = files.has("c.json") ? files.read("c.json") : "";
    const pid_t child = start(words, output, around);
    const auto kept = [&] {
        if (!files.has("c.json")) return false;
        const std::string now = files.read("c.json");
        return now.find("\"state\"") != std::string::npos && now != before;
    };
    if (!wait_until(kept, child)) throw std::runtime_error("nothing was kept");
    return child;
}

/// Asks the run to stop a round or two after the checkpoint was kept.
inline void stop(pid_t process, int signal) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(process, signal);
}

}  // namespace cli
