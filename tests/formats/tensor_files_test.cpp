// Checkpoints of every kind, and what broken downloads and strangers make of them.

#include <doctest/doctest.h>

#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>

#include "formats/tensor_files.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/checkpoint_samples.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

std::vector<double> numbers(const TensorFiles& files, std::size_t i) {
    const OpenTensor tensor = files.open(i);
    std::vector<double> values(tensor.view().numbers());
    tensor.view().read(0, values);
    tensor.done_with(values.size());
    return values;
}

std::string error(const std::string& path, bool open = false) {
    try {
        const TensorFiles files(path);
        for (std::size_t i = 0; open && i < files.tensors().size(); ++i) static_cast<void>(files.open(i));
    } catch (const InputError& caught) {
        return caught.what();
    } catch (const IoError& caught) {
        return std::string("io: ") + caught.what();
    }
    return "";
}

/// The error names the path and says this.
void check_error(const std::string& path, const std::string& part, bool open = false) {
    const std::string message = error(path, open);
    CHECK_MESSAGE(message.find(part) != message.npos, message);
    CHECK_MESSAGE(message.find(path) != message.npos, message);
}

std::string npy_of(const std::string& descr, const std::string& shape, const std::string& data,
                   bool fortran = false) {
    return npy_samples::file(npy_samples::dictionary(descr, shape, fortran), data);
}

const std::string one_two = floats_of({1, 2});

}  // namespace

TEST_CASE("a .safetensors file and a .npy file, whatever they are called") {
    const cli::Folder folder;
    const TensorFiles model(
        folder.write("model.bin", safetensors_of({{"a", {2}, {1, 2}}, {"b", {1, 3}, {3, 4, 5}}})));
    REQUIRE(model.tensors().size() == 2);
    CHECK(model.tensors()[1].shape == std::vector<std::size_t>{1, 3});
    CHECK(numbers(model, 0) == std::vector<double>{1, 2});
    CHECK(numbers(model, 1) == std::vector<double>{3, 4, 5});
    const TensorFiles array(folder.write("w.npy", npy_of("<f4", "(2,)", one_two)));
    REQUIRE(array.tensors().size() == 1);
    CHECK(array.tensors()[0].name == "w");
    CHECK(numbers(array, 0) == std::vector<double>{1, 2});
}

TEST_CASE("an archive, stored and deflated, of other byte orders and axes, with integers beside") {
    const cli::Folder folder;
    const std::string matrix = npy_of("<f4", "(2, 2)", floats_of({1, 2, 3, 4}), true);
    const std::string big = npy_of(">f2", "(1,)", std::string("\x3c\0", 2));
    for (const bool pack : {false, true}) {
        const TensorFiles files(folder.write(
            "a.npz",
            zip_of({{.name = "layer/w.npy", .text = matrix, .pack = pack},
                    {.name = "big.npy", .text = big, .pack = pack, .zip64 = true},
                    {.name = "n.npy", .text = npy_of("<i8", "()", std::string(8, '\1')), .pack = pack},
                    {.name = "none.npy", .text = npy_of("<f4", "(0, 7)", ""), .pack = pack}})));
        REQUIRE(files.tensors().size() == 4);
        CHECK(files.tensors()[0].name == "layer/w");
        CHECK(numbers(files, 0) == std::vector<double>{1, 3, 2, 4});
        CHECK(numbers(files, 1) == std::vector<double>{1});
        CHECK_FALSE(files.tensors()[2].type);
        CHECK(files.tensors()[2].dtype == "<i8");
        CHECK_THROWS_AS(static_cast<void>(files.open(2)), InputError);
        CHECK(numbers(files, 3).empty());
    }
}

TEST_CASE("a deflated tensor larger than any block") {
    const cli::Folder folder;
    std::vector<float> values(1'000'003);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 977);
    const TensorFiles files(folder.write(
        "a.npz",
        zip_of({{.name = "w.npy", .text = npy_of("<f4", "(1000003,)", floats_of(values)), .pack = true}})));
    const std::vector<double> read = numbers(files, 0);
    CHECK(std::equal(read.begin(), read.end(), values.begin(), values.end()));
}

TEST_CASE("damaged archives") {
    const cli::Folder folder;
    const std::string array = npy_of("<f4", "(2,)", one_two);
    const auto check = [&](const std::string& bytes, const std::string& part, bool open = false) {
        check_error(folder.write("a.npz", bytes), part, open);
    };
    const std::string good = zip_of({{.name = "a.npy", .text = array}});
    check(good.substr(0, good.size() - 1), "its directory is missing: it was cut short");
    check(good.substr(0, 20), "too short");
    check(zip_of({{.name = "a.npy", .text = array}, {.name = "a.npy", .text = array}}),
          "another entry of this name");
    check(zip_of({{.name = "a.npy", .text = array, .packed = 100000, .size = 100000}}),
          "its bytes end beyond the end of the file");
    check(zip_of({{.name = "a.npy", .text = array}, {.name = "b.npy", .text = array, .local = 0}}),
          "overlap");
    check(zip_of({{.name = "a.npy", .text = array, .local = 7}}), "not where the directory says");
    check(zip_of({{.name = "a.npy", .text = array, .flags = 1}}), "encrypted");
    check(zip_of({{.name = "a.npy", .text = array, .method = 12}}), "method 12");
    check(zip_of({{.name = "a.npy", .text = array, .size = 7}}), "its two sizes differ");
    check(zip_of({{.name = "a.npy", .text = array, .pack = true, .size = 4'000'000'000}}),
          "more than deflate can pack");
    check(zip_of({{.name = "readme.txt", .text = "hello"}}), "not a .npy array");
    check(zip_of({{.name = "a.npy", .text = "hello"}}), "a.npy");
    // Found when the tensor is unpacked:
    check(zip_of({{.name = "a.npy", .text = array, .pack = true, .crc = 1}}), "checksum", true);
    check(zip_of({{.name = "a.npy", .text = array, .crc = 1}}), "checksum", true);
    check(zip_of({{.name = "a.npy", .text = array, .pack = true, .size = 4000}}), "fewer bytes", true);
    check(zip_of({{.name = "a.npy", .text = array, .pack = true, .size = 130}}), "more bytes", true);
    std::string broken = zip_of({{.name = "a.npy", .text = array, .pack = true}});
    broken[60] = static_cast<char>(~broken[60]);
    CHECK(error(folder.write("a.npz", broken), true).starts_with(folder / "a.npz"));
    std::string many = good;  // the number of entries, in the record at the end
    many[many.size() - 12] = many[many.size() - 11] = '\xff';
    check(many, "claims 65535 entries");
}

TEST_CASE("shards and their index") {
    const cli::Folder folder;
    const std::string a = "model-00001-of-00002.safetensors";
    const std::string b = "model-00002-of-00002.safetensors";
    folder.write(a, safetensors_of({{"x", {1}, {1}}}));
    folder.write(b, safetensors_of({{"y", {1}, {2}}, {"z", {1}, {3}}}));
    const auto index = [&](const std::string& map) {
        return folder.write("model.safetensors.index.json", "{\"metadata\":{},\"weight_map\":{" + map + "}}");
    };
    const std::string right = "\"z\":\"" + b + "\",\"x\":\"" + a + "\",\"y\":\"" + b + "\"";
    for (const std::string& path : {index(right), folder.path()}) {
        const TensorFiles files(path);
        REQUIRE(files.tensors().size() == 3);
        CHECK(files.files().size() == 2);
        CHECK(numbers(files, 2) == std::vector<double>{3});
    }
    check_error(index("\"x\":\"" + a + "\",\"y\":\"" + a + "\",\"z\":\"" + b + "\""), "'y' should be in");
    check_error(index("\"x\":\"" + a + "\",\"y\":\"" + b + "\""), "is not in the index");
    check_error(index("\"x\":\"../" + a + "\""), "beside the index");
    check_error(index("\"x\":\"/etc/passwd\""), "beside the index");
    check_error(index("\"x\":7"), "is not a file name");
    check_error(index(""), "no \"weight_map\"");
    CHECK(error(index("\"x\":\"missing.safetensors\"")).starts_with("io: "));
    std::filesystem::remove(folder / "model.safetensors.index.json");
    CHECK(TensorFiles(folder.path()).tensors().size() == 3);  // shards without an index
    folder.write(b, safetensors_of({{"x", {1}, {2}}}));
    CHECK(error(folder.path()).find("tensor 'x' is in") != std::string::npos);
}

TEST_CASE("a folder of .npy files") {
    const cli::Folder folder;
    std::filesystem::create_directories(folder / "block/0");
    folder.write("block/0/w.npy", npy_of("<f4", "(2,)", one_two));
    folder.write("a.npy", npy_of("<f8", "()", std::string(8, '\0')));
    folder.write("notes.txt", "no tensor");
    const TensorFiles files(folder.path());
    REQUIRE(files.tensors().size() == 2);
    CHECK(files.tensors()[0].name == "a");
    CHECK(files.tensors()[1].name == "block/0/w");
    CHECK(numbers(files, 1) == std::vector<double>{1, 2});
    const cli::Folder empty;
    CHECK(error(empty.path()).find("no .safetensors, no .pt, no .pth, no .bin, no .ckpt and no .npy files") !=
          std::string::npos);
}

TEST_CASE("GGUF: reversed axes, several types") {
    const cli::Folder folder;
    const TensorFiles files(
        folder.write("m.gguf", gguf_of({{"blk.0.w", {2, 3}, 0, floats_of({1, 2, 3, 4, 5, 6})},
                                        {"half", {2}, 1, std::string("\0\x3c\0\x40", 4)},
                                        {"brain", {1}, 30, std::string("\x80\x3f", 2)},
                                        {"packed", {32}, 2, std::string(18, '\1')}})));
    REQUIRE(files.tensors().size() == 4);
    CHECK(files.tensors()[0].shape == std::vector<std::size_t>{2, 3});
    CHECK(numbers(files, 0) == std::vector<double>{1, 2, 3, 4, 5, 6});
    CHECK(numbers(files, 1) == std::vector<double>{1, 2});
    CHECK(numbers(files, 2) == std::vector<double>{1});
    CHECK(numbers(files, 3)[0] == (1 - 8) * 0x101p-24);  // a scale of 0x0101
    CHECK(files.tensors()[3].dtype == "Q4_0");
}

TEST_CASE("damaged GGUF files") {
    const cli::Folder folder;
    const auto check = [&](const std::string& bytes, const std::string& part) {
        check_error(folder.write("m.gguf", bytes), part);
    };
    const std::string data(8, '\0');
    const std::string good = gguf_of({{"a", {2}, 0, data}});
    for (std::size_t size = 4; size < good.size(); ++size) {
        CHECK_MESSAGE(error(folder.write("m.gguf", good.substr(0, size))) != "", size);
    }
    check(gguf_of({{"a", {2}, 0, data}, {"a", {2}, 0, data}}), "another tensor has the same name");
    check(gguf_of({{"a", {1, 1, 1, 1, 2}, 0, data}}), "5 axes");
    check(gguf_of({{"a", {std::size_t{1} << 62U, 4}, 0, data}}), "more elements than fit into any memory");
    check(gguf_of({{"a", {2}, 0, data}, {"b", {2}, 0, data, 0}}), "overlap");
    check(gguf_of({{"a", {2}, 0, data, 8}}), "not a multiple of 32");
    check(gguf_of({{"a", {2}, 0, data, std::int64_t{1} << 40U}}), "cut short");
    check(gguf_of({{"a", {33}, 2, std::string(36, '\0')}}), "whole blocks of Q4_0");
    check(gguf_of({{"a", {2}, 0, data}}, 3), "alignment");
    check("GGUF" + little(99, 4) + std::string(100, '\0'), "version");
    check(std::string("GGUF\0\0\0\3", 8) + std::string(100, '\0'), "endian");
    check("GGUF" + little(3, 4) + little(std::uint64_t{1} << 60U, 8) + little(0, 8), "m.gguf");
}

TEST_CASE("bytes that are something else") {
    const cli::Folder folder;
    const auto check = [&](const std::string& bytes, const std::string& part) {
        check_error(folder.write("model.safetensors", bytes), part);
    };
    check("\x80\x02}q\x01.", "python3 -c");
    check("\x80\x05\x95.....", "python3 -c");  // of a newer protocol
    check("\x89HDF\r\n\x1a\n", "HDF5");
    // by what it holds, whatever it is called; the line to convert it names the file
    const std::string archive =
        zip_of({{.name = "config.json", .text = "{}"}, {.name = "model.weights.h5", .text = "\x89HDF"}});
    check(archive, "this is a Keras archive");
    check_error(folder.write("my.keras", archive),
                "keras.saving.load_model('" + (folder / "my.keras") + "')");
    check(zip_of({{.name = "weights.h5", .text = "\x89HDF"}}), "it is not a .npy array");
    check("version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "git lfs pull");
    check("<!DOCTYPE html><html>", "the download failed");
    check("<html>", "the download failed");
    check("PK\x03\x04 and more", "this zip archive is damaged");
    check("\x93NUMPY\x01", "inside its header");
    check("GGUF\x03", "cut short");
    check("", "model.safetensors");
    CHECK(error(folder / "missing").starts_with("io: "));
}

TEST_CASE("a random byte of a checkpoint that is changed is noticed or harmless, and never more") {
    const cli::Folder folder;
    const std::string array = npy_of("<f4", "(40,)", std::string(160, '\1'));
    const std::vector<std::string> files = {
        zip_of({{.name = "a.npy", .text = array},
                {.name = "b.npy", .text = array, .pack = true, .zip64 = true}}),
        gguf_of({{"a", {2, 3}, 0, std::string(24, '\0')}, {"b", {4}, 1, std::string(8, '\0')}}), array};
    const RandomStream random(20261124, "checkpoints");
    std::size_t refused = 0;
    std::uint64_t at = 0;
    const std::size_t rounds = 9000 / test::parts_of_work();
    for (std::size_t round = 0; round < rounds; ++round) {
        std::string bytes = files[round % files.size()];
        for (std::uint64_t changes = random.bits(at++) % 3; changes-- > 0;) {
            const std::uint64_t bits = random.bits(at++);
            bytes[bits % bytes.size()] = static_cast<char>(bits >> 56U);
        }
        const std::uint64_t cut = random.bits(at++);
        if (cut % 5 == 0) bytes.resize((cut >> 8U) % bytes.size());
        refused += error(folder.write("m", bytes), true).empty() ? 0U : 1U;
    }
    CHECK(refused > rounds / 3);
    CHECK(refused < rounds);
}

TEST_CASE("a header whose length begins like a pickle is a header") {
    const cli::Folder folder;
    // 0x80, 0x280, 0x380 and 0x480 bytes: the first byte of every pickle, and the first two of its protocols
    for (const std::size_t length : {0x80U, 0x280U, 0x380U, 0x480U, 0x1080U}) {
        CAPTURE(length);
        std::string header = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
        header.resize(length, ' ');
        const TensorFiles model(
            folder.write("model.safetensors", safetensors_file(header, floats_of({1, 2}))));
        REQUIRE(model.tensors().size() == 1);
        CHECK(numbers(model, 0) == std::vector<double>{1, 2});
    }
    check_error(folder.write("model.pt", "\x80\x02}q.{....."), "pickle");
}
