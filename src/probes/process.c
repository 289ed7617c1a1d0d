/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"

static int read_file(pid_t pid, const char *name, char *buf, size_t size)
{
	char path[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = read(fd, buf, size - 1);
	close(fd);
	if (n <= 0)
		return -1;
	buf[n] = '\0';
	return 0;
}

static double field(const char *text, const char *label)
{
	const char *s = strstr(text, label);

	return s ? strtod(s + strlen(label), NULL) : NAN;
}

/* proc(5): fields 10 and 12, counted behind the name, which may hold anything. */
static void read_faults(struct aisp_process *p, pid_t pid)
{
	char buf[1024], *s;

	if (read_file(pid, "stat", buf, sizeof(buf)) || !(s = strrchr(buf, ')')) ||
	    sscanf(s + 1, " %*c %*d %*d %*d %*d %*d %*u %lf %*f %lf",
		   &p->n_minor_faults, &p->n_major_faults) != 2)
		p->n_minor_faults = p->n_major_faults = NAN;
}

void aisp_process_read(struct aisp_process *p, pid_t pid)
{
	char buf[4096] = "";

	read_faults(p, pid);
	read_file(pid, "status", buf, sizeof(buf));
	p->heap_bytes = 1024 * field(buf, "\nVmData:");
	p->n_threads = field(buf, "\nThreads:");
	p->n_preempted = field(buf, "nonvoluntary_ctxt_switches:");
}
