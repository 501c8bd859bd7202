// Contracts as JSON: what is written is read back, and what contradicts itself is refused at its place.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <string>

#include "measure/kernel/contract_file.hpp"

using namespace sigprop;

namespace {

KernelContract read(const std::string& text, Dtype storage = Dtype::bfloat16) {
    return contract_of({text, "mine.json"}, storage);
}

void check_refused(const std::string& text, const std::string& message, Dtype storage = Dtype::bfloat16) {
    CAPTURE(text);
    try {
        static_cast<void>(read(text, storage));
        FAIL("nothing is refused");
    } catch (const InputError& error) {
        CHECK_MESSAGE(std::string(error.what()).find(message) != std::string::npos,
                      std::string(error.what()));
    }
}

}  // namespace

TEST_CASE("every shipped contract is read back as it was written") {
    for (const Dtype dtype : {Dtype::float32, Dtype::bfloat16, Dtype::float16}) {
        for (const std::string& name : kernel_contract_names(dtype)) {
            CAPTURE(name);
            const KernelContract contract = kernel_contract(name, dtype);
            CHECK(read(json_of(contract), dtype) == contract);
            KernelContract other = contract;
            other.order = {SumOrder::Kind::lanes, 64};
            other.name = "mine";
            CHECK(read(json_of(other), dtype) == other);
            CHECK_FALSE(other == contract);
            CHECK(explained(contract).size() > 5);
        }
    }
}

TEST_CASE("fields that are left out are those of the contract that it is like") {
    const KernelContract mine = read(R"({"name": "mine", "like": "torch_cpu", "order": "blocks:128",
        "rounded": {"log_softmax.log": "never", "softmax.sum": "must"}, "functions": {"exp": {"units": 8}}})");
    KernelContract same = kernel_contract("torch_cpu", Dtype::bfloat16);
    same.name = "mine";
    same.says = mine.says;
    same.order = {SumOrder::Kind::blocks, 128};
    same.rounded.erase("log_softmax.log");
    same.rounded["softmax.sum"] = StorageRounding::must;
    same.functions["exp"].units = 8;
    CHECK(mine == same);
    CHECK(mine.functions.at("exp").argument == 1);  // of torch_cpu
    CHECK(read(R"({"name": "mine"})", Dtype::float32).order == SumOrder{});
    const KernelContract steps = read(R"({"name": "steps", "every_step_stored": true})");
    CHECK(steps.rounded == kernel_contract("composite", Dtype::bfloat16).rounded);
}

TEST_CASE("what a contract says is in its words") {
    KernelContract one = kernel_contract("torch_cpu", Dtype::float16);
    std::string text;
    for (const ContractWords& row : explained(one)) text += row.title + ": " + row.text + "\n";
    CHECK(text.find("in float32, to nearest: u is 2^-24") != std::string::npos);
    CHECK(text.find("log_softmax.sum: the sum of log_softmax, always") != std::string::npos);
    CHECK(text.find("norm.saved: the mean and the root of a norm, as its backward pass has them, perhaps") !=
          std::string::npos);
    CHECK(text.find("erf: 4 u and an absolute error of 10 u") != std::string::npos);
    CHECK(text.find("attention.exp: a relative error of 0.00013") != std::string::npos);
    CHECK(text.find("may count as 0") != std::string::npos);
    one.order = {SumOrder::Kind::lanes, 64};
    CHECK(explained(one).at(3).text.find("by 64 accumulators") != std::string::npos);
    for (const std::string_view name : kernel_intermediates()) {  // each has words
        KernelContract with = kernel_contract("strict", Dtype::bfloat16);
        with.rounded[std::string(name)] = StorageRounding::must;
        const std::string words = explained(with).at(4).text;
        const bool is_said =
            words.find(std::string(name) + ": the ") == 0 || words.find(std::string(name) + ": every ") == 0;
        CHECK_MESSAGE(is_said, words);
    }
}

TEST_CASE("unknown and contradictory fields are refused by name, with the place and the fix") {
    check_refused("[]", "mine.json:1:1: a contract must be an object");
    check_refused(R"({"like": "strict"})", "the key 'name' is missing: a contract is {\"name\": \"mine\"");
    check_refused("{\"name\": \"mine\",\n \"ordr\": \"any\"}",
                  "mine.json:2:2: unknown key 'ordr' in a contract: did you mean 'order'?");
    check_refused(R"({"name": "mine", "like": "strikt"})", "did you mean 'strict'?");
    check_refused(R"({"name": "mine", "order": "lanes:0"})", "any, lanes:N or blocks:N");
    check_refused(R"({"name": "mine", "rounded": {"softmax.sums": "must"}})", "did you mean 'softmax.sum'?");
    check_refused(R"({"name": "mine", "rounded": {"softmax.sum": "always"}})", "never, may, must");
    check_refused(R"({"name": "mine", "functions": {"expp": {}}})", "unknown key 'expp' in functions");
    check_refused(R"({"name": "mine", "functions": {"exp": {"unit": 3}}})",
                  "unknown key 'unit' in exp: did you mean 'units'?");
    check_refused(R"({"name": "mine", "functions": {"exp": {"units": 0.5}}})",
                  "mine.json:1:39: the function 'exp' has an error below 1 unit of u");
    check_refused(R"({"name": "mine", "functions": {"exp": {"units": 1e8}}})", "has no right digit");
    check_refused(R"({"name": "mine", "functions": {"exp": {"absolute": -1}}})",
                  "no finite number from 0 on");
    check_refused(R"({"name": "mine", "functions": {"log": {"argument": 1}}})", "leave argument out");
    check_refused(R"({"name": "mine", "computing": "float16"})", "", Dtype::float32);
    check_refused(R"({"name": "mine", "computing": "float16"})",
                  "mine.json:1:31: a contract computes in float16, which has fewer bits", Dtype::float32);
    check_refused(R"({"name": "mine", "computing": "float64"})", "give float32, whose bounds hold");
    check_refused(R"({"name": "mine", "storage": "float16"})",
                  "the contract is of float16, and the result has bfloat16: give the dtype float16");
    check_refused(R"({"name": "mine", "one_pass_variance": 1})", "must be true or false");
    check_refused(R"({"name": "mine", "every_step_stored": true, "rounded": {"softmax.sum": "never"}})",
                  "every step may be stored, and 'softmax.sum' is never: leave one of both out");
    check_refused(R"({"name": "strict", "order": "lanes:64"})",
                  "mine.json:1:10: the contract strict of sigprop says something else");
    CHECK(read(R"({"name": "strict", "like": "strict"})").order == SumOrder{});
}
