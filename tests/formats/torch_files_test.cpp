// Files of torch.save: which tensors are read from them, with which numbers, and what is refused instead of
// being run.

#include <doctest/doctest.h>

#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>

#include "formats/pickle.hpp"
#include "formats/tensor_files.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/torch_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;
using namespace sigprop::testing::torch_samples;

namespace {

using Numbers = std::vector<double>;

Numbers read_all(const TensorFiles& files, std::size_t i) {
    const OpenTensor tensor = files.open(i);
    Numbers values(tensor.view().numbers());
    tensor.view().read(0, values);
    tensor.done_with(values.size());
    return values;
}

std::string refusal(const std::string& path, bool open = false) {
    try {
        const TensorFiles files(path);
        for (std::size_t i = 0; open && i < files.tensors().size(); ++i) static_cast<void>(files.open(i));
    } catch (const InputError& caught) {
        return caught.what();
    }
    return "";
}

const std::string one_two = floats_of({1, 2});
const std::string one_to_six = floats_of({1, 2, 3, 4, 5, 6});

/// A pickle with a storage "0" of six numbers.
std::string six(const std::string& value) { return archive(pickled(value), {one_to_six}); }

/// "w" with this view of the six numbers.
std::string view(std::int64_t offset, const std::vector<std::int64_t>& shape,
                 const std::vector<std::int64_t>& strides) {
    return six(
        mapping({{"w", tensor({.elements = 6, .offset = offset, .shape = shape, .strides = strides})}}));
}

const std::string w = tensor({.elements = 6, .shape = {6}});

class Files {
public:
    std::vector<std::string> names(const std::string& bytes) {
        files_.emplace(folder_.write("m.pt", bytes));
        std::vector<std::string> all;
        for (const StoredTensor& one : files_->tensors()) all.push_back(one.name);
        return all;
    }
    Numbers only(const std::string& bytes) {
        REQUIRE(names(bytes).size() == 1);
        return read_all(*files_, 0);
    }
    void refuses(const std::string& bytes, const std::string& part, bool open = false) {
        const std::string path = folder_.write("m.pt", bytes);
        const std::string said = refusal(path, open);
        CHECK_MESSAGE(said.find(part) != said.npos, said);
        CHECK_MESSAGE(said.starts_with(path), said);
    }
    [[nodiscard]] std::string said(const std::string& key) const {
        for (const auto& [name, value] : files_->notes())
            if (name == key) return value;
        return "";
    }
    [[nodiscard]] const TensorFiles& files() const { return *files_; }

private:
    cli::Folder folder_;
    std::optional<TensorFiles> files_;
};

}  // namespace

TEST_CASE("views of a storage: whole, cut, transposed, expanded, in either format") {
    Files files;
    CHECK(files.only(view(0, {2, 3}, {3, 1})) == Numbers{1, 2, 3, 4, 5, 6});
    CHECK(files.only(view(0, {3, 2}, {1, 3})) == Numbers{1, 4, 2, 5, 3, 6});
    CHECK(files.only(view(2, {2}, {2})) == Numbers{3, 5});
    CHECK(files.only(view(1, {2, 2}, {3, 1})) == Numbers{2, 3, 5, 6});
    CHECK(files.only(view(5, {2, 3}, {0, 0})) == Numbers{6, 6, 6, 6, 6, 6});
    CHECK(files.only(view(4, {}, {})) == Numbers{5});
    CHECK(files.only(view(0, {1, 6}, {99, 1})) == Numbers{1, 2, 3, 4, 5, 6});
    CHECK(files.only(view(99, {0, 4}, {4, 1})).empty());
    CHECK(files.only(stream(mapping({{"w", w}}), {{"0", 6, one_to_six}})) == Numbers{1, 2, 3, 4, 5, 6});
    const std::string packed = archive(pickled(mapping({{"w", w}})), {one_to_six}, "little", true);
    CHECK(files.only(packed) == Numbers{1, 2, 3, 4, 5, 6});
    CHECK(files.only(six(w)) == Numbers{1, 2, 3, 4, 5, 6});
    CHECK(files.names(six(w)) == std::vector<std::string>{"m"});
}

TEST_CASE("tensors that share their bytes are there by all their names") {
    Files files;
    CHECK(files.names(six(ordered({{"a", w}, {"b", w}}))) == std::vector<std::string>{"a", "b"});
    CHECK(files.files().tensors()[0].first == files.files().tensors()[1].first);
    CHECK(read_all(files.files(), 1) == Numbers{1, 2, 3, 4, 5, 6});
}

TEST_CASE("tensors are in the order of the model, not of their storages") {
    Files files;
    const std::string first = tensor({.key = "1"}), second = tensor({.key = "0"});
    const std::string two = floats_of({3, 4});
    const std::string value = mapping({{"a", first}, {"b", second}});
    for (const std::string& bytes :
         {archive(pickled(value), {one_two, two}), stream(value, {{"0", 2, one_two}, {"1", 2, two}})}) {
        CHECK(files.names(bytes) == std::vector<std::string>{"a", "b"});
        CHECK(read_all(files.files(), 0) == Numbers{3, 4});
    }
}

TEST_CASE("types, byte orders, parameters and subclasses") {
    Files files;
    const auto typed = [&](const std::string& storage, std::int64_t elements, const std::string& bytes,
                           const std::string& order = "little") {
        const std::string made = tensor({.storage = storage, .elements = elements, .shape = {elements}});
        return archive(pickled(mapping({{"w", made}})), {bytes}, order);
    };
    CHECK(files.only(typed("BFloat16Storage", 1, "\x80\x3f")) == Numbers{1});
    CHECK(files.only(typed("HalfStorage", 2, std::string("\0\x3c\0\x40", 4))) == Numbers{1, 2});
    CHECK(files.only(typed("HalfStorage", 2, std::string("\x3c\0\x40\0", 4), "big")) == Numbers{1, 2});
    CHECK(files.names(typed("LongStorage", 1, std::string(8, '\1'))).size() == 1);
    CHECK_FALSE(files.files().tensors()[0].type);
    CHECK(files.files().tensors()[0].dtype == "int64");
    const std::string untyped = tuple({text("storage"), global("torch.storage", "UntypedStorage"), text("0"),
                                       text("cpu"), integer(2)}) +
                                "Q";
    const std::string eighth = call(global("torch._utils", "_rebuild_tensor_v3"),
                                    {untyped, integer(0), integers({2}), integers({1}), "\x89", ordered({}),
                                     global("torch", "float8_e4m3fn")});
    CHECK(files.only(archive(pickled(mapping({{"w", eighth}})), {"\x38\x40"})) == Numbers{1, 2});
    const std::string parameter =
        call(global("torch._utils", "_rebuild_parameter"), {w, "\x88", ordered({})});
    CHECK(files.only(six(mapping({{"w", parameter}}))) == Numbers{1, 2, 3, 4, 5, 6});
    files.refuses(typed("HalfStorage", 1, "\x3c\0", "middle"), "byteorder is 'middle'");
}

TEST_CASE("of a checkpoint of training the weights are taken, and it is said") {
    Files files;
    const std::string adam = mapping(
        {{"state", mapping({{"0", mapping({{"exp_avg", w}, {"exp_avg_sq", w}})}})}, {"param_groups", "]"}});
    const auto names = [&](const std::string& value) { return files.names(six(value)); };
    using Names = std::vector<std::string>;
    CHECK(names(mapping(
              {{"epoch", integer(3)}, {"model", ordered({{"a.b", w}})}, {"opt", adam}, {"rng", w}})) ==
          Names{"a.b"});
    CHECK(files.said("taken") == "model");
    CHECK(files.said("left out") == "opt: 2 tensors, rng: 1 tensor");
    CHECK(names(mapping({{"model", mapping({{"w", w}})}, {"ema", mapping({{"w", w}})}})) ==
          Names{"model.w", "ema.w"});
    CHECK(names(mapping({{"a", mapping({{"w", w}})}, {"b", mapping({{"w", w}})}})) == Names{"a.w", "b.w"});
    CHECK(names(mapping({{"classy", mapping({{"model", mapping({{"w", w}})}})}})) == Names{"w"});
    CHECK(files.said("taken") == "classy.model");
    CHECK(names(mapping({{"w", w}})) == Names{"w"});
    CHECK(files.files().notes().empty());
    CHECK(names("](" + w + w + "e") == Names{"0", "1"});
    // as Python 2 wrote an OrderedDict
    CHECK(names(call(global("collections", "OrderedDict"), {"](](" + text("w") + w + "ee"})) == Names{"w"});
    files.refuses(six(adam), "it has no weights (the state of an optimizer: 2 tensors)");
    files.refuses(six(mapping({{"epoch", integer(3)}})), "it has no tensors");
}

TEST_CASE("nothing of a pickle runs: whatever is no tensor's is named") {
    Files files;
    const auto refuses = [&](const std::string& value, const std::string& part) {
        files.refuses(six(value), part);
    };
    refuses(call(global("posix", "system"), {text("true")}),
            "data.pkl asks for posix.system (byte 2): sigprop reads tensors and runs no code; save only the "
            "state "
            "dict: torch.save(model.state_dict(), ");
    refuses(text("os") + text("system") + "\x93", "asks for os.system");
    refuses(mapping({{"args", global("argparse", "Namespace")}, {"w", w}}), "asks for argparse.Namespace");
    refuses(global("torch._utils", "_rebuild_sparse_tensor"), "_rebuild_sparse_tensor");
    refuses(global("a\x1b[31m", "b"), "asks for a\\x1b[31m.b");
    refuses("i" + std::string("os\nsystem\n"), "opcode 0x69");
    refuses("P0\n", "opcode 0x50");
    files.refuses(stream(call(global("os", "system"), {}), {}), "asks for os.system");
    files.refuses(
        zip_of({{.name = "m/data.pkl", .text = pickled("}")}, {.name = "m/constants.pkl", .text = "N."}}),
        "TorchScript");
}

TEST_CASE("pickles that are no pickles") {
    Files files;
    const auto refuses = [&](const std::string& pickle, const std::string& part) {
        files.refuses(archive(pickle, {one_to_six}), part);
    };
    refuses("", "it ends before its STOP");
    refuses("x", "opcode 0x78");
    refuses("\x80\x06N.", "protocol 6");
    refuses(pickled(mapping({{"w", w}})) + "}.", "2 bytes follow its STOP");
    refuses(".", "its stack is empty");
    refuses("NN.", "unused values");
    refuses("h\x05.", "reads value 5, which it has not stored");
    refuses("Nj\xff\xff\xff\xff.", "which it has not stored");
    refuses("Nr\xff\xff\xff\xff.", "stores value 4294967295");
    refuses("t.", "no mark");
    refuses("N(0.", "its stack is empty");
    refuses("NNa.", "other than a list");
    refuses("NNNs.", "other than a dictionary");
    refuses("}(Nu.", "a key without a value");
    refuses("N)R.", "calls something that is not a name");
    refuses(global("torch", "Size") + "NR.", "other than a tuple");
    refuses("NNb.", "attributes of a plain value");
    refuses("NN\x93.", "a name that is not a string");
    refuses("cos", "a name does not end");
    refuses("X\xff\xff\xff\xff", "cut short");
    refuses("\x8d\xff\xff\xff\xff\xff\xff\xff\xff", "cut short");
    std::string twice =
        mapping({{"w", w}}) + "q" + std::string(1, '\0');  // dictionaries that hold the one before twice
    for (char i = 0; i < 40; ++i)
        twice +=
            std::string("}(") + text("a") + "h" + i + text("b") + "h" + i + "uq" + static_cast<char>(i + 1);
    refuses("(" + twice + "t" + ".", "nested");
    refuses("}q" + std::string(1, '\0') + text("model") + "h" + std::string(1, '\0') + "s.", "nested");
}

TEST_CASE("no pickle takes more than its limits") {
    const auto said = [](const std::string& bytes, const PickleLimits& limits) -> std::string {
        try {
            const Pickle read(bytes, "p", {.known = {}, .fix = "", .limits = limits});
            return std::to_string(read.size()) + " values";
        } catch (const InputError& error) {
            return error.what();
        }
    };
    CHECK(said("]]]ee.", {}) == "p, byte 3: its stack has no mark");
    CHECK(said("(]]]l.", {}).starts_with("p, byte 4: opcode 0x6c"));
    CHECK(said("(]]]t.", {.values = 8}) ==
          "8 values");  // four of them stand for None, False, True and the rest
    CHECK(said("(]]]t.", {.values = 7}) ==
          "p, byte 4: it has more than 7 values, the limit of what sigprop reads");
    CHECK(said("(]]]t.", {.opcodes = 6}) == "8 values");
    CHECK(said("(]]]t.", {.opcodes = 5}) ==
          "p, byte 4: it has more than 5 opcodes, the limit of what sigprop reads");
    CHECK(said("(]]]t.", {.bytes = 5}) ==
          "p, byte 5: it has more than 5 bytes, the limit of what sigprop reads");
}

TEST_CASE("tensors that contradict their storage") {
    Files files;
    const auto refuses = [&](const Tensor& one, const std::string& part) {
        files.refuses(six(mapping({{"w", tensor(one)}})), part);
    };
    constexpr std::int64_t huge = std::int64_t{1} << 62U;
    refuses({.elements = 6, .shape = {7}}, "exceed storage '0', which has 6 elements");
    refuses({.elements = 6, .offset = 5}, "exceed storage '0'");
    refuses({.elements = 6, .offset = huge}, "exceed storage '0'");
    refuses({.elements = 6, .shape = {2, 2}, .strides = {huge, huge}}, "exceed storage '0'");
    refuses({.elements = 6, .strides = {-1}}, "one of its strides is not a number");
    refuses({.elements = 6, .offset = -1}, "its offset is not a number");
    refuses({.elements = 6, .shape = {-2}}, "one of its axes is not a number");
    refuses({.elements = 6, .shape = {huge, huge}, .strides = {0, 0}},
            "more elements than fit into any memory");
    refuses({.elements = 6, .shape = {huge / 8}, .strides = {0}}, "repeat the 24 bytes of their storages");
    refuses({.elements = 6, .shape = {2, 1}}, "2 axes and 1 strides");
    refuses({.elements = 6,
             .shape = std::vector<std::int64_t>(65, 1),
             .strides = std::vector<std::int64_t>(65, 1)},
            "65 axes");
    refuses({.elements = 5}, "has 24 bytes, but the pickle says 20");
    refuses({.elements = huge}, "more elements than fit into any memory");
    refuses({.key = "7"}, "its storage '7' is not in the file");
    const auto called = [&](const std::vector<std::string>& arguments, const std::string& part) {
        files.refuses(six(mapping({{"w", call(global("torch._utils", "_rebuild_tensor_v2"), arguments)}})),
                      part);
    };
    called({}, "is called with 0 arguments");
    called({"N", "N", "N", "N"}, "view of something other than a storage");
    called({"NQ", "N", "N", "N"}, "does not have the form that torch.save writes");
    called({storage({}), "N", "N", "N"}, "its offset is not a number");
    called({storage({.elements = 6}), integer(0), "N", "N"}, "its axes are not a tuple");
    const std::string negated = mapping({{"neg", "\x88"}});
    called({storage({.elements = 6}), integer(0), integers({2}), integers({1}), "\x89", "}", negated},
           "'neg'");
    files.refuses(archive(pickled(mapping({{"w", w}})), {one_to_six}).substr(0, 100), "m.pt");
}

TEST_CASE("damaged storages, and files without checksums") {
    Files files;
    std::string bytes = six(mapping({{"w", w}}));
    bytes[bytes.find(one_to_six)] ^= 1;
    files.refuses(bytes, "checksum", true);
    std::string broken = six(mapping({{"w", w}}));
    broken[broken.find("FloatStorage")] = 'G';
    files.refuses(broken, "data.pkl': its checksum is wrong");
    CHECK(files.only(zip_of({{.name = "data.pkl", .text = pickled(mapping({{"w", w}})), .crc = 0},
                             {.name = "data/0", .text = one_to_six, .crc = 0}})) ==
          Numbers{1, 2, 3, 4, 5, 6});
    files.refuses(zip_of({{.name = "a/data.pkl", .text = "N."}, {.name = "b/data.pkl", .text = "N."}}),
                  "two pickles");
    Items many;
    for (int i = 0; i < 65; ++i) many.emplace_back(std::to_string(i), w);
    files.refuses(archive(pickled(mapping(many)), {one_to_six}, "little", true),
                  "more than 64 tensors are views of it");
}

TEST_CASE("the old format: what is behind the pickle") {
    Files files;
    const std::string value = mapping({{"w", w}});
    files.refuses(stream(value, {{"0", 6, one_to_six}}, 1000),
                  "protocol 1000 of torch.save is not supported");
    files.refuses(stream(value, {}), "its storage '0' is not in the file");
    files.refuses(stream(value, {{"1", 6, one_to_six}}), "belongs to no tensor");
    files.refuses(stream(value, {{"0", 7, one_to_six}}), "has 7 elements, but fewer follow");
    files.refuses(stream(value, {{"0", ~std::uint64_t{0}, one_to_six}}), "but fewer follow");
    files.refuses(stream(value, {{"0", 6, one_to_six}, {"0", 6, one_to_six}}), "occurs twice");
    files.refuses(stream(value, {{"0", 6, one_to_six}}) + "x", "1 bytes follow its last storage");
    const std::string whole = stream(value, {{"0", 6, one_to_six}});
    for (std::size_t size = 15; size < whole.size(); size += 7) files.refuses(whole.substr(0, size), "m.pt");
}

TEST_CASE("shards with an index, and a folder as it comes from a hub") {
    const cli::Folder folder;
    const std::string a = "pytorch_model-00001-of-00002.bin", b = "pytorch_model-00002-of-00002.bin";
    folder.write(a, six(mapping({{"x", w}})));
    folder.write(b, six(mapping({{"y", w}})));
    CHECK(TensorFiles(folder.path()).tensors().size() == 2);  // by the names of the parts
    const std::string index = folder.write("pytorch_model.bin.index.json",
                                           R"({"weight_map":{"x":")" + a + R"(","y":")" + b + "\"}}");
    folder.write("training_args.bin", six(global("transformers.training_args", "TrainingArguments")));
    folder.write("optimizer.pt", "anything");
    CHECK(TensorFiles(index).tensors().size() == 2);
    CHECK(TensorFiles(folder.path()).tensors().size() == 2);
    std::filesystem::remove(index);
    CHECK(TensorFiles(folder.path()).tensors().size() == 2);
    folder.write("other.pth", six(mapping({{"z", w}})));
    CHECK(refusal(folder.path()).find("3 files of torch.save that are not parts of one model") !=
          std::string::npos);
    folder.write("model.safetensors", safetensors_of({{"z", {1}, {1}}}));
    const TensorFiles both(folder.path());
    REQUIRE(both.tensors().size() == 1);
    REQUIRE(both.notes().size() == 1);
    CHECK(both.notes()[0].first == "not read");
    CHECK(both.notes()[0].second.find("other.pth") != std::string::npos);
}

TEST_CASE("changed bytes of a file of torch.save are noticed or harmless") {
    const cli::Folder folder;
    const std::string value =
        mapping({{"w", w}, {"v", tensor({.elements = 6, .shape = {2, 3}, .strides = {1, 2}})}});
    const std::vector<std::string> wholes = {six(value), stream(value, {{"0", 6, one_to_six}}),
                                             archive(pickled(value), {one_to_six}, "big", true)};
    const RandomStream random(20261130, "torch files");
    std::uint64_t at = 0;
    std::size_t refused = 0;
    for (std::size_t round = 0; round < 300; ++round) {
        std::string bytes = wholes[round % wholes.size()];
        for (std::uint64_t changes = 1 + random.bits(at++) % 3; changes-- > 0;) {
            const std::uint64_t bits = random.bits(at++);
            bytes[bits % bytes.size()] = static_cast<char>(bits >> 56U);
        }
        refused += refusal(folder.write("m", bytes), true).empty() ? 0U : 1U;
    }
    CHECK(refused > 100);
    CHECK(refused < 300);
}
