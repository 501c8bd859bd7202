#include "measure/kernel/contract_file.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"

namespace sigprop {
namespace {

/// What a contract may allow, by the key that says so.
struct Permission {
    std::string_view key;
    bool KernelContract::*member;
};

constexpr std::array<Permission, 5> permissions = {{{"one_pass_variance", &KernelContract::one_pass},
                                                    {"affine_norm", &KernelContract::affine},
                                                    {"every_step_stored", &KernelContract::stores_steps},
                                                    {"online_softmax", &KernelContract::online},
                                                    {"subnormals_may_be_zero", &KernelContract::flushes}}};

constexpr std::array<std::string_view, 13> contract_keys = {"name",
                                                            "says",
                                                            "like",
                                                            "storage",
                                                            "computing",
                                                            "order",
                                                            "rounded",
                                                            "functions",
                                                            "one_pass_variance",
                                                            "affine_norm",
                                                            "every_step_stored",
                                                            "online_softmax",
                                                            "subnormals_may_be_zero"};

struct FunctionKey {
    std::string_view key;
    double FunctionError::*member;
};

constexpr std::array<FunctionKey, 4> function_keys = {{{"units", &FunctionError::units},
                                                       {"absolute", &FunctionError::absolute},
                                                       {"flushed", &FunctionError::flushed},
                                                       {"argument", &FunctionError::argument}}};
constexpr std::array<std::string_view, 4> function_words = {"units", "absolute", "flushed", "argument"};

constexpr std::array<std::string_view, 3> rounding_words = {"never", "may", "must"};
constexpr std::array roundings = {StorageRounding::never, StorageRounding::may, StorageRounding::must};
constexpr std::array<std::string_view, 4> dtype_words = {"float16", "bfloat16", "float32", "float64"};
constexpr std::array dtypes = {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64};

class ContractReader {
public:
    ContractReader(const Json& json, Dtype storage) : json_(json), storage_(storage) {}

    KernelContract contract() {
        check_keys(json_, contract_keys, "a contract");
        const std::string name =
            filled(needed(json_, "name", R"(a contract is {"name": "mine", "like": "strict", …})"), "name");
        start();
        made_.name = name;
        if (const Json* says = json_.find("says")) made_.says = filled(*says, "says");
        if (const Json* type = json_.find("storage")) check_storage(*type);
        if (const Json* type = json_.find("computing")) {
            made_.computing = dtypes.at(one_of(*type, "computing", dtype_words));
            check(*type);
        }
        if (const Json* order = json_.find("order")) take_order(*order);
        take_permissions();
        if (const Json* rounded = json_.find("rounded")) take_rounded(*rounded);
        if (const Json* functions = json_.find("functions")) take_functions(*functions);
        check_name();
        return std::move(made_);
    }

private:
    void start() {
        const std::vector<std::string> known = kernel_contract_names();
        const Json* const like = json_.find("like");
        made_ =
            kernel_contract(like == nullptr ? "strict" : known.at(one_of(*like, "like", known)), storage_);
        if (like == nullptr) {
            made_.says = "a contract of one's own";
        } else {
            made_.says = "like " + made_.name + ", with changes of one's own";
        }
    }

    /// Each field is checked with those before it, so that a contradiction is told at the later one.
    void check(const Json& at) const {
        told_at(at, [&] { check_contract(made_); });
    }

    void check_storage(const Json& at) const {
        const Dtype own = dtypes.at(one_of(at, "storage", dtype_words));
        if (own == storage_) return;
        refuse(at, fmt::format("the contract is of {}, and the result has {}: give the dtype {}, or leave "
                               "\"storage\" out, which then is that of the result",
                               to_string(own), to_string(storage_), to_string(own)));
    }

    void take_order(const Json& at) {
        const std::optional<SumOrder> order = sum_order(filled(at, "order"));
        if (!order)
            refuse(at,
                   "order '" + at.as_string() + "' is unknown: any, lanes:N or blocks:N, such as lanes:64");
        made_.order = *order;
    }

    void take_permissions() {
        for (const Permission& one : permissions) {
            const Json* const value = json_.find(one.key);
            if (value == nullptr) continue;
            if (!value->is_boolean()) refuse(*value, std::string(one.key) + " must be true or false");
            made_.*one.member = value->as_boolean();
        }
        if (!made_.stores_steps) return;
        for (const std::string_view one : kernel_intermediates())
            if (one != "norm.saved") made_.rounded.emplace(one, StorageRounding::may);
    }

    void take_rounded(const Json& at) {
        check_keys(at, kernel_intermediates(), "rounded");
        for (const JsonMember& one : at.as_object()) {
            const StorageRounding rounding = roundings.at(one_of(one.value, one.key, rounding_words));
            if (rounding == StorageRounding::never)
                made_.rounded.erase(one.key);
            else
                made_.rounded[one.key] = rounding;
            check(one.value);
        }
    }

    void take_functions(const Json& at) {
        check_keys(at, kernel_functions(), "functions");
        for (const JsonMember& one : at.as_object()) {
            check_keys(one.value, function_words, one.key);
            FunctionError error = made_.error_of(one.key);
            for (const FunctionKey& part : function_keys) {
                if (const Json* value = one.value.find(part.key))
                    error.*part.member = value->as_double(part.key);
            }
            made_.functions[one.key] = error;
            check(one.value);
        }
    }

    /// A verdict that says "strict" means the one that everybody knows.
    void check_name() const {
        const std::vector<std::string> shipped = kernel_contract_names();
        if (std::ranges::find(shipped, made_.name) == shipped.end()) return;
        KernelContract same = kernel_contract(made_.name, storage_);
        same.says = made_.says;
        if (same == made_) return;
        refuse(*json_.find("name"),
               "the contract " + made_.name +
                   " of sigprop says something else than this one: give it another name");
    }

    const Json& json_;
    Dtype storage_;
    KernelContract made_;
};

}  // namespace

KernelContract contract_of(const ContractFile& file, Dtype storage) {
    const Json json = parse_json(file.text, file.source);
    try {
        return ContractReader(json, storage).contract();
    } catch (const InputError& error) {
        throw located(error, file.text, file.source);
    }
}

std::optional<Dtype> storage_of(const ContractFile& file) {
    const Json json = parse_json(file.text, file.source);
    try {
        check_keys(json, contract_keys, "a contract");
        const Json* const type = json.find("storage");
        if (type == nullptr) return std::nullopt;
        return dtypes.at(one_of(*type, "storage", dtype_words));
    } catch (const InputError& error) {
        throw located(error, file.text, file.source);
    }
}

std::string json_of(const KernelContract& contract) {
    Json rounded = Json::object();
    for (const auto& [name, rounding] : contract.rounded) {
        const auto at = std::ranges::find(roundings, rounding) - roundings.begin();
        rounded.set(name, rounding_words.at(static_cast<std::size_t>(at)));
    }
    Json functions = Json::object();
    for (const auto& [name, error] : contract.functions) {
        Json parts = Json::object();
        for (const FunctionKey& part : function_keys) parts.set(part.key, error.*part.member);
        functions.set(name, std::move(parts));
    }
    Json json = Json::object().set("name", contract.name).set("says", contract.says);
    json.set("storage", to_string(contract.storage)).set("computing", to_string(contract.computing));
    json.set("order", to_string(contract.order)).set("rounded", std::move(rounded));
    json.set("functions", std::move(functions));
    for (const Permission& one : permissions) json.set(one.key, contract.*one.member);
    return write_json(json);
}

}  // namespace sigprop
