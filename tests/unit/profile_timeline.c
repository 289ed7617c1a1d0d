/* SPDX-License-Identifier: MIT */
#include "profile/timeline.h"

#include "machine_tree.h"
#include "tap.h"

#include <math.h>

/* busy: ticks of CPU 0 since the start, of 100 a look; CPU 2 is always idle. */
static void look(int n, int busy)
{
	char text[600];

	snprintf(text, sizeof(text),
		 "cpu  %d 0 0 %d 0 0 0 %d 0 0\ncpu0 %d 0 0 %d 0 0 0 0 0 0\n"
		 "cpu2 0 0 0 %d 0 0 0 0 0 0\nintr 1 2 3\n",
		 busy, 200 * n - busy - 20 * n, 20 * n, busy, 100 * n - busy, 100 * n);
	tree_put("/proc/stat", text);
	snprintf(text, sizeof(text),
		 "MemTotal:  1000 kB\nMemFree: 1 kB\nMemAvailable:  %d kB\n"
		 "SwapTotal: 50 kB\nSwapFree: 40 kB\n",
		 900 - n);
	tree_put("/proc/meminfo", text);
	snprintf(text, sizeof(text),
		 "   7       0 loop0 9 9 999999 9 9 9 999999 9 9 9 9\n"
		 " 259       0 nvme0n1 9 9 %d 9 9 9 %d 9 9 9 9\n"
		 " 259       1 nvme0n1p1 9 9 %d 9 9 9 %d 9 9 9 9\n",
		 2000 * n, 1000 * n, 2000 * n, 1000 * n);
	tree_put("/proc/diskstats", text);
	snprintf(text, sizeof(text),
		 "Inter-| Receive | Transmit\n face |bytes\n"
		 "    lo: 777777 1 0 0 0 0 0 0 777777 1 0 0 0 0 0 0\n"
		 "  eth0: %d 1 0 0 0 0 0 0 %d 1 0 0 0 0 0 0\n",
		 3000000 * n, 6000000 * n);
	tree_put("/proc/net/dev", text);
}

static void two_looks(void)
{
	struct aisp_timeline t;
	struct aisp_err err;
	const double *s;
	double read;
	json_t *j;

	look(1, 50);
	ok(!aisp_timeline_init(&t, &err), "the first look");
	ok(t.n == 0 && t.n_cpus == 3 && t.memory_bytes == 1024000, "what there is");
	look(2, 80);
	ok(!aisp_timeline_sample(&t, &err) && t.n == 1, "the second");
	s = t.series[0];
	ok(fabs((double)t.busy[0] - 0.3) < 1e-6 && t.busy[1] == 0 && t.busy[2] == 0,
	   "CPUs: what they did since the first look; gaps in their numbers");
	ok(fabs(s[AISP_SERIES_STEAL] - 0.3) < 1e-9, "a tenth of them was stolen");
	ok(s[AISP_SERIES_MEMORY_USED] == 102.0 * 1024 &&
		   s[AISP_SERIES_SWAP_USED] == 10.0 * 1024,
	   "memory");
	read = s[AISP_SERIES_DISK_READ];
	ok(read > 0 && fabs(s[AISP_SERIES_DISK_WRITTEN] / read - 0.5) < 1e-9,
	   "disks: no partitions and no loops");
	ok(fabs(s[AISP_SERIES_NET_RECEIVED] / read - 3000000.0 / (2000 * 512)) < 1e-6 &&
		   fabs(s[AISP_SERIES_NET_SENT] / s[AISP_SERIES_NET_RECEIVED] - 2) <
			   1e-9,
	   "network, but not to itself");
	ok(t.n_gpus > 0 || t.no_gpu[0], "GPUs, or why there is none");
	j = aisp_timeline_json(&t);
	ok(json_array_size(json_object_get(j, "cpu_busy")) == 3 &&
		   json_array_size(json_object_get(j, "seconds")) == 1 &&
		   json_array_size(json_object_get(j, "swap_used_bytes")) == 1,
	   "as JSON");
	json_decref(j);
	for (int i = 0; i < 600; i++)
		if (aisp_timeline_sample(&t, &err))
			abort();
	ok(t.n == 601 && t.seconds[600] >= t.seconds[599], "many");
	aisp_timeline_release(&t);
}

int main(void)
{
	struct aisp_timeline t;
	struct aisp_err err;

	tree_make();
	ok(aisp_timeline_init(&t, &err) == -1, "a machine without /proc/stat");
	aisp_timeline_release(&t);
	tree_put("/sys/block/nvme0n1/size", "100\n");
	two_looks();
	tree_remove();
	return done();
}
