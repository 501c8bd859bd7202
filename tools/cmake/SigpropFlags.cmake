# Compiler flags for our own code only: an INTERFACE target that is linked privately and is not exported.
# Contraction into fused multiply-adds is off so that g++ and clang++ compute the same doubles.

add_library(sigprop_flags INTERFACE)
target_compile_options(sigprop_flags INTERFACE
  -ffp-contract=off
  -Wall -Wextra -Wpedantic $<$<NOT:$<BOOL:${SIGPROP_UNITY}>>:-Wshadow> -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # false alarms on std::string in g++ 12 (GCC bug 105651)
  # With unity a local name may be that of another file's helper, and g++ takes included sources for headers.
  $<$<AND:$<BOOL:${SIGPROP_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
  $<$<BOOL:${SIGPROP_WERROR}>:-Werror>)
