/* SPDX-License-Identifier: MIT
 *
 * comparison.h - compare two saved runs.
 */
#ifndef AISP_COMPARISON_H
#define AISP_COMPARISON_H

#include "base/err.h"

/*
 * {"rows": as in store/compare.h, "differs": between the manifests} of the runs in
 * the folders a and b.  The caller frees it; NULL with *err filled.
 */
char *aisp_comparison_json(const char *a, const char *b, double alpha,
			   struct aisp_err *err);

#endif
