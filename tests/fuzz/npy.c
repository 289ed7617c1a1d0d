/* SPDX-License-Identifier: MIT
 *
 * libFuzzer target: hostile .npy bytes.
 *	clang -g -O1 -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -Iinclude -Isrc \
 *		tests/fuzz/npy.c src/base/npy.c src/base/dtype.c src/base/err.c \
 *		src/base/plain.c -lm
 */
#include <string.h>

#include "base/dtype.h"
#include "base/npy.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	struct aisp_npy a;
	struct aisp_err err = { "" };
	size_t n_elems = 1;

	if (aisp_npy_parse(bytes, n_bytes, "fuzz", &a, &err)) {
		require(strncmp(err.msg, "fuzz: ", 6) == 0 && !a.data && !a.map);
		return 0;
	}
	require(a.rank >= 0 && a.rank <= AISP_MAX_RANK);
	for (int i = 0; i < a.rank; i++)
		n_elems *= (size_t)a.shape[i];
	require(a.data_bytes == n_elems * aisp_dtype_bytes(a.dtype));
	require((const uint8_t *)a.data + a.data_bytes == bytes + n_bytes);
	aisp_npy_release(&a);
	return 0;
}
