#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deploy/: what containers, pods and jobs must have so that a measurement there is worth
# something and runs without rights; each rule finds a planted fault.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

# Each rule prints what is wrong with FILE.
dockerfile()
{
	grep -qE '^ARG BASE=[a-z/]+:[0-9]' "$1" || echo 'the base image has no version'
	grep '^FROM ' "$1" | grep -vx 'FROM $BASE'
	[ "$(grep '^USER ' "$1" | tail -n 1)" = 'USER 10001' ] || echo 'the last user is root'
	grep -E '^ADD |sudo|curl|wget' "$1"
	grep -q 'rm -rf /var/lib/apt/lists' "$1" || echo 'package lists stay in the image'
	grep -qE '^ENTRYPOINT \[' "$1" || echo 'signals do not reach aisp: ENTRYPOINT is no list'
}
job()
{
	for word in --exclusive --nodes=1 --time=; do
		grep -qe "^#SBATCH $word" "$1" || echo "$word is missing"
	done
	grep -q '^srun ./aisp bench run ' "$(tail -n 1 "$1" > "$scratch/last"; echo "$scratch/last")" ||
		echo 'the status of the job is not that of aisp'
}
pod()
{
	/usr/bin/python3 - "$1" <<'END'
import sys, yaml
spec = yaml.safe_load(open(sys.argv[1]))['spec']
for c in spec['containers']:
    r = c['resources']
    if r['requests'] != r['limits']:
        print('not Guaranteed: requests are not limits')
    if not str(r['limits']['cpu']).isdigit():
        print('no cores of its own: cpu is not whole')
    if ':' not in c['image'] or c['image'].endswith(':latest'):
        print('the image has no version')
    if any(key.startswith('nvidia.com/') for key in r['limits']):
        if not c['image'].endswith('-cuda'):
            print('a GPU, and no toolkit in the image')
        if not any('@cuda' in word for word in c['args']) or 'skipped' not in c['args'][-1]:
            print('a GPU, and the pod may end well without it')
    s = c.get('securityContext', {})
    if s.get('privileged') or s.get('allowPrivilegeEscalation', True) or s['capabilities']['drop'] != ['ALL']:
        print('the container has rights')
if not spec['securityContext'].get('runAsNonRoot'):
    print('it may run as root')
END
}
sound() # RULE FILE
{
	found=$("$@" 2>&1)
	[ -z "$found" ] || { echo "$found"; false; }
}
# PATTERN RULE FILE SED: the rule prints PATTERN of a copy that SED changed.
planted()
{
	sed "$4" "$3" > "$scratch/copy"
	gives 0 "$1" "found: $1" "$2" "$scratch/copy"
}
passes 'deploy/Dockerfile' sound dockerfile deploy/Dockerfile
planted 'no version' dockerfile deploy/Dockerfile 's/:12-slim//'
planted 'last user is root' dockerfile deploy/Dockerfile '/^USER/d'
planted 'lists stay' dockerfile deploy/Dockerfile 's/rm -rf/ls/'
planted 'signals' dockerfile deploy/Dockerfile 's/^ENTRYPOINT.*/ENTRYPOINT aisp/'
passes 'deploy/job.slurm' sound job deploy/job.slurm
planted '--exclusive is missing' job deploy/job.slurm '/--exclusive/d'
planted 'status of the job' job deploy/job.slurm '$a true'
if /usr/bin/python3 -c 'import yaml' 2>/dev/null; then
	for file in deploy/pod*.yaml; do
		passes "$file" sound pod "$file"
	done
	planted 'not Guaranteed' pod deploy/pod.yaml '0,/cpu: "4"/s//cpu: "2"/'
	planted 'not whole' pod deploy/pod.yaml 's/cpu: "4"/cpu: 500m/'
	planted 'image has no version' pod deploy/pod.yaml 's/aisp:1-cuda/aisp:latest/'
	planted 'no toolkit in the image' pod deploy/pod_mig.yaml 's/aisp:1-cuda/aisp:1/'
	planted 'end well without it' pod deploy/pod.yaml 's/,skipped//'
	planted 'end well without it' pod deploy/pod.yaml 's/@cuda//'
	planted 'has rights' pod deploy/pod.yaml 's/\[ALL\]/[]/'
	planted 'as root' pod deploy/pod.yaml '/runAsNonRoot/d'
else
	skip 'deploy/pod.yaml' 'no python3-yaml'
fi

# The job itself, with an srun that runs here and an aisp that says what it was asked.
mkdir -p "$scratch/bin" "$scratch/tree"
printf '#!/bin/sh\nexec "$@"\n' > "$scratch/bin/srun"
printf '#!/bin/sh\necho "aisp $*"\n[ "$1" = doctor ] || exit 3\n' > "$scratch/tree/aisp"
chmod +x "$scratch/bin/srun" "$scratch/tree/aisp"
submitted()
{
	cd "$1" && shift && PATH=$scratch/bin:$PATH SLURM_SUBMIT_DIR=. bash "$OLDPWD/deploy/job.slurm" "$@"
}
gives 3 '^aisp bench run --wait-quiet --fail-on slower ch07 ch08$' "a job ends with aisp's status" \
	submitted "$scratch/tree" ch07 ch08
gives 4 'has no ./aisp: run ./setup.sh' 'a tree that is not built' submitted "$scratch/bin"
# What the files ask aisp for is there.
known()
{
	./aisp bench run --help | grep -q -e '--fail-on' && ./aisp bench run --help | grep -q -e '--wait-quiet' &&
		./aisp doctor --help > /dev/null && ./setup.sh --nonsense 2>&1 | grep -q -e '--minimal'
}
passes 'options that the files use' known
finish
