/* SPDX-License-Identifier: MIT
 *
 * plugins.h - the shared objects that aisp itself loads on a machine with a GPU
 * (src/cuda): built from a source tree when the first target wants them.
 */
#ifndef AISP_PLUGINS_H
#define AISP_PLUGINS_H

#include "catalogue.h"
#include "compile/compile.h"

/*
 * Runs `make plugins` if a selected target needs a GPU, nothing is built yet, and nvcc
 * and a GPU are here.  If one of them is missing it does nothing, and the code that
 * needs a plugin reports it.  Returns 0, or -1 with *err filled.
 */
int aisp_plugins_build(const struct aisp_builder *b, const struct aisp_catalogue *c,
		       struct aisp_err *err);

#endif
