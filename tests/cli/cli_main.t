#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What `aisp` does with the words before it knows a command.
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

others()
{
	./aisp bench --help | sed -n '/^Commands:/,/^$/p' | grep '^  ' | grep -v '^  bench '
}
gives 1 '(exit status 1)' 'a group lists nothing else' others

./aisp --help | sed -n '/^Commands:/,/^$/s/^  \(.\{20\}\).*/\1/p' > "$scratch/commands"
passes 'the commands are sorted' env LC_ALL=C sort -c "$scratch/commands"
while read -r command; do
	# shellcheck disable=SC2086 # a command of two words
	{
	gives 0 "^Usage: aisp $command" "aisp $command --help" only 1 ./aisp $command --help
	gives 2 'unrecognized option' "aisp $command --nonsense" only 2 ./aisp $command --nonsense
	gives 0 "^aisp $(cat VERSION)\$" "aisp $command --version" only 1 ./aisp $command --version
	}
done < "$scratch/commands"
finish
