#include "core/base/short_number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sigprop {
namespace {

std::string with_short_exponent(const std::string& number) {
    const std::size_t exponent = number.find('e');
    if (exponent == number.npos) return number;
    return fmt::format("{}e{}", number.substr(0, exponent), std::stoi(number.substr(exponent + 1)));
}

std::string text_of(double value, const std::string& finite) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return with_short_exponent(finite);
}

}  // namespace

std::string short_number(double value, int digits) {
    return text_of(value, fmt::format("{:.{}g}", value, digits));
}

std::string shortest_number(double value) { return text_of(value, fmt::format("{}", value)); }

}  // namespace sigprop
