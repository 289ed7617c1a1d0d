/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "each_task.h"
#include "process.h"

#define FAULT_BYTES 131072 /* that a fault reads ahead, by default */
#define N_FIELDS    40
#define IO_WORKER   0x10 /* of the flags of a task: PF_IO_WORKER of the kernel */

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

/* proc(5): fields by their numbers, counted behind the name, which may hold anything.
 */
static void read_fields(pid_t pid, const char *name, double field[N_FIELDS])
{
	char buf[1024] = "", *s;
	int n = 3;

	for (int i = 0; i < N_FIELDS; i++)
		field[i] = NAN;
	if (read_file(pid, name, buf, sizeof(buf)) || !(s = strrchr(buf, ')')) ||
	    strlen(s) <= 4)
		return;
	for (char *at = s + 3, *end; ++n < N_FIELDS; at = end) {
		field[n] = strtod(at, &end);
		if (end == at)
			break;
	}
}

static void read_stat(struct aisp_process *p, pid_t pid)
{
	double field[N_FIELDS];

	read_fields(pid, "stat", field);
	p->n_minor_faults = field[10];
	p->n_major_faults = field[12];
	p->priority = field[18];
	p->address_bytes = field[23];
	p->cpu = field[39];
}

/* Kernel threads in which io_uring waits for files: they run no code of the process. */
struct io_workers {
	pid_t pid;
	int n;
};

static void count_io_worker(const char *task, void *arg)
{
	struct io_workers *found = arg;
	double field[N_FIELDS];
	char name[64];

	snprintf(name, sizeof(name), "task%.20s/stat", strrchr(task, '/'));
	read_fields(found->pid, name, field);
	found->n += field[9] >= 0 && ((unsigned)field[9] & IO_WORKER);
}

/*
 * A stack grows at a touch, without a system call: it must not hide what was unmapped.
 * VmStk has all mappings that grow so.  It is missing once the first thread has ended.
 */
static double stack_bytes(const char *status)
{
	return fmax(0, 1024 * field(status, "\nVmStk:")); /* not NaN */
}

void aisp_process_read(struct aisp_process *p, pid_t pid)
{
	struct io_workers workers = { .pid = pid };
	char buf[4096] = "";

	read_stat(p, pid);
	read_file(pid, "status", buf, sizeof(buf));
	p->address_bytes -= stack_bytes(buf);
	p->heap_bytes = 1024 * field(buf, "\nVmData:");
	p->n_threads = field(buf, "\nThreads:");
	if (p->n_threads > 1)
		aisp_each_task(pid, count_io_worker, &workers);
	p->n_threads -= workers.n;
	p->n_preempted = field(buf, "nonvoluntary_ctxt_switches:");
	p->is_traced = field(buf, "\nTracerPid:");
	if (p->is_traced > 0)
		p->is_traced = 1;
}

/* schedstat: time on a CPU, time waiting for one, time slices */
int aisp_process_sched(pid_t pid, double *ran_ns, double *waited_ns)
{
	char buf[128];

	*ran_ns = *waited_ns = NAN;
	if (!read_file(pid, "schedstat", buf, sizeof(buf)) &&
	    sscanf(buf, "%lf %lf", ran_ns, waited_ns) == 2)
		return 0;
	return -1;
}

/* proc(5): the state stands behind the name, which may hold anything. */
bool aisp_process_is_ready(pid_t pid)
{
	char buf[1024];
	const char *name_end;

	if (read_file(pid, "stat", buf, sizeof(buf)))
		return false;
	name_end = strrchr(buf, ')');
	return name_end && !strncmp(name_end, ") R", 3);
}

double aisp_process_delay_ns(pid_t pid)
{
	double ran_ns, waited_ns;

	aisp_process_sched(pid, &ran_ns, &waited_ns);
	return waited_ns;
}

double aisp_process_read_bytes(pid_t pid)
{
	struct aisp_process p = { 0 };
	char buf[512];

	if (read_file(pid, "io", buf, sizeof(buf)))
		return NAN;
	read_stat(&p, pid);
	return field(buf, "\nread_bytes:") - p.n_major_faults * FAULT_BYTES;
}
