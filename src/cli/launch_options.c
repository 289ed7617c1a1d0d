/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch_options.h"
#include "whole_option.h"

#define MOST_NODES 1024

enum {
	OPT_VIA = 0x500,
	OPT_PROCS,
	OPT_NODES,
	OPT_NODE,
	OPT_BACKEND,
	OPT_ENDPOINT,
	OPT_TOKEN,
	OPT_ENV
};

static const struct argp_option options[] = {
	{ "launch-via", OPT_VIA, "local|mpirun|srun|torchrun", 0,
	  "Start ranks on this host (local), or one aisp on each node by mpirun or "
	  "srun; torchrun means local, since no rank is a Python program (local)",
	  5 },
	{ "nproc-per-node", OPT_PROCS, "N", 0,
	  "Use N ranks on each node: the parameter `ranks` of the workloads", 5 },
	{ "nnodes", OPT_NODES, "N", 0,
	  "Measure on N nodes, with mpirun or srun: each node on its own, or, with "
	  "--rdzv-endpoint, the ranks of all nodes in each call: the parameter `nodes` "
	  "(1)",
	  5 },
	{ "node-rank", OPT_NODE, "K", 0,
	  "Run as node K, where no launcher starts the nodes; node 0 has the result",
	  5 },
	{ "rdzv-backend", OPT_BACKEND, "NAME", 0,
	  "Accepted for compatibility with torchrun, without effect", 5 },
	{ "rdzv-endpoint", OPT_ENDPOINT, "HOST:PORT", 0,
	  "Meet at this address of node 0; on one host without effect", 5 },
	{ "rdzv-token", OPT_TOKEN, "FILE", 0,
	  "Admit only nodes that have this file of secret bytes, the same on all "
	  "nodes; a launcher makes one",
	  5 },
	{ "torchrun-env", OPT_ENV, "NAME=VALUE", 0,
	  "Set an environment variable of the judge, such as CUDA_VISIBLE_DEVICES=0; "
	  "workers have no environment; repeatable",
	  5 },
	{ 0 }
};

static const char *const names[] = {
	[LAUNCH_PLAIN] = "",
	[LAUNCH_LOCAL] = "local",
	[LAUNCH_TORCHRUN] = "torchrun",
	[LAUNCH_MPIRUN] = "mpirun",
	[LAUNCH_SRUN] = "srun",
};

const char *launch_via_name(enum launch_via via)
{
	return names[via];
}

static void choose(struct argp_state *state, struct launch_options *o, const char *name)
{
	for (int via = LAUNCH_LOCAL; via <= LAUNCH_SRUN; via++)
		if (!strcmp(name, names[via])) {
			o->via = (enum launch_via)via;
			return;
		}
	argp_error(state, "--launch-via %s: want local, mpirun, srun or torchrun",
		   name);
}

static void set_variable(struct argp_state *state, const char *arg)
{
	const char *equals = strchr(arg, '=');
	char name[128];

	if (!equals || equals == arg || equals - arg >= (int)sizeof(name)) {
		argp_error(state, "--torchrun-env %s: want NAME=VALUE", arg);
		return;
	}
	snprintf(name, sizeof(name), "%.*s", (int)(equals - arg), arg);
	setenv(name, equals + 1, 1);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct launch_options *o = state->input;

	switch (key) {
	case OPT_VIA:
		choose(state, o, arg);
		return 0;
	case OPT_PROCS:
		o->n_procs =
			whole_option(state, "--nproc-per-node", arg, 1, AISP_MAX_RANKS);
		return 0;
	case OPT_NODES:
		o->n_nodes = whole_option(state, "--nnodes", arg, 1, MOST_NODES);
		return 0;
	case OPT_NODE:
		o->node = 1 + whole_option(state, "--node-rank", arg, 0, MOST_NODES);
		return 0;
	case OPT_ENDPOINT:
		o->endpoint = arg;
		o->has_rendezvous = true;
		return 0;
	case OPT_BACKEND:
		o->has_rendezvous = true;
		return 0;
	case OPT_TOKEN:
		o->token_file = arg;
		return 0;
	case OPT_ENV:
		set_variable(state, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp launch_options_argp = { .options = options, .parser = parse };

bool launch_is_remote(const struct launch_options *o)
{
	return o->via == LAUNCH_SRUN || o->via == LAUNCH_MPIRUN;
}

bool launch_is_across(const struct launch_options *o)
{
	return o->endpoint && o->n_nodes > 1 && (o->node || launch_is_remote(o));
}

static int set_parameter(const char *name, const char *option, int n,
			 struct suite_options *suite, struct aisp_err *err)
{
	struct aisp_suite *s = &suite->suite;
	char text[32];

	if (suite_options_has_param(suite, name))
		return aisp_err_usage(err,
				      "%s and --param %s say the same: leave one out",
				      option, name);
	if (s->n_sweeps == AISP_MAX_SWEEPS)
		return aisp_err_usage(err, "--param: at most %d", AISP_MAX_SWEEPS);
	snprintf(text, sizeof(text), "%s=%d", name, n);
	return aisp_sweep_parse(&suite->sweeps[s->n_sweeps++], text, err);
}

int launch_options_apply(const struct launch_options *o, struct suite_options *suite,
			 struct aisp_err *err)
{
	if (o->n_nodes > 1 && !launch_is_remote(o) && !launch_is_across(o))
		return aisp_err_usage(
			err,
			"--nnodes %d: a collective over several hosts is not measured "
			"without --node-rank and --rdzv-endpoint, by which they meet; "
			"--launch-via srun or mpirun measures on each node by itself",
			o->n_nodes);
	if (o->node && (!launch_is_across(o) || o->node > o->n_nodes || !o->token_file))
		return aisp_err_usage(err,
				      "--node-rank %d: want --nnodes, of which it "
				      "is one, --rdzv-endpoint and --rdzv-token",
				      o->node - 1);
	if (launch_is_across(o) && o->n_nodes > AISP_MAX_NODES)
		return aisp_err_usage(err,
				      "--nnodes %d: ranks of at most %d share a "
				      "call",
				      o->n_nodes, AISP_MAX_NODES);
	if (o->via == LAUNCH_TORCHRUN)
		fputs("aisp bench run: --launch-via torchrun: ranks are processes that "
		      "the judge starts, no Python programs: as local\n",
		      stderr);
	if (o->has_rendezvous && !launch_is_across(o))
		fputs("aisp bench run: --rdzv-backend, --rdzv-endpoint: ranks meet in "
		      "memory and need no address\n",
		      stderr);
	if (launch_is_across(o) &&
	    set_parameter("nodes", "--nnodes", o->n_nodes, suite, err))
		return -1;
	return o->n_procs ? set_parameter("ranks", "--nproc-per-node", o->n_procs,
					  suite, err)
			  : 0;
}
