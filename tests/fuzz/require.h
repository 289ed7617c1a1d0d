/* SPDX-License-Identifier: MIT
 *
 * require.h - what libFuzzer sees when a parser breaks a promise.
 */
static void require(int holds)
{
	if (!holds)
		__builtin_trap();
}
