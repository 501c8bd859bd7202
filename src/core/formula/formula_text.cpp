// A formula as text that the expression language reads back.

#include <sigprop/core/formula/formula.hpp>

namespace sigprop {
namespace {

enum Precedence : int { sum = 1, product = 2, prefix = 3, power = 4, atom = 5 };

struct Printed {
    std::string text;
    int strength;
};

std::string within(const Printed& inner, int strength) {
    return inner.strength < strength ? "(" + inner.text + ")" : inner.text;
}

class Printer {
public:
    explicit Printer(int variables) : variables_(variables) {}

    Printed operator()(const Formula& f) const {
        const std::span<const Formula> u = f.operands();
        const std::string name(name_of(f.operation()));
        switch (f.operation()) {
            case Operation::variable: return {variables_ > 1 ? "x" + std::to_string(f.integer()) : "x", atom};
            case Operation::constant: return constant(f.constant().text());
            case Operation::add:
            case Operation::subtract:
                return {within((*this)(u[0]), sum) + " " + name + " " + within((*this)(u[1]), product), sum};
            case Operation::multiply:
            case Operation::divide:
                return {within((*this)(u[0]), product) + " " + name + " " + within((*this)(u[1]), prefix),
                        product};
            case Operation::negate: return {"-" + within((*this)(u[0]), prefix), prefix};
            case Operation::power_integer:
                return {within((*this)(u[0]), atom) + "^" + std::to_string(f.integer()), power};
            case Operation::power:
                return {within((*this)(u[0]), atom) + "^" + within((*this)(u[1]), prefix), power};
            case Operation::where_negative:
            case Operation::where_nonpositive: {
                const std::string sign = f.operation() == Operation::where_negative ? " < 0, " : " <= 0, ";
                return {"where(" + (*this)(u[0]).text + sign + (*this)(u[1]).text + ", " +
                            (*this)(u[2]).text + ")",
                        atom};
            }
            default: return call(name, u);
        }
    }

private:
    static Printed constant(const std::string& text) {
        const bool plain = text.find_first_not_of("0123456789.") == std::string::npos ||
                           text.find_first_of(" +-*/^") == std::string::npos;
        return {text, plain ? static_cast<int>(atom) : 0};
    }

    Printed call(const std::string& name, std::span<const Formula> u) const {
        std::string text = name + "(";
        for (std::size_t i = 0; i < u.size(); ++i) text += (i > 0 ? ", " : "") + (*this)(u[i]).text;
        return {text + ")", atom};
    }

    int variables_;
};

}  // namespace

std::string Formula::text() const { return Printer(variable_count())(*this).text; }

}  // namespace sigprop
