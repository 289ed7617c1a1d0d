# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# mistakes.sh - a pair in which one line is wrong, as people make mistakes: `aisp bench
# verify` must name the optimized variant.  After tests/tools/tap.sh: `. tests/cli/mistakes.sh`.

aisp=$PWD/aisp
export AISP_HISTORY=off XDG_CACHE_HOME="${scratch:?}/cache"
pair=${scratch:?}/pair
dist='' # of the inputs; '': all
steps='' # of a row that are copied: the first; '*': all
kind=c   # of sources; cu: a GPU's
right_row=''
share=$(tests/tools/share.sh 3) # of the mistakes; on a GPU, or where nothing is built, all
case $(tests/tools/share.sh 4) in # where sizes are tried, not data: one, by the commit
0) dist_of_sizes=normal ;;
1) dist_of_sizes=uniform ;;
2) dist_of_sizes=adversarial ;;
3) dist_of_sizes=structured ;;
*) dist_of_sizes='' ;;
esac
n_finds=0

# copy_row FOLDER ROW [FILE]: its workload, its baseline and its steps, alone; of these
# only FILE where that is one.  What is wrong at -O1 is wrong at -O3, which compiles some
# rows for a third of a minute.
copy_row()
{
	rm -rf "$pair"
	mkdir "$pair"
	variants="optimized_$2$steps.$kind"
	case ${3:-} in
	optimized_*) variants=$3 ;;
	esac
	# shellcheck disable=SC2086 # a pattern
	cp "$1"/*.h "$1/baseline_$2.$kind" "$1"/$variants "$pair"
	sed -i '/FLAGS:/s/-O3/-O1/' "$pair"/optimized_*.$kind
}
# mistaken FOLDER ROW FILE SED: one line of a file is changed, and no other file.
mistaken()
{
	copy_row "$1" "$2" "$3"
	cp "$pair/$3" "$scratch/before"
	sed -i "$4" "$pair/$3"
	! cmp -s "$scratch/before" "$pair/$3"
}
params() # PARAM=VALUE...: options
{
	[ $# -eq 0 ] || printf -- '--param %s ' "$@"
}
# verify ['PARAM=VALUE...' [OPTION]]
verify()
{
	# shellcheck disable=SC2046,SC2086 # lists
	"$aisp" bench verify ${dist:+--dist "$dist"} $(params ${1:-}) ${2:+"$2"} "$pair" > "$scratch/verdict"
	status=$?
	cat "$scratch/verdict"
	return $status
}
# verify_until PATTERN [PARAM=VALUE [OPTION]]: under one distribution where that shows it
# already, else under all.
verify_until()
{
	pattern=$1
	shift
	dist=normal
	verify "$@" > "$scratch/first" || status=$?
	dist=''
	if grep -q "$pattern" "$scratch/first"; then
		cat "$scratch/first"
		return "$status"
	fi
	verify "$@"
}
# is_right FOLDER ROW: to be said before the first of its mistakes that is tried here;
# error models, and variants under all distributions, are tests/verify.t's.
is_right()
{
	right_in=$1 right_row=$2
}
say_right()
{
	[ -n "$right_row" ] || return 0
	copy_row "$right_in" "$right_row" || exit 1
	dist=normal
	gives 0 ' 0 wrong' "$right_row as it is" verify '' --variants
	dist='' right_row=''
}
# finds_in NAME FOLDER ROW FILE SED ['PARAM=VALUE...']: by the file that is wrong, or any of
# those that share it.
finds_in()
{
	n_finds=$((n_finds + 1))
	is_left='' # to another commit
	[ "$kind" = cu ] || [ "$share" = all ] || [ $((n_finds % 3)) = "$share" ] || is_left=1
	[ -z "$is_left" ] || return 0
	say_right
	case $4 in
	optimized_*) blamed=$4 ;;
	*) blamed=optimized_ ;;
	esac
	passes "$1" mistaken "$2" "$3" "$4" "$5"
	gives 3 "^WRONG .*$blamed" "$1: found" verify_until "^WRONG .*$blamed" "${6:-}" --variants
}
# at CHAPTER:ROW PARAM=VALUE...: all variants are right there; on a GPU with all data.
at()
{
	row=$1
	shift
	device=cpu data=$dist_of_sizes
	[ "$kind" = c ] || device=cuda data=''
	# shellcheck disable=SC2046 # a list of options
	gives 0 ' 0 wrong' "$row $*${data:+, $data}" "$aisp" bench verify --variants ${data:+--dist "$data"} $(params "$@") "$row*@$device"
}
finds() # NAME CHAPTER ROW FILE SED ['PARAM=VALUE...']
{
	finds_in "$1" "chapters/$2" "$3" "$4" "$5" "${6:-}"
}
# blames_one NAME: the last one verified, of which the baseline is right.
blames_one()
{
	[ -n "$is_left" ] || passes "$1: the baseline is not" sh -c "! grep '^WRONG .*baseline_' '$scratch/verdict'"
}

# With ONLY_CHANGES=1 nothing is built or verified: tests/tools/mistakes.t.
if [ -n "${ONLY_CHANGES:-}" ]; then
	share=all
	gives() { :; }
	blames_one() { :; }
	skip_all() { :; }
fi
