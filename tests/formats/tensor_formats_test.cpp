// The table of the formats of checkpoints: what follows from it, and that tests and pages know every row.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "formats/files.hpp"
#include "formats/tensor_formats.hpp"
#include "tests/cli/run_tool.hpp"

using namespace sigprop;

namespace {

const std::string source = SIGPROP_SOURCE_DIR "/";

std::vector<TensorFormat> formats_read() {
    std::vector<TensorFormat> rows(tensor_formats().begin(), tensor_formats().end());
    std::erase_if(rows, [](const TensorFormat& one) { return one.role == FileRole::refused; });
    return rows;
}

/// A page as one line, without the marks of code.
std::string words_of(const std::string& page) {
    std::string words;
    for (const char c : read_file(source + page)) {
        if (c == '`') continue;
        const bool blank = c == ' ' || c == '\n';
        if (!blank || !words.ends_with(' ')) words += blank ? ' ' : c;
    }
    return words;
}

bool lists_formats(const std::string& words) { return words.find(formats_text()) != std::string::npos; }

/// What the tests lack for a format whose files end like this; "" if nothing.
std::string lacking(std::string_view ending) {
    const std::string word(ending.substr(1));
    for (const std::string& path : {"tests/fuzz/targets/" + word + ".cpp", "tests/fuzz/corpus/" + word})
        if (!std::filesystem::exists(source + path)) return path;
    const std::string samples = "tests/support/checkpoint_samples.py";
    return read_file(source + samples).find("\"" + word + "\": ") == std::string::npos ? samples : "";
}

}  // namespace

TEST_CASE("the formats in a sentence, as the guide and Python say them") {
    CHECK(formats_text() ==
          "a .safetensors file, its index or folder, an .npz archive, a file of torch.save (.pt, .pth, .bin, "
          ".ckpt), its index or folder, a folder of .npy files, or a GGUF file");
    for (const std::string page : {"docs/guides/models.md", "python/sigprop/measure.py"}) {
        CAPTURE(page);
        CHECK(lists_formats(words_of(page)));
    }
    CHECK_FALSE(lists_formats(words_of("SECURITY.md")));
}

TEST_CASE("each format that is read has a target of fuzzing, its corpus and a sample") {
    for (const TensorFormat& one : formats_read()) {
        REQUIRE_FALSE(one.endings.empty());
        CHECK(lacking(one.endings.front()) == "");
    }
    CHECK(lacking(".h5") == "tests/fuzz/targets/h5.cpp");
    CHECK(lacking(".json") == "tests/support/checkpoint_samples.py");
}

TEST_CASE("the last format takes every file, and only the last") {
    const cli::Folder folder;
    const MappedFile file(folder.write("a", "no magic at all"));
    const TensorSource any{.file = file, .path = "a", .name = "a"};
    for (const TensorFormat& one : tensor_formats())
        CHECK(one.recognises(any) == (&one == &tensor_formats().back()));
}

TEST_CASE("roles follow from endings") {
    CHECK(is_file_of("m.gguf", FileRole::whole));
    CHECK(is_file_of("w.npy", FileRole::array));
    CHECK(is_file_of("model.safetensors", FileRole::shard));
    CHECK_FALSE(is_file_of("model.safetensors", FileRole::whole));
    CHECK_FALSE(is_file_of("model.bin", FileRole::shard));
    CHECK(is_file_of("model.bin", FileRole::saved));
    for (const char* path : {"model.bin", "model.safetensors", "model.ckpt"}) CHECK(is_shard(path));
    CHECK_FALSE(is_shard("model.gguf"));
    CHECK(is_shard_index("model.safetensors.index.json"));
    CHECK(is_shard_index("pytorch_model.bin.index.json"));
    CHECK_FALSE(is_shard_index("config.json"));
    CHECK_FALSE(is_shard_index("model.npz.index.json"));
    for (const char* path : {"a.safetensors", "a.npz", "a.gguf", "a.pt", "a.bin", "a.index.json"})
        CHECK(names_tensors(path));
    for (const char* path : {"a.npy", "a.h5", "folder"}) CHECK_FALSE(names_tensors(path));
}
