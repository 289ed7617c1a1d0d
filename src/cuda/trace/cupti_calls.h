/* SPDX-License-Identifier: MIT
 *
 * cupti_calls.h - what the host may ask of the driver, by the functions' names and
 * arguments.
 */
#ifndef AISP_CUPTI_CALLS_H
#define AISP_CUPTI_CALLS_H

#include <cupti.h>
#include <stdbool.h>

enum call {
	CALL_NONE,
	CALL_STREAM_MADE,
	CALL_GRAPH_LAUNCH,
	CALL_COOPERATIVE,
	CALL_LAUNCH_EX,
	CALL_HOST_FUNCTION,
	CALL_CAPTURE,
	CALL_CAPTURED,
	CALL_ALLOC,
	CALL_MANAGED,
	CALL_SYNC,
	CALL_PEER,
	CALL_PINNED,
	CALL_CONTEXT,
	CALL_LIMIT,
	CALL_STREAM_ATTRIBUTE,
	CALL_MODULE,
	CALL_POOL,
	N_CALLS
};

enum call aisp_call_of(const char *name);

/* Of a CALL_LAUNCH_EX: may its blocks wait for each other? */
bool aisp_is_cooperative(const CUpti_CallbackData *data);

/* A request to set L2 aside, or to keep what lies in a window. */
bool aisp_is_persisting(enum call call, const CUpti_CallbackData *data);

/* Host memory that the GPU gets by it, managed memory included. */
uint64_t aisp_bytes_at_host(enum call call, const CUpti_CallbackData *data);

#endif
