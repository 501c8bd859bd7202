#pragma once
// An array of Arb's balls, for the ball methods' inner loops.

#include <cstddef>
#include <utility>

#include "core/ball_arb.hpp"

namespace sigprop {

class ArbVector {
public:
    ArbVector() = default;
    explicit ArbVector(std::size_t size) : data_(_arb_vec_init(static_cast<slong>(size))), size_(size) {}
    ArbVector(ArbVector&& other) noexcept { swap(other); }
    ArbVector& operator=(ArbVector&& other) noexcept {
        swap(other);
        return *this;
    }
    ~ArbVector() {
        if (data_ != nullptr) _arb_vec_clear(data_, static_cast<slong>(size_));
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] arb_ptr at(std::size_t i) { return data_ + i; }
    [[nodiscard]] arb_srcptr at(std::size_t i) const { return data_ + i; }
    [[nodiscard]] std::size_t bytes() const {
        return size_ * sizeof(arb_struct) +
               (data_ == nullptr
                    ? 0
                    : static_cast<std::size_t>(_arb_vec_allocated_bytes(data_, static_cast<slong>(size_))));
    }

private:
    void swap(ArbVector& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }

    arb_ptr data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace sigprop
