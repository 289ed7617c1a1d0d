/* SPDX-License-Identifier: MIT
 *
 * seven_strassen.h - the seven products (V. Strassen, Gaussian Elimination is not
 * Optimal, 1969): quarters 0 to 3 of a matrix are the upper left, the upper right, the
 * lower left and the lower right one.
 */
#ifndef SEVEN_STRASSEN_H
#define SEVEN_STRASSEN_H

/* Times 1, -1 or 0 each. */
struct seven {
	signed char a[4], b[4], c[4];
};

#define SEVEN                                                                          \
	{                                                                              \
		{ { 1, 0, 0, 1 }, { 1, 0, 0, 1 }, { 1, 0, 0, 1 } },                    \
			{ { 0, 0, 1, 1 }, { 1, 0, 0, 0 }, { 0, 0, 1, -1 } },           \
			{ { 1, 0, 0, 0 }, { 0, 1, 0, -1 }, { 0, 1, 0, 1 } },           \
			{ { 0, 0, 0, 1 }, { -1, 0, 1, 0 }, { 1, 0, 1, 0 } },           \
			{ { 1, 1, 0, 0 }, { 0, 0, 0, 1 }, { -1, 1, 0, 0 } },           \
			{ { -1, 0, 1, 0 }, { 1, 1, 0, 0 }, { 0, 0, 0, 1 } },           \
			{ { 0, 1, 0, -1 }, { 0, 0, 1, 1 }, { 1, 0, 0, 0 } },           \
	}

#endif
