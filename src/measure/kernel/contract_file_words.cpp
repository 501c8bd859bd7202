// A contract in words, for people who choose one or read a verdict.

#include "measure/kernel/contract_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/short_number.hpp"
#include "core/base/words.hpp"

namespace sigprop {
namespace {

/// Those whose names do not say it; "softmax.sum" does: the sum of softmax.
struct NumberMeaning {
    std::string_view name, meaning;
};
constexpr std::array<NumberMeaning, 8> number_meanings = {
    {{"norm.statistics", "the mean and the root of a norm"},
     {"norm.saved", "the mean and the root of a norm, as its backward pass has them"},
     {"norm.normalised", "the normalised numbers of a norm, before the gain"},
     {"norm.gain", "the gain 1 + weight of a norm"},
     {"product.sum", "the sums of a matrix product, before the bias"},
     {"activation.step", "every step of an activation"},
     {"activation.saved_step", "every step of a slope that starts from a saved output"},
     {"cross_entropy.log_probabilities", "the log-probabilities that cross_entropy starts from"}}};

std::string meaning_of(std::string_view name) {
    const auto found = std::ranges::find(number_meanings, name, &NumberMeaning::name);
    if (found != number_meanings.end()) return std::string(found->meaning);
    const std::size_t dot = name.find('.');
    std::string of(name.substr(dot + 1));
    std::ranges::replace(of, '_', ' ');
    return fmt::format("the {} of {}", of, name.substr(0, dot));
}

std::string order_words(const SumOrder& order) {
    switch (order.kind) {
        case SumOrder::Kind::any: break;
        case SumOrder::Kind::lanes:
            return fmt::format(
                "by {} accumulators, each in any order, which are then added in pairs: a term of n has "
                "ceil(n/{}) - 1 + ceil(log2 {}) additions",
                order.size, order.size, order.size);
        case SumOrder::Kind::blocks:
            return fmt::format(
                "in runs of {} terms, each in any order, whose sums are added in any order: a term of n has "
                "{} + ceil(n/{}) - 1 additions",
                order.size, order.size - 1, order.size);
    }
    return "in any order: of n terms t the error is at most (n - 1) u sum |t|";
}

std::string error_words(const KernelContract& contract, const FunctionError& error) {
    std::string text = shortest_number(error.units) + " u";
    constexpr double many = 100;
    if (error.units > many) text = "a relative error of " + short_number(error.units * contract.unit(), 2);
    if (error.absolute > 0)
        text +=
            fmt::format(" and an absolute error of {} u", short_number(error.absolute / contract.unit(), 4));
    if (error.argument > 0)
        text += fmt::format(", of an argument that is off by {} u", short_number(error.argument, 4));
    if (error.flushed > 0) text += fmt::format(", below {} perhaps 0", short_number(error.flushed, 3));
    return text;
}

std::string function_rows(const KernelContract& contract) {
    std::string text;
    const FunctionError usual;
    for (const auto& [name, error] : contract.functions) {
        if (error != usual) text += name + ": " + error_words(contract, error) + "\n";
    }
    return text + (text.empty() ? "each" : "each other one") + ": " + error_words(contract, usual) +
           ", which is 2 units of the last place where that is largest";
}

/// The intermediate numbers that have this rounding, and what they are.
std::string rounded_rows(const KernelContract& contract, StorageRounding which, std::string_view says) {
    std::string text;
    for (const auto& [name, rounding] : contract.rounded) {
        if (rounding != which) continue;
        text += fmt::format("{}{}: {}, {}", text.empty() ? "" : "\n", name, meaning_of(name), says);
    }
    return text;
}

std::string rounding_rows(const KernelContract& contract) {
    if (contract.stores_steps)
        return "every operation on arrays may round its result to storage, at each of its steps; a result is "
               "rounded to storage at the end";
    std::string text = rounded_rows(contract, StorageRounding::must, "always");
    const std::string perhaps = rounded_rows(contract, StorageRounding::may, "perhaps");
    if (!text.empty() && !perhaps.empty()) text += "\n";
    text += perhaps;
    return text + (text.empty() ? "" : "\n") + "a result, once, at the end";
}

std::string permitted(const KernelContract& contract) {
    std::vector<std::string> all = {"fused multiply-adds and more exact steps"};
    if (contract.one_pass) all.emplace_back("the variance in one pass, E x^2 - (E x)^2");
    if (contract.affine) all.emplace_back("a norm as x (gain r) + (bias - mean gain r)");
    if (contract.online) all.emplace_back("a softmax that rescales its sum at every new maximum");
    if (contract.repeats > 0)
        all.push_back(fmt::format("{} further roundings of every result", shortest_number(contract.repeats)));
    return joined(all, "; ");
}

std::string excluded(const KernelContract& contract) {
    std::vector<std::string> all;
    if (!contract.one_pass) all.emplace_back("the variance in one pass");
    all.emplace_back("sums in storage");
    all.emplace_back("e^x - 1 by exp, the sigmoid by tanh, tanh by e^(-2x): they lose digits");
    return joined(all, "; ");
}

}  // namespace

std::vector<ContractWords> explained(const KernelContract& contract) {
    const double u = contract.unit();
    return {{"says", contract.says},
            {"storage", std::string(to_string(contract.storage))},
            {"computes", fmt::format("in {}, to nearest: u is 2^{}", to_string(contract.computing),
                                     static_cast<int>(std::log2(u)))},
            {"sums", order_words(contract.order)},
            {"rounded", rounding_rows(contract)},
            {"functions", function_rows(contract)},
            {"subnormals", contract.flushes ? "may count as 0" : "are kept"},
            {"allowed", permitted(contract)},
            {"excluded", excluded(contract)}};
}

}  // namespace sigprop
