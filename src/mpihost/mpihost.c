/* SPDX-License-Identifier: MIT
 *
 * mpihost.c - aisp-mpi: by whom the ranks of one launch find each other, where a
 * vendor's MPI runs in them.  It is to them what srun or mpirun would be: a server of
 * PMIx (pmix.org), and no more, for the judge starts the ranks.
 *
 *     aisp-mpi RANKS [nccl]
 *
 * prints what a rank must find in its environment, a word a line, with an empty line
 * behind those of each rank; or a line that begins with "!": why it cannot.  It ends
 * when its input does, or the judge.  NCCL needs its namespaces alone.
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "mpihost.h"

static void wait_for_end(void)
{
	ssize_t n;
	char byte;

	do
		n = read(STDIN_FILENO, &byte, 1);
	while (n > 0 || (n < 0 && errno == EINTR));
}

/* NCCL's ranks find each other by themselves; this only tells them that they can. */
static int name_host(long n)
{
	while (n-- > 0)
		dprintf(STDOUT_FILENO, "NCCL_HOSTID=aisp\n\n");
	return 0;
}

int main(int argc, char **argv)
{
	bool is_nccl = argc == 3 && !strcmp(argv[2], "nccl");
	long n = argc == 2 || is_nccl ? strtol(argv[1], NULL, 10) : 0;
	char why[256];

	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (n < 1 || n > AISP_MPIHOST_RANKS)
		return 2;
	if (aisp_mpihost_enter(why, sizeof(why)) ||
	    (is_nccl ? name_host(n)
		     : aisp_mpihost_serve((uint32_t)n, STDOUT_FILENO, why,
					  sizeof(why)))) {
		dprintf(STDOUT_FILENO, "!%s\n", why);
		return 1;
	}
	close(STDOUT_FILENO);
	wait_for_end();
	_exit(0); /* its resources end with its namespaces */
}
