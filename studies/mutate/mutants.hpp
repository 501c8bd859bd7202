#pragma once
// What studies/mutate/rewrite.py writes around the expressions of a copied source. Every mutant has a number;
// the environment variable SIGPROP_MUTANT chooses one when the program starts, and without it nothing is
// changed. SIGPROP_MUTANT_REACH names a file that receives the seconds that the program took, the numbers
// whose places were reached and, with a minus sign, those that do not exist since their types lack the other
// operator.

#include <type_traits>
#include <utility>

namespace mutants {

extern int chosen;
bool reach(int id) noexcept;  // always true
bool lack(int id) noexcept;   // always true

inline bool is(int id) noexcept { return reach(id) && chosen == id; }

template <int id>
inline const bool lacking = lack(id);

enum class Op { less, less_equal, greater, greater_equal, equal, unequal, plus, minus, times, over, modulo };

/// Whether the operands have the operator; a lambda keeps the invalid expression dependent.
template <Op op, class A, class B>
constexpr bool has() {
    if constexpr (op == Op::less) return requires(A a, B b) {
            a < b;
        };
    if constexpr (op == Op::less_equal) return requires(A a, B b) {
            a <= b;
        };
    if constexpr (op == Op::greater) return requires(A a, B b) {
            a > b;
        };
    if constexpr (op == Op::greater_equal) return requires(A a, B b) {
            a >= b;
        };
    if constexpr (op == Op::equal) return requires(A a, B b) {
            a == b;
        };
    if constexpr (op == Op::unequal) return requires(A a, B b) {
            a != b;
        };
    if constexpr (op == Op::plus) return requires(A a, B b) {
            a + b;
        };
    if constexpr (op == Op::minus) return requires(A a, B b) {
            a - b;
        };
    if constexpr (op == Op::times) return requires(A a, B b) {
            a* b;
        };
    if constexpr (op == Op::over) return requires(A a, B b) {
            a / b;
        };
    if constexpr (op == Op::modulo) return requires(A a, B b) {
            a % b;
        };
}

template <Op op, class A, class B>
auto apply(A&& a, B&& b) {
    if constexpr (op == Op::less) return std::forward<A>(a) < std::forward<B>(b);
    if constexpr (op == Op::less_equal) return std::forward<A>(a) <= std::forward<B>(b);
    if constexpr (op == Op::greater) return std::forward<A>(a) > std::forward<B>(b);
    if constexpr (op == Op::greater_equal) return std::forward<A>(a) >= std::forward<B>(b);
    if constexpr (op == Op::equal) return std::forward<A>(a) == std::forward<B>(b);
    if constexpr (op == Op::unequal) return std::forward<A>(a) != std::forward<B>(b);
    if constexpr (op == Op::plus) return std::forward<A>(a) + std::forward<B>(b);
    if constexpr (op == Op::minus) return std::forward<A>(a) - std::forward<B>(b);
    if constexpr (op == Op::times) return std::forward<A>(a) * std::forward<B>(b);
    if constexpr (op == Op::over) return std::forward<A>(a) / std::forward<B>(b);
    if constexpr (op == Op::modulo) return std::forward<A>(a) % std::forward<B>(b);
}

template <int id, Op op, Op... others>
struct Infix {
    template <class A, class B>
    static auto of(A&& a, B&& b) {
        return apply<op>(std::forward<A>(a), std::forward<B>(b));
    }
};

/// a op b; the mutant `id` has `other` in its place, the next number the next of them.
template <int id, Op op, Op other, Op... rest>
struct Infix<id, op, other, rest...> {
    template <class A, class B>
    static auto of(A&& a, B&& b) {
        using Value = decltype(apply<op>(std::forward<A>(a), std::forward<B>(b)));
        if constexpr (has<other, A, B>()) {
            using Other = decltype(apply<other>(std::forward<A>(a), std::forward<B>(b)));
            if constexpr (std::is_convertible_v<Other, Value>) {
                if (is(id)) return static_cast<Value>(apply<other>(std::forward<A>(a), std::forward<B>(b)));
            } else {
                static_cast<void>(lacking<id>);
            }
        } else {
            static_cast<void>(lacking<id>);
        }
        return static_cast<Value>(Infix<id + 1, op, rest...>::of(std::forward<A>(a), std::forward<B>(b)));
    }
};

template <int id, Op op, Op... others, class A, class B>
auto infix(A&& a, B&& b) {
    return Infix<id, op, others...>::of(std::forward<A>(a), std::forward<B>(b));
}

/// a += b, -=, *= or /=; the mutant has `other`.
template <int id, Op op, Op other, class A, class B>
A& compound(A& a, B&& b) {
    constexpr auto run = []<Op which>(A& to, auto&& by, std::integral_constant<Op, which>) {
        if constexpr (which == Op::plus) to += std::forward<B>(by);
        if constexpr (which == Op::minus) to -= std::forward<B>(by);
        if constexpr (which == Op::times) to *= std::forward<B>(by);
        if constexpr (which == Op::over) to /= std::forward<B>(by);
    };
    if constexpr (has<other, A, B>()) {
        if (is(id)) {
            run(a, b, std::integral_constant<Op, other>{});
            return a;
        }
    } else {
        static_cast<void>(lacking<id>);
    }
    run(a, b, std::integral_constant<Op, op>{});
    return a;
}

template <int id, int by, class A>
A& step(A& a) {
    if (is(id)) {
        by > 0 ? --a : ++a;
    } else {
        by > 0 ? ++a : --a;
    }
    return a;
}

/// -a; the mutant drops the minus.
template <int id, class A>
auto negative(A&& a) {
    if constexpr (std::is_convertible_v<A, decltype(-std::forward<A>(a))>) {
        if (is(id)) return static_cast<decltype(-std::forward<A>(a))>(a);
    } else {
        static_cast<void>(lacking<id>);
    }
    return -std::forward<A>(a);
}

/// A condition: `id` is true, `id + 1` false, `id + 2` (where it has a third) the opposite.
template <int id, int count = 3>
bool condition(bool value) noexcept {
    if (is(id)) return true;
    if (is(id + 1)) return false;
    if constexpr (count == 3) {
        if (is(id + 2)) return !value;
    }
    return value;
}

template <int id>
bool forced(bool value, bool to) noexcept {
    return is(id) ? to : value;
}

template <int id>
bool opposite(bool value) noexcept {
    return value != is(id);
}

/// A literal: `id` is the one above, `id + 1` (where it has a second) the one below; twice and half a
/// fraction.
template <int id, int count, class T>
T literal(T value) noexcept {
    if constexpr (std::is_same_v<T, bool>) {
        return value != is(id);
    } else if constexpr (std::is_floating_point_v<T>) {
        if (is(id)) return value == 0 ? T(1) : 2 * value;
        if constexpr (count == 2) {
            if (is(id + 1)) return value / 2;
        }
        return value;
    } else {
        if (is(id)) return static_cast<T>(value + 1);
        if constexpr (count == 2) {
            if (is(id + 1)) return static_cast<T>(value - 1);
        }
        return value;
    }
}

/// The bound of an error term: halved, dropped, of the wrong sign.
template <int id, class Ball>
Ball bound(Ball value) {
    if (is(id)) return value * Ball(0.5);
    if (is(id + 1)) return value * Ball(0);
    if (is(id + 2)) return -value;
    return value;
}

}  // namespace mutants
