/* SPDX-License-Identifier: MIT
 *
 * energy_calls.h - the energy of a call on a device that counts its own.
 */
#ifndef AISP_ENERGY_CALLS_H
#define AISP_ENERGY_CALLS_H

#include "session.h"

/*
 * After the timed samples, in the launch chosen for it: repeat calls on the same inputs
 * until the counter has moved often enough or time is up; then fill the facts as far as
 * it has moved.  Returns 0, or 1 if the variant ended the launch.
 */
int aisp_session_energy(struct aisp_session *s, struct aisp_measured *m);

#endif
