#pragma once
// Jobs that are timed beside a peer that does the same, in one process and interleaved: only the ratio of
// the medians means anything on a shared machine.

#include <functional>
#include <string>
#include <vector>

namespace sigprop::bench {

struct Job {
    std::string name;
    std::string peer_name;
    double goal = 1;  ///< how many times faster than the peer ours must be; 0: nothing of ours is timed
    std::function<void()> ours, peer;
    bool needs_python = false;  ///< whether the peer is one of python_peers.hpp
};

[[nodiscard]] std::vector<Job> proof_jobs();
[[nodiscard]] std::vector<Job> series_jobs();
[[nodiscard]] std::vector<Job> expectation_jobs();
[[nodiscard]] std::vector<Job> sampling_jobs();
[[nodiscard]] std::vector<Job> network_jobs();
[[nodiscard]] std::vector<Job> attention_jobs();
[[nodiscard]] std::vector<Job> jacobian_jobs();
[[nodiscard]] std::vector<Job> norm_jobs();
[[nodiscard]] std::vector<Job> weights_jobs();
[[nodiscard]] std::vector<Job> model_jobs();
[[nodiscard]] std::vector<Job> kernel_jobs();
[[nodiscard]] std::vector<Job> training_jobs();

}  // namespace sigprop::bench
