/* SPDX-License-Identifier: MIT
 *
 * shapes.h - the documents of docs/results.md, member by member.
 */
#ifndef AISP_SHAPES_H
#define AISP_SHAPES_H

#include "shape.h"

extern const struct aisp_shape aisp_shape_results, aisp_shape_expectation;
extern const struct aisp_shape aisp_shape_manifest;
extern const struct aisp_vocabulary aisp_words; /* all of enum aisp_word */

#endif
