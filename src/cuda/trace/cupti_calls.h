/* SPDX-License-Identifier: MIT
 *
 * cupti_calls.h - what the host asks of the driver, by the functions' names and
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

/* For a CALL_LAUNCH_EX: may its blocks wait for each other? */
bool aisp_is_cooperative(const CUpti_CallbackData *data);

/* Does the call set a part of L2 aside, or ask it to keep an address window? */
bool aisp_is_persisting(enum call call, const CUpti_CallbackData *data);

/* Bytes of host memory, also managed memory, that the call gives to the GPU. */
uint64_t aisp_bytes_at_host(enum call call, const CUpti_CallbackData *data);

#endif
