#include "quantities/frameworks/call_laws.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue/words.hpp"
#include "core/expression/expression.hpp"
#include "quantities/frameworks/draw.hpp"
#include "quantities/frameworks/fans.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/initialization/schemes.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"
#include "quantities/tables.hpp"

namespace sigprop::frameworks {
namespace {

template <class E>
struct Word {
    const char* word;
    E value;
};

constexpr Word<LawNumber> numbers_of_laws[] = {{"std", LawNumber::std},           {"mean", LawNumber::mean},
                                               {"lower", LawNumber::lower},       {"upper", LawNumber::upper},
                                               {"argument", LawNumber::argument}, {"rms", LawNumber::rms}};
constexpr Word<SampledLaw> sampled_laws[] = {{"normal", SampledLaw::normal},
                                             {"uniform", SampledLaw::uniform},
                                             {"truncated_normal", SampledLaw::truncated_normal},
                                             {"untruncated_normal", SampledLaw::untruncated_normal}};
constexpr Word<FanMode> fan_modes[] = {{"fan_in", FanMode::fan_in},
                                       {"fan_out", FanMode::fan_out},
                                       {"fan_avg", FanMode::fan_avg},
                                       {"fan_geo_avg", FanMode::fan_geo_avg}};
constexpr Word<Layout> layouts[] = {
    {"torch", Layout::torch}, {"kernel_first", Layout::channels_last}, {"ends", Layout::ends}};

template <class E, std::size_t n>
E meant(const Word<E> (&words)[n], std::string_view word) {
    for (const Word<E>& one : words)
        if (one.word == word) return one.value;
    throw std::logic_error("a law of the catalogue has the unknown word " + std::string(word));
}

[[noreturn]] void refuse_law(const Expression& e) {
    throw std::logic_error("no law of the catalogue can have " + canonical_text(e));
}

/// The numbers of one call.
class CallNumbers {
public:
    CallNumbers(const QuantityRow& row, const Arguments& given) : row_(row), given_(given) {}

    [[nodiscard]] Real value(const Expression& e) const {
        using enum Expression::Kind;
        switch (e.kind) {
            case number: return e.number;
            case name: return named(e.name);
            case unary_minus: return -of(e, 0);
            case binary: return combined(e);
            case call: return function(e);
            default: refuse_law(e);
        }
    }

    [[nodiscard]] Real of(const Expression& e, std::size_t i) const {
        if (i >= e.arguments.size()) refuse_law(e);
        return value(e.arguments[i].value);
    }

    static bool is_choice(const Expression& e) {
        return e.name == "where" || e.name == "given" || e.name == "chosen";
    }

    /// Which argument of such a choice holds.
    [[nodiscard]] std::size_t chosen(const Expression& e) const {
        if (e.name == "chosen") return word(word_at(e, 0)) == word_at(e, 1) ? 2 : 3;
        const bool first = e.name == "where" ? holds(e.arguments.at(0).value) : given_.has(word_at(e, 0));
        return first ? 1 : 2;
    }

    /// The word that a parameter with choices has.
    [[nodiscard]] const std::string& word(const std::string& parameter) const {
        return given_.choice(parameter);
    }

private:
    /// Of where(a < b, …).
    [[nodiscard]] bool holds(const Expression& e) const {
        const int order = compare(of(e, 0), of(e, 1)).value_or(0);
        if (e.name == "<") return order < 0;
        if (e.name == "<=") return order <= 0;
        return e.name == ">" ? order > 0 : order >= 0;
    }

    [[nodiscard]] Real named(const std::string& name) const {
        for (const NamedExpression& one : row_.terms)
            if (one.name == name) return value(parse_expression(one.expression, one.name));
        if (given_.has_real(name)) return given_.real(name);
        if (given_.has_integer(name)) return Rational(given_.integer(name));
        throw InputError::about({name}, "'" + name + "' is missing: write " + name + "=…");
    }

    [[nodiscard]] Real combined(const Expression& e) const {
        const Real left = of(e, 0), right = of(e, 1);
        switch (e.name.front()) {
            case '+': return left + right;
            case '-': return left - right;
            case '*': return left * right;
            case '/': return left / right;
            default: refuse_law(e);
        }
    }

    [[nodiscard]] std::string word_at(const Expression& e, std::size_t i) const {
        if (i >= e.arguments.size() || e.arguments[i].value.kind != Expression::Kind::name) refuse_law(e);
        return e.arguments[i].value.name;
    }

    [[nodiscard]] const std::vector<Real>& list_at(const Expression& e, std::size_t i) const {
        const std::string name = word_at(e, i);
        if (!given_.has_reals(name))
            throw InputError::about({name}, "'" + name + "' is missing: write " + name + "=…");
        const std::vector<Real>& all = given_.reals(name);
        for (const Real& one : all) {
            const Rational* exact = one.rational();
            if (exact == nullptr || !exact->is_integer())
                throw InputError::about({name}, name + " must be whole, not " + one.text());
        }
        return all;
    }

    [[nodiscard]] Real function(const Expression& e) const {
        if (e.name == "sqrt") return square_root(of(e, 0));
        if (e.name == "max" || e.name == "min") {
            const Real a = of(e, 0), b = of(e, 1);
            return (compare(a, b).value_or(0) < 0) == (e.name == "max") ? b : a;
        }
        if (is_choice(e)) return value(e.arguments.at(chosen(e)).value);
        if (e.name == "ceil") return whole_above(of(e, 0));
        if (e.name == "product") return product(list_at(e, 0));
        if (e.name == "area") return area(e);
        if (e.name == "share") return whole_share(e);
        if (e.name == "size") return size(e);
        return fan(e);
    }

    /// The smallest integer that is not below x, which is smaller than a shape.
    static Real whole_above(const Real& x) {
        auto least = static_cast<std::int64_t>(std::ceil(x.to_double()));  // right but for rounding
        while (compare(Real(Rational(least - 1)), x).value_or(0) >= 0) --least;
        while (compare(Real(Rational(least)), x).value_or(0) < 0) ++least;
        return Rational(least);
    }

    static Real product(const std::vector<Real>& all) {
        Real whole = 1;
        for (const Real& one : all) whole = whole * one;
        return whole;
    }

    /// area(kernel_size, 2): of one number k it is k^2.
    [[nodiscard]] Real area(const Expression& e) const {
        const std::vector<Real>& kernel = list_at(e, 0);
        const std::int64_t dimensions = of(e, 1).rational()->to_int64().value_or(0);
        if (kernel.size() == static_cast<std::size_t>(dimensions)) return product(kernel);
        const std::string name = word_at(e, 0);
        if (kernel.size() > 1) {
            const char* const counts[] = {"one number", "one number or two: [height, width]",
                                          "one number or three: [depth, height, width]"};
            throw InputError::about({name},
                                    name + " is " + counts[std::min<std::int64_t>(dimensions, 3) - 1]);
        }
        Real whole = 1;
        for (std::int64_t i = 0; i < dimensions; ++i) whole = whole * kernel.front();
        return whole;
    }

    /// share(in_channels, groups), where the groups have equally many.
    [[nodiscard]] Real whole_share(const Expression& e) const {
        const Real share = of(e, 0) / of(e, 1);
        if (share.rational()->is_integer()) return share;
        const std::string all = word_at(e, 0), groups = word_at(e, 1);
        throw InputError::about({all, groups}, all + " must be divisible by " + groups);
    }

    [[nodiscard]] Real size(const Expression& e) const {
        const std::vector<Real>& shape = list_at(e, 0);
        const std::int64_t axis = of(e, 1).rational()->to_int64().value_or(0);
        const auto count = static_cast<std::int64_t>(shape.size());
        const std::int64_t place = axis < 0 ? count + axis : axis;
        if (place < 0 || place >= count)
            throw InputError::about({"shape"}, "the shape has no axis " + std::to_string(axis));
        return shape[static_cast<std::size_t>(place)];
    }

    [[nodiscard]] Real fan(const Expression& e) const {
        const auto integer = [&](const char* name) {
            return given_.has_integer(name) ? std::optional(given_.integer(name)) : std::nullopt;
        };
        const auto axes = [&](const char* name) {
            return given_.has_reals(name) ? std::optional(given_.reals(name)) : std::nullopt;
        };
        const Tensor tensor{.layout = meant(layouts, word_at(e, 0)),
                            .fan_in = integer("fan_in"),
                            .fan_out = integer("fan_out"),
                            .shape = axes("shape"),
                            .axes = {axes("in_axis"), axes("out_axis"), axes("batch_axis")}};
        return fan_of(tensor, e.name == "fan" ? meant(fan_modes, word("mode")) : meant(fan_modes, e.name));
    }

    const QuantityRow& row_;
    const Arguments& given_;
};

std::int64_t count_of(const Real& size) {
    const std::optional<std::int64_t> count = size.rational()->to_int64();
    if (!count) throw InputError::about({"shape"}, "the shape has too many entries");
    return *count;
}

/// The matrix of that many rows and columns whose shorter side is orthonormal, times the gain.
Draw orthogonal_draw(const Real& rows, const Real& columns, const Real& gain) {
    const SchemeInputs matrix{.fan_in = count_of(columns), .fan_out = count_of(rows)};
    Draw draw = normal_draw(0, 1);
    draw.std = mapped(scheme_routes(InitScheme::orthogonal, matrix, Surplus::refused),
                      Formula(gain) * Formula::variable(0));
    draw.argument = gain;
    return draw;
}

Draw draw_of_law(const Expression& law, const CallNumbers& numbers) {
    if (law.kind != Expression::Kind::call) refuse_law(law);
    const auto of = [&](std::size_t i) { return numbers.of(law, i); };
    const auto or_else = [&](std::size_t i, const Real& usual) {
        return i < law.arguments.size() ? of(i) : usual;
    };
    const bool alone = law.arguments.size() == 1;
    if (law.name == "uniform") return alone ? uniform_draw(-of(0), of(0)) : uniform_draw(of(0), of(1));
    if (law.name == "normal") return alone ? normal_draw(0, of(0)) : normal_draw(of(0), of(1));
    if (law.name == "truncated")
        return scaled_truncated_draw(or_else(1, 0), of(0), or_else(2, -2), or_else(3, 2));
    if (law.name == "cut")
        return truncated_draw(truncated::standardised(of(2), of(3), of(0), of(1)), of(2), of(3));
    if (law.name == "rescaled") return real_draw(SampledLaw::truncated_normal, of(0));
    if (law.name == "scaled")
        return real_draw(meant(sampled_laws, numbers.word(law.arguments.at(0).value.name)), of(1));
    if (law.name == "orthogonal") return orthogonal_draw(of(0), of(1), of(2));
    if (law.name == "constant") return entries_draw(of(0), 1);
    if (law.name == "entries") return entries_draw(of(0), of(1));
    if (law.name == "sparse") return sparse_draw(of(0), of(1));
    if (CallNumbers::is_choice(law)) return draw_of_law(law.arguments.at(numbers.chosen(law)).value, numbers);
    refuse_law(law);
}

Routes routes_of_law(const QuantityRow& row, const Arguments& given) {
    const NamedExpression* law = row.laws.data();
    if (row.laws.size() > 1) {
        const std::string& tensor = given.choice("parameter");
        law =
            &*std::ranges::find_if(row.laws, [&](const NamedExpression& one) { return one.name == tensor; });
    }
    const LawNumber of = given.has("of") ? meant(numbers_of_laws, given.choice("of")) : LawNumber::std;
    return draw_of_law(parse_expression(law->expression, row.name), CallNumbers(row, given)).routes(of);
}

}  // namespace

std::vector<Quantity> with_laws(std::vector<Quantity> all, std::string_view group) {
    for (const QuantityRow& row : quantity_rows()) {
        const std::string_view name = row.name;
        if (row.laws.empty() || name.substr(0, name.find('.')) != group) continue;
        all.push_back(quantity(name, [&row](const Arguments& given) { return routes_of_law(row, given); }));
    }
    return all;
}

}  // namespace sigprop::frameworks

namespace sigprop {

std::vector<Quantity> flax_quantities() { return frameworks::with_laws({}, "flax"); }
std::vector<Quantity> nnx_quantities() { return frameworks::with_laws({}, "nnx"); }
std::vector<Quantity> haiku_quantities() { return frameworks::with_laws({}, "haiku"); }
std::vector<Quantity> equinox_quantities() { return frameworks::with_laws({}, "equinox"); }
std::vector<Quantity> mlx_quantities() { return frameworks::with_laws({}, "mlx"); }
std::vector<Quantity> transformers_quantities() { return frameworks::with_laws({}, "transformers"); }

}  // namespace sigprop
