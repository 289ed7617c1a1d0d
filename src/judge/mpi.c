/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/plain.h"
#include "compile/tags.h"
#include "mpi.h"
#include "nccl.h"

#define ANSWER_NS    INT64_C(30000000000) /* others may use the CPUs */
#define FILE_BYTES   (UINT64_C(1) << 30)  /* of files that ranks share */
#define MEMORY_BYTES (UINT64_C(2) << 30)
#define DESCRIPTORS  256

/* Open MPI's parameters, which are a part of what is measured; ompi_info lists them. */
static const char *const settings[] = {
	/* Ranks are started by a PMIx server that is not mpirun, as with jsrun. */
	"JSM_JSRUN_PORT=1",
	/* Messages go through shared memory; ranks cannot read each other's memory. */
	"OMPI_MCA_pml=ob1",
	"OMPI_MCA_btl=self,vader",
	"OMPI_MCA_btl_vader_single_copy_mechanism=none",
	"OMPI_MCA_orte_tmpdir_base=/dev/shm",
	/* Keep the worker's signal handlers; its output goes nowhere. */
	"OMPI_MCA_opal_signal=",
	"OMPI_MCA_orte_base_help_aggregate=0",
	"PMIX_MCA_gds=hash",
	"PMIX_MCA_psec=native",
};

/* With fewer CPUs than ranks a waiting rank yields its CPU.  Elsewhere it would yield
 * it to strangers, for a time slice each time that it polls. */
#define YIELDING "OMPI_MCA_mpi_yield_when_idle=1"

static int spawn(struct aisp_mpi *mpi, const char *lib, int n_ranks,
		 enum aisp_meets meets, int in, int out)
{
	posix_spawn_file_actions_t fa;
	posix_spawnattr_t attr;
	char path[4200], n[16];
	char *argv[] = { (char *)"aisp-mpi", n,
			 meets == AISP_MEETS_NCCL ? (char *)"nccl" : NULL, NULL };
	char *none[] = { NULL };
	int rc;

	snprintf(path, sizeof(path), "%s/aisp-mpi", lib);
	snprintf(n, sizeof(n), "%d", n_ranks);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP);
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_adddup2(&fa, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&fa, out, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&fa, STDERR_FILENO, "/dev/null", O_RDWR, 0);
	rc = posix_spawn(&mpi->pid, path, &fa, &attr, argv, none);
	posix_spawn_file_actions_destroy(&fa);
	posix_spawnattr_destroy(&attr);
	if (rc)
		mpi->pid = 0;
	return rc;
}

/* Read until the answer is complete, reading fails, or it takes too long. */
static void listen_to(struct aisp_mpi *mpi, int fd)
{
	int64_t end_ns = aisp_now_ns() + ANSWER_NS;
	size_t used = 0;
	ssize_t n = 1;

	while (n > 0 && used < sizeof(mpi->text) - 1) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		int64_t left_ms = (end_ns - aisp_now_ns()) / 1000000;
		int n_ready = left_ms > 0 ? poll(&p, 1, (int)left_ms) : 0;

		if (n_ready < 0 && errno == EINTR)
			continue;
		if (n_ready <= 0)
			break;
		n = read(fd, mpi->text + used, sizeof(mpi->text) - 1 - used);
		used += n > 0 ? (size_t)n : 0;
	}
	mpi->text[used] = '\0';
}

static int decline(struct aisp_launch *l, const char *why)
{
	l->status = AISP_LAUNCH_UNSUPPORTED;
	snprintf(l->cause, sizeof(l->cause), "%s", why);
	aisp_make_plain(l->cause, '?', "");
	return -1;
}

/* Open pipes to it; the ends that stay here are closed in every child. */
static int talk(struct aisp_launch *l, const char *lib, int n_ranks)
{
	int to[2], from[2], rc;

	if (pipe2(to, O_CLOEXEC))
		return errno;
	if (pipe2(from, O_CLOEXEC)) {
		rc = errno;
		close(to[0]);
		close(to[1]);
		return rc;
	}
	l->mpi->hold_fd = to[1];
	rc = spawn(l->mpi, lib, n_ranks, l->mpi->meets, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	if (!rc)
		listen_to(l->mpi, from[0]);
	close(from[0]);
	return rc;
}

/* Did it say something for every rank? */
static bool find_said(struct aisp_mpi *mpi, int n_ranks)
{
	char *at = mpi->text;

	for (int rank = 0; rank < n_ranks; rank++) {
		mpi->said[rank] = at;
		at = strstr(at, "\n\n");
		if (!at)
			return false;
		at += 2;
	}
	return true;
}

int aisp_mpi_start(struct aisp_launch *l, const struct aisp_placement *where,
		   const char *lib, struct aisp_err *err)
{
	int n_ranks = l->buffers->problem.ranks.n, rc;

	l->mpi = calloc(1, sizeof(*l->mpi));
	if (!l->mpi)
		return aisp_err_errno(err, "memory for an MPI's words");
	l->mpi->hold_fd = -1;
	l->mpi->is_crowded = CPU_COUNT(&where->worker) < where->n_ranks;
	l->mpi->meets = l->buffers->meets;
	n_ranks = n_ranks ? n_ranks : 1;
	rc = talk(l, lib, n_ranks);
	if (rc == ENOENT)
		return decline(l, "needs aisp-mpi: run make");
	if (rc) {
		errno = rc;
		return aisp_err_errno(err, "start %s/aisp-mpi", lib);
	}
	if (l->mpi->text[0] == '!') {
		l->mpi->text[strcspn(l->mpi->text, "\n")] = '\0';
		return decline(l, l->mpi->text + 1);
	}
	if (!find_said(l->mpi, n_ranks))
		return decline(l, "aisp-mpi, by which its ranks find each other, "
				  "gave no answer");
	l->plan->group_pid = l->mpi->pid;
	return 0;
}

void aisp_mpi_environment(struct aisp_mpi *mpi, int rank, char *words[AISP_MPI_WORDS])
{
	enum { N_SETTINGS = sizeof(settings) / sizeof(settings[0]) };
	char *at = mpi->said[rank];
	int n = 0;

	while (words[n])
		n++;
	/* Ends of lines are overwritten, since a rank is started once.  Our own words
	 * have room after them. */
	while (at && *at != '\n' && n < AISP_MPI_WORDS - N_SETTINGS - 2) {
		words[n++] = at;
		at = strchr(at, '\n');
		if (at)
			*at++ = '\0';
	}
	if (mpi->meets == AISP_MEETS_NCCL)
		n = aisp_nccl_environment(words, n, AISP_MPI_WORDS);
	for (int i = 0; mpi->meets == AISP_MEETS_MPI && i < N_SETTINGS; i++)
		words[n++] = (char *)(uintptr_t)settings[i];
	if (mpi->meets == AISP_MEETS_MPI && mpi->is_crowded)
		words[n++] = (char *)(uintptr_t)YIELDING;
	words[n] = NULL;
}

void aisp_mpi_end(struct aisp_mpi *mpi)
{
	if (!mpi)
		return;
	if (mpi->hold_fd >= 0)
		close(mpi->hold_fd);
	if (mpi->pid) {
		kill(mpi->pid, SIGKILL);
		waitpid(mpi->pid, NULL, 0);
	}
	free(mpi);
}

/* Files that it needs beside libraries: parameters, messages, and the group's own. */
void aisp_mpi_admit(struct aisp_plan *p)
{
	static const struct aisp_plan_file files[] = {
		{ "/dev/shm",
		  AISP_FILE_READ | AISP_FILE_WRITE | AISP_FILE_LIST | AISP_FILE_MAKE },
		{ "/etc/openmpi", AISP_FILE_READ | AISP_FILE_LIST },
		{ "/usr/share/openmpi", AISP_FILE_READ | AISP_FILE_LIST },
		{ "/usr/share/pmix", AISP_FILE_READ | AISP_FILE_LIST },
		{ "/etc/hosts", AISP_FILE_READ },
		{ "/etc/nsswitch.conf", AISP_FILE_READ },
		{ "/etc/passwd", AISP_FILE_READ },
	};

	memcpy(p->files, files, sizeof(files));
	p->max_descriptors = DESCRIPTORS;
	p->file_limit_bytes = FILE_BYTES;
	p->memory_limit_bytes += MEMORY_BYTES;
}

int aisp_walls_read(const char *source, enum aisp_meets *meets, struct aisp_err *err)
{
	char words[32];
	int line = aisp_source_tag(source, AISP_TAG_WALLS, words, sizeof(words));

	*meets = !line                    ? AISP_MEETS_NOBODY
		 : !strcmp(words, "mpi")  ? AISP_MEETS_MPI
		 : !strcmp(words, "nccl") ? AISP_MEETS_NCCL
					  : AISP_MEETS_NOBODY;
	if (line && !*meets)
		return aisp_err_set(err, "%s:%d: WALLS: %s: want mpi or nccl", source,
				    line, words);
	return 0;
}
