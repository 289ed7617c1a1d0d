
_aisp_targets()
{
	"${COMP_WORDS[0]}" bench list-targets 2>/dev/null | grep -o '^[^ ]*:[^ ]*'
}

_aisp_runs()
{
	local folder
	echo latest
	for folder in artifacts/*/results.json; do
		[[ -e $folder ]] && folder=${folder%/results.json} && echo "${folder#artifacts/}"
	done
}

_aisp_checks() # ids|categories
{
	"${COMP_WORDS[0]}" checks list 2>/dev/null |
		if [[ $1 == ids ]]; then cut -d' ' -f1; else cut -d. -f1 | uniq; fi
}

# NAME= of each parameter or input of the targets that the line names so far.
_aisp_names() # params|inputs
{
	local word targets=()
	for word in "${words[@]:1:${#words[@]}-2}"; do
		case $word in
		-*=*:*) targets+=("${word#*=}") ;;
		-*) ;;
		*:* | ch[0-9]* | labs/*) targets+=("$word") ;;
		esac
	done
	"${COMP_WORDS[0]}" show --names="$1" "${targets[@]}" 2>/dev/null | sort -u
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
		if ! _aisp_words "$name" | grep -qxF -e "$word"; then
			# The word `bench` may be left out.
			[[ -z $name ]] && _aisp_words bench | grep -qxF -e "$word" || break
			name=bench
		fi
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
