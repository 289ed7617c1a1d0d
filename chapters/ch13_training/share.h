/* SPDX-License-Identifier: MIT
 *
 * share.h - the logistic function.
 */
#ifndef SHARE_H
#define SHARE_H

#include <aisp/exp2.h>

#define LOG2_E 1.44269504f

/* 1 / (1 + exp(-z)); below -87 it is as good as 0. */
static inline float share(float z)
{
	float power = aisp_exp2f((z > -87 ? -z : 87) * LOG2_E);

	return z > -87 ? 1 / (1 + power) : 0;
}

#endif
