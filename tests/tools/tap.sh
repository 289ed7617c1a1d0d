# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# tap.sh - TAP for shell tests: cd to the root, then `. tests/tools/tap.sh`.

n_tests=0 is_failed=0 todo=''
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Headers of the CUDA toolkit, as in mk/cuda.mk; empty without one.
cuda=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
cuda=${cuda%/bin/nvcc}/include
[ -f "$cuda/cuda.h" ] || cuda=''

# The sources in C that have all their headers here.
sources()
{
	find src -name '*.c' ! -path src/judge/workload_main.c |
		if [ -n "$cuda" ]; then cat; else grep -v '^src/cuda/'; fi | sort
}

# with_saved_peaks CACHE: this machine's peaks, where it knows them; measuring them anew
# takes ten seconds.
with_saved_peaks()
{
	for from in "${B:-build}/test-cache" "${XDG_CACHE_HOME:-$HOME/.cache}"; do
		[ -d "$from/aisp/machines" ] || continue
		mkdir -p "$1/aisp" && cp -r "$from/aisp/machines" "$1/aisp/"
		return
	done
}

# ok STATUS NAME
ok()
{
	report "$1" "$2" /dev/null
}

# report STATUS NAME LOGFILE.  TAP's directive for a failure that is known and fails
# no test: a name that ends in "# TODO reason".
report()
{
	n_tests=$((n_tests + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n_tests - $2"
	else
		echo "not ok $n_tests - $2"
		sed -n '1,40s/^/# /p' "$3"
		case $2 in
		*'# TODO '*) ;;
		*) is_failed=1 ;;
		esac
	fi
}

# passes NAME COMMAND...: it exits with 0.
passes()
{
	name=$1
	shift
	status=0
	("$@") > "$scratch/log" 2>&1 </dev/null || status=$?
	report $status "$name" "$scratch/log"
}

# gives STATUS PATTERN NAME COMMAND...: its exit status, and a line of what it
# prints on either stream.
gives()
{
	want=$1 pattern=$2 name=$3
	shift 3
	status=0
	("$@") > "$scratch/log" 2>&1 </dev/null || status=$?
	echo "(exit status $status)" >> "$scratch/log"
	if [ $status = "$want" ] && grep -qe "$pattern" "$scratch/log"; then
		status=0
	else
		status=1
	fi
	report $status "$name" "$scratch/log"
}

# clean NAME COMMAND...: as passes(), for an analyser; see kept_clean_under().  Known
# to fail where $todo says why.
clean()
{
	name=$1
	shift
	passes "$name${todo:+ # TODO $todo}" "$@"
}

# All that decides what an analyser says of FILE: its version, the words of its command
# and their rules, FILE and our headers that it includes.
fingerprint() # KIND FILE COMMAND...
{
	{
		echo "${version:-} $*"
		cat .clang-tidy tools/analyze.sh src/judge/workload_main.c "$0"
		gcc -MM -MG -D_GNU_SOURCE -Iinclude -Isrc -Itests "$2" | tr ' \\' '\n\n' | grep -v ':$' | xargs cat
	} 2>/dev/null | sha256sum
}

# clean_once KIND FILE COMMAND...: as clean(), but what was found clean before, and has
# not changed since, is not looked at again.
clean_once()
{
	stamp=${B:-build}/stamps/$1/$2 file=$2
	print=$(fingerprint "$@")
	if [ "$(cat "$stamp" 2>/dev/null)" = "$print" ]; then
		passes "$file, found clean before" true
		return
	fi
	shift 2
	clean "$file" "$@"
	[ "$status" = 0 ] || return 0
	mkdir -p "$(dirname "$stamp")" && echo "$print" > "$stamp"
}

# is_turn N FILE...: does this commit try them?  Each commit tries one in N of a test's
# files (share.sh), and what is new or was changed in the last 10 by more than words of a
# comment; a tag such as FLAGS: is no word.
is_turn()
{
	parts=$1
	shift
	if [ -z "${turns:-}" ]; then
		turns=0 share=$(tests/tools/share.sh "$parts")
		git rev-parse -q --verify HEAD~10 > /dev/null || share=all
		git diff --no-renames --numstat -I '^ \*( ([^A-Z ]|[A-Z]+[^A-Z:])|$)' HEAD~10 2>/dev/null |
			awk '$1 $2 != "00" { print $3 }' > "$scratch/recent"
		git ls-files --others --exclude-standard >> "$scratch/recent" 2>/dev/null
	fi
	turns=$((turns + 1))
	[ "$share" = all ] || [ $((turns % parts)) = "$share" ] ||
		printf '%s\n' "$@" | grep -qxFf - "$scratch/recent"
}

# rows PATTERN: a line for each workload of these targets: the files of its variants, with the
# headers that they include, then `|` and the targets.
rows()
{
	./aisp bench list-targets --json "$1" | jq -r --arg here "$(pwd -P)/" '
		group_by(.directory + "/" + .workload)[] | (.[0].directory | ltrimstr($here)) as $dir |
		(map(.baseline, .optimized) | unique | map("\($dir)/\(.)") | join(" ")) + "|" + (map(.target) | join(" "))' |
		while IFS='|' read -r files targets; do
			dir=$(dirname "${files%% *}")
			# shellcheck disable=SC2086 # a list
			headers=$(sed -n "s|^#include \"\(.*\)\".*|$dir/\1|p" $files | sort -u | tr '\n' ' ')
			printf '%s %s|%s\n' "$files" "$headers" "$targets"
		done
}

# skip NAME WHY: one test that cannot be made here.
skip()
{
	n_tests=$((n_tests + 1))
	echo "ok $n_tests - $1 # SKIP $2"
}

skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

finish()
{
	echo "1..$n_tests"
	exit $is_failed
}

# The tree is kept free of findings under these versions; what another one finds
# is shown, but fails nothing.
kept_clean_under()
{
	version=$("$1" --version | sed -n 's/.*[^0-9.]\([0-9][0-9.]*\).*/\1/p;' | head -n 1)
	case $version in
	"$2" | "$2".*) ;;
	*) todo="$1 $version; the tree is kept clean under $2" ;;
	esac
}
