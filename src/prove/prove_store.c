/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/regular.h"
#include "machine/hw.h"
#include "machine/machine_id.h"
#include "prove_store.h"
#include "store/expect_class.h"

static void take_file(struct prove_proof *proof, const char *path)
{
	json_t *document = aisp_regular_json(path, 0, NULL);
	struct prove_file *f = &proof->files[proof->n];

	if (!json_is_object(document) || prove_file_parse(f, document))
		prove_file_release(f);
	else
		proof->n++;
	json_decref(document);
}

/* Load docs/proofs/<class>_<device>.json, if this machine's class has one. */
static void take_committed(struct prove_proof *proof, const struct aisp_paths *paths,
			   const char *device)
{
	json_t *hw = aisp_hw_json(NULL);
	json_t *manifest = hw ? json_pack("{sO}", "hardware", hw) : NULL;
	char path[PATH_MAX + 256], target[16];
	struct aisp_machine_class c;

	snprintf(target, sizeof(target), "@%s", device);
	if (manifest && !aisp_manifest_class(&c, manifest, target, NULL)) {
		snprintf(path, sizeof(path), "%s/docs/proofs/%s_%s.json", paths->root,
			 c.slug, device);
		take_file(proof, path);
	}
	json_decref(manifest);
	json_decref(hw);
}

void prove_load(struct prove_proof *proof, const struct aisp_paths *paths)
{
	char path[PATH_MAX], id[AISP_MACHINE_ID_SIZE];

	*proof = (struct prove_proof){ 0 };
	for (int d = 0; d < AISP_N_DEVICES; d++)
		take_committed(proof, paths, aisp_device_name((enum aisp_device)d));
	if (!aisp_machine_id(id, NULL) &&
	    !aisp_machine_path(path, sizeof(path), id, "proof.json", NULL))
		take_file(proof, path);
}

void prove_proof_release(struct prove_proof *proof)
{
	for (int i = 0; i < proof->n; i++)
		prove_file_release(&proof->files[i]);
	proof->n = 0;
}

/* The record with the later date; if both have the same, that of the first file. */
static const struct prove_record *newer(const struct prove_record *a,
					const struct prove_record *b)
{
	return !a || strcmp(a->date, b->date) < 0 ? b : a;
}

const struct prove_record *prove_find_record(const struct prove_proof *proof,
					     const char *exploit)
{
	const struct prove_record *found = NULL;

	for (int i = 0; i < proof->n; i++)
		for (int k = 0; k < proof->files[i].n; k++)
			if (!strcmp(proof->files[i].records[k].exploit, exploit))
				found = newer(found, &proof->files[i].records[k]);
	return found;
}

/* States in which the check holds are equally good. */
static bool is_worse(const struct prove_record *a, const struct prove_record *b)
{
	return a->state < b->state && a->state < PROVE_PREVENTED;
}

static const struct prove_record *worst_of(const struct prove_proof *proof,
					   const char *check, enum aisp_device device)
{
	const struct prove_record *worst = NULL;

	for (int i = 0; i < proof->n; i++)
		for (int k = 0; k < proof->files[i].n; k++) {
			const struct prove_record *x = &proof->files[i].records[k];

			if (strcmp(x->check, check) != 0 || x->device != device ||
			    x != prove_find_record(proof, x->exploit))
				continue;
			if (!worst || is_worse(x, worst))
				worst = x;
		}
	return worst;
}

/* The check's line in the last file that knows the device. */
static const struct prove_line *last_line(const struct prove_proof *proof,
					  const char *check, enum aisp_device device)
{
	for (int i = proof->n - 1; i >= 0; i--)
		if (proof->files[i].lines[device].n)
			return prove_line_of(&proof->files[i].lines[device], check);
	return NULL;
}

struct prove_standing prove_standing_of(const struct prove_proof *proof,
					const char *check, enum aisp_device device)
{
	const struct prove_record *worst = worst_of(proof, check, device);
	const struct prove_line *l = last_line(proof, check, device);

	if (worst)
		return (struct prove_standing){ prove_state_name(worst->state),
						worst->why, worst->date,
						worst->commit };
	if (l)
		return (struct prove_standing){ prove_line_name(l->state), l->why, NULL,
						NULL };
	return (struct prove_standing){ 0 };
}
