#include <array>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/stated.hpp>
#include <utility>

#include "core/ball/float_grid.hpp"
#include "core/base/digit.hpp"
#include "core/base/lower_case.hpp"
#include "core/base/suggest.hpp"
#include "core/expression/expression.hpp"

#include "judgement/decimal.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse_statement(const std::string& key, const std::string& text,
                                   const std::string& message, std::size_t offset = 0,
                                   std::size_t length = 1) {
    throw InputError(message, Place{key, text, offset, length});
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string shown(text.substr(0, longest));
    if (text.size() > longest) shown += "…";
    return "'" + shown + "'";
}

/// Whether nothing but signs and points stands before its first digit.
bool starts_like_number(std::string_view text) {
    return text.find_first_not_of("+-.") == text.find_first_of("0123456789");
}

/// Suggests what to write instead of a text that starts like a number but is none.
std::string number_hint(std::string_view rest) {
    if (rest.starts_with(",")) return "write the decimal point as '.'";
    if (rest.starts_with("x") || rest.starts_with("X")) return "write it in decimal, not in hexadecimal";
    if (rest.starts_with("_") || rest.starts_with("'")) return "remove the digit separators";
    const std::string suffix = lower_case(std::string(rest));
    if (suffix == "f" || suffix == "l" || suffix == "d" || suffix == "f32" || suffix == "f64") {
        return "remove the suffix and write the type as \"dtype\"";
    }
    return "write a decimal such as 0.7737413 or 1.5e-3, an expression, or none";
}

void check_finite(const std::string& text) {
    const std::string word =
        lower_case(std::string(text.substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0)));
    if (word == "nan" || word == "inf" || word == "infinity") {
        refuse_statement("stated", text,
                         in_quotes(text) +
                             " is not a finite number: write \"none\" if the claim says that no value exists",
                         0, text.size());
    }
    if (word == "none" || word == "null" || word == "nil") {
        refuse_statement("stated", text,
                         in_quotes(text) + " is not a number: write \"none\" if no value exists", 0,
                         text.size());
    }
}

/// Throws unless the text is an expression; only for texts that are neither a decimal nor "none".
void check_expression(const std::string& text) {
    try {
        const Expression::Kind kind = parse_expression(text, "stated").kind;
        if (kind == Expression::Kind::list || kind == Expression::Kind::text ||
            kind == Expression::Kind::comparison) {
            throw InputError("its value must be a single number", Place{"stated", text, 0, text.size()});
        }
    } catch (const InputError& error) {
        const std::size_t end = decimal_prefix(text);
        if (starts_like_number(text)) {
            refuse_statement("stated", text,
                             in_quotes(text) + " is neither a finite decimal nor an expression: " +
                                 number_hint(std::string_view(text).substr(end)),
                             end);
        }
        refuse_statement("stated", text,
                         in_quotes(text) + " is neither a finite decimal nor an expression: " + error.what(),
                         error.place().offset, error.place().length);
    }
}

void check_positive(const std::string& key, const std::string& text) {
    if (parse_decimal(text).value_or(Decimal{}).value.sign() <= 0) {
        refuse_statement(key, text,
                         key + " " + in_quotes(text) + " is not a positive decimal: write one such as 1e-6",
                         decimal_prefix(text));
    }
}

Dtype parse_dtype(const std::string& name) {
    for (const Dtype dtype : {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64}) {
        if (name == to_string(dtype)) return dtype;
    }
    const std::string lower = lower_case(name);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 11> aliases = {{{"double", "float64"},
                                                                                        {"float", "float32"},
                                                                                        {"single", "float32"},
                                                                                        {"half", "float16"},
                                                                                        {"f64", "float64"},
                                                                                        {"f32", "float32"},
                                                                                        {"f16", "float16"},
                                                                                        {"bf16", "bfloat16"},
                                                                                        {"fp64", "float64"},
                                                                                        {"fp32", "float32"},
                                                                                        {"fp16", "float16"}}};
    for (const auto& [alias, meant] : aliases) {
        if (lower == alias) {
            refuse_statement("dtype", name,
                             "unknown dtype " + in_quotes(name) + ": write " + std::string(meant), 0,
                             name.size());
        }
    }
    refuse_statement("dtype", name,
                     "unknown dtype " + in_quotes(name) + ": use float16, bfloat16, float32 or float64", 0,
                     name.size());
}

Convention parse_convention(const std::string& name) {
    if (name == "rounded") return Convention::rounded;
    if (name == "truncated") return Convention::truncated;
    if (name == "exact") return Convention::exact;
    std::string fix = "use rounded, truncated or exact";
    if (name.find("float") != std::string::npos) fix = "write a type as \"dtype\": \"" + name + "\"";
    if (name == "upper" || name == "lower") fix = "write an inequality as \"bound\": \"" + name + "\"";
    if (name == "none") fix = "if no value exists, write \"stated\": \"none\"";
    if (name == "tolerance" || name == "standard_error")
        fix = "write the key \"" + name + "\" with its number";
    constexpr std::array<std::string_view, 3> known = {"rounded", "truncated", "exact"};
    if (const auto nearest = nearest_name(name, known)) fix = "did you mean '" + *nearest + "'?";
    refuse_statement("convention", name, "unknown convention " + in_quotes(name) + ": " + fix, 0,
                     name.size());
}

/// The given keys, of which only one is allowed.
std::string crowd(const StatedTerms& terms) {
    std::string keys;
    const auto add = [&keys](bool given, const char* key) {
        if (given) keys += (keys.empty() ? "" : " and ") + std::string(key);
    };
    add(terms.convention.has_value(), "convention");
    add(terms.dtype && !terms.ulps, "dtype");
    add(terms.bound.has_value(), "bound");
    add(terms.tolerance || terms.relative_tolerance || terms.ulps, "tolerance");
    add(terms.standard_error.has_value(), "standard_error");
    add(terms.factor.has_value(), "factor");
    return keys;
}

}  // namespace

std::string_view to_string(Says says) {
    switch (says) {
        case Says::equals: return "equals";
        case Says::about: return "about";
        case Says::recommends: break;
    }
    return "recommends";
}

Stated::Stated(StatedTerms terms) : terms_(std::move(terms)) {
    const std::string keys = crowd(terms_);
    if (const std::size_t second = keys.find(" and "); second != std::string::npos) {
        refuse_statement(keys.substr(0, second), {}, keys + " exclude each other: keep one of them");
    }
    check_hedge();
    check_text();
    if (is_none()) {
        if (!keys.empty()) refuse_statement(keys, {}, "\"stated\": \"none\" takes no " + keys);
        return;
    }
    choose_convention();
    if (is_expression_ && (convention_ == Convention::rounded || convention_ == Convention::truncated)) {
        refuse_statement("convention", *terms_.convention,
                         "an expression has no printed digits, so it cannot be " + *terms_.convention +
                             ": use exact, a dtype, a bound or a tolerance");
    }
    if (convention_ == Convention::rounded && !parse_decimal(terms_.text)->has_mark) {
        refuse_statement(
            "stated", terms_.text,
            in_quotes(terms_.text) +
                " is a rounded number without '.' or exponent, so its precision is unknown: write \"" +
                terms_.text + ".0\", or \"convention\": \"exact\"",
            0, terms_.text.size());
    }
    if (convention_ == Convention::ulps) {
        const FloatGrid grid(*dtype_);
        const Decimal printed =
            parse_decimal(terms_.text).value_or(Decimal{});  // 0 for an expression: it is not yet known
        if (grid.nearest(ball_of(magnitude(printed.value))) == grid.infinity()) {
            refuse_statement(
                "stated", terms_.text,
                in_quotes(terms_.text) + " is larger than the largest " + *terms_.dtype +
                    ", so it has no unit in the last place: use a relative tolerance or a wider type",
                0, terms_.text.size());
        }
    }
}

void Stated::check_hedge() const {
    if (terms_.factor && terms_.says != Says::about)
        refuse_statement("factor", *terms_.factor, R"(a factor belongs to "says": "about")");
    if (terms_.says == Says::equals) return;
    const std::string says = "\"says\": \"" + std::string(to_string(terms_.says)) + "\"";
    if (terms_.text == "none")
        refuse_statement("says", {}, says + " needs a number, but \"stated\" is \"none\"");
    for (const auto& [given, key] :
         {std::pair(terms_.convention.has_value(), "convention"),
          std::pair(terms_.dtype && !terms_.ulps, "dtype"), std::pair(terms_.bound.has_value(), "bound")}) {
        if (given)
            refuse_statement(key, {},
                             says + " cannot have " + key + ", except a tolerance that the source gives");
    }
}

void Stated::check_text() {
    const std::string& text = terms_.text;
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        refuse_statement("stated", text, "stated is empty: write the number as printed");
    }
    if (text.size() > max_decimal_length) {
        refuse_statement("stated", {},
                         "stated is longer than " + std::to_string(max_decimal_length) + " characters");
    }
    if (text == "none") {
        convention_ = Convention::none;
        return;
    }
    check_finite(text);
    if (parse_decimal(text)) return;
    if (decimal_prefix(text) == text.size() && is_digit(text.back())) {
        const std::size_t mark = text.find_first_of("eE");
        refuse_statement("stated", text,
                         in_quotes(text) + " has an exponent beyond " + std::to_string(max_decimal_exponent),
                         mark, text.size() - mark);
    }
    check_expression(text);
    is_expression_ = true;
}

void Stated::choose_convention() {
    if (terms_.dtype) dtype_ = parse_dtype(*terms_.dtype);
    if (terms_.convention) {
        convention_ = parse_convention(*terms_.convention);
    } else if (terms_.bound) {
        if (*terms_.bound != "upper" && *terms_.bound != "lower") {
            refuse_statement("bound", *terms_.bound,
                             "unknown bound " + in_quotes(*terms_.bound) + ": use upper or lower");
        }
        convention_ = *terms_.bound == "upper" ? Convention::upper_bound : Convention::lower_bound;
    } else if (terms_.tolerance) {
        check_positive("tolerance", *terms_.tolerance);
        convention_ = Convention::tolerance;
    } else if (terms_.relative_tolerance) {
        check_positive("tolerance", *terms_.relative_tolerance);
        convention_ = Convention::relative_tolerance;
    } else if (terms_.ulps) {
        if (!dtype_)
            refuse_statement("tolerance", {}, "a tolerance in ulps needs a \"dtype\", such as float32");
        if (*terms_.ulps < 1) refuse_statement("tolerance", {}, "ulps must be at least 1");
        convention_ = Convention::ulps;
    } else if (terms_.standard_error) {
        check_positive("standard_error", *terms_.standard_error);
        convention_ = Convention::standard_error;
    } else if (terms_.factor) {
        if (parse_decimal(*terms_.factor).value_or(Decimal{}).value <= Rational(1))
            refuse_statement("factor", *terms_.factor,
                             "factor " + in_quotes(*terms_.factor) + " is not above 1: write 2");
        convention_ = Convention::factor;
    } else if (terms_.says != Says::equals) {
        convention_ = terms_.says == Says::about ? Convention::about : Convention::recommended;
    } else if (dtype_) {
        convention_ = Convention::dtype;
    } else {
        convention_ = is_expression_ ? Convention::exact : Convention::rounded;
    }
}

std::string Stated::convention_text() const {
    switch (convention_) {
        case Convention::rounded: return "rounded";
        case Convention::truncated: return "truncated";
        case Convention::exact: return "exact";
        case Convention::dtype: return std::string(to_string(*dtype_));
        case Convention::upper_bound: return "upper bound";
        case Convention::lower_bound: return "lower bound";
        case Convention::tolerance: return "tolerance " + *terms_.tolerance;
        case Convention::relative_tolerance: return "relative tolerance " + *terms_.relative_tolerance;
        case Convention::ulps:
            return std::to_string(*terms_.ulps) + " ulps of " + std::string(to_string(*dtype_));
        case Convention::standard_error: return "standard error " + *terms_.standard_error;
        case Convention::about: return "about";
        case Convention::recommended: return "recommended";
        case Convention::factor: return "factor " + *terms_.factor;
        case Convention::none: break;
    }
    return "none";
}

}  // namespace sigprop
