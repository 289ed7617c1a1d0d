/* SPDX-License-Identifier: MIT
 *
 * cmd_reset_gpu.c - aisp reset-gpu: end workers that a killed run left, and remove
 * caches that the next run makes again.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "cli/cli.h"
#include "cli/device_reset.h"
#include "machine/gpu_orphans.h"
#include "store/tree.h"

struct options {
	int is_json, is_dry, is_all, is_reset;
	struct device_reset reset;
};

enum { OPT_JSON = 0x100, OPT_DEVICE_RESET, OPT_SYSTEM, OPT_GPU, OPT_YES };

static const struct argp_option argp_options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ "dry-run", 'n', NULL, 0, "Only show what would be ended and removed", 0 },
	{ "all", 'a', NULL, 0, "Also clear CUDA's own cache of compiled kernels", 0 },
	{ "device-reset", OPT_DEVICE_RESET, NULL, 0,
	  "Also reset the GPUs themselves, for everybody (root; asks first)", 0 },
	{ "full-system", OPT_SYSTEM, NULL, 0,
	  "Reset all GPUs without the driver's help, where it hangs: stop NVIDIA's "
	  "services, unload its kernel modules, reset the PCIe devices, load and start "
	  "again what was there (root; asks first, and refuses while a process uses a "
	  "GPU; --dry-run shows each command and each process)",
	  0 },
	{ "gpu", OPT_GPU, "GPU", 0,
	  "With --device-reset: reset only this one, by its index, UUID or bus id", 0 },
	{ "yes", OPT_YES, NULL, 0, "With --device-reset or --full-system: do not ask",
	  0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_JSON:
		o->is_json = 1;
		return 0;
	case 'n':
		o->is_dry = o->reset.is_dry = 1;
		return 0;
	case 'a':
		o->is_all = 1;
		return 0;
	case OPT_DEVICE_RESET:
		o->is_reset = 1;
		return 0;
	case OPT_SYSTEM:
		o->is_reset = o->reset.is_system = 1;
		return 0;
	case OPT_GPU:
		o->reset.gpu = arg;
		return 0;
	case OPT_YES:
		o->reset.is_yes = 1;
		return 0;
	case ARGP_KEY_END:
		if (!o->is_reset && (o->reset.gpu || o->reset.is_yes))
			argp_error(state, "--gpu and --yes go with --device-reset");
		if (o->reset.is_system && o->reset.gpu)
			argp_error(state, "--full-system resets all GPUs: no --gpu");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = argp_options,
	.parser = parse,
	.doc = "End this user's workers whose judge is gone, and clear the caches of "
	       "built pairs and measured peaks.  GPUs are left alone unless "
	       "--device-reset or --full-system says otherwise.",
};

/* Ends a worker; returns the object that --json prints. */
static json_t *end_worker(const struct aisp_orphan *w, const struct options *o,
			  int *n_stay)
{
	static const char *const ends[] = { "stays", "ended", "killed" };
	enum aisp_orphan_end how = o->is_dry ? AISP_ORPHAN_ENDED : aisp_orphan_end(w);
	const char *end = o->is_dry ? "would end" : ends[how];
	char memory[40] = "unknown memory";

	*n_stay += how == AISP_ORPHAN_STAYS;
	if (w->memory_bytes >= 0)
		snprintf(memory, sizeof(memory), "%lld MiB",
			 (long long)(w->memory_bytes >> 20));
	if (!o->is_json)
		printf("worker %d, %.0f s old, %s on GPUs: %s\n", (int)w->pid, w->age_s,
		       memory, end);
	return json_pack("{s:i, s:f, s:o, s:s}", "pid", (int)w->pid, "age_s", w->age_s,
			 "gpu_memory_bytes",
			 w->memory_bytes < 0 ? json_null()
					     : json_integer(w->memory_bytes),
			 "end", end);
}

static json_t *end_workers(const struct aisp_orphans *w, const struct options *o,
			   int *n_stay)
{
	json_t *list = json_array();

	for (int i = 0; i < w->n; i++)
		json_array_append_new(list, end_worker(&w->list[i], o, n_stay));
	if (!w->n && !o->is_json)
		puts("no leftover workers");
	return list;
}

/* CUDA's cache has a file `index`; a folder without it is not ours to remove. */
static int find_cuda_cache(glob_t *found)
{
	const char *dir = getenv("CUDA_CACHE_PATH"), *home = getenv("HOME");
	char path[4096], index[4200];

	snprintf(path, sizeof(path), "%s%s",
		 dir    ? dir
		 : home ? home
			: "",
		 dir ? "" : "/.nv/ComputeCache");
	snprintf(index, sizeof(index), "%s/index", path);
	return access(index, F_OK) ? 0 : glob(path, GLOB_APPEND, NULL, found);
}

/* Keeps what --undo needs, and what only the user can make again. */
static int find_caches(glob_t *found, int is_all, struct aisp_err *err)
{
	static const char *const ours[] = { "pairs", "machines/*/*peak*.json" };
	struct aisp_paths paths;
	char pattern[4200];

	if (aisp_paths_find(&paths, err))
		return -1;
	for (size_t i = 0; i < sizeof(ours) / sizeof(*ours); i++) {
		snprintf(pattern, sizeof(pattern), "%s/%s", paths.cache, ours[i]);
		if (glob(pattern, i ? GLOB_APPEND : 0, NULL, found) == GLOB_NOSPACE)
			return aisp_err_set(err, "out of memory");
	}
	if (is_all && find_cuda_cache(found) == GLOB_NOSPACE)
		return aisp_err_set(err, "out of memory");
	return 0;
}

/* Removes them; NULL with *err filled if one cannot be removed. */
static json_t *clear_caches(const glob_t *found, const struct options *o,
			    struct aisp_err *err)
{
	json_t *list = json_array();

	for (size_t i = 0; i < found->gl_pathc; i++) {
		const char *path = found->gl_pathv[i];
		int64_t bytes = aisp_tree_bytes(path);

		if (!o->is_dry && aisp_tree_remove(path, err)) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, json_pack("{s:s, s:I}", "path", path,
						      "bytes", (json_int_t)bytes));
		if (!o->is_json)
			printf("%s %s (%.1f MiB)\n",
			       o->is_dry ? "would remove" : "removed", path,
			       (double)bytes / (1 << 20));
	}
	if (!found->gl_pathc && !o->is_json)
		puts("no cache to clear");
	return list;
}

/* Keeps the caches while a run is in progress, since it needs its objects. */
static json_t *find_and_clear(const struct aisp_orphans *w, const struct options *o,
			      struct aisp_err *err)
{
	glob_t found = { 0 };
	json_t *list = NULL;

	if (w->n_at_work && !o->is_json)
		puts("a run is under way: its caches stay");
	if (w->n_at_work)
		return json_array();
	if (!find_caches(&found, o->is_all, err))
		list = clear_caches(&found, o, err);
	globfree(&found);
	return list;
}

/* The commands as a string, one per line. */
static json_t *commands_json(const struct reset_plan *p)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	json_t *j;

	if (!f)
		return NULL;
	reset_plan_print(p, f);
	j = fclose(f) ? NULL : json_stringn(text, size ? size - 1 : 0);
	free(text);
	return j;
}

static json_t *reset_device(const struct options *o, struct aisp_err *err)
{
	if (!o->is_reset)
		return json_null();
	if (!o->is_dry && device_reset_run(&o->reset, err))
		return NULL;
	if (!o->is_json)
		puts(o->is_dry ? "would reset" : "reset");
	return commands_json(&o->reset.plan);
}

static int print_json(const struct options *o, const struct aisp_gpus *g,
		      json_t *workers, json_t *caches, json_t *command)
{
	json_t *j =
		json_pack("{s:b, s:o, s:O, s:O, s:O}", "dry_run", o->is_dry, "no_gpu",
			  g->n ? json_null() : json_string(g->why), "workers", workers,
			  "caches", caches, "device_reset", command);

	if (!j)
		return -1;
	json_dumpf(j, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(j);
	return 0;
}

/* Ends workers first: they hold GPUs that a device reset needs. */
static int reset(const struct options *o, const struct aisp_gpus *g,
		 const struct aisp_orphans *w, struct aisp_err *err)
{
	int n = 0, status = AISP_EXIT_HARNESS;
	json_t *workers = end_workers(w, o, &n), *caches = find_and_clear(w, o, err);
	json_t *command = caches ? reset_device(o, err) : NULL;

	if (!command || (o->is_json && print_json(o, g, workers, caches, command)))
		goto out;
	if (n)
		aisp_err_set(err,
			     "%d worker%s cannot be ended, and hang%s in the "
			     "driver: reset the GPU (--device-reset) or reboot",
			     n, n == 1 ? "" : "s", n == 1 ? "s" : "");
	else
		status = AISP_EXIT_OK;
out:
	json_decref(workers);
	json_decref(caches);
	json_decref(command);
	return status;
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	struct aisp_orphans workers = { 0 };
	struct aisp_err err = { "out of memory" };
	static struct aisp_gpus gpus;
	int status;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (o.reset.is_system) /* a hanging driver would block us */
		snprintf(gpus.why, sizeof(gpus.why), "not asked of the driver");
	else
		aisp_gpus_read(&gpus);
	if (!gpus.n && !o.is_json && !o.reset.is_system)
		printf("no GPU: %s\n", gpus.why);
	status = o.is_reset ? device_reset_prepare(&o.reset, &gpus,
						   o.is_json ? stderr : stdout, &err)
			    : AISP_EXIT_OK;
	if (!status && aisp_orphans_find(&workers, &err))
		status = AISP_EXIT_HARNESS;
	aisp_orphans_read_memory(&workers, &gpus);
	if (!status)
		status = reset(&o, &gpus, &workers, &err);
	if (status)
		fprintf(stderr, "aisp reset-gpu: %s\n", err.msg);
	aisp_orphans_release(&workers);
	return status;
}

const struct aisp_command aisp_cmd_reset_gpu = {
	.name = "reset-gpu",
	.summary = "end leftover workers, clear caches and, if asked, reset GPUs",
	.argp = &argp,
	.run = run,
};
