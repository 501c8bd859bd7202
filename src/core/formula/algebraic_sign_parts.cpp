// Equality of two formulas at a place, part by part.

#include "core/formula/algebraic_sign.hpp"

#include <map>
#include <utility>

#include "core/formula/tape.hpp"

namespace sigprop {
namespace {

constexpr int max_comparisons = 64;
constexpr int max_depth = 100;

class Comparison {
public:
    explicit Comparison(const IsolatedZero& place) : place_(place) {}

    bool operator()(const Formula& a, const Formula& b, int depth = 0) {
        const std::pair both{a.identity(), b.identity()};
        if (const auto found = known_.find(both); found != known_.end()) return found->second;
        if (++comparisons_ > max_comparisons || depth > max_depth) return false;
        const bool equal = are_alike(a, b) || are_sides_of_place(a, b) || have_equal_parts(a, b, depth) ||
                           sign_at(a - b, place_) == 0;
        known_.emplace(both, equal);
        return equal;
    }

private:
    /// The place may be where u - v is zero.
    [[nodiscard]] bool are_sides_of_place(const Formula& a, const Formula& b) const {
        const Formula& g = place_.function();
        if (g.operation() != Operation::subtract) return false;
        const Formula& u = g.operands()[0];
        const Formula& v = g.operands()[1];
        return (are_alike(a, u) && are_alike(b, v)) || (are_alike(a, v) && are_alike(b, u));
    }

    bool have_equal_parts(const Formula& a, const Formula& b, int depth) {
        if (a.operation() != b.operation() || a.integer() != b.integer() || a.operands().empty())
            return false;
        for (std::size_t k = 0; k < a.operands().size(); ++k) {
            if (!(*this)(a.operands()[k], b.operands()[k], depth + 1)) return false;
        }
        return true;
    }

    const IsolatedZero& place_;
    std::map<std::pair<const Formula::Node*, const Formula::Node*>, bool> known_;
    int comparisons_ = 0;
};

}  // namespace

bool equal_at(const Formula& a, const Formula& b, const IsolatedZero& place) {
    return Comparison(place)(a, b);
}

}  // namespace sigprop
