// Folders as people have them: several formats of one model, adapters, what trainers save, a hub's cache, and
// names that wrappers have put something before.

#include <doctest/doctest.h>

#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "formats/tensor_files.hpp"
#include "formats/wrapped_names.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/checkpoint_samples.hpp"
#include "tests/support/torch_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

namespace fs = std::filesystem;
namespace torch = torch_samples;

std::string one_tensor(const std::string& name, float value = 1) {
    return safetensors_of({{name, {1}, {value}}});
}

std::string note(const TensorFiles& files, const std::string& word) {
    for (const auto& [what, text] : files.notes())
        if (what == word) return text;
    return "";
}

double first(const TensorFiles& files) {
    double value = 0;
    const OpenTensor open = files.open(0);
    open.view().read(0, std::span(&value, 1));
    return value;
}

std::string refusal(const std::string& path) {
    try {
        const TensorFiles files(path);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void check_refusal(const std::string& path, const std::string& part) {
    const std::string said = refusal(path);
    CHECK_MESSAGE(said.find(part) != said.npos, said);
}

std::vector<std::string> unwrapped(std::vector<std::string> names, std::string* said = nullptr) {
    std::vector<StoredTensor> tensors;
    for (const std::string& name : names) {
        StoredTensor one;
        one.name = name;
        if (!name.ends_with("n_averaged")) one.type = ElementType::float32;
        tensors.push_back(one);
    }
    const std::string text = unwrap_names(tensors);
    if (said != nullptr) *said = text;
    names.clear();
    for (const StoredTensor& one : tensors) names.push_back(one.name);
    return names;
}

}  // namespace

TEST_CASE("one model of a folder is read, and what stands beside it is named") {
    const cli::Folder folder;
    folder.write("model.safetensors", one_tensor("w", 1));
    folder.write("model.fp16.safetensors", one_tensor("w", 2));
    folder.write("consolidated.safetensors", one_tensor("other.w", 3));
    folder.write("adapter_model.safetensors", one_tensor("lora_A", 4));
    folder.write("pytorch_model.bin", "not looked at");
    folder.write("model.gguf", "not looked at");
    folder.write("tokenizer.json", "{}");
    const TensorFiles files(folder.path());
    REQUIRE(files.tensors().size() == 1);
    CHECK(first(files) == 1);
    CHECK(note(files, "not read") ==
          "adapter_model.safetensors, consolidated.safetensors, model.fp16.safetensors, model.gguf, "
          "pytorch_model.bin");
    CHECK(fs::path(files.folder()) == fs::path(folder.path()));
}

TEST_CASE("an index leaves out the files that it does not list") {
    const cli::Folder folder;
    folder.write("model-00001-of-00001.safetensors", one_tensor("w", 5));
    folder.write("consolidated.safetensors", one_tensor("w", 6));
    folder.write("model.safetensors.index.json",
                 R"({"weight_map":{"w":"model-00001-of-00001.safetensors"}})");
    const TensorFiles files(folder.path());
    CHECK(first(files) == 5);
    CHECK(note(files, "not read") == "consolidated.safetensors");
}

TEST_CASE("adapters alone, or the only file of another kind") {
    const cli::Folder adapters;
    adapters.write("adapter_model.safetensors", one_tensor("lora_A", 4));
    CHECK(first(TensorFiles(adapters.path())) == 4);
    const std::string value = torch::mapping({{"w", torch::tensor({})}});
    adapters.write("pytorch_model.bin", torch::archive(torch::pickled(value), {floats_of({9, 2})}));
    CHECK(first(TensorFiles(adapters.path())) == 9);
    const cli::Folder gguf;
    gguf.write("m-Q8.gguf", gguf_of({{"w", {1}, 0, floats_of({7})}}));
    CHECK(first(TensorFiles(gguf.path())) == 7);
    gguf.write("m-Q4.gguf", gguf_of({{"w", {1}, 0, floats_of({8})}}));
    check_refusal(gguf.path(), "the folder has 2 files, each with a whole model; give one of them by name");
    const cli::Folder parts;
    parts.write("m-00001-of-00002.gguf", gguf_of({{"w", {1}, 0, floats_of({7})}}));
    parts.write("m-00002-of-00002.gguf", gguf_of({{"v", {1}, 0, floats_of({8})}}));
    CHECK(TensorFiles(parts.path()).tensors().size() == 2);
}

TEST_CASE("a hub's cache: links into blobs, and the snapshot where refs/main stands") {
    const cli::Folder folder;
    const fs::path cache = fs::path(folder.path()) / "models--org--name";
    for (const char* one : {"blobs", "refs", "snapshots/abc", "snapshots/def"})
        fs::create_directories(cache / one);
    const auto write = [&](const std::string& name, const std::string& text) {
        return folder.write("models--org--name/" + name, text);
    };
    write("blobs/1", one_tensor("w", 1));
    write("blobs/2", one_tensor("w", 2));
    write("blobs/3", "{}");
    fs::create_symlink("../../blobs/1", cache / "snapshots/abc/model.safetensors");
    fs::create_symlink("../../blobs/3", cache / "snapshots/abc/config.json");
    fs::create_symlink("../../blobs/2", cache / "snapshots/def/model.safetensors");
    write("refs/main", "def");
    const TensorFiles main(cache.string());
    CHECK(first(main) == 2);
    CHECK(note(main, "snapshot") == "def, to which refs/main points");
    CHECK(fs::path(main.folder()) == cache / "snapshots/def");
    CHECK(first(TensorFiles((cache / "snapshots/abc").string())) == 1);
    write("refs/main", "../../elsewhere");
    check_refusal(cache.string(), "refs/main names none of its 2 snapshots; give one of them, such as");
    fs::remove_all(cache / "snapshots/def");
    CHECK(note(TensorFiles(cache.string()), "snapshot") == "abc, the only one");
    fs::remove(cache / "blobs/1");
    check_refusal(cache.string(), "model.safetensors is a link to a missing file");
    fs::remove_all(cache / "snapshots/abc");
    check_refusal(cache.string(), "the download failed");
}

TEST_CASE("what wrappers put before names") {
    using Names = std::vector<std::string>;
    std::string said;
    CHECK(unwrapped({"module.a", "module.b.c"}, &said) == Names{"a", "b.c"});
    CHECK(said == "module. (of DistributedDataParallel)");
    CHECK(unwrapped({"_orig_mod.a", "_orig_mod.b"}) == Names{"a", "b"});
    CHECK(unwrapped({"h.0._orig_mod.a", "wte"}, &said) == Names{"h.0.a", "wte"});
    CHECK(said == "_orig_mod. (of torch.compile)");
    CHECK(unwrapped({"module._orig_mod.a"}) == Names{"a"});
    CHECK(unwrapped({"_orig_mod.module.module.a"}) == Names{"a"});
    CHECK(unwrapped({"n_averaged", "module.a"}) == Names{"n_averaged", "a"});
    CHECK(unwrapped({"_fsdp_wrapped_module.h.0._checkpoint_wrapped_module.a"}) == Names{"h.0.a"});
    // These are the model's own names.
    for (const Names& own : {Names{"module.a", "head"}, Names{"my_orig_mod.a"}, Names{"a._orig_mod.b", "a.b"},
                             Names{"module."}, Names{"_orig_mod"}}) {
        CHECK(unwrapped(own, &said) == own);
        CHECK(said.empty());
    }
}

TEST_CASE("a model in the wrappers of torch has the names of the model, and says so") {
    const cli::Folder folder;
    const std::string value =
        torch::mapping({{"module.a", torch::tensor({})}, {"module._orig_mod.b", torch::tensor({})}});
    const TensorFiles files(folder.write("m.pt", torch::archive(torch::pickled(value), {floats_of({1, 2})})));
    REQUIRE(files.tensors().size() == 2);
    CHECK(files.tensors()[0].name == "a");
    CHECK(files.tensors()[1].name == "b");
    CHECK(files.tensors()[1].same_as == 0);
    CHECK(note(files, "names") ==
          "without _orig_mod. (of torch.compile) and module. (of DistributedDataParallel)");
}
