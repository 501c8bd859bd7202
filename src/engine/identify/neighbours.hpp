#pragma once
// Expressions near another one: what its author may have computed instead. They come ring by ring, nearest
// first, each with its value as a double, for a search to choose from.

#include <cstdint>
#include <memory>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "engine/binding/binder.hpp"

namespace sigprop {

struct Neighbour {
    std::string expression;  ///< parses; not yet in its canonical form
    std::string text;        ///< the expression in words
    double value = 0;        ///< finite, from an enclosure of 20 digits
    bool changed = false;    ///< a root, square, … stands around a quantity
};

class Neighbourhood {
public:
    static constexpr int rings = 6;

    /// Both arguments must outlive it.
    Neighbourhood(const BoundExpression& expression, const Context& context);
    ~Neighbourhood();
    Neighbourhood(const Neighbourhood&) = delete;
    Neighbourhood& operator=(const Neighbourhood&) = delete;

    /// Ring 0: other activations, and a root, square, … of the whole; 1: other quantities of the group, their
    /// roots, …; 2: roots, … for other activations; 3: other quantities for other activations; 4: the named
    /// constants; 5: short closed forms. Expressions that take too much work or have no value are left out.
    [[nodiscard]] std::vector<Neighbour> ring(int number);

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

/// Fractions, roots, powers of pi and e: the constants people write from memory. Fractions with a finite
/// decimal are excluded: they are the printed number itself.
[[nodiscard]] const std::vector<Neighbour>& short_closed_forms();

}  // namespace sigprop
