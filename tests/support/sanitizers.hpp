#pragma once
// Whether the tests are built with AddressSanitizer, under which vector code takes forty times as long.

namespace sigprop::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool has_sanitizers = true;
#elif defined(__has_feature)
inline constexpr bool has_sanitizers = __has_feature(address_sanitizer);
#else
inline constexpr bool has_sanitizers = false;
#endif

}  // namespace sigprop::test
