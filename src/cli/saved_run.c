/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "run/left_out.h"
#include "saved_run.h"
#include "store/intact.h"
#include "store/run.h"

struct aisp_run *saved_run_load(const char *name, struct aisp_err *err)
{
	struct aisp_run *run = aisp_run_load(name, err);

	if (run && !aisp_run_has_journal(run))
		fprintf(stderr,
			"aisp: %s has no journal: whether it was edited cannot be "
			"seen\n",
			run->info.folder);
	return run;
}

struct aisp_run *saved_run_load_proof(const char *name, struct aisp_err *err)
{
	struct aisp_run *run = saved_run_load(name, err);

	if (!run || !aisp_left_out_refuse(run, err))
		return run;
	aisp_run_free(run);
	return NULL;
}
