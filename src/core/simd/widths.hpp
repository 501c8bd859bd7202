#pragma once
// To be included before anything of Highway by what is compiled once a vector set: one set for each width is
// enough, 512 bits, 256 bits and the baseline.

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#endif
