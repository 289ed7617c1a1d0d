/* SPDX-License-Identifier: MIT
 *
 * What a launch of device code takes from its launch lines: for ranks as for one
 * process, on the smallest GPU of the call.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge/launch_device.h"
#include "tap.h"

static const struct aisp_driver driver = { .launcher_plugin = "launcher.so" };
static const struct aisp_device_kind kind = { .driver = &driver };
static const struct aisp_open_device members[2] = {
	{ .kind = &kind, .info = { .n_sms = 132 } },
	{ .kind = &kind, .info = { .n_sms = 114 } },
};
static struct aisp_open_device device = { .kind = &kind, .info = { .n_sms = 132 } };
static const struct aisp_workload workload;
static struct aisp_buffers buffers = { .workload = &workload, .device = &device };
static struct aisp_plan plan;
static struct aisp_launch launch = { .plan = &plan };
static char bundle[] = "/tmp/aisp_XXXXXX.cu.kernels";

static int plan_of(const char *lines)
{
	FILE *f = fopen(bundle, "w");

	if (!f)
		return 1;
	fprintf(f, "/*\n * LAUNCH: %s\n */%cimage", lines, 0);
	fclose(f);
	memset(&plan, 0, sizeof(plan));
	launch.cause[0] = '\0';
	return aisp_plan_kernels(&launch, &buffers, bundle, "/lib");
}

int main(void)
{
	close(mkstemps(bundle, (int)strlen(".cu.kernels")));
	ok(!plan_of("k<<<gpu.sms, 64>>>()") && plan.kernels.n_launches == 1 &&
		   plan.kernels.launch[0].grid[0] == 132 &&
		   !strcmp(plan.launcher_path, "/lib/launcher.so"),
	   "one process: our launcher, and what it launches");
	ok(plan_of("k<<<1, 64>>>(peers)") && launch.status == AISP_LAUNCH_FAILED &&
		   strstr(launch.cause, "'peers' is no parameter"),
	   "which has no peers");
	buffers.problem.ranks.n = 2;
	device.members = members;
	device.n_members = 2;
	ok(!plan_of("k<<<gpu.sms, 64>>>(peers)") &&
		   plan.kernels.launch[0].arg[0].kind == AISP_ARG_PEERS,
	   "ranks have them,");
	ok(plan.kernels.launch[0].grid[0] == 114,
	   "and blocks that fit on each of their GPUs");
	unlink(bundle);
	return done();
}
