#include "report/page/policy.hpp"

#include <cstddef>
#include <cstdint>

#include "formats/sha256.hpp"

namespace sigprop {
namespace {

unsigned nibble(char hex) { return static_cast<unsigned>(hex <= '9' ? hex - '0' : hex - 'a' + 10); }

/// RFC 4648, with padding, of bytes written in hexadecimal.
std::string base64_of_hex(std::string_view hex) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t nibbles = 6;  // three bytes, four letters
    std::string out;
    for (std::size_t i = 0; i < hex.size(); i += nibbles) {
        std::uint32_t bits = 0;
        std::size_t there = 0;
        for (std::size_t k = 0; k < nibbles; ++k) {
            const bool inside = i + k < hex.size();
            bits = bits << 4U | (inside ? nibble(hex[i + k]) : 0U);
            there += inside ? 1 : 0;
        }
        const std::size_t written = there / 2 + 1;
        for (std::size_t k = 0; k < 4; ++k)
            out += k < written ? letters[bits >> (18U - 6U * static_cast<unsigned>(k)) & 63U] : '=';
    }
    return out;
}

void add_hashes(std::string& policy, const char* directive, const std::vector<std::string_view>& texts) {
    policy += std::string("; ") + directive;
    if (texts.empty()) policy += " 'none'";
    for (const std::string_view text : texts) policy += " '" + hash_source(text) + "'";
}

}  // namespace

std::string hash_source(std::string_view text) { return "sha256-" + base64_of_hex(sha256_hex(text)); }

std::string page_policy(const std::vector<std::string_view>& styles,
                        const std::vector<std::string_view>& scripts) {
    std::string policy = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:";
    add_hashes(policy, "style-src", styles);
    add_hashes(policy, "script-src", scripts);
    return policy + "; require-trusted-types-for 'script'; trusted-types 'none'";
}

}  // namespace sigprop
