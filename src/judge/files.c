/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "compile/tags.h"
#include "contract.h"
#include "files.h"
#include "flags.h"

int aisp_group_changed(const struct aisp_group *g, struct aisp_arm *a,
		       const struct aisp_paths *paths)
{
	struct link_map *workload = NULL;
	char worker[4200];

	snprintf(worker, sizeof(worker), "%s/aisp-worker", paths->lib);
	dlinfo(g->contract->object, RTLD_DI_LINKMAP, &workload);
	return aisp_files_changed(
		a->files,
		(const char *[AISP_N_FILES]){
			a->object, workload ? workload->l_name : a->object, worker });
}

void aisp_group_compare_flags(struct aisp_group *g)
{
	const char *source = g->arms[0].source, *slash = strrchr(source, '/');
	char header[4600], why[8];
	bool may_differ;

	snprintf(header, sizeof(header), "%.*s/workload_%s.h",
		 slash ? (int)(slash - source) : 1, slash ? source : ".", g->workload);
	may_differ = aisp_source_tag(header, AISP_TAG_FLAGS_DIFFER, why, sizeof(why));
	for (int i = 0; i < g->n_arms; i++) {
		struct aisp_arm *a = &g->arms[i];

		a->has_flags =
			!aisp_flags_compare(g->arms[0].object, a->object, &a->flags);
		if (may_differ)
			a->flags.n_slower = 0;
	}
}
