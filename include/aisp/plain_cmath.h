/* SPDX-License-Identifier: MIT
 *
 * plain_cmath.h - before all other headers of a .cu file: libstdc++'s <cmath> without
 * the special functions of C++17 (std::beta and its like).
 *
 * nvcc includes <cmath> in every file; these functions bring iterators and concepts, a
 * quarter of what the preprocessor hands on to three compilers, and a third of the time
 * that a short file takes (nvcc 13.0, GCC 12).  libstdc++ asks a macro of its own for
 * them.  No GPU has them; who wants them on the host says
 * ` * FLAGS: -DAISP_SPECIAL_MATH`.
 */
#if defined __CUDACC__ && !defined AISP_SPECIAL_MATH && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif
