#pragma once
// Contiguous balls, as Arb's dot products and polynomials need them; initially zero.

#include "core/ball/arb.hpp"

#include <cstddef>
#include <utility>

#include "core/base/poll.hpp"

namespace sigprop {

class ArbVector {
public:
    ArbVector() = default;
    explicit ArbVector(std::size_t size)
        : data_(_arb_vec_init(static_cast<slong>(size))), size_(static_cast<slong>(size)) {}
    ArbVector(const ArbVector&) = delete;
    ArbVector& operator=(const ArbVector&) = delete;
    ArbVector(ArbVector&& other) noexcept { swap(other); }
    ArbVector& operator=(ArbVector&& other) noexcept {
        swap(other);
        return *this;
    }
    ~ArbVector() {
        if (data_ != nullptr) _arb_vec_clear(data_, size_);
    }

    [[nodiscard]] slong size() const noexcept { return size_; }
    [[nodiscard]] arb_ptr at(std::size_t i) { return data_ + i; }
    [[nodiscard]] arb_srcptr at(std::size_t i) const { return data_ + i; }
    [[nodiscard]] arb_ptr operator[](slong k) noexcept { return data_ + k; }
    [[nodiscard]] arb_srcptr operator[](slong k) const noexcept { return data_ + k; }
    void set(slong k, const Ball& value) { arb_set(data_ + k, raw(value)); }
    [[nodiscard]] Ball get(slong k, long bits) const {
        Ball value = blank(bits);
        arb_set(raw(value), data_ + k);
        return value;
    }
    [[nodiscard]] std::size_t bytes() const {
        return static_cast<std::size_t>(size_) * sizeof(arb_struct) +
               (data_ == nullptr ? 0 : static_cast<std::size_t>(_arb_vec_allocated_bytes(data_, size_)));
    }

private:
    void swap(ArbVector& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }

    arb_ptr data_ = nullptr;
    slong size_ = 0;
};

/// The sum of a[i] b[i step] for i < length. Sums are what long computations are made of, so this asks for
/// the clock first, as arithmetic on balls does; arb_dot itself stands nowhere else.
inline void dot(arb_t result, arb_srcptr a, arb_srcptr b, slong step, slong length, slong bits) {
    poll(length * bits);
    arb_dot(result, nullptr, 0, a, 1, b, step, length, bits);
}

}  // namespace sigprop
