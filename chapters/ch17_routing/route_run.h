/* SPDX-License-Identifier: MIT
 *
 * route_run.h - a step of a policy: choose(fleet, job, own) names the replica; own is a
 * number that the policy keeps from step to step, 0 at first.
 */
static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[STEP].data;
	int64_t *own = (int64_t *)io->workspace;
	struct fleet f = fleet_at(own + 1, io->param[REPLICAS], io->param[KEEPS]);
	struct job j = job_of(io, step);
	int64_t replica;

	(void)state;
	if (!step) {
		*own = 0;
		fleet_clear(&f);
	}
	replica = choose(&f, &j, own);
	((int32_t *)io->out[REPLICA].data)[step] = (int32_t)replica;
	((int64_t *)io->out[DONE].data)[step] = fleet_serve(&f, replica, &j);
	return 0;
}
