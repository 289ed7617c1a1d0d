#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What `aisp` does with the words before it knows a command.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

# STREAM COMMAND...: only what goes to stdout (1) or stderr (2).
only()
{
	stream=$1
	shift
	if [ "$stream" = 1 ]; then
		"$@" 2>/dev/null
	else
		{ "$@" >/dev/null; } 2>&1
	fi
}
# What help goes to a pipe is help; what follows a mistake is a message.
gives 0 '^  bench ' '--help lists commands on stdout' only 1 ./aisp --help
gives 0 '^  bench ' 'help does too' only 1 ./aisp help
gives 2 '^usage:' 'no word: usage on stderr, status 2' only 2 ./aisp
gives 2 "'nonsense' is not a command" 'an unknown word: said on stderr' only 2 ./aisp nonsense
gives 2 "'bench nonsense' is not a command" 'an unknown word of a group' only 2 ./aisp bench nonsense
gives 2 '^  bench ' 'and what there is instead' only 2 ./aisp bench nonsense
gives 2 '^  bench ' 'a group alone lists its commands' only 2 ./aisp bench
gives 0 '^  bench ' 'a group with --help does so on stdout' only 1 ./aisp bench --help
gives 2 "'benc' is not a command" 'a part of a word is not the word' only 2 ./aisp benc
gives 0 "^aisp $(cat VERSION)\$" '--version' only 1 ./aisp --version

gives 2 "'bnech' is not a command; did you mean bench?" 'what was meant' only 2 ./aisp bnech
gives 2 "'bench rnu' is not a command; did you mean run?" 'of a group too' only 2 ./aisp bench rnu
gives 0 '^Usage: aisp bench run ' 'help of a command' only 1 ./aisp help bench run
gives 0 '^  bench ' 'help of a group' only 1 ./aisp help bench
gives 2 "'nonsense' is not a command" 'help of nonsense' only 2 ./aisp help nonsense
gives 0 '^Usage: aisp bench run ' 'bench may be left out' only 1 ./aisp run --help
gives 0 '^Usage: aisp bench run ' 'in help too' only 1 ./aisp help run
gives 2 "option '--parm'; did you mean --param?" 'an option that was meant' only 2 \
	./aisp bench run --parm=x=3
gives 2 "'ch07:transpose_tild'; did you mean ch07:transpose_tiled" 'a target that was meant' only 2 \
	./aisp bench run ch07:transpose_tild
gives 2 "preset 'smal'.*did you mean small?" 'a preset' only 2 ./aisp bench run --preset smal
gives 2 "distribution 'nrmal'.*did you mean normal?" 'a distribution' only 2 \
	./aisp bench run --dist nrmal
gives 2 "'rwos'; did you mean rows? known: rows, features, steps" 'a parameter' only 2 \
	./aisp bench run ch01:goodput --param rwos=3 --artifacts-dir "$scratch/none"
gives 0 '^x-h-x' "-h behind another program's name is its own" only 1 \
	./aisp triage --yes --passthrough -o "$scratch/triage" -- printf 'x%s-x\n' -h

full()
{
	"$@" > /dev/full
}
gives 4 'cannot write standard output: No space left' 'what cannot be written is said' \
	full ./aisp bench list-targets
gives 4 'cannot write standard output: No space left' 'of help too' full ./aisp --help
gives 4 'cannot write standard output: No space left' 'and what failed long before the end' full ./aisp checklist

others()
{
	./aisp bench --help | sed -n '/^Commands:/,/^$/p' | grep '^  ' | grep -v '^  bench '
}
gives 1 '(exit status 1)' 'a group lists nothing else' others

./aisp --help | sed -n '/^Commands:/,/^$/s/^  \(.\{20\}\).*/\1/p' > "$scratch/commands"
passes 'the commands are sorted' env LC_ALL=C sort -c "$scratch/commands"
misplaced_indents() # of a text: before its option, or within it
{
	tr -s ' ' < "$scratch/commands" | while read -r command; do
		# shellcheck disable=SC2086 # a command of one or two words
		./aisp $command --help | grep -E '^ {30}|[^ ] {29}'
	done
}
gives 1 '(exit status 1)' 'no text of an option is out of place' misplaced_indents
small_letters() # options whose help begins with one, where --help of argp does not
{
	tools/help_table.sh ./aisp | awk -F '\t' '$1 == "option" { n++ }
		$1 == "option" && $4 !~ /^[A-Z0-9]/ { print $2 ": " $3; bad = 1 }
		END { exit bad || n < 50 }'
}
passes 'the help of every option begins with a capital letter' small_letters
# As argp means it: an option's line, or what it does in the column of that.
whole_lines()
{
	while read -r command; do
		# shellcheck disable=SC2086 # a command of two words
		./aisp $command --help > "$scratch/help"
		awk -v command="$command" '
			function wrong() { bad = bad "\n" $0 }
			/^ +$/ { wrong() }
			/^ +-/ && substr($0, 1, 29) ~ /[^ ]/ { on = 1; if (!/^(  -.,|     ) --[a-z]/ && !/^  -[A-Za-z?]/) wrong(); next }
			length > 79 { wrong() }
			!NF { on = 0 }
			on && (substr($0, 1, 29) ~ /[^ ]/ || substr($0, 30, 1) == " ") && !/^ [^ ].*:$/ { wrong() }
			END { if (bad) print command ":" bad }' "$scratch/help"
	done < "$scratch/commands" > "$scratch/bad"
	! grep . "$scratch/bad"
}
passes 'no line of any help is torn' whole_lines
while read -r command; do
	# shellcheck disable=SC2086 # a command of two words
	{
	gives 0 "^Usage: aisp $command" "aisp $command --help" only 1 ./aisp $command --help
	gives 0 "^Usage: aisp $command" "aisp $command -h" only 1 ./aisp $command -h
	gives 2 'unrecognized option' "aisp $command --nonsense" only 2 ./aisp $command --nonsense
	gives 0 "^aisp $(cat VERSION)\$" "aisp $command --version" only 1 ./aisp $command --version
	}
done < "$scratch/commands"

# An option ends no reading: what stands behind it counts.
for option in --until-decided=5 '--min-time 5'; do
	# shellcheck disable=SC2086 # an option and its value
	gives 2 "${option%%[= ]*} does not go with --pairs" "bench run $option --pairs" \
		./aisp bench run --targets no:such $option --pairs 3
done
finish
