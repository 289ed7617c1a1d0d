#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deploy/Dockerfile: the image is built, and its first run ends in a table, as the user
# that it names; where a container runtime answers that can fetch what a build needs.
# The steps themselves are tried first with a runtime that only says what it was asked.
# RUN: test-all
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

image=aisp:test-$$ base=$(sed -n 's/^ARG BASE=//p' deploy/Dockerfile)

# A runtime whose daemon hangs answers nobody.
within() # SECONDS COMMAND...
{
	seconds=${patience:-$1}
	shift
	timeout -k 10 "$seconds" "$@"
}
# Prints why there is none; else the runtime's name goes to $scratch/runtime.
lacks()
{
	for runtime in docker podman; do
		within 60 "$runtime" info > "$scratch/info" 2>&1 || continue
		echo "$runtime" > "$scratch/runtime"
		within 60 "$runtime" image inspect "$base" > /dev/null 2>&1 ||
			within 600 "$runtime" pull -q "$base" > /dev/null 2>&1 || {
			echo "$runtime cannot fetch $base"
			return
		}
		within 120 "$runtime" run --rm "$base" apt-get update > /dev/null 2>&1 ||
			echo "a container of $runtime reaches no packages"
		return
	done
	echo 'neither docker nor podman answers'
}
build() # RUNTIME
{
	within 1800 "$1" build -f deploy/Dockerfile -t "$image" .
}
first_verdict() # RUNTIME: its run measured; a verdict may need more pairs, or a quieter machine
{
	within 600 "$1" run --rm --name "aisp-test-$$" "$image" bench run --targets ch01:fusion --preset small --pairs 3 > "$scratch/out" 2>&1
	status=$?
	cat "$scratch/out"
	case $status in 0 | 1 | 5) grep -q '^run folder: ' "$scratch/out" ;; *) false ;; esac
}

mkdir "$scratch/bin"
cat > "$scratch/bin/docker" <<'END'
#!/bin/sh
echo "$*" >> "$0.asked"
[ "$(cat "$0.hangs" 2>/dev/null)" != "$1" ] || exec sleep 30
case $1 in
pull) [ ! -e "$0.offline" ] ;;
image) false ;;
run) echo 'run folder: artifacts/x'; case $* in *'bench run'*) exit 5 ;; esac ;;
esac
END
printf '#!/bin/sh\nexit 1\n' > "$scratch/bin/podman"
chmod +x "$scratch/bin/docker" "$scratch/bin/podman"
pretended() # COMMAND...
{
	PATH=$scratch/bin:$PATH "$@"
}
found()
{
	[ -z "$(pretended lacks)" ] && [ "$(cat "$scratch/runtime")" = docker ]
}
passes 'a runtime that has all is found' found
passes 'an image is built' pretended build docker
passes 'and run: that no verdict was reached is no failure' pretended first_verdict docker
gives 0 "^build -f deploy/Dockerfile -t $image \.$" 'of the file in deploy' cat "$scratch/bin/docker.asked"
hangs() # VERB COMMAND...
{
	echo "$1" > "$scratch/bin/docker.hangs"
	shift
	patience=0.5 pretended "$@"
}
gives 0 '^neither docker nor podman answers$' 'a runtime that hangs is none' hangs info lacks
gives 0 "^docker cannot fetch $base$" 'one that hangs while it fetches fetches nothing' hangs pull lacks
gives 124 '' 'a build that hangs is ended' hangs build build docker
gives 1 '' 'and so is a run' hangs run first_verdict docker
rm "$scratch/bin/docker.hangs"
: > "$scratch/bin/docker.offline"
gives 0 "^docker cannot fetch $base$" 'no base image' pretended lacks
rm "$scratch/bin/docker"
printf '#!/bin/sh\nexit 1\n' > "$scratch/bin/docker" && chmod +x "$scratch/bin/docker"
gives 0 '^neither docker nor podman answers$' 'no runtime' pretended lacks
gives 1 '' 'a container that fails' pretended first_verdict docker

why=$(lacks)
if [ "$why" ]; then
	skip 'the image is built' "$why"
	skip 'its first run measures' "$why"
else
	read -r runtime < "$scratch/runtime"
	passes 'the image is built' build "$runtime"
	passes 'its first run measures' first_verdict "$runtime"
	within 60 "$runtime" rm -f "aisp-test-$$" > /dev/null 2>&1 # if its time was over
	within 60 "$runtime" image rm -f "$image" > /dev/null 2>&1
fi
finish
