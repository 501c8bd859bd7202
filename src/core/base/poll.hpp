#pragma once
// What asks a thread to stop: the clock of --budget and Ctrl-C. While a method gathers evidence a PollScope
// names its Context, and arithmetic on balls calls poll(), so that every loop over balls ends in time, also
// one whose author did not think of the clock. A loop over doubles calls Context::check_cancelled() itself.
// Nothing here changes a result.

#include <sigprop/core/base/context.hpp>

namespace sigprop {

class PollScope {
public:
    explicit PollScope(const Context* context) noexcept : before_(current_) { current_ = context; }
    explicit PollScope(const Context& context) noexcept : PollScope(&context) {}
    PollScope(const PollScope&) = delete;
    PollScope& operator=(const PollScope&) = delete;
    ~PollScope() { current_ = before_; }

    /// The context that this thread polls, for the threads that it starts; nullptr when there is none.
    [[nodiscard]] static const Context* current() noexcept { return current_; }
    /// The context becomes late between one call and the next after about this much work.
    static constexpr long work_between_checks = 1 << 17;

private:
    friend void poll(long work);
    static thread_local constinit inline const Context* current_ = nullptr;
    static thread_local constinit inline long work_ = 0;

    const Context* before_;
};

/// Called by an operation before it begins. `work` is its cost in bits of a product: the precision for a
/// product, several times as much for a function. The clock is read some ten thousand times a second.
/// Errors   Interrupted, TimeSpent, within a PollScope
inline void poll(long work) {
    if (PollScope::current_ == nullptr || (PollScope::work_ += work) < PollScope::work_between_checks) return;
    PollScope::work_ = 0;
    PollScope::current_->check_cancelled();
}

}  // namespace sigprop
