/* SPDX-License-Identifier: MIT
 *
 * Arrays for --input: their types and shapes, and types that NumPy does not have.
 */
#include <string.h>

#include "judge/user_inputs.h"
#include "tap.h"

static struct aisp_contract c;
static struct aisp_user_input given = { .name = "x" };
static struct aisp_err err;

/* Is an array of 3 by `columns` elements accepted for one of type t, 3 by 32? */
static int is_taken(enum aisp_dtype t, enum aisp_dtype of, int64_t columns)
{
	c.problem.n_in = 1;
	c.problem.in[0] = (struct aisp_spec){ "x", t, 2, { 3, 32 } };
	given.npy =
		(struct aisp_npy){ .dtype = of, .rank = 2, .shape = { 3, columns } };
	err.msg[0] = '\0';
	return !aisp_user_inputs_check(&given, 1, &c, &err);
}

static void test_types(void)
{
	ok(is_taken(AISP_F32, AISP_F32, 32) && is_taken(AISP_U16, AISP_U16, 32),
	   "types that NumPy has");
	ok(!is_taken(AISP_F32, AISP_F64, 32) && !is_taken(AISP_F32, AISP_U32, 32) &&
		   strstr(err.msg, "it wants f32, 3 x 32 (set --param)"),
	   "no other");
	ok(!is_taken(AISP_F32, AISP_F32, 31), "no other shape");
	ok(is_taken(AISP_BF16, AISP_U16, 32) && is_taken(AISP_F8E5M2, AISP_U8, 32) &&
		   is_taken(AISP_E8M0, AISP_U8, 32),
	   "the bits of others");
	ok(!is_taken(AISP_F8E4M3, AISP_I8, 32) &&
		   strstr(err.msg, "it wants u8 with the bits of f8e4m3, 3 x 32"),
	   "and what is wanted");
	ok(is_taken(AISP_F6E3M2, AISP_U8, 24) && is_taken(AISP_I4, AISP_U8, 16) &&
		   !is_taken(AISP_U4, AISP_U8, 32) &&
		   strstr(err.msg, "it wants u8 with the bits of u4, 3 x 16"),
	   "packed elements by their bytes");
}

static void test_copy(void)
{
	static uint8_t from[48], to[64];
	struct aisp_tensor t = {
		.data = to, .dtype = AISP_F4E2M1, .rank = 2, .shape = { 3, 32 }
	};
	struct aisp_io io = { .in = &t };

	memset(from, 7, sizeof(from));
	memset(to, 1, sizeof(to));
	is_taken(AISP_F4E2M1, AISP_U8, 16);
	given.npy.data = from;
	aisp_user_inputs_apply(&given, 1, &c, &io);
	ok(!memcmp(to, from, 48) && to[48] == 1, "as many bytes as there are");
}

int main(void)
{
	test_types();
	test_copy();
	return done();
}
