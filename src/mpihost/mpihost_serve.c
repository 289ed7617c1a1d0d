/* SPDX-License-Identifier: MIT
 *
 * mpihost_serve.c - one job on one node, as a PMIx server registers it.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mpihost.h"

#if __has_include(<pmix_server.h>)
#include <pmix.h>
#include <pmix_server.h>

#define NAME "aisp"

static pmix_status_t agree(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t done,
			   void *arg)
{
	(void)proc, (void)object;
	if (done)
		done(PMIX_SUCCESS, arg);
	return PMIX_SUCCESS;
}

/* All ranks have arrived, and the server has collected their data. */
static pmix_status_t fence(const pmix_proc_t procs[], size_t n,
			   const pmix_info_t info[], size_t n_info, char *data,
			   size_t bytes, pmix_modex_cbfunc_t done, void *arg)
{
	(void)procs, (void)n, (void)info, (void)n_info;
	if (done)
		done(PMIX_SUCCESS, data, bytes, arg, NULL, NULL);
	return PMIX_SUCCESS;
}

static bool is_bad(pmix_status_t rc)
{
	return rc != PMIX_SUCCESS && rc != PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t start_server(void)
{
	static pmix_server_module_t module = { .client_connected = agree,
					       .client_finalized = agree,
					       .fence_nb = fence };
	pmix_status_t rc;
	pmix_info_t dir;

	/* No files of its own, and no other program: everything is on this machine. */
	setenv("PMIX_MCA_gds", "hash", 1);
	setenv("PMIX_MCA_psec", "native", 1);
	PMIX_INFO_CONSTRUCT(&dir);
	PMIX_INFO_LOAD(&dir, PMIX_SERVER_TMPDIR, AISP_MPIHOST_DIR, PMIX_STRING);
	rc = PMIx_server_init(&module, &dir, 1);
	PMIX_INFO_DESTRUCT(&dir);
	return rc;
}

/* "0,1,2" */
static void list_ranks(char *text, size_t size, uint32_t n)
{
	size_t used = 0;

	for (uint32_t i = 0; i < n; i++)
		used += (size_t)snprintf(text + used, size - used, i ? ",%u" : "%u", i);
}

/* One job on one node. */
static pmix_status_t register_job(uint32_t n)
{
	enum { SIZES = 4, FACTS = SIZES + 3 };
	static const char *const sizes[SIZES] = { PMIX_UNIV_SIZE, PMIX_JOB_SIZE,
						  PMIX_LOCAL_SIZE, PMIX_MAX_PROCS };
	char ranks[4 * AISP_MPIHOST_RANKS], host[256] = "localhost", *nodes = NULL,
					    *of_node = NULL;
	pmix_nspace_t name = NAME;
	pmix_info_t facts[FACTS];
	pmix_status_t rc;

	gethostname(host, sizeof(host) - 1);
	list_ranks(ranks, sizeof(ranks), n);
	if ((rc = PMIx_generate_regex(host, &nodes)) ||
	    (rc = PMIx_generate_ppn(ranks, &of_node)))
		return rc;
	for (int i = 0; i < FACTS; i++)
		PMIX_INFO_CONSTRUCT(&facts[i]);
	for (int i = 0; i < SIZES; i++)
		PMIX_INFO_LOAD(&facts[i], sizes[i], &n, PMIX_UINT32);
	PMIX_INFO_LOAD(&facts[SIZES], PMIX_LOCAL_PEERS, ranks, PMIX_STRING);
	PMIX_INFO_LOAD(&facts[SIZES + 1], PMIX_NODE_MAP, nodes, PMIX_STRING);
	PMIX_INFO_LOAD(&facts[SIZES + 2], PMIX_PROC_MAP, of_node, PMIX_STRING);
	rc = PMIx_server_register_nspace(name, (int)n, facts, FACTS, NULL, NULL);
	for (int i = 0; i < FACTS; i++)
		PMIX_INFO_DESTRUCT(&facts[i]);
	free(nodes);
	free(of_node);
	return rc;
}

static pmix_status_t tell_rank(uint32_t rank, int fd)
{
	pmix_status_t rc;
	pmix_proc_t proc;
	char **words = NULL;

	PMIX_PROC_LOAD(&proc, NAME, rank);
	rc = PMIx_server_register_client(&proc, geteuid(), getegid(), NULL, NULL, NULL);
	if (is_bad(rc) || (rc = PMIx_server_setup_fork(&proc, &words)))
		return rc;
	for (char **word = words; word && *word; word++)
		dprintf(fd, "%s\n", *word);
	dprintf(fd, "\n");
	return PMIX_SUCCESS;
}

static pmix_status_t tell_ranks(uint32_t n, int fd)
{
	pmix_status_t rc = register_job(n);

	for (uint32_t rank = 0; rank < n && !is_bad(rc); rank++)
		rc = tell_rank(rank, fd);
	return rc;
}

int aisp_mpihost_serve(uint32_t n, int fd, char *why, size_t size)
{
	pmix_status_t rc = start_server();

	if (!is_bad(rc))
		rc = tell_ranks(n, fd);
	if (!is_bad(rc))
		return 0;
	snprintf(why, size, "PMIx: %s", PMIx_Error_string(rc));
	return -1;
}
#else
int aisp_mpihost_serve(uint32_t n, int fd, char *why, size_t size)
{
	(void)n, (void)fd;
	snprintf(why, size,
		 "needs PMIx, which was not there when aisp was built: run ./setup.sh");
	return -1;
}
#endif
