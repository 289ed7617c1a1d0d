#!/bin/sh
# SPDX-License-Identifier: MIT
#
# docs/checks.md and docs/incidents.md are what their inputs make of them.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

passes 'docs/checks.md and docs/incidents.md are up to date' tools/gen_checks.pl --check

tree=$scratch/tree
mkdir -p "$tree/tools" "$tree/docs/proofs"
cp tools/gen_checks.pl "$tree/tools"
cp docs/*.txt docs/unguaranteed.md "$tree/docs"
AISP=$PWD/aisp
export AISP
# STATE: a proof of one check.
prove()
{
	cat > "$tree/docs/proofs/x_cpu.json" <<-END
	{ "date": "2026-01-02T00:00:00Z", "git": { "commit": "0123456789abcdef", "is_dirty": false },
	  "machine": { "class": "x", "text": "a machine" }, "driver": null, "grade": "A",
	  "devices": ["cpu"], "seconds": 1.0, "corpus": null,
	  "summary": { "n_stopped": 1, "n_exploits": 1, "n_let_through": 1, "n_detecting": 1,
		"n_alarms": 0, "n_twin_runs": 1 },
	  "exploits": [{ "check": "output.invalid_values_nan", "device": "cpu", "state": "$1",
		"source": "tests/exploits/output/x.c" }],
	  "states": { "cpu": { "output.constant_output": { "state": "N/A", "why": "" } } } }
	END
	"$tree/tools/gen_checks.pl"
}
says() # PATTERN
{
	grep -q "$1" "$tree/docs/checks.md"
}
prove PROVEN
count() # KIND: how many checks the sources have
{
	tools/list_checks.sh "$1" | wc -l
}
rules=$(count rules)
guarantees=$(count guarantees)
passes 'rules and guarantees are counted apart' says "^$rules rules that can fail: 1 proven by an exploit that is rejected, 0 by \
one that wins nothing even without the rule, 1 without meaning on the devices tried, $((rules - 2)) not proven yet; \
$guarantees guarantees of the interface: 0 tried by an exploit that wins nothing, $guarantees not proven yet\.$"
passes 'and the well-known ones again' says '^## Well-known cheats and mistakes: [0-9]* rules and [0-9]* guarantees$'
passes 'and shown with the machine' says '^1. .x.: a machine; cpu; grade A; 2026-01-02, commit 0123456789ab\.'
passes 'in its row' says '^| .output.invalid_values_nan. | rule | .*| PROVEN \[1\] |'
prove NOT-PROVEN
passes 'what is not proven is not' says '^[0-9]* rules that can fail: 0 proven'
prove PREVENTED
passes 'an exploit that wins nothing anyway is told apart' says ': 0 proven by an exploit that is rejected, 1 by one that wins'
prove NOT-PROVEN
passes 'and says so' says '| NOT-PROVEN \[1\] |'
touched()
{
	echo >> "$tree/docs/checks.md"
	! "$tree/tools/gen_checks.pl" --check > "$scratch/out" && grep -q 'docs/checks.md is out of date' "$scratch/out"
}
passes 'an edited page is found' touched
cited() # every check that an incident or a row names exists, or is named as missing
{
	cut -d'|' -f3 docs/incidents.txt | tr ' ' '\n' | grep '\.' | sort -u > "$scratch/cited"
	! grep -vxFf docs/validity_rows.txt "$scratch/cited" | grep -v '^isolation\.' | grep .
}
passes 'incidents name checks that are rows' cited
finish
