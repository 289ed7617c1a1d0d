/* SPDX-License-Identifier: MIT
 *
 * size.h - how many GPUs serve a language model within a service level, from measured
 * rates.  Only arithmetic: no system call, no figure of its own.
 *
 * The model: a replica is t GPUs that share every matrix (tensor parallel) without any
 * cost of their talking to each other, which no table tells.  It holds b sequences.  A
 * decode step reads the weights once, or multiplies if that takes longer, and the
 * sequences' keys and values; prefills of new requests come between the steps.
 */
#ifndef AISP_SIZE_H
#define AISP_SIZE_H

#include <stdbool.h>

#include "base/err.h"

struct aisp_size_model {
	char name[64], source[160];
	double layers, hidden, heads, kv_heads, head_dim, ffn, vocab;
	bool is_tied; /* input and output embedding are one matrix */
};

enum aisp_size_rate {
	AISP_SIZE_MEMORY,    /* bytes of a GPU */
	AISP_SIZE_READ,      /* bytes/s from its memory */
	AISP_SIZE_KV,        /* bytes/s of keys and values in decode attention */
	AISP_SIZE_GEMM_BF16, /* flop/s */
	AISP_SIZE_GEMM_FP8,
	AISP_SIZE_ATTENTION, /* flop/s of causal attention */
	AISP_SIZE_N_RATES
};

struct aisp_size_table {
	char machine[256];
	double value[AISP_SIZE_N_RATES]; /* 0: not in the table */
	char source[AISP_SIZE_N_RATES][300];
};

const char *aisp_size_rate_name(enum aisp_size_rate r); /* "kv_rate" */

/* docs/size/models.txt and h200.txt, as they are in the program. */
extern const char aisp_size_models_text[], aisp_size_h200_text[];

/*
 * Finds the model of that name in a text like docs/size/models.txt; NULL: the first.
 * Returns 0, or -1 with *err filled: the wrong line, or the names that exist.
 */
int aisp_size_model_parse(struct aisp_size_model *m, const char *text, const char *name,
			  struct aisp_err *err);

/* Parses a text like docs/size/h200.txt. Returns 0, or -1 with *err naming the line. */
int aisp_size_table_parse(struct aisp_size_table *t, const char *text,
			  struct aisp_err *err);

struct aisp_size_demand {
	double prompt, output; /* tokens of a request */
	double requests_per_s;
	double first_s, token_s; /* limits: to the first token, and per further token */
	double price_per_hour;   /* per GPU; NaN: not given */
	double reserve;          /* share of the memory for everything else */
	double load;             /* share of the capacity that is used */
	bool is_fp8;             /* weights, and the products with them */
};

#define AISP_SIZE_N_SPLITS 4 /* replicas of 1, 2, 4 and 8 GPUs */

/* Replicas of n_split GPUs. */
struct aisp_size_split {
	int n_split;
	double room;      /* sequences that fit beside the weights; below 1: none */
	double prefill_s; /* of a prompt */
	double batch;     /* sequences at once, the most that keep the limits; 0 */
	double step_s, token_s; /* of that batch; token_s with the prefills between */
	double tokens_per_s;    /* of a replica, at that batch */
	double n_replicas, n_gpus; /* for the demand */
	char why[160];             /* why batch is 0 */
};

struct aisp_size_plan {
	double layer_params, params;        /* of the layers, of all */
	double read_params;                 /* that a decode step reads */
	double weight_bytes, kv_bytes;      /* of all weights; of a token */
	double linear_flop, attention_flop; /* of a prompt */
	enum aisp_size_rate gemm;
	struct aisp_size_split splits[AISP_SIZE_N_SPLITS];
	int best; /* with the fewest GPUs; -1: none keeps the limits */
	double cost_per_hour,
		cost_per_million; /* of output tokens; NaN without a price */
};

/* Returns 0, or -1 with *err naming a rate that the table lacks. */
int aisp_size_plan(struct aisp_size_plan *p, const struct aisp_size_model *m,
		   const struct aisp_size_table *t, const struct aisp_size_demand *d,
		   struct aisp_err *err);

#endif
