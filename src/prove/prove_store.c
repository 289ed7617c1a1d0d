/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "machine/hw.h"
#include "machine/machine_id.h"
#include "prove_store.h"
#include "store/expect_class.h"

static size_t find(const json_t *exploits, const char *exploit)
{
	const json_t *x;
	size_t i;

	json_array_foreach(exploits, i, x)
		if (aisp_field_is(x, "exploit", exploit))
			break;
	return i;
}

static void take(json_t *all, const json_t *document)
{
	json_t *exploits = json_object_get(all, "exploits"), *x;
	json_t *states = json_object_get(all, "states"), *of_device;
	const char *device;
	size_t i;

	json_array_foreach(json_object_get(document, "exploits"), i, x) {
		size_t at = find(exploits, aisp_field_text(x, "exploit"));
		const json_t *old = json_array_get(exploits, at);

		if (!old)
			json_array_append(exploits, x);
		else if (strcmp(aisp_field_text(old, "date"),
				aisp_field_text(x, "date")) < 0)
			json_array_set(exploits, at, x);
	}
	json_object_foreach(json_object_get(document, "states"), device, of_device)
		json_object_set(states, device, of_device);
}

static void take_file(json_t *all, const char *path)
{
	json_t *document = json_load_file(path, 0, NULL);

	if (json_is_object(document))
		take(all, document);
	json_decref(document);
}

/* docs/proofs/<class>_<device>.json */
static void take_committed(json_t *all, const struct aisp_paths *paths,
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
		take_file(all, path);
	}
	json_decref(manifest);
	json_decref(hw);
}

json_t *prove_load(const struct aisp_paths *paths)
{
	json_t *all = json_pack("{s[] s{}}", "exploits", "states");
	char path[PATH_MAX], id[AISP_MACHINE_ID_SIZE];

	if (!all)
		return NULL;
	take_committed(all, paths, "cpu");
	take_committed(all, paths, "cuda");
	if (!aisp_machine_id(id, NULL) &&
	    !aisp_machine_path(path, sizeof(path), id, "proof.json", NULL))
		take_file(all, path);
	return all;
}

static int rank(const char *state)
{
	static const char *const worst_first[] = { "NOT-PROVEN", "SKIPPED", "NOT-SEEN",
						   "PARTIAL" };

	for (int i = 0; i < 4; i++)
		if (!strcmp(state, worst_first[i]))
			return i;
	return 4;
}

json_t *prove_state(const json_t *proof, const char *check, const char *device)
{
	const json_t *worst = NULL, *x, *state;
	size_t i;

	json_array_foreach(json_object_get(proof, "exploits"), i, x) {
		if (!aisp_field_is(x, "check", check) ||
		    !aisp_field_is(x, "device", device))
			continue;
		if (!worst || rank(aisp_field_text(x, "state")) <
				      rank(aisp_field_text(worst, "state")))
			worst = x;
	}
	if (worst)
		return json_pack("{ss ss ss ss}", "state",
				 aisp_field_text(worst, "state"), "why",
				 aisp_field_text(worst, "why"), "date",
				 aisp_field_text(worst, "date"), "commit",
				 aisp_field_text(worst, "commit"));
	state = json_object_get(
		json_object_get(json_object_get(proof, "states"), device), check);
	return state ? json_pack("{ss ss sn sn}", "state",
				 aisp_field_text(state, "state"), "why",
				 aisp_field_text(state, "why"), "date", "commit")
		     : NULL;
}
