/* SPDX-License-Identifier: MIT
 *
 * tune_missing.h - a folder with a template and no variant: tune finds a pair by its
 * variants, so that it needs one.
 */
#ifndef AISP_TUNE_MISSING_H
#define AISP_TUNE_MISSING_H

#include "base/err.h"

/* Where `word` names such a folder, puts what is missing, and the remedy, into *err. */
void tune_explain_missing(const char *word, struct aisp_err *err);

#endif
