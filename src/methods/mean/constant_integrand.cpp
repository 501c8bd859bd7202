#include "methods/mean/constant_integrand.hpp"

#include <map>

namespace sigprop {
namespace {

/// Folds a formula node by node, each shared node once.
class ConstantFolder {
public:
    std::optional<Rational> operator()(const Formula& f) {
        if (const auto found = known_.find(f.identity()); found != known_.end()) return found->second;
        std::optional<Rational> value = folded(f);
        known_.emplace(f.identity(), value);
        return value;
    }

private:
    std::optional<Rational> folded(const Formula& f) {
        if (f.operation() == Operation::constant) {
            const Rational* exact = f.constant().rational();
            return exact != nullptr ? std::optional(*exact) : std::nullopt;
        }
        const std::span<const Formula> u = f.operands();
        const bool chosen =
            f.operation() == Operation::where_negative || f.operation() == Operation::where_nonpositive;
        if (u.empty()) return std::nullopt;
        const std::optional<Rational> a = (*this)(u[chosen ? 1 : 0]);
        const std::optional<Rational> b = u.size() > 1 ? (*this)(u[chosen ? 2 : 1]) : std::nullopt;
        const Rational zero = 0;
        switch (f.operation()) {
            case Operation::negate: return a ? std::optional(-*a) : std::nullopt;
            case Operation::multiply:
                if (a == zero || b == zero) return zero;
                return a && b ? std::optional(*a * *b) : std::nullopt;
            case Operation::add: return a && b ? std::optional(*a + *b) : std::nullopt;
            case Operation::subtract: return a && b ? std::optional(*a - *b) : std::nullopt;
            case Operation::divide:
                if (a == zero) return zero;
                return a && b && b != zero ? std::optional(*a / *b) : std::nullopt;
            case Operation::power_integer:
                return a && f.integer() >= 0 ? std::optional(pow(*a, f.integer())) : std::nullopt;
            case Operation::where_negative:
            case Operation::where_nonpositive: return a == b ? a : std::nullopt;
            default: return std::nullopt;
        }
    }

    std::map<const Formula::Node*, std::optional<Rational>> known_;
};

}  // namespace

std::optional<Rational> constant_integrand(const Formula& f) { return ConstantFolder()(f); }

}  // namespace sigprop
