// Numbers of 8 bits with scales beside them, as quantised checkpoints of large models have them.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "formats/tensor_files.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/checkpoint_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

struct Part {
    std::string name, dtype;
    std::vector<std::size_t> shape;
    std::string data;
};

std::string file_of(const std::vector<Part>& parts) {
    std::string header = "{", data;
    for (const Part& one : parts) {
        std::string shape;
        for (const std::size_t length : one.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(length);
        header += (header.size() > 1 ? ",\"" : "\"") + one.name + "\":{\"dtype\":\"" + one.dtype +
                  "\",\"shape\":[" + shape + "],\"data_offsets\":[" + std::to_string(data.size()) + "," +
                  std::to_string(data.size() + one.data.size()) + "]}";
        data += one.data;
    }
    return safetensors_file(header + "}", data);
}

constexpr char one = '\x38';  // 1 in E4M3

Part ones(std::size_t rows, std::size_t columns) {
    return {"x.weight", "F8_E4M3", {rows, columns}, std::string(rows * columns, one)};
}

std::vector<double> numbers(const TensorFiles& files, const std::string& name) {
    for (std::size_t i = 0; i < files.tensors().size(); ++i) {
        if (files.tensors()[i].name != name) continue;
        const OpenTensor open = files.open(i);
        std::vector<double> values(open.view().numbers());
        open.view().read(0, values);
        return values;
    }
    return {};
}

const StoredTensor& tensor(const TensorFiles& files, const std::string& name) {
    for (const StoredTensor& found : files.tensors())
        if (found.name == name) return found;
    throw std::logic_error(name);
}

}  // namespace

TEST_CASE("DeepSeek's blocks of 128 x 128, the last ones shorter") {
    const cli::Folder folder;
    const TensorFiles files(folder.write(
        "m.safetensors",
        file_of({ones(200, 300), {"x.weight_scale_inv", "F32", {2, 3}, floats_of({1, 2, 3, 4, 5, 6})}})));
    const std::vector<double> values = numbers(files, "x.weight");
    REQUIRE(values.size() == 200 * 300);
    for (std::size_t row = 0; row < 200; ++row)
        for (std::size_t column = 0; column < 300; ++column) {
            const double expected = 1.0 + static_cast<double>(row / 128 * 3 + column / 128);
            if (values[row * 300 + column] != expected) FAIL_CHECK(row << ", " << column);
        }
    CHECK(tensor(files, "x.weight").is_coded);
    CHECK(tensor(files, "x.weight").dtype == "F8_E4M3");
    CHECK_FALSE(tensor(files, "x.weight_scale_inv").type);
    CHECK(files.open(0).grid().max ==
          doctest::Approx(6.0 / 16));  // half a unit in the last place of 1, times 6
}

TEST_CASE("a scale for each row, group, or for the tensor; in another file, too") {
    const cli::Folder folder;
    const auto with = [&](const std::string& name, const std::vector<std::size_t>& shape,
                          const std::vector<float>& scales, const std::string& dtype = "F32") {
        const std::string data = dtype == "F32" ? floats_of(scales) : std::string("\x00\x40", 2);
        const TensorFiles files(
            folder.write("m.safetensors", file_of({ones(2, 4), {name, dtype, shape, data}})));
        return numbers(files, "x.weight");
    };
    const std::vector<double> rows = {3, 3, 3, 3, 5, 5, 5, 5};
    CHECK(with("x.weight_scale", {2, 1}, {3, 5}) == rows);
    CHECK(with("x.weight_scale", {2}, {3, 5}) == rows);
    CHECK(with("x.weight_scale", {2, 2}, {1, 2, 3, 4}) == std::vector<double>{1, 1, 2, 2, 3, 3, 4, 4});
    CHECK(with("x.weight_scale", {1}, {7}) == std::vector<double>(8, 7));
    CHECK(with("x.weight_scale", {}, {7}) == std::vector<double>(8, 7));
    CHECK(with("x.scale_weight", {1}, {7}) == std::vector<double>(8, 7));
    CHECK(with("x.weight_scale", {1}, {}, "BF16") == std::vector<double>(8, 2));
    folder.write("m.safetensors", file_of({ones(2, 4)}));
    folder.write("n.safetensors", file_of({{"x.weight_scale", "F32", {2, 1}, floats_of({3, 5})}}));
    CHECK(numbers(TensorFiles(folder.path()), "x.weight") == rows);
}

TEST_CASE(
    "scales that are missing or do not fit leave the tensor out; without any, numbers are as they are") {
    const cli::Folder folder;
    const auto unread = [&](const std::vector<Part>& parts) {
        const TensorFiles files(folder.write("m.safetensors", file_of(parts)));
        const StoredTensor& found = tensor(files, "x.weight");
        CHECK(found.type.has_value() == found.unread.empty());
        if (!found.type) CHECK_THROWS_AS(static_cast<void>(files.open(0)), InputError);
        return found.unread;
    };
    const Part other = {"y.weight", "F8_E4M3", {1}, std::string(1, one)};
    const Part scale = {"y.weight_scale_inv", "F32", {1}, floats_of({2})};
    CHECK(unread({ones(2, 4)}).empty());
    CHECK(numbers(TensorFiles(folder / "m.safetensors"), "x.weight") == std::vector<double>(8, 1));
    CHECK(unread({ones(2, 4), other, scale}) == "whose scales (x.weight_scale_inv) are missing");
    const TensorFiles lacking(folder / "m.safetensors");
    REQUIRE(lacking.notes().size() == 1);
    CHECK(lacking.notes()[0].first == "left out");
    CHECK(lacking.notes()[0].second ==
          "1 of F8_E4M3, such as x.weight, whose scales (x.weight_scale_inv) are missing");
    const std::string unlike = "whose scales (x.weight_scale_inv) have an unsupported type or shape";
    CHECK(unread({ones(2, 4), {"x.weight_scale_inv", "F32", {3, 1}, floats_of({1, 2, 3})}}) == unlike);
    CHECK(unread({ones(2, 4), {"x.weight_scale_inv", "F32", {1, 1, 2}, floats_of({1, 2})}}) == unlike);
    CHECK(unread({ones(2, 4), {"x.weight_scale_inv", "F32", {0, 1}, ""}}) == unlike);
    CHECK(unread({ones(2, 4), {"x.weight_scale_inv", "F8_E8M0", {1}, "\x7f"}}) == unlike);
    folder.write("config.json", R"({"quantization_config": {"quant_method": "fp8"}})");
    CHECK(unread({ones(2, 4)}) == "whose scales (x.weight_scale_inv) are missing");
}

TEST_CASE("scales that are NaN give NaN, and no bound") {
    const cli::Folder folder;
    const TensorFiles files(folder.write(
        "m.safetensors",
        file_of({ones(2, 4), {"x.weight_scale", "F32", {2, 1}, floats_of({std::nanf(""), 5})}})));
    CHECK(std::isnan(numbers(files, "x.weight")[0]));
    CHECK(numbers(files, "x.weight")[4] == 5);
    CHECK(std::isfinite(files.open(0).grid().rms));
}
