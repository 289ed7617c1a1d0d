/* SPDX-License-Identifier: MIT
 *
 * The parts of prepare_part(): each is made once, by several CPUs if the data are
 * large, and named if it faults.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "judge/contract.h"

#include "tap.h"

#define ELEMS (4 << 20)

static float data[ELEMS];
static atomic_int n_calls, n_elsewhere;
static int n_prepared, is_faulty;
static pthread_t own;
static volatile char *volatile nowhere = (char *)8;

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	(void)io, (void)bits;
	n_prepared += n_calls == 0; /* before the parts */
}

static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t n = aisp_elems(&io->in[0]);
	float *x = io->in[0].data;

	(void)bits;
	if (is_faulty && part == n_parts - 1)
		*nowhere = 0;
	n_calls++;
	n_elsewhere += !pthread_equal(own, pthread_self());
	for (int64_t i = aisp_part_begin(n, part, n_parts);
	     i < aisp_part_begin(n, part + 1, n_parts); i++)
		x[i]++;
}

static const struct aisp_workload w = { .abi = AISP_ABI,
					.title = "parts",
					.prepare = prepare,
					.prepare_part = prepare_part };
static struct aisp_contract_fault fault = { .source = "workload_parts.h" };
static struct aisp_contract c = { .workload = &w, .fault = &fault };

static void run(int64_t n, const cpu_set_t *cpus)
{
	const struct aisp_tensor in[] = {
		{ .data = data, .dtype = AISP_F32, .rank = 1, .shape = { n } }
	};
	const struct aisp_io io = { .in = in };

	memset(data, 0, sizeof(data));
	n_calls = n_elsewhere = n_prepared = 0;
	c.problem.n_in = 1;
	c.problem.in[0] =
		(struct aisp_spec){ .dtype = AISP_F32, .rank = 1, .shape = { n } };
	aisp_contract_prepare(&c, &io, 1, cpus);
}

static int n_wrong(int64_t n)
{
	int wrong = 0;

	for (int64_t i = 0; i < ELEMS; i++)
		wrong += data[i] != (i < n);
	return wrong;
}

int main(void)
{
	cpu_set_t all;
	int n;

	own = pthread_self();
	sched_getaffinity(0, sizeof(all), &all);
	n = CPU_COUNT(&all) < 128 ? CPU_COUNT(&all) : 128;
	run(ELEMS, NULL);
	ok(n_prepared == 1 && n_calls == n && n_wrong(ELEMS) == 0,
	   "a part a CPU, each element in one");
	ok(n_elsewhere == n - 1, "in threads of their own but for one");
	run(1 << 16, NULL);
	ok(n_calls == (n < 4 ? n : 4) && n_wrong(1 << 16) == 0,
	   "also of few elements, which may be much work");
	run(ELEMS - 5, &all);
	ok(n_wrong(ELEMS - 5) == 0, "on the CPUs that the caller names");
	run(1000, &all);
	ok(n_calls == 1 && n_elsewhere == 0 && n_wrong(1000) == 0,
	   "little is no work for threads");
	is_faulty = 1;
	run(ELEMS, NULL);
	ok(!!strstr(fault.why,
		    "workload_parts.h: prepare_part(): SIGSEGV at address 0x8"),
	   "a fault in any of them is named");
	return done();
}
