#include "ranks.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <thread>

#include "terminal.hpp"

namespace sigprop::tool {
namespace {

void refuse_what_divides(const Invocation& call) {
    if (call.options.context.deadline) {
        throw InputError("--budget does not work with several ranks, because their clocks differ: remove it");
    }
    const auto is_stdin = [](const std::string& path) { return path == "-"; };
    if (std::ranges::any_of(call.flags.all("claims"), is_stdin) ||
        std::ranges::any_of(call.flags.all("series"), is_stdin)) {
        throw InputError("only rank 0 can read standard input: give a file that every rank can read");
    }
}

void write_nothing(Options& options) {
    options.outputs.clear();
    options.baseline.reset();
    options.github = false;
    options.quiet = true;
}

/// Prints each message once, with its rank, except for rank 0.
void say_endings(const std::vector<RankEnding>& all, const RankEnding& own) {
    std::set<std::string> said = {""};
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        if (!said.insert(all[rank].message).second) continue;
        const std::string who = rank == 0 ? "" : "rank " + std::to_string(rank) + ": ";
        say("sigprop: " + who + all[rank].message + "\n");
    }
    if (said.size() == 1 && !own.message.empty()) say("sigprop: " + own.message + "\n");
}

int code_of(const std::vector<RankEnding>& all, const RankEnding& own) {
    Exit code = Exit::ok;
    for (const RankEnding& one : all) {
        if (one.code == static_cast<int>(Exit::interrupted)) return one.code;
        code = worse(code, static_cast<Exit>(one.code));
    }
    return code == Exit::ok ? own.code : static_cast<int>(code);
}

/// Ends this rank when the others are lost or busy elsewhere.
int end_alone(JoinedRanks& ranks, const RankEnding& own) {
    // The launcher or the signal's alarm ends this rank first; until then rank 0 saves finished work.
    constexpr std::chrono::seconds time_to_save{2};
    const bool interrupted = own.code == static_cast<int>(Exit::interrupted);
    if (interrupted && ranks.rank() != 0) std::this_thread::sleep_for(time_to_save);
    silence(false);
    const std::string who = ranks.rank() == 0 ? "" : "rank " + std::to_string(ranks.rank()) + ": ";
    if (!own.message.empty()) say("sigprop: " + who + own.message + "\n");
    ranks.abort(own.code);
    return own.code;
}

}  // namespace

void share_call(Invocation& call, Ranks& ranks) {
    call.ranks = &ranks;
    if (!call.options.own_threads) call.options.context.threads = 1;
    if (ranks.size() > 1) refuse_what_divides(call);
    if (ranks.rank() == 0) return;
    write_nothing(call.options);
}

std::string deaths_to_tell(const Ranks* ranks) {
    const auto* const joined = dynamic_cast<const JoinedRanks*>(ranks);
    if (joined == nullptr) return "";
    const std::vector<int> lost = joined->lost();
    int first_left = 0;
    std::string names;
    for (const int& rank : lost) {
        if (rank == first_left) ++first_left;
        names += (names.empty() ? "" : &rank == &lost.back() ? " and " : ", ") + std::to_string(rank);
    }
    if (lost.empty() || ranks->rank() != first_left) return "";
    silence(false);
    return lost.size() == 1 ? "rank " + names + " has died" : "ranks " + names + " have died";
}

int end_together(JoinedRanks& ranks, const RankEnding& own) {
    const auto all = ranks.leave(own);
    if (!all) return end_alone(ranks, own);
    say_endings(*all, own);
    return code_of(*all, own);
}

}  // namespace sigprop::tool
