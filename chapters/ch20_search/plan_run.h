/* SPDX-License-Identifier: MIT
 *
 * plan_run.h - a step of a policy: choose(param, job) returns the plan of a job.
 */
static struct plan choose(const int64_t *p, const int32_t *job);

static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data;
	struct plan p = choose(io->param, job_at(io, step));

	(void)state;
	((int32_t *)io->out[TENSOR].data)[step] = p.tensor;
	((int32_t *)io->out[STAGES].data)[step] = p.stages;
	((int32_t *)io->out[AGAIN].data)[step] = p.again;
	((int64_t *)io->out[HELD].data)[step] = held(job_at(io, step), p);
	return 0;
}
