#pragma once
// All errors of a file at once, because whoever writes it wants to mend them all before the next try.

#include <sigprop/core/base/errors.hpp>
#include <utility>
#include <vector>

namespace sigprop {

/// As an InputError it is the first of them.
class InputErrors : public InputError {
public:
    /// `all` is not empty.
    explicit InputErrors(std::vector<InputError> all) : InputError(all.front()), all_(std::move(all)) {}
    [[nodiscard]] const std::vector<InputError>& all() const noexcept { return all_; }

private:
    std::vector<InputError> all_;
};

}  // namespace sigprop
