// Pieces shared by ranks: each is computed once and known to all, an error is the same everywhere.

#include "core/parallel/shared_pieces.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <sigprop/core/base/errors.hpp>

#include "core/parallel/workers.hpp"
#include "tests/support/thread_ranks.hpp"

using namespace sigprop;

namespace {

/// Squares with line ends in their texts, and how often each was computed by whom.
struct Squares {
    explicit Squares(std::size_t count) : found(count), computed(count) {}

    [[nodiscard]] SharedPieces pieces(std::size_t fails_from = 1000) {
        return {.count = found.size(),
                .compute =
                    [this, fails_from](std::size_t i) {
                        if (i >= fails_from) throw InputError("piece " + std::to_string(i));
                        ++computed[i];
                        found[i] = std::to_string(i * i) + "\n7\n";
                    },
                .text = [this](std::size_t i) { return found[i]; },
                .take = [this](std::size_t i, std::string_view text) { found[i] = text; }};
    }

    std::vector<std::string> found;
    std::vector<std::atomic<int>> computed;
};

Executor on_threads(int threads) {
    return [threads](std::size_t count, const std::function<void(std::size_t)>& work) {
        for_each_index(count, threads, work);
    };
}

}  // namespace

TEST_CASE("every rank knows all, and each piece is computed by one of them") {
    Squares alone(17);
    compute_shared(alone.pieces(), nullptr, run_in_order);
    for (const int size : {1, 2, 3, 20}) {
        for (const int threads : {1, 3}) {
            std::vector<std::atomic<int>> computed(17);
            std::atomic<int> agreeing = 0;
            on_ranks(size, [&](Ranks& rank) {
                Squares own(17);
                compute_shared(own.pieces(), &rank, on_threads(threads));
                for (std::size_t i = 0; i < 17; ++i) computed[i] += own.computed[i];
                agreeing += own.found == alone.found ? 1 : 0;
            });
            CAPTURE(size);
            CHECK(agreeing == size);
            for (const auto& times : computed) CHECK(times == 1);
        }
    }
}

TEST_CASE("pieces of a group are computed by the same rank") {
    std::vector<std::atomic<int>> owner(12);
    on_ranks(3, [&](Ranks& rank) {
        Squares own(12);
        SharedPieces pieces = own.pieces();
        pieces.group = [](std::size_t i) { return i / 4; };
        compute_shared(pieces, &rank, run_in_order);
        for (std::size_t i = 0; i < 12; ++i) {
            if (own.computed[i] != 0) owner[i] = rank.rank();
        }
    });
    for (std::size_t i = 0; i < 12; ++i) CHECK(owner[i] == static_cast<int>(i / 4));
}

TEST_CASE("the first error in order is thrown on all ranks, whoever met it") {
    for (const int size : {1, 2, 3}) {
        std::mutex mutex;
        std::vector<std::string> said;
        on_ranks(size, [&](Ranks& rank) {
            Squares own(40);
            try {
                compute_shared(own.pieces(11), &rank, on_threads(2));
            } catch (const InputError& error) {
                const std::lock_guard lock(mutex);
                said.emplace_back(error.what());
            }
        });
        CHECK(said == std::vector<std::string>(static_cast<std::size_t>(size), "piece 11"));
    }
}

TEST_CASE("what is no finding is refused") {
    struct Liar final : Ranks {
        explicit Liar(std::string lie) : lie_(std::move(lie)) {}
        int rank() const noexcept override { return 0; }
        int size() const noexcept override { return 2; }
        std::vector<std::string> exchange(const std::string& own) override { return {own, lie_}; }
        std::string lie_;
    };
    for (const char* const lie : {"", "x\n", "4", "4\n9\n1\nx", "4\n1\n5\nx", "4\n1\n-1\nx"}) {
        CAPTURE(lie);
        Liar ranks(lie);
        Squares own(4);
        CHECK_THROWS_AS(compute_shared(own.pieces(), &ranks, run_in_order), IoError);
    }
}
