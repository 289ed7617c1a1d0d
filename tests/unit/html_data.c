/* SPDX-License-Identifier: MIT
 *
 * A run for the report's scripts if any allocation fails: all of it, or nothing.
 */
#include <stdlib.h>

#include "report/html_data.h"
#include "report_doc.h"
#include "tap.h"

static long n_left = -1; /* allocations until there is no memory; -1: no limit */
static long n_live;

static void *limited(size_t size)
{
	if (!n_left)
		return NULL;
	n_left -= n_left > 0;
	n_live++;
	return malloc(size);
}

static void release(void *p)
{
	n_live -= p != NULL;
	free(p);
}

int main(void)
{
	struct aisp_run *run;
	json_t *results, *manifest, *all, *data = NULL;
	int n_wrong = 0, n_tried = 0;
	long n_before;

	json_set_alloc_funcs(limited, release);
	results = doc_results();
	manifest = doc_manifest();
	run = run_of(results, manifest);
	all = aisp_html_data(run);
	ok(json_array_size(json_object_get(all, "rows")) == 3 &&
		   json_array_size(json_object_get(all, "arms")) == 6 &&
		   json_array_size(json_object_get(all, "order")) == 3,
	   "all rows, arms and their order");
	ok(json_array_size(json_object_get(all, "checks")) == 2 &&
		   json_array_size(json_object_get(all, "findings")) == 2,
	   "each check and each finding once");
	n_before = n_live;
	for (; !data && n_tried < 10000; n_tried++) {
		n_left = n_tried;
		data = aisp_html_data(run);
		n_left = -1;
		n_wrong += data ? !json_equal(data, all) : n_live != n_before;
	}
	printf("# %d allocations\n", n_tried);
	ok(n_tried > 100 && n_tried < 10000, "it takes many allocations");
	ok(!n_wrong, "whichever fails, nothing is half made, and nothing is kept");
	json_decref(data);
	json_decref(all);
	aisp_run_free(run);
	json_decref(results);
	json_decref(manifest);
	return done();
}
