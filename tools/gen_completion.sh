#!/bin/sh
# SPDX-License-Identifier: MIT
#
# gen_completion.sh AISP - the completion for bash on stdout, from the --help of
# AISP and its commands: tables from here, the rest from completion.bash.
set -eu
dir=$(dirname "$0")
echo '# bash completion for aisp; made from its --help'
"$dir/help_table.sh" "$1" | awk -F '\t' '
function emit(name, cases, i)
{
	print "\n" name "()\n{\n\tcase $1 in"
	for (i = 1; i <= n_keys; i++)
		if ((keys[i]) in cases)
			print "\t\"" keys[i] "\") " cases[keys[i]] " ;;"
	print "\tesac\n}"
}
function key(k)
{
	if (!(k in seen))
		keys[++n_keys] = k
	seen[k] = 1
}
function append(cases, k, word)
{
	if (!(k in cases))
		cases[k] = "printf \"%s\\n\""
	cases[k] = cases[k] " " word
}
# The words of "small|large|NAME", but for what stands for others.
function append_all(cases, k, text, value, n, j)
{
	gsub(/[][]/, "", text)
	n = split(text, value, /[|]/)
	for (j = 1; j <= n; j++)
		if (value[j] ~ /[a-z]/)
			append(cases, k, value[j])
}
# "bench run": "bench" is a word after nothing, "run" one after "bench".
function add_words(name, part, i, n, before)
{
	n = split(name, part, " ")
	before = ""
	for (i = 1; i <= n; i++) {
		key(before)
		if (!((before, part[i]) in known))
			append(words, before, part[i])
		known[before, part[i]] = 1
		before = before (before == "" ? "" : " ") part[i]
	}
	key(before)
}
$1 == "command" { add_words($2) }
# The kind of an argument or value, by the word that stands for it.
function lister(word)
{
	if (word ~ /^NAME=VALUE/)
		return "_aisp_names params"
	if (word ~ /^NAME=FILE/)
		return "_aisp_names inputs"
	if (word ~ /TARGET|PATTERN/)
		return "_aisp_targets"
	if (word ~ /RUN|^A B/)
		return "_aisp_runs"
	if (word ~ /^(ID|CATEGORY|GLOB)/ || word ~ / ID$|GLOB/)
		return "_aisp_checks " (word ~ /CATEGORY/ ? "categories" : "ids")
	return ""
}
$1 == "usage" {
	argument = $3
	sub(/^.*\[OPTION\.\.\.\] */, "", argument)
	if (argument ~ /[a-z][|]/)
		append_all(arguments, $2, argument)
	else if (lister(argument) != "" && !($2 in arguments))
		arguments[$2] = lister(argument)
}
$1 == "option" {
	n = split($3, spelling, /, /)
	# Only the long spelling, which comes last, shows the argument.
	metavar = spelling[n]
	has_arg = sub(/^[^=]*=/, "", metavar)
	sub(/\]$/, "", metavar)
	for (i = 1; i <= n; i++) {
		flag = spelling[i]
		sub(/\[?=.*/, "", flag)
		sub(/ .*/, "", flag)
		if (flag ~ /^--/)
			append(options, $2, flag (has_arg ? "=" : ""))
		if (!has_arg || (metavar !~ /[|]/ && lister(metavar) == ""))
			continue
		vkeys[++n_vkeys] = $2 "/" flag
		if (metavar !~ /[|]/) {
			values[$2 "/" flag] = lister(metavar)
		} else {
			append_all(values, $2 "/" flag, metavar)
		}
	}
}
END {
	append(options, "", "--help --version")
	emit("_aisp_words", words)
	emit("_aisp_options", options)
	emit("_aisp_arguments", arguments)
	print "\n_aisp_values()\n{\n\tcase $1/$2 in"
	for (i = 1; i <= n_vkeys; i++)
		print "\t\"" vkeys[i] "\") " values[vkeys[i]] " ;;"
	print "\tesac\n}"
}'
cat "$dir/completion.bash"
