/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/rng.h"
#include "evict.h"
#include "evict_test.h"
#include "flush.h"

#define LINE_BYTES 64
#define OWN_BYTES  (1 << 20)
#define N_LINES    (OWN_BYTES / LINE_BYTES)
#define HUGE_BYTES (2 << 20) /* one page, so that translation costs nothing */
#define N_TRIALS   6
#define KEY        UINT64_C(0x6576696374) /* of the order of lines; any will do */

/* Each line holds the number of the next one; they are one circle (S. Sattolo, 1986).
 */
static void link_lines(uint32_t *line)
{
	const size_t words = LINE_BYTES / sizeof(*line);

	for (uint32_t i = 0; i < N_LINES; i++)
		line[i * words] = i;
	for (uint32_t i = N_LINES - 1; i > 0; i--) {
		uint32_t j = (uint32_t)(aisp_random_at(KEY, i) % i);
		uint32_t next = line[i * words];

		line[i * words] = line[j * words];
		line[j * words] = next;
	}
}

static double read_ns(const uint32_t *line)
{
	const volatile uint32_t *at = line;
	int64_t from = aisp_now_ns();

	for (uint32_t i = 0, next = 0; i < N_LINES; i++)
		next = at[next * (LINE_BYTES / sizeof(*line))];
	return (double)(aisp_now_ns() - from);
}

int aisp_evict_test(struct aisp_evict_times *t, struct aisp_err *err)
{
	uint32_t *line = aligned_alloc(HUGE_BYTES, HUGE_BYTES);
	cpu_set_t here, all;

	if (!line)
		return aisp_err_errno(err, "%d bytes", HUGE_BYTES);
	if (aisp_evictor_init(err)) {
		free(line);
		return -1;
	}
	madvise(line, HUGE_BYTES, MADV_HUGEPAGE);
	link_lines(line);
	sched_getaffinity(0, sizeof(all), &all);
	t->evicted_ns = t->dropped_ns = INFINITY;
	for (int i = 0; i < N_TRIALS; i++) {
		read_ns(line);
		CPU_ZERO(&here);
		CPU_SET(sched_getcpu(), &here);
		aisp_evict(&here, &all);
		t->evicted_ns = fmin(t->evicted_ns, read_ns(line));
		aisp_flush(line, OWN_BYTES);
		t->dropped_ns = fmin(t->dropped_ns, read_ns(line));
	}
	free(line);
	return 0;
}
