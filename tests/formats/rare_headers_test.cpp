// What a header may hold though few files do: GGUF's metadata of every type, and the directory of Zip64.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>

#include "formats/tensor_files.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/checkpoint_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

/// A GGUF file of one float32 tensor "a" = (1, 2), behind a pair with this type and these bytes.
std::string gguf_with(std::uint32_t type, const std::string& value) {
    return gguf_of({{"a", {2}, 0, floats_of({1, 2})}}, 32, {gguf_pair("some.key", type, value)});
}

std::string gguf_list(std::uint32_t inner, std::uint64_t count, const std::string& values) {
    return little(inner, 4) + little(count, 8) + values;
}

/// The numbers of the only tensor of a file, or why it is refused.
std::string read(const cli::Folder& folder, const std::string& name, const std::string& bytes) {
    try {
        const TensorFiles files(folder.write(name, bytes));
        const OpenTensor tensor = files.open(0);
        std::vector<double> values(tensor.view().numbers());
        tensor.view().read(0, values);
        tensor.done_with(values.size());
        std::string text;
        for (const double value : values) text += std::to_string(value) + " ";
        return text;
    } catch (const InputError& error) {
        return std::string(error.what()).substr(folder.path().size() + 1);
    }
}

const std::string one_and_two = "1.000000 2.000000 ";
const std::string damaged = "a.npz: this zip archive is damaged: ";

}  // namespace

TEST_CASE("GGUF: metadata of every type is passed over by its size") {
    const cli::Folder folder;
    const auto with = [&](std::uint32_t type, const std::string& value) {
        return read(folder, "m.gguf", gguf_with(type, value));
    };
    const std::vector<std::size_t> sizes = {1, 1, 2, 2, 4, 4, 4,
                                            1, 0, 0, 8, 8, 8};  // of types 0 to 12; 8 and 9 have none
    for (std::uint32_t type = 0; type < sizes.size(); ++type) {
        if (sizes[type] == 0) continue;
        CAPTURE(type);
        CHECK(with(type, std::string(sizes[type], '\1')) == one_and_two);
        CHECK(with(9, gguf_list(type, 3, std::string(3 * sizes[type], '\1'))) == one_and_two);
    }
    CHECK(with(8, gguf_text("a text")) == one_and_two);
    CHECK(with(9, gguf_list(8, 2, gguf_text("one") + gguf_text(""))) == one_and_two);
    CHECK(with(9, gguf_list(0, 0, "")) == one_and_two);
    CHECK(with(13, "") == "m.gguf: a value has the unknown type 13");
    CHECK(with(9, gguf_list(9, 1, gguf_list(0, 1, "1"))) ==
          "m.gguf: a list contains lists, which no version of GGUF allows");
    CHECK(with(9, gguf_list(0, 1'000'000, "")) ==
          "m.gguf: a list claims 1000000 values, which is more than the file has bytes");
    CHECK(with(9, gguf_list(12, 100, "")).ends_with("inside its header: it was cut short"));
}

TEST_CASE("GGUF: an axis of length 0 leaves a tensor without numbers") {
    const cli::Folder folder;
    CHECK(read(folder, "m.gguf", gguf_of({{"a", {2, 0}, 0, ""}})).empty());
    CHECK(read(folder, "m.gguf", gguf_of({{"a", {2}, 0, floats_of({1, 2})}})) == one_and_two);  // the control
}

TEST_CASE("an archive with a directory of Zip64, or a long comment") {
    const cli::Folder folder;
    const std::string array =
        npy_samples::file(npy_samples::dictionary("<f4", "(2,)", false), floats_of({1, 2}));
    const std::string plain = zip_of({{.name = "a.npy", .text = array}});
    constexpr std::size_t end_size = 22;
    const std::string body = plain.substr(0, plain.size() - end_size);
    const std::size_t begin = body.find("PK\x01\x02");
    const auto archive = [&](std::uint64_t place, std::uint64_t entries) {
        const std::string record = "PK\x06\x06" + little(44, 8) + little(45, 2) + little(45, 2) +
                                   little(0, 8) + little(entries, 8) + little(entries, 8) +
                                   little(body.size() - begin, 8) + little(begin, 8);
        const std::string locator = "PK\x06\x07" + little(0, 4) + little(place, 8) + little(1, 4);
        const std::string end = "PK\x05\x06" + little(0, 4) + little(0xffff, 2) + little(0xffff, 2) +
                                little(0xffffffff, 4) + little(0xffffffff, 4) + little(0, 2);
        return read(folder, "a.npz", body + record + locator + end);
    };
    CHECK(archive(body.size(), 1) == one_and_two);
    CHECK(archive(0, 1) == damaged + "its Zip64 directory is missing");  // another record stands there
    CHECK(archive(std::uint64_t{1} << 40U, 1) == damaged + "its Zip64 directory is missing");
    CHECK(archive(body.size(), 70'000).ends_with("claims 70000 entries"));
    const auto with_comment = [&](std::size_t said, std::size_t written) {
        return read(folder, "a.npz",
                    plain.substr(0, plain.size() - 2) + little(said, 2) + std::string(written, 'c'));
    };
    CHECK(with_comment(5, 5) == one_and_two);
    CHECK(with_comment(65535, 65535) == one_and_two);
    CHECK(with_comment(65535, 65536) == damaged + "its directory is missing: it was cut short");
}

TEST_CASE("an entry of an archive whose extra fields are too short") {
    const cli::Folder folder;
    const std::string array =
        npy_samples::file(npy_samples::dictionary("<f4", "(2,)", false), floats_of({1, 2}));
    const std::string good = zip_of({{.name = "a.npy", .text = array, .zip64 = true}});
    const std::size_t field = good.find("PK\x01\x02") + 46 + 5;  // behind the entry and its name
    const auto of_length = [&](std::uint64_t length) {
        return read(folder, "a.npz", std::string(good).replace(field + 2, 2, little(length, 2)));
    };
    CHECK(of_length(16) == one_and_two);
    CHECK(of_length(8) == damaged + "a Zip64 field is too short");  // one of two sizes
    CHECK(of_length(17) == damaged + "an extra field is longer than its entry");
}
