#pragma once
// Balls side by side, as Arb's dot products and polynomials want them; zero at first.

#include "core/ball_arb.hpp"

#include <cstddef>
#include <cstdint>

namespace sigprop {

class ArbVector {
public:
    explicit ArbVector(std::size_t size)
        : size_(static_cast<slong>(size)), data_(_arb_vec_init(static_cast<slong>(size))) {}
    ArbVector(ArbVector&& other) noexcept : size_(other.size_), data_(other.data_) {
        other.size_ = 0;
        other.data_ = nullptr;
    }
    ArbVector(const ArbVector&) = delete;
    ArbVector& operator=(const ArbVector&) = delete;
    ArbVector& operator=(ArbVector&&) = delete;
    ~ArbVector() {
        if (data_ != nullptr) _arb_vec_clear(data_, size_);
    }

    [[nodiscard]] slong size() const noexcept { return size_; }
    [[nodiscard]] arb_ptr operator[](slong k) noexcept { return data_ + k; }
    [[nodiscard]] arb_srcptr operator[](slong k) const noexcept { return data_ + k; }
    void set(slong k, const Ball& value) { arb_set(data_ + k, raw(value)); }
    [[nodiscard]] Ball get(slong k, long bits) const {
        Ball value = blank(bits);
        arb_set(raw(value), data_ + k);
        return value;
    }

private:
    slong size_;
    arb_ptr data_;
};

/// n exactly, though no int64_t may hold it.
[[nodiscard]] inline Ball count_ball(std::uint64_t n, long bits) {
    Ball result = blank(bits);
    arb_set_ui(raw(result), n);
    return result;
}

/// base > 0; beyond some thousand a logarithm and an exponential cost less than squarings.
[[nodiscard]] inline Ball power(const Ball& base, std::uint64_t exponent) {
    if (exponent > 4096) return exp(count_ball(exponent, base.precision()) * log(base));
    Ball result = blank(base.precision());
    arb_pow_ui(raw(result), raw(base), exponent, base.precision());
    return result;
}

}  // namespace sigprop
