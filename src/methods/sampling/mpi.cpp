// Ranks by MPI. There is one kind of collective call, in which every rank sends a frame, which holds data or
// says how the rank ended, and receives all frames. So the others learn of a failed rank wherever they are.

#include "methods/sampling/mpi.hpp"

#include "methods/sampling/mpi_library.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <sigprop/core/base/errors.hpp>
#include <thread>

#include "methods/sampling/launcher.hpp"
#include "methods/sampling/process_id.hpp"

namespace sigprop {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;
using std::chrono::milliseconds;

/// How long a rank that was told to stop waits for the others; the launcher kills it after a second.
constexpr milliseconds wait_when_cancelled{300};
/// How long a rank that failed waits for the others to receive its frame before it ends them.
constexpr milliseconds wait_when_failed{2000};
/// How often a rank that waits looks whether one of the others was killed.
constexpr milliseconds between_looks{500};
constexpr microseconds shortest_nap{20};
constexpr microseconds longest_nap{1000};

constexpr char data = 'd';
constexpr char ending = 'e';

void check(int status) {
    if (status == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    mpi().error_string(status, text.data(), &length);
    throw IoError("the ranks cannot communicate: " +
                  std::string(text.data(), static_cast<std::size_t>(length)));
}

std::string frame_of(const RankEnding& own) { return ending + std::to_string(own.code) + '\n' + own.message; }

/// A rank that sent data has not ended: its ending is the default one.
RankEnding ending_in(const std::string& frame) {
    if (frame[0] == data) return {};
    const std::size_t line = frame.find('\n');
    return {std::stoi(frame.substr(1, line - 1)), frame.substr(line + 1)};
}

class MpiRanks final : public JoinedRanks {
public:
    explicit MpiRanks(const std::atomic<bool>& cancelled) : cancelled_(cancelled) {
        int provided = 0;
        check(mpi().init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided));
        check(mpi().comm_set_errhandler(mpi().world, mpi().errors_return));
        check(mpi().comm_rank(mpi().world, &rank_));
        check(mpi().comm_size(mpi().world, &size_));
        if (size_ > 1) processes_ = gather(own_process(), Clock::time_point::max());
    }
    MpiRanks(const MpiRanks&) = delete;
    MpiRanks& operator=(const MpiRanks&) = delete;
    /// Called after leave(). No rank ends before all are here, because the launcher would then kill the rest.
    ~MpiRanks() override {
        if (!broken_) mpi().finalize();
    }

    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int size() const noexcept override { return size_; }

    [[nodiscard]] std::vector<std::string> exchange(const std::string& own) override {
        std::vector<std::string> frames = gather(data + own, Clock::time_point::max());
        for (std::size_t r = 0; r < frames.size(); ++r) {
            if (frames[r][0] == ending) throw_ended(frames, r);
        }
        for (std::string& frame : frames) frame.erase(0, 1);
        return frames;
    }

    [[nodiscard]] std::optional<std::vector<RankEnding>> leave(const RankEnding& own) override {
        if (broken_) return std::nullopt;
        if (!endings_.empty()) return endings_;
        const auto deadline =
            own.message.empty() ? Clock::time_point::max() : Clock::now() + wait_when_failed;
        try {
            note_endings(gather(frame_of(own), deadline));
        } catch (const std::exception&) {
            broken_ = true;  // out of time, interrupted, or a failure of MPI
            return std::nullopt;
        }
        return endings_;
    }

    [[nodiscard]] std::vector<int> lost() const override {
        std::vector<int> all;
        for (std::size_t r = 0; r < processes_.size(); ++r) {
            if (has_ended(processes_[r])) all.push_back(static_cast<int>(r));
        }
        return all;
    }

    void abort(int code) override {
        mpi().abort(mpi().world, code);
        std::_Exit(code);
    }

private:
    void note_endings(const std::vector<std::string>& frames) {
        for (const std::string& frame : frames) endings_.push_back(ending_in(frame));
    }

    [[noreturn]] void throw_ended(const std::vector<std::string>& frames, std::size_t rank) {
        note_endings(frames);
        const std::string& message = endings_[rank].message;
        throw IoError("rank " + std::to_string(rank) + " has left" + (message.empty() ? "" : ": " + message));
    }

    std::vector<std::string> gather(const std::string& own, Clock::time_point deadline) {
        const auto ranks = static_cast<std::size_t>(size_);
        const auto own_bytes = static_cast<std::int64_t>(own.size());
        std::vector<std::int64_t> bytes(ranks);
        MPI_Request request = mpi().request_null;
        check(mpi().iallgather(&own_bytes, 1, mpi().int64, bytes.data(), 1, mpi().int64, mpi().world,
                               &request));
        wait(request, deadline);
        const std::int64_t total = std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
        if (total > std::numeric_limits<int>::max()) {
            throw IoError("the ranks exchange " + std::to_string(total) +
                          " bytes at once, which is more than MPI supports: use fewer ranks");
        }
        std::vector<int> counts(bytes.begin(), bytes.end());
        std::vector<int> starts(ranks);
        std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
        std::string all(static_cast<std::size_t>(total), '\0');
        check(mpi().iallgatherv(own.data(), static_cast<int>(own_bytes), mpi().character, all.data(),
                                counts.data(), starts.data(), mpi().character, mpi().world, &request));
        wait(request, deadline);
        std::vector<std::string> frames;
        for (std::size_t r = 0; r < ranks; ++r) {
            frames.push_back(
                all.substr(static_cast<std::size_t>(starts[r]), static_cast<std::size_t>(counts[r])));
        }
        return frames;
    }

    /// Sleeps most of the time. When it throws, the call is still pending, so that no other one can be made.
    void wait(MPI_Request& request, Clock::time_point deadline) {
        microseconds nap = shortest_nap;
        Clock::time_point next_look = Clock::now() + between_looks;
        for (int done = 0;;) {
            const int status = mpi().test(&request, &done, MPI_STATUS_IGNORE);
            broken_ = status != MPI_SUCCESS;
            check(status);
            if (done != 0) return;
            if (cancelled_.load()) deadline = std::min(deadline, Clock::now() + wait_when_cancelled);
            bool is_over = Clock::now() >= deadline;
            if (!is_over && Clock::now() >= next_look) {
                is_over = !lost().empty();
                next_look = Clock::now() + between_looks;
            }
            if (is_over) {
                broken_ = true;
                throw Interrupted();
            }
            std::this_thread::sleep_for(nap);
            nap = std::min(2 * nap, longest_nap);
        }
    }

    const std::atomic<bool>& cancelled_;
    int rank_ = 0;
    int size_ = 1;
    bool broken_ = false;
    std::vector<RankEnding> endings_;
    std::vector<std::string> processes_;  ///< of all ranks
};

}  // namespace

std::unique_ptr<JoinedRanks> join_ranks(const std::atomic<bool>& cancelled) {
    if (!is_launched_as_rank()) return nullptr;
    return std::make_unique<MpiRanks>(cancelled);
}

}  // namespace sigprop
