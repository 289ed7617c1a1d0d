/* SPDX-License-Identifier: MIT */
#include "intact.h"
#include "journal_check.h"

bool aisp_run_has_journal(const struct aisp_run *run)
{
	return run->info.journal_head && *run->info.journal_head;
}

static int refuse(const struct aisp_differences *d, const char *folder,
		  struct aisp_err *err)
{
	return aisp_err_broken(err,
			       "%.150s was edited after the run, results.json or "
			       "a file beside it, or a variant's object during it "
			       "(%.110s): `aisp bench recheck %.150s` shows where",
			       folder, aisp_differences_first(d), folder);
}

int aisp_run_check_intact(const struct aisp_run *run, const char *folder,
			  struct aisp_err *err)
{
	json_t *manifest = run->manifest ? json_incref(run->manifest) : json_object();
	struct aisp_differences d = { 0 };
	int rc = aisp_journal_check(&d, folder, run, manifest, NULL, err);

	if (!rc && d.has_journal && (d.n_edited || d.n_missing))
		rc = refuse(&d, folder, err);
	aisp_differences_release(&d);
	json_decref(manifest);
	return rc;
}
