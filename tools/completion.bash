
_aisp_targets()
{
	"${COMP_WORDS[0]}" bench list-targets 2>/dev/null | grep -o '^[^ ]*:[^ ]*'
}

# The words of the command line before the cursor, split at blanks only: bash
# itself also splits at the ':' and '@' of a target.
_aisp()
{
	local line=${COMP_LINE:0:COMP_POINT} cur prev words name='' word part matches char head=''
	read -ra words <<< "$line"
	[[ $line == *[[:blank:]] ]] && words+=('')
	cur=${words[-1]} prev=${words[-2]}
	for word in "${words[@]:1:${#words[@]}-2}"; do
		[[ $word == -* ]] && break
		_aisp_words "$name" | grep -qxF -e "$word" || break
		name+=${name:+ }$word
	done
	case $cur in
	--*=*) prev=${cur%%=*} part=${cur#*=} ;;
	*) part=$cur ;;
	esac
	matches=$(_aisp_values "$name" "$prev")
	if [[ -z $matches && $part == "$cur" ]]; then
		if [[ $cur == -* ]]; then
			matches=$(_aisp_options "$name")
		else
			matches=$(_aisp_words "$name"; _aisp_arguments "$name")
		fi
	fi
	mapfile -t COMPREPLY < <(awk -v part="$part" 'NF && index($0, part) == 1' <<< "$matches")
	# Readline replaces only what follows the last break character.
	for char in : @; do
		if [[ $COMP_WORDBREAKS == *$char* && $part == *$char* ]]; then
			word=${part%"${part##*"$char"}"}
			[[ ${#word} -gt ${#head} ]] && head=$word
		fi
	done
	COMPREPLY=("${COMPREPLY[@]#"$head"}")
	[[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -o default -F _aisp aisp
