/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "compile/toolchain.h"
#include "device/device.h"
#include "plugins.h"
#include "store/program.h"

/* The driver of the first target that needs one; NULL: none does. */
static const struct aisp_driver *wanted(const struct aisp_catalogue *c)
{
	for (int i = 0; i < c->n; i++) {
		enum aisp_device device = c->targets[i].device;

		if (aisp_device_kind(device)->driver)
			return aisp_device_kind(device)->driver;
	}
	return NULL;
}

/* An installed aisp has no sources to build plugins from. */
static bool is_lacking(const struct aisp_paths *p, const struct aisp_driver *driver)
{
	char plugin[PATH_MAX + 32], source[PATH_MAX + 32];

	snprintf(plugin, sizeof(plugin), "%s/%s", p->lib, driver->judge_plugin);
	snprintf(source, sizeof(source), "%s/src/cuda/judge", p->root);
	return access(plugin, F_OK) != 0 && !access(source, F_OK);
}

/* Returns 0 with *is_able set, or -1 with *err filled. */
static int ask_machine(bool *is_able, struct aisp_err *err)
{
	struct aisp_toolchain t = { 0 };
	int rc = aisp_toolchain_nvcc(&t, err);

	if (!rc)
		aisp_toolchain_gpus(&t);
	*is_able = !rc && t.nvcc[0] && t.here.n;
	aisp_toolchain_release(&t);
	return rc;
}

static int run_make(const struct aisp_paths *p, struct aisp_err *err)
{
	char jobs[16], log[PATH_MAX + 32];
	const char *const argv[] = { "make", "-s",    jobs,      "--no-print-directory",
				     "-C",   p->root, "plugins", NULL };
	int status = 0, rc, fd;

	snprintf(jobs, sizeof(jobs), "-j%ld", sysconf(_SC_NPROCESSORS_ONLN));
	snprintf(log, sizeof(log), "%s/plugins.log", p->lib);
	fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return aisp_err_errno(err, "write %s", log);
	rc = aisp_program_run(argv, fd, &status, err);
	close(fd);
	if (!rc && status)
		rc = aisp_err_set(err, "make plugins failed; the whole log: %s", log);
	return rc;
}

int aisp_plugins_build(const struct aisp_builder *b, const struct aisp_catalogue *c,
		       struct aisp_err *err)
{
	const struct aisp_driver *driver = wanted(c);
	bool is_able;
	int rc;

	if (!driver || !is_lacking(b->paths, driver))
		return 0;
	if (ask_machine(&is_able, err))
		return -1;
	if (!is_able)
		return 0;
	if (b->progress)
		b->progress(b->arg, 1, 1, "what aisp itself needs on this GPU");
	rc = run_make(b->paths, err);
	if (b->progress)
		b->progress(b->arg, 1, 1, NULL);
	return rc;
}
