#include "formats/torch_files.hpp"
#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {
namespace {

/// What torch.save began a file with before PyTorch 1.6: pickles of a number, of its protocol, of the
/// machine.
constexpr std::string_view old_head(
    "\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."
    "\x80\x02M\xe9\x03."
    "\x80\x02}.",
    25);

/// The tensors that are accepted lie in the file, and their numbers can be read; together they repeat it a
/// bounded number of times.
void run_file(const std::string& bytes) {
    const MemoryFile memory(bytes);
    const MappedFile file(memory.path());
    const TensorSource source{.file = file, .path = "in.pt", .name = "in"};
    const auto refused = [](const InputError& error) { require_told(error, "in.pt: "); };
    const auto read = [&] {
        const bool is_archive = bytes.starts_with("PK");
        const TensorListing listing = is_archive ? read_torch_archive(source) : read_torch_stream(source);
        std::size_t sum = 0;
        for (std::size_t i = 0; i < listing.tensors.size(); ++i) {
            const StoredTensor& one = listing.tensors[i];
            require(one.first <= one.last && one.last <= bytes.size(), "a tensor lies in its file");
            if (!one.type) continue;
            sum += one.size() * size_of(*one.type);
            const auto open = [&] {
                const TensorElements elements = listing.open(one, i);
                require(elements.view.shape() == one.shape, "a tensor has the shape that was announced");
                require_ends(elements.view);
            };
            accepts(open, refused);
        }
        constexpr std::size_t always = std::size_t{64} << 20U, packed = 1032, times = 16;
        require(sum <= always + times * packed * bytes.size(), "the numbers are bounded by the file");
    };
    accepts(read, refused);
}

}  // namespace

/// Files as they are, and what may follow the head of the old format: that has no checksums.
void run_pt(std::string_view bytes) {
    run_file(std::string(bytes));
    if (!bytes.starts_with("PK")) run_file(std::string(old_head) + std::string(bytes));
}

}  // namespace sigprop::fuzz
