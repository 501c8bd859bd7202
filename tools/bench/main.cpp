// Runs every job and its peer with random interleaving and prints job, ours, peer, ratio, goal; the missed
// goals come last. Options are Google Benchmark's (--benchmark_filter=…, --benchmark_repetitions=…). With
// --accuracy it prints one table of error against time instead, with --catalogue the times of all quantities
// (catalogue.hpp). Rows whose peer is not there say so. Exits 5 if no job ran beside its peer, since no goal
// was checked.

#include "accuracy.hpp"
#include "catalogue.hpp"
#include "jobs.hpp"
#include "python_peers.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "core/simd/vector_target.hpp"

namespace {

using sigprop::bench::Job;

/// Collects the seconds of every repetition by benchmark name, and the names of those that were skipped.
class Collector : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            if (run.error_occurred) skipped_.insert(run.run_name.function_name);
            if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
            times_[run.run_name.function_name].push_back(run.real_accumulated_time /
                                                         static_cast<double>(run.iterations));
        }
    }
    [[nodiscard]] double median(const std::string& name) {
        std::vector<double>& times = times_[name];
        if (times.empty()) return 0;
        std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                         times.end());
        return times[times.size() / 2];
    }
    [[nodiscard]] bool is_skipped(const std::string& name) const { return skipped_.contains(name); }

private:
    std::map<std::string, std::vector<double>> times_;
    std::set<std::string> skipped_;
};

void add(const std::string& name, const std::function<void()>& work, const std::string& reason_to_skip) {
    benchmark::RegisterBenchmark(name.c_str(), [work, reason_to_skip](benchmark::State& state) {
        if (!reason_to_skip.empty()) state.SkipWithError(reason_to_skip.c_str());
        for (auto _ : state) work();
    })->UseRealTime();
}

/// One job may have several peers.
std::string key(const Job& job) { return job.name + " against " + job.peer_name; }

std::string shown(double seconds) {
    if (seconds < 1e-6) return fmt::format("{:.0f} ns", seconds * 1e9);
    if (seconds < 1e-3) return fmt::format("{:.1f} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
    return fmt::format("{:.2f} s", seconds);
}

std::string goal_of(const Job& job) { return job.goal == 0 ? "-" : fmt::format("{:.2f}x", job.goal); }

}  // namespace

int main(int count, char** arguments) {
    if (count == 2 && std::string_view(arguments[1]) == "--accuracy") return sigprop::bench::accuracy_table();
    if (count >= 2 && std::string_view(arguments[1]) == "--catalogue")
        return sigprop::bench::catalogue_times({arguments + 2, arguments + count});
    if (count >= 2 && std::string_view(arguments[1]) == "--catalogue-against")
        return sigprop::bench::catalogue_overlaps({arguments + 2, arguments + count});
    std::array<std::string, 3> defaults{"--benchmark_enable_random_interleaving=true",
                                        "--benchmark_repetitions=5", "--benchmark_min_time=0.05"};
    std::vector<char*> all{arguments[0]};
    for (std::string& option : defaults) all.push_back(option.data());
    all.insert(all.end(), arguments + 1, arguments + count);
    int size = static_cast<int>(all.size());
    benchmark::Initialize(&size, all.data());
    if (benchmark::ReportUnrecognizedArguments(size, all.data())) return 2;

    std::vector<Job> jobs;
    for (auto theme :
         {sigprop::bench::proof_jobs, sigprop::bench::series_jobs, sigprop::bench::expectation_jobs,
          sigprop::bench::sampling_jobs, sigprop::bench::network_jobs, sigprop::bench::attention_jobs,
          sigprop::bench::jacobian_jobs, sigprop::bench::norm_jobs, sigprop::bench::weights_jobs,
          sigprop::bench::model_jobs, sigprop::bench::kernel_jobs,
          sigprop::bench::training_jobs}) {
        for (Job& job : theme()) jobs.push_back(std::move(job));
    }
    for (const Job& job : jobs) {
        const std::string skip = job.needs_python ? sigprop::bench::no_python_libraries() : "";
        add(key(job) + "/ours", job.ours, skip);
        add(key(job) + "/peer", job.peer, skip);
    }
    Collector collector;
    benchmark::RunSpecifiedBenchmarks(&collector);

    fmt::print("vectors: {}; in Python: {}\n", sigprop::vector_target_name(),
               sigprop::bench::python_libraries().empty() ? "nothing" : sigprop::bench::python_libraries());
    fmt::print("{:<44}{:>12}{:>12}{:>9}{:>7}  peer\n", "job", "ours", "peer", "ratio", "goal");
    std::string missed;
    bool compared = false;
    int left_out = 0;
    for (const Job& job : jobs) {
        if (collector.is_skipped(key(job) + "/peer")) {
            fmt::print("{:<44}{:>12}{:>12}{:>9}{:>7}  {}: not timed\n", job.name, "-", "-", "-", goal_of(job),
                       job.peer_name);
            ++left_out;
            continue;
        }
        const double ours = collector.median(key(job) + "/ours");
        const double peer = collector.median(key(job) + "/peer");
        if (ours == 0 || peer == 0) continue;  // filtered out
        compared = true;
        fmt::print("{:<44}{:>12}{:>12}{:>8.2f}x{:>7}  {}\n", job.name, shown(ours), shown(peer), peer / ours,
                   goal_of(job), job.peer_name);
        if (peer / ours < job.goal)
            missed += fmt::format("  {}: {:.2f}x of {:.2f}x\n", key(job), peer / ours, job.goal);
    }
    if (left_out > 0) fmt::print("rows not timed: {}; {}\n", left_out, sigprop::bench::no_python_libraries());
    if (!compared) {
        fmt::print("none ran: no job was timed beside its peer\n");
        return 5;
    }
    fmt::print("{}", missed.empty()
                         ? left_out > 0 ? "every goal of the others is met\n" : "every goal is met\n"
                         : "goals missed:\n" + missed);
    return 0;
}
