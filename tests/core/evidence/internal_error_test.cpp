// Faults of the library: which of them become evidence, and what that says.

#include "core/evidence/internal_error.hpp"

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "core/base/simulation.hpp"

using namespace sigprop;

namespace {

class SomeRanks : public Ranks {
public:
    explicit SomeRanks(int size) : size_(size) {}
    [[nodiscard]] int rank() const noexcept override { return 0; }
    [[nodiscard]] int size() const noexcept override { return size_; }
    [[nodiscard]] std::vector<std::string> exchange(const std::string& own) override { return {own}; }

private:
    int size_;
};

template <class Error>
std::vector<Evidence> evidence_of(const Error& error, const Context& context) {
    const auto find = [&]() -> std::vector<Evidence> { throw error; };
    return or_internal_error(context, find, internal_error_evidence);
}

}  // namespace

TEST_CASE("only a process with company shares its work") {
    Context context;
    CHECK_FALSE(shares_work(context));
    for (const int size : {1, 2, 3}) {
        SomeRanks ranks(size);
        context.ranks = &ranks;
        CHECK(shares_work(context) == (size > 1));
    }
}

TEST_CASE("a fault becomes evidence that quotes it, except where others wait for this process") {
    Context context;
    const std::vector<Evidence> all = evidence_of(std::out_of_range("map::at"), context);
    REQUIRE(all.size() == 1);
    CHECK(all[0].method == "engine");
    CHECK(all[0].status == Status::internal);
    CHECK(all[0].reason == "map::at");
    CHECK(find_internal_error(all) == &all[0]);
    CHECK(internal_error_text(all[0]) == "internal error: engine (definition): map::at");
    SomeRanks ranks(2);
    context.ranks = &ranks;
    CHECK_THROWS_AS(static_cast<void>(evidence_of(std::out_of_range("map::at"), context)), std::out_of_range);
}

TEST_CASE("errors of the user and of the machine are no faults of the library") {
    const Context context;
    CHECK_THROWS_AS(static_cast<void>(evidence_of(InputError("a typo"), context)), InputError);
    CHECK_THROWS_AS(static_cast<void>(evidence_of(IoError("no disk"), context)), IoError);
    CHECK_THROWS_AS(static_cast<void>(evidence_of(std::bad_alloc(), context)), std::bad_alloc);
}

TEST_CASE("the first fault is found, and none where there is none") {
    std::vector<Evidence> all(4);
    CHECK(find_internal_error(all) == nullptr);
    CHECK(find_internal_error(std::vector<Evidence>{}) == nullptr);
    all[2].status = all[3].status = Status::internal;
    CHECK(find_internal_error(all) == &all[2]);
}
