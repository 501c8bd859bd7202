#pragma once
// Files that are compiled once per vector set include this before any Highway header: one set for each width
// is enough, 512 bits, 256 bits and the baseline. Our code keeps vectors in arrays and members, which vectors
// without a fixed size (SVE, RVV) do not allow: Arm's processors run NEON.

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
    (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
