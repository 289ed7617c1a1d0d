/* SPDX-License-Identifier: MIT */
#include "memory_fit.h"

#include <math.h>
#include <stdio.h>

#include "device/layout.h"
#include "device/memory_need.h"
#include "machine/memory_free.h"
#include "params_text.h"

#define RESERVE 16 /* one part in that many of what is free is left to others */
#define GB      1e9
#define MB      1e6

/* Decimal, as memory is sold: "120 GB", "5.25 GB", "2.4 MB". */
static const char *bytes_text(double bytes, char text[32])
{
	double unit = bytes < GB ? MB : GB, n = fmax(bytes, 0) / unit;

	snprintf(text, 32, "%.*f %s", n < 10 ? 2 : 0, n, unit < GB ? "MB" : "GB");
	return text;
}

static int refuse(const struct aisp_contract *c, double need, double unused,
		  const char *where, struct aisp_err *err)
{
	char sizes[200], its[32], left[32];
	bool has_any = aisp_params_text(sizes, sizeof(sizes), c) > 0;

	return aisp_err_set(err,
			    "%s%sneeds %s of %s, %s are free, of which 1/%d is kept; "
			    "%s",
			    sizes, has_any ? ": " : "", bytes_text(need, its), where,
			    bytes_text(unused, left), RESERVE,
			    has_any ? "choose a smaller --param" : "free some");
}

/* NaN, an unknown amount, is enough. */
static bool is_too_much(double need, double unused)
{
	return need > unused - unused / RESERVE;
}

/* A trial of the contract, beside no other buffers, copies one tensor at a time. */
static double largest_bytes(const struct aisp_problem *pr)
{
	double most = 0;

	for (int i = 0; i < pr->n_in; i++)
		most = fmax(most, (double)aisp_spec_bytes(&pr->in[i]));
	return most;
}

/* References and magnitudes of all elements of the largest output. */
static double reference_bytes(const struct aisp_problem *pr)
{
	double most = 0;

	for (int o = 0; o < pr->n_out; o++) {
		double n = 1;

		for (int i = 0; i < pr->out[o].rank; i++)
			n *= (double)pr->out[o].shape[i];
		most = fmax(most, n);
	}
	return 2 * sizeof(double) * most;
}

static int check(const struct aisp_contract *c, const struct aisp_problem *pr,
		 int n_slots, const struct aisp_open_device *d, double more_bytes,
		 struct aisp_err *err)
{
	double host = aisp_memory_free_bytes();
	struct aisp_memory_need calls, trial;

	if (aisp_memory_need(&calls, pr, n_slots, d, err) ||
	    aisp_memory_need(&trial, &c->problem, 1, &aisp_host_device, err))
		return -1;
	trial.host_bytes += more_bytes;
	calls.host_bytes = fmax(calls.host_bytes, trial.host_bytes);
	if (is_too_much(calls.host_bytes, host))
		return refuse(c, calls.host_bytes, host, "memory", err);
	if (calls.device_bytes > 0) {
		double device = aisp_device_free_bytes(d);

		if (is_too_much(calls.device_bytes, device))
			return refuse(c, calls.device_bytes, device,
				      "the device's memory", err);
	}
	return 0;
}

int aisp_memory_fits(const struct aisp_contract *c, const struct aisp_problem *pr,
		     int n_slots, const struct aisp_open_device *d,
		     struct aisp_err *err)
{
	return check(c, pr, n_slots, d, largest_bytes(&c->problem), err);
}

int aisp_memory_fits_trials(const struct aisp_contract *c,
			    const struct aisp_open_device *d, struct aisp_err *err)
{
	return check(c, &c->problem, 1, d, reference_bytes(&c->problem), err);
}
