#include "core/formula/lowering.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"

namespace sigprop {
namespace {

using Unary = Formula (*)(const Formula&);

const std::map<std::string_view, Unary>& unary_functions() {
    static const std::map<std::string_view, Unary> table = {
        {"sqrt", sqrt},
        {"exp", exp},
        {"expm1", expm1},
        {"log", log},
        {"log1p", log1p},
        {"sin", sin},
        {"cos", cos},
        {"atan", atan},
        {"sinh", sinh},
        {"cosh", cosh},
        {"tanh", tanh},
        {"erf", erf},
        {"erfc", erfc},
        {"sigmoid", sigmoid},
        {"softplus", softplus},
        {"normal_pdf", normal_pdf},
        {"normal_cdf", normal_cdf},
        {"abs", abs},
        {"relu", relu},
        {"step", step},
    };
    return table;
}

const Rational* rational_of(const Formula& f) {
    return f.operation() == Operation::constant ? f.constant().rational() : nullptr;
}

/// Exact arithmetic on fractions; what has no value (1/0) stays a node and becomes an outcome later.
std::optional<Formula> folded(std::string_view sign, const Formula& a, const Formula& b) {
    const Rational* x = rational_of(a);
    const Rational* y = rational_of(b);
    if (x == nullptr || y == nullptr) return std::nullopt;
    if (sign == "+") return Formula(Real(*x + *y));
    if (sign == "-") return Formula(Real(*x - *y));
    if (sign == "*") return Formula(Real(*x * *y));
    if (sign == "/") return y->sign() == 0 ? std::nullopt : std::optional(Formula(Real(*x / *y)));
    const auto exponent = y->to_int64();
    if (!exponent || (x->sign() == 0 && *exponent < 0)) return std::nullopt;
    return Formula(Real(pow(*x, *exponent)));
}

class Lowering {
public:
    Lowering(std::string_view text, const NameResolver& resolve, const std::vector<std::string>& known)
        : text_(text), resolve_(resolve), known_(known) {}

    Formula operator()(const Expression& e) const {
        switch (e.kind) {
            case Expression::Kind::number: return Formula(Real(e.number));
            case Expression::Kind::name: return name(e);
            case Expression::Kind::call: return call(e);
            case Expression::Kind::unary_minus: {
                const Formula operand = (*this)(e.arguments[0].value);
                const Rational* x = rational_of(operand);
                return x != nullptr ? Formula(Real(-*x)) : -operand;
            }
            case Expression::Kind::binary: return binary(e);
            case Expression::Kind::comparison:
                fail(e, "a comparison can only be the condition of where(condition, a, b)");
            case Expression::Kind::list: fail(e, "a list cannot replace a number");
            case Expression::Kind::text:
                fail(e, "a quoted formula can only be an argument of a quantity that takes a function");
        }
        fail(e, "this kind of expression has no number as its value");
    }

private:
    [[noreturn]] void fail(const Expression& e, const std::string& message) const {
        throw InputError(message, Place{"expression", std::string(text_), e.offset, e.length});
    }

    Formula name(const Expression& e) const {
        if (const auto found = resolve_(e)) return *found;
        if (e.name == "pi") return Formula(Real("pi", [](long bits) { return Ball::pi(bits); }));
        if (e.name == "e") return Formula(Real("e", [](long bits) { return Ball::euler_number(bits); }));
        if (e.name == "inf") fail(e, "inf can only be a limit of a quantity");
        unknown(e, "name");
    }

    /// The near name, with those of the same member in other groups where no group was written: trunc_normal_
    /// is torch's and timm's. Many namesakes would be a guess: then the near name alone.
    std::vector<std::string> namesakes(const std::string& wrong, const std::string& near) const {
        const std::string member = near.substr(near.find('.') + 1);
        std::vector<std::string> found;
        for (const std::string& name : known_) {
            const std::size_t dot = name.find('.');
            if (dot != std::string::npos && name.substr(dot + 1) == member) found.push_back(name);
        }
        constexpr std::size_t most = 3;
        const bool any_group = wrong.find('.') == std::string::npos && near.find('.') != std::string::npos;
        if (!any_group || found.empty() || found.size() > most) return {near};
        return found;
    }

    [[noreturn]] void unknown(const Expression& e, const std::string& what) const {
        std::vector<std::string> names = language_functions();
        names.insert(names.end(), known_.begin(), known_.end());
        std::string message = "unknown " + what + " '" + e.name + "'";
        if (const auto near = nearest_name(e.name, names)) {
            message += fmt::format("; did you mean '{}'?", fmt::join(namesakes(e.name, *near), "' or '"));
        } else if (const auto words = names_by_words(e.name, known_); !words.empty()) {
            message += fmt::format("; did you mean {}?", fmt::join(words, ", "));
        } else if (!known_.empty() && e.name.size() > 2 && e.name.find('.') == std::string::npos) {
            message += fmt::format("; sigprop list {} searches names and summaries for it", e.name);
        }
        throw InputError(message, Place{"expression", std::string(text_), e.offset, e.name.size()});
    }

    Formula binary(const Expression& e) const {
        const Formula a = (*this)(e.arguments[0].value);
        const Formula b = (*this)(e.arguments[1].value);
        try {
            if (const auto exact = folded(e.name, a, b)) return *exact;
        } catch (const InputError& error) {
            fail(e, error.what());
        }
        if (e.name == "+") return a + b;
        if (e.name == "-") return a - b;
        if (e.name == "*") return a * b;
        if (e.name == "/") return a / b;
        return pow(a, b);
    }

    void expect_arguments(const Expression& e, std::size_t count, const std::string& shape) const {
        for (const Argument& argument : e.arguments) {
            if (!argument.key.empty()) fail(e, e.name + " takes no named arguments: write " + shape);
        }
        if (e.arguments.size() != count) fail(e, "write " + shape);
    }

    Formula call(const Expression& e) const {
        if (const auto found = resolve_(e)) return *found;
        if (const auto function = unary_functions().find(e.name); function != unary_functions().end()) {
            expect_arguments(e, 1, e.name + "(x)");
            return function->second((*this)(e.arguments[0].value));
        }
        if (e.name == "min" || e.name == "max") return extremum(e);
        if (e.name == "where") return where_call(e);
        if (e.name == "clip") {
            expect_arguments(e, 3, "clip(x, lower, upper)");
            const Formula low = (*this)(e.arguments[1].value);
            return min(max((*this)(e.arguments[0].value), low), (*this)(e.arguments[2].value));
        }
        unknown(e, "function or quantity");
    }

    Formula extremum(const Expression& e) const {
        expect_arguments(e, std::max<std::size_t>(e.arguments.size(), 2), e.name + "(a, b, ...)");
        Formula result = (*this)(e.arguments[0].value);
        for (std::size_t i = 1; i < e.arguments.size(); ++i) {
            const Formula next = (*this)(e.arguments[i].value);
            result = e.name == "min" ? min(result, next) : max(result, next);
        }
        return result;
    }

    Formula where_call(const Expression& e) const {
        expect_arguments(e, 3, "where(condition, a, b)");
        const Expression& c = e.arguments[0].value;
        if (c.kind != Expression::Kind::comparison)
            fail(c, "the condition of where must be a comparison, such as x < 0");
        const Formula a = (*this)(c.arguments[0].value);
        const Formula b = (*this)(c.arguments[1].value);
        const Condition condition = c.name == "<"    ? a < b
                                    : c.name == "<=" ? a <= b
                                    : c.name == ">"  ? a > b
                                                     : a >= b;
        return where(condition, (*this)(e.arguments[1].value), (*this)(e.arguments[2].value));
    }

    std::string_view text_;
    const NameResolver& resolve_;
    const std::vector<std::string>& known_;
};

}  // namespace

Formula lower(const Expression& expression, std::string_view text, const NameResolver& resolve,
              const std::vector<std::string>& known) {
    return Lowering(text, resolve, known)(expression);
}

const std::vector<std::string>& language_functions() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all = {"min", "max", "where", "clip"};
        for (const auto& [name, function] : unary_functions()) all.emplace_back(name);
        return all;
    }();
    return names;
}

}  // namespace sigprop
