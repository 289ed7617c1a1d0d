/* SPDX-License-Identifier: MIT
 *
 * cgroup.c - /proc/self/cgroup names a group for each controller and
 * /proc/self/mountinfo says where its hierarchy is mounted, and from which
 * group on: in a container the mount starts below the real root.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgroup.h"
#include "sysfile.h"

/* v1 writes "no limit" as the largest multiple of the page size. */
#define V1_NO_LIMIT (INT64_C(1) << 62)

struct group {
	int version;
	char mount[1024]; /* where the hierarchy is mounted */
	char dir[2048];   /* the group's own directory, at or below mount */
};

/* Is word in the comma-separated list? */
static int has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *s = list; s; s = strchr(s, ',')) {
		s += *s == ',';
		if (!strncmp(s, word, len) && (s[len] == '\0' || s[len] == ','))
			return 1;
	}
	return 0;
}

/* Finds the path of our group: v1 by controller, v2 (controller NULL) by "0::". */
static int find_path(pid_t pid, const char *controller, char *path, size_t size)
{
	char who[48] = "/proc/self/cgroup", *text, *save = NULL;
	int found = -1;

	if (pid)
		snprintf(who, sizeof(who), "/proc/%d/cgroup", (int)pid);
	text = aisp_sys_slurp(who);
	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line && found;
	     line = strtok_r(NULL, "\n", &save)) {
		char *list = strchr(line, ':'),
		     *p = list ? strchr(list + 1, ':') : NULL;

		if (!p)
			continue;
		*list++ = '\0';
		*p++ = '\0';
		if (controller ? has_word(list, controller)
			       : !strcmp(line, "0") && !*list)
			found = snprintf(path, size, "%s", p) < (int)size ? 0 : -1;
	}
	free(text);
	return found;
}

/* proc(5): id parent dev root mount options [optional...] - type source options */
static int parse_mount(char *line, const char *controller, char *root, char *mount)
{
	char *tail = strstr(line, " - "), type[32], options[256];

	if (!tail || sscanf(tail, " - %31s %*s %255s", type, options) != 2)
		return -1;
	if (strcmp(type, controller ? "cgroup" : "cgroup2"))
		return -1;
	if (controller && !has_word(options, controller))
		return -1;
	*tail = '\0';
	return sscanf(line, "%*s %*s %*s %1023s %1023s", root, mount) == 2 ? 0 : -1;
}

static int find_mount(const char *controller, char *root, char *mount)
{
	char *text = aisp_sys_slurp("/proc/self/mountinfo"), *save = NULL;
	int found = -1;

	for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line && found;
	     line = strtok_r(NULL, "\n", &save))
		found = parse_mount(line, controller, root, mount);
	free(text);
	return found;
}

static int find_group(pid_t pid, const char *controller, struct group *g)
{
	char path[1024], root[1024], *rel = path;
	size_t n;

	g->version = controller ? 1 : 2;
	if (find_path(pid, controller, path, sizeof(path)) ||
	    find_mount(controller, root, g->mount))
		return -1;
	n = strcmp(root, "/") ? strlen(root) : 0;
	if (!strncmp(path, root, n) && (path[n] == '/' || path[n] == '\0'))
		rel += n;
	else
		*rel = '\0'; /* another namespace: we see the mount alone */
	if (!strcmp(rel, "/"))
		*rel = '\0';
	snprintf(g->dir, sizeof(g->dir), "%s%s", g->mount, rel);
	return 0;
}

static int read_in(const char *dir, const char *file, char *buf, size_t size)
{
	char path[2304];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	return aisp_sys_read(path, buf, size);
}

/* Reads the value of "key number" in a flat keyed file; -1 if it is missing. */
static int64_t read_key(const char *dir, const char *file, const char *key)
{
	char buf[8192], *save = NULL; /* memory.stat has 60 lines or more */

	if (read_in(dir, file, buf, sizeof(buf)))
		return -1;
	for (char *line = strtok_r(buf, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		size_t n = strlen(key);

		if (!strncmp(line, key, n) && line[n] == ' ')
			return strtoll(line + n + 1, NULL, 10);
	}
	return -1;
}

/* Returns CPUs; 0 if this group sets no quota. */
static double read_quota(const struct group *g, const char *dir)
{
	char buf[64], period[64];
	long long q, p;

	if (g->version == 2) {
		if (read_in(dir, "cpu.max", buf, sizeof(buf)) ||
		    sscanf(buf, "%lld %lld", &q, &p) != 2)
			return 0;
	} else if (read_in(dir, "cpu.cfs_quota_us", buf, sizeof(buf)) ||
		   read_in(dir, "cpu.cfs_period_us", period, sizeof(period)) ||
		   sscanf(buf, "%lld", &q) != 1 || sscanf(period, "%lld", &p) != 1) {
		return 0;
	}
	return q > 0 && p > 0 ? (double)q / (double)p : 0;
}

static double read_memory(const struct group *g, const char *dir)
{
	char buf[64];
	long long v;

	if (read_in(dir, g->version == 2 ? "memory.max" : "memory.limit_in_bytes", buf,
		    sizeof(buf)) ||
	    sscanf(buf, "%lld", &v) != 1)
		return 0;
	return v > 0 && v < V1_NO_LIMIT ? (double)v : 0;
}

/* Pages of files that nobody maps for long: the kernel drops them before it kills. */
static double read_cache(const struct group *g, const char *dir)
{
	bool is_v2 = g->version == 2;
	int64_t old = read_key(dir, "memory.stat",
			       is_v2 ? "inactive_file" : "total_inactive_file");
	int64_t new = read_key(dir, "memory.stat",
			       is_v2 ? "active_file" : "total_active_file");

	return (double)(old > 0 ? old : 0) + (double)(new > 0 ? new : 0);
}

/* What the group's limit leaves, at least a byte of it; 0: it has none. */
static double read_room(const struct group *g, const char *dir)
{
	double most = read_memory(g, dir), room;
	char buf[64];
	long long used;

	if (!(most > 0) ||
	    read_in(dir, g->version == 2 ? "memory.current" : "memory.usage_in_bytes",
		    buf, sizeof(buf)) ||
	    sscanf(buf, "%lld", &used) != 1)
		return 0;
	room = most - (double)used + read_cache(g, dir);
	return room > 1 ? room : 1;
}

/* The least value above 0 from the group up to the mount. */
static double least(const struct group *g,
		    double (*read)(const struct group *, const char *))
{
	char dir[sizeof(g->dir)];
	size_t end = strlen(g->mount);
	double min = 0;

	memcpy(dir, g->dir, sizeof(dir));
	for (;;) {
		double v = read(g, dir);
		char *slash = strrchr(dir, '/');

		if (v > 0 && (min == 0 || v < min))
			min = v;
		if (!slash || slash < dir + end)
			return min;
		*slash = '\0';
	}
}

static void read_cpu(const struct group *g, struct aisp_cgroup *cg)
{
	int is_v2 = g->version == 2;
	int64_t t;

	cg->version = g->version;
	cg->quota_cpus = least(g, read_quota);
	cg->n_throttled = read_key(g->dir, "cpu.stat", "nr_throttled");
	t = read_key(g->dir, "cpu.stat", is_v2 ? "throttled_usec" : "throttled_time");
	cg->throttled_ns = is_v2 && t > 0 ? t * 1000 : t;
}

/* A hybrid system mounts v2 without controllers: v1 takes precedence if mounted. */
void aisp_cgroup_read_of(struct aisp_cgroup *cg, pid_t pid)
{
	struct group g;

	*cg = (struct aisp_cgroup){ .n_throttled = -1, .throttled_ns = -1 };
	if (!find_group(pid, "cpu", &g) || !find_group(pid, NULL, &g))
		read_cpu(&g, cg);
}

void aisp_cgroup_read(struct aisp_cgroup *cg)
{
	struct group v2, g;
	int has_v2 = !find_group(0, NULL, &v2);

	aisp_cgroup_read_of(cg, 0);
	if (!find_group(0, "memory", &g))
		cg->memory_bytes = (int64_t)least(&g, read_memory);
	else if (has_v2)
		cg->memory_bytes = (int64_t)least(&v2, read_memory);
	if (!find_group(0, "cpuset", &g))
		read_in(g.dir, "cpuset.cpus", cg->cpuset, sizeof(cg->cpuset));
	else if (has_v2)
		read_in(v2.dir, "cpuset.cpus.effective", cg->cpuset,
			sizeof(cg->cpuset));
}

double aisp_cgroup_memory_room(void)
{
	struct group g;

	return find_group(0, "memory", &g) && find_group(0, NULL, &g)
		       ? 0
		       : least(&g, read_room);
}
