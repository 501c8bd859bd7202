#pragma once
// Contracts of one's own, as JSON: what a kernel promises of its roundings, written down beside it.
//
//     {"name": "mine", "like": "strict", "order": "lanes:64", "rounded": {"softmax.sum": "must"},
//      "functions": {"exp": {"units": 8}}}
//
// Every field but the name may be left out; "like" says which shipped contract the others change ("strict").
// Unknown and contradictory fields are refused at their place. The names of intermediate numbers and
// functions are those of models/rounding/contract.hpp; `sigprop show strict` explains a contract in words.

#include <optional>
#include <sigprop/measure/kernel/kernel.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// The contract for results of this type.
/// Errors   InputError "source:line:column: …" for a text that is no contract, an unknown field or word (with
///          the nearest), fields that contradict each other, a contract for another type of storage, and one
///          that has the name of a shipped contract and differs from it
[[nodiscard]] KernelContract contract_of(const ContractFile& file, Dtype storage);

/// The type that the file says, if it does.
/// Errors   as above, for a text that is no object and for an unknown type
[[nodiscard]] std::optional<Dtype> storage_of(const ContractFile& file);

/// All fields, so that contract_of gives an equal contract.
[[nodiscard]] std::string json_of(const KernelContract& contract);

struct ContractWords {
    std::string title, text;
};
/// What the contract says, in sentences by their subject: storage, computing, sums, rounded, functions, …
[[nodiscard]] std::vector<ContractWords> explained(const KernelContract& contract);

}  // namespace sigprop
