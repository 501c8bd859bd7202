#pragma once
// Files that are compiled once per vector set include this before any Highway header: one set for each width
// is enough, 512 bits, 256 bits and the baseline.

#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#endif
