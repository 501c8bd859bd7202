#include "simulations.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/version.hpp>
#include <system_error>

#include "core/parallel/workers.hpp"
#include "destinations.hpp"
#include "engine/binding/cost_hint.hpp"
#include "formats/files.hpp"
#include "interrupt.hpp"
#include "ranks.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

/// From this many samples on, one simulation has work for all threads.
constexpr std::uint64_t samples_that_fill_the_machine = std::uint64_t{1} << 24;

void check_path(const Invocation& call) {
    const Options& options = call.options;
    const std::string& path = *options.checkpoint;
    if (path == "-") throw InputError("--checkpoint needs a file, which is updated during the run, not '-'");
    const auto differs = [&](const std::string& other, const std::string& flag) {
        if (other != "-" && same_file(path, other))
            throw InputError("--checkpoint: " + path + " is also the file of " + flag +
                             "; give it another file");
    };
    for (const auto& [flag, output] : options.outputs) differs(output, "--" + std::string(flag));
    if (options.baseline) differs(*options.baseline, "--baseline");
    if (options.checkpoint_key) differs(*options.checkpoint_key, "--checkpoint-key");
    for (const std::string& other : call.flags.all("claims")) differs(other, "--claims");
    for (const std::string& other : call.flags.all("series")) differs(other, "--series");
}

bool writes_checkpoint(const Invocation& call) { return call.ranks == nullptr || call.ranks->rank() == 0; }

/// Taken before the checkpoint is read: what another run writes in between would be lost.
std::unique_ptr<FileLock> locked(const Invocation& call) {
    if (!call.options.checkpoint) {
        if (call.options.checkpoint_key)
            throw InputError("--checkpoint-key needs --checkpoint FILE: it signs that file");
        return nullptr;
    }
    check_path(call);
    if (!writes_checkpoint(call)) return nullptr;
    if (std::filesystem::is_directory(*call.options.checkpoint)) {
        static_cast<void>(read_checkpoint(*call.options.checkpoint));  // says what is wrong
    }
    check_writable(*call.options.checkpoint);
    return std::make_unique<FileLock>(*call.options.checkpoint);
}

std::unique_ptr<Checkpoint> opened(const Invocation& call, CheckpointOwner owner) {
    if (!call.options.checkpoint) return nullptr;
    const std::string& path = *call.options.checkpoint;
    const bool writes = writes_checkpoint(call);
    std::string text = writes ? read_checkpoint(path) : "";
    if (call.ranks != nullptr) text = call.ranks->exchange(text).front();
    return std::make_unique<Checkpoint>(
        path, std::move(owner), text, writes ? Checkpoint::Access::read_write : Checkpoint::Access::read_only,
        call.options.checkpoint_key ? read_key(*call.options.checkpoint_key) : Seal());
}

std::vector<std::size_t> costly_first(const Pieces& pieces, const std::vector<std::size_t>& which) {
    std::vector<std::uint64_t> costs;
    costs.reserve(which.size());
    for (const std::size_t i : which) costs.push_back(pieces.cost(i));
    std::vector<std::size_t> order = costliest_first(costs);
    for (std::size_t& place : order) place = which[place];
    return order;
}

/// Pieces side by side on the threads of this rank, or shared by all ranks.
void compute_apart(const Simulations::Share& share, const Pieces& pieces,
                   const std::vector<std::size_t>& which,
                   const std::function<void(std::size_t, const Context&)>& compute_one) {
    std::vector<std::size_t> groups;  // numbered in this order, so that ranks get like shares
    std::map<std::size_t, std::size_t> numbers;
    for (const std::size_t i : which)
        groups.push_back(numbers.emplace(pieces.group ? pieces.group(i) : i, numbers.size()).first->second);
    const SharedPieces some = {
        .count = which.size(),
        .compute = [&](std::size_t k) { compute_one(which[k], share.context); },
        .text = [&](std::size_t k) { return pieces.text(which[k]); },
        .take = [&](std::size_t k, std::string_view text) { pieces.take(which[k], text); },
        .group = [&](std::size_t k) { return groups[k]; }};
    compute_shared(some, share.ranks, [&](std::size_t count, const std::function<void(std::size_t)>& work) {
        for_each_index(count, share.threads, work);
    });
}

}  // namespace

Simulations::Simulations(const Invocation& call, std::string command, std::vector<std::string> subjects)
    : call_(call),
      bar_(!call.options.quiet, subjects.size() == 1 ? std::string_view(subjects.front()) : ""),
      lock_(locked(call)),
      checkpoint_(opened(call, {std::string(version), std::move(command), std::move(subjects),
                                call.options.context.seed, call.options.context.samples})) {}

Simulations::Share Simulations::share(const Context& wanted, std::size_t pieces, bool are_long) {
    Share share{wanted, wanted.threads};
    share.context.store = checkpoint_.get();
    const bool one_by_one =
        pieces <= 1 || checkpoint_ != nullptr || are_long || wanted.samples >= samples_that_fill_the_machine;
    if (one_by_one) {
        share.context.ranks = call_.ranks;
        share.context.watch = &bar_;
        share.threads = 1;
    } else {
        share.ranks = call_.ranks;
        share.context.threads = 1;
    }
    return share;
}

void Simulations::compute(const Context& wanted, const Pieces& pieces, const std::function<void()>& done) {
    std::vector<std::size_t> long_ones, others;
    for (std::size_t i = 0; i < pieces.count; ++i) (pieces.is_long(i) ? long_ones : others).push_back(i);
    const auto compute_one = [&](std::size_t i, const Context& context) {
        context.check_interrupted();
        pieces.compute(i, context);
        done();
    };
    const Share on_all = share(wanted, long_ones.size(), true);
    const auto compute_long = [&] {
        for (const std::size_t i : costly_first(pieces, long_ones)) compute_one(i, on_all.context);
    };
    const Share apart = share(wanted, others.size());
    others = costly_first(pieces, others);
    if (has_other_ranks(call_.ranks) || apart.threads == 1) {
        compute_long();
        compute_apart(apart, pieces, others, compute_one);
        return;
    }
    // A long one leaves threads idle while it proves or comes to its end.
    for_each_index(1 + others.size(), apart.threads, [&](std::size_t k) {
        if (k == 0) {
            compute_long();
        } else {
            compute_one(others[k - 1], apart.context);
        }
    });
}

std::size_t Simulations::workers(const Context& wanted) const {
    const auto ranks = static_cast<std::size_t>(call_.ranks == nullptr ? 1 : call_.ranks->size());
    return ranks * static_cast<std::size_t>(std::max(wanted.threads, 1));
}

void Simulations::save_quietly() noexcept {
    try {
        if (checkpoint_ != nullptr) checkpoint_->save();
    } catch (const std::exception&) {
        return;  // the first failure is the one reported
    }
}

std::string Simulations::death_of_a_rank() {
    const std::string deaths = deaths_to_tell(call_.ranks);
    if (deaths.empty()) return "";
    const std::string progress = bar_.progress();
    const bool is_known = writes_checkpoint(call_) && !progress.empty();
    return deaths + "; " + checkpoint_->path() + " holds " + (is_known ? progress : "the finished work") +
           ", and the same command continues from there";
}

void Simulations::run(const std::function<void()>& work) {
    try {
        work();
    } catch (const Interrupted&) {
        bar_.erase();
        if (checkpoint_ == nullptr) throw;
        checkpoint_->save();
        if (const std::string death = death_of_a_rank(); !death.empty()) {
            tell_ending(death);
        } else {
            tell_interruption(checkpoint_->path());
        }
        throw;
    } catch (...) {
        bar_.erase();
        save_quietly();
        throw;
    }
    bar_.erase();
    if (checkpoint_ != nullptr) checkpoint_->save();
}

}  // namespace sigprop::tool
