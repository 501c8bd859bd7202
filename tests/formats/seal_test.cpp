// Checksums and signatures of files: the published test vectors of HMAC-SHA-256; a checkpoint that was forged
// with a right checksum is taken without a key, which is why there are keys, and refused with one.

#include "formats/seal.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sigprop/core/base/errors.hpp>
#include <sstream>

#include "formats/checkpoint.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"
#include "formats/large_states.hpp"
#include "formats/sha256.hpp"

using namespace sigprop;

namespace {

struct Folder {
    Folder() { std::filesystem::create_directories(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path); }
    [[nodiscard]] std::string operator/(const char* name) const { return (path / name).string(); }
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("sigprop-seal-" + std::to_string(getpid()));
};

const CheckpointOwner owner{"1.2.3", "eval", {"a"}, 0, 1000};
constexpr auto writing = Checkpoint::Access::read_write;
constexpr auto reading = Checkpoint::Access::read_only;
const std::string key = "0123456789abcdef";
const std::string other_key = "0123456789abcdeF";

template <class Work>
std::string refusal(const Work& work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::string opened(const std::string& text, const Seal& seal) {
    return refusal([&] { const Checkpoint checkpoint("c.json", owner, text, reading, seal); });
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The text of a checkpoint with one state.
std::string kept(const Folder& files, const Seal& seal) {
    std::filesystem::remove(files / "c.json");
    Checkpoint(files / "c.json", owner, "", writing, seal).keep("one", "1 2 3", true);
    return read_checkpoint(files / "c.json");
}

/// Another total, and the seal that anyone can compute for it.
std::string forged(const std::string& text, const std::string& member, const Seal& seal) {
    const Json before = parse_json(text, "c.json");
    Json document = Json::object();
    for (const JsonMember& one : before.as_object()) {
        if (one.key == "checksum" || one.key == "signature") continue;
        if (one.key != "simulations") {
            document.set(one.key, one.value);
            continue;
        }
        Json state = Json::object();
        state.set("name", "one");
        state.set("state", "1 2 4");
        std::vector<Json> states(1, state);
        document.set("simulations", Json::array(std::move(states)));
    }
    document.set(member, seal.of(write_json(document, JsonStyle::canonical)));
    return write_json(document);
}

}  // namespace

TEST_CASE("the vectors of RFC 4231 (cases 1, 3 and 6), and SHA-256 without a key") {
    CHECK(Seal(std::string(20, '\x0b')).of("Hi There") ==
          "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    CHECK(Seal(std::string(20, '\xaa')).of(std::string(50, '\xdd')) ==
          "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    CHECK(Seal(std::string(131, '\xaa')).of("Test Using Larger Than Block-Size Key - Hash Key First") ==
          "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    CHECK(Seal().of("abc") == sha256_hex("abc"));
    CHECK(Seal(key).of("abc") != Seal(other_key).of("abc"));
    CHECK_FALSE(Seal().is_signature());
}

TEST_CASE("a key has 16 to 4096 bytes and is read byte for byte") {
    const Folder files;
    CHECK(holds(refusal([] { const Seal seal(std::string(15, 'k')); }), "16 to 4096 bytes, not 15"));
    CHECK(holds(refusal([] { const Seal seal(std::string(4097, 'k')); }), "16 to 4096 bytes"));
    const auto from = [&](const std::string& bytes) {
        std::ofstream(files / "key", std::ios::binary) << bytes;
        return read_key(files / "key");
    };
    CHECK(from(key + "\n").of("abc") == Seal(key + "\n").of("abc"));
    CHECK(from(key + "\n").of("abc") != Seal(key).of("abc"));
    CHECK(holds(refusal([&] { static_cast<void>(from("short")); }), files / "key"));
    CHECK(holds(refusal([&] { static_cast<void>(from("")); }), "head -c 32 /dev/urandom"));
    CHECK(holds(refusal([&] { static_cast<void>(from(std::string(5000, 'k'))); }), files / "key"));
    CHECK_THROWS_AS(static_cast<void>(read_key(files / "none")), IoError);
}

TEST_CASE("a checkpoint goes with its key alone") {
    const Folder files;
    const std::string plain = kept(files, Seal());
    const std::string signed_text = kept(files, Seal(key));
    CHECK(holds(plain, "\"checksum\""));
    CHECK_FALSE(holds(signed_text, "\"checksum\""));
    CHECK_FALSE(holds(signed_text, key));
    CHECK(opened(plain, Seal()).empty());
    CHECK(opened(signed_text, Seal(key)).empty());
    Checkpoint again("c.json", owner, signed_text, reading, Seal(key));
    CHECK(again.find("one") == "1 2 3");
    CHECK(holds(opened(signed_text, Seal(other_key)), "signed with another key"));
    CHECK(holds(opened(signed_text, Seal()), "is signed: give its key (--checkpoint-key FILE)"));
    CHECK(holds(opened(plain, Seal(key)), "has no signature"));
}

TEST_CASE("forged with a right checksum: taken without a key, refused with one") {
    const Folder files;
    const std::string plain = kept(files, Seal());
    const std::string signed_text = kept(files, Seal(key));
    const std::string rewritten = forged(plain, "checksum", Seal());
    Checkpoint fooled("c.json", owner, rewritten, reading);
    CHECK(fooled.find("one") == "1 2 4");  // a checksum is no signature
    CHECK(holds(opened(rewritten, Seal(key)), "has no signature"));
    CHECK(holds(opened(forged(signed_text, "checksum", Seal()), Seal(key)), "has no signature"));
    CHECK(holds(opened(forged(signed_text, "signature", Seal()), Seal(key)), "signed with another key"));
    CHECK(holds(opened(forged(signed_text, "signature", Seal(other_key)), Seal(key)), "another key"));
    CHECK(opened(forged(signed_text, "signature", Seal(key)), Seal(key)).empty());  // who has the key may
    for (std::size_t i = 0; i < signed_text.size(); i += 7) {
        std::string flipped = signed_text;
        flipped[i] = static_cast<char>(flipped[i] ^ 1);
        CHECK_FALSE(opened(flipped, Seal(key)).empty());
    }
}

TEST_CASE("large states beside a checkpoint are signed, too") {
    const Folder files;
    const auto write = [](const TextSink& out) { out("a state"); };
    LargeStates plain(files / "c.json", "1.2.3");
    LargeStates own(files / "c.json", "1.2.3", Seal(key));
    LargeStates other(files / "c.json", "1.2.3", Seal(other_key));
    own.keep("one", write, true);
    CHECK(own.find("one") == "a state");
    CHECK(holds(refusal([&] { static_cast<void>(plain.find("one")); }), "is signed, but no key is given"));
    CHECK(holds(refusal([&] { static_cast<void>(other.find("one")); }), "signed with another key"));
    plain.keep("one", write, true);
    CHECK(plain.find("one") == "a state");
    CHECK(holds(refusal([&] { static_cast<void>(own.find("one")); }), "has no signature"));
}
