#pragma once
// Expressions near another one: what its author may have computed instead. Ring by ring outward, each
// expression with its value as a double, for a search to choose from.

#include <cstdint>
#include <memory>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "engine/binding/binder.hpp"

namespace sigprop {

struct Neighbour {
    std::string expression;  ///< parses; not yet in its canonical form
    std::string text;        ///< what it is, in words
    double value = 0;        ///< finite, from an enclosure of 20 digits
    bool changed = false;    ///< a root, square, … stands around a quantity
};

class Neighbourhood {
public:
    static constexpr int rings = 6;

    /// Both must outlive it.
    Neighbourhood(const BoundExpression& expression, const Context& context);
    ~Neighbourhood();
    Neighbourhood(const Neighbourhood&) = delete;
    Neighbourhood& operator=(const Neighbourhood&) = delete;

    /// 0: other activations, and a root, square, … of the whole; 1: other quantities of the group, their
    /// roots, …; 2: roots, … for other activations; 3: other quantities for other activations; 4: the named
    /// constants; 5: short closed forms. What takes too much work or has no value is left out.
    [[nodiscard]] std::vector<Neighbour> ring(int number);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// Fractions, roots, powers of pi and e: the constants people write from memory. Fractions whose decimals end
/// are not among them: they are the printed number itself.
[[nodiscard]] const std::vector<Neighbour>& short_closed_forms();

}  // namespace sigprop
