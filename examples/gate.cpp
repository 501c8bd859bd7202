// A gate: the constants of a project, as a claims file states them, against proofs. Exits 0 when every claim
// has its expected verdict, else 1; 2 for a file that cannot be used.
//
//     ./gate claims.json

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sigprop/sigprop.hpp>

namespace {

constexpr const char* example = R"json({"defaults": {"source": {"title": "our model"}}, "claims": [
  {"id": "model.trunc_std", "statement": "std of a normal cut at two standard deviations",
   "expression": "truncated_normal.std(-2, 2)", "stated": "0.87962566103423978", "dtype": "float64"},
  {"id": "model.silu_gain", "statement": "gain that keeps the second moment after SiLU",
   "expression": "activation.gain(silu)", "stated": "1.6756"}]})json";

std::string text_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw sigprop::IoError(std::string(path) + ": cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) try {
    const std::string text = count > 1 ? text_of(arguments[1]) : example;
    const auto claims = sigprop::read_claims(text, count > 1 ? arguments[1] : "example", "");
    const auto records = sigprop::verify_claims(claims, {.digits = 30});
    for (const sigprop::Record& record : records) {
        if (!record.expected) {  // an external claim: nothing here can decide it
            std::cout << record.id << ": external, " << record.reason << '\n';
            continue;
        }
        std::cout << record.id << ": " << to_string(*record.verdict);
        if (record.stated) std::cout << ", stated " << record.stated->text;
        std::cout << ", proved " << record.computed.decimal.value_or("nothing") << '\n';
    }
    const sigprop::Summary summary = sigprop::summarise(records);
    const std::size_t judged = summary.total - summary.external;
    std::cout << summary.as_expected << " of " << judged << " as expected\n";
    return summary.as_expected == judged ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
}
