#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Usage: mig.sh [--dry-run] GPU PROFILE...
#        mig.sh [--dry-run] --undo
# GPU, an index or UUID of nvidia-smi -L, is cut into instances of these profiles, as
# nvidia-smi mig -lgip names them (1g.18gb 3g.71gb), with one compute instance each.  A GPU
# that is in use, or is cut already, is left as it is.  --undo removes the instances that
# this script made, and leaves MIG mode if this script entered it.  MIG mode of an A100
# outlives a restart of the machine, but what --undo knows does not.
set -u
cd "$(dirname "$0")" || exit 1
. ./journal.sh

smi()
{
	if [ -n "$is_dry" ]; then
		echo "nvidia-smi $*"
	else
		nvidia-smi "$@" >&2 || return
	fi
}

# Undoes one step of the journal: "mode GPU" or "instances GPU ID,...".
restore()
{
	case $1 in
	instances) smi mig -i "${2% *}" -gi "${2#* }" -dci && smi mig -i "${2% *}" -gi "${2#* }" -dgi ;;
	mode) smi -i "$2" -mig 0 ;;
	esac
}

remember()
{
	[ -n "$is_dry" ] || printf '%s\t%s\n' "$1" "$2" >> "$journal"
}

of_gpu()
{
	nvidia-smi -i "$gpu" --query-gpu="$1" --format=csv,noheader 2>/dev/null
}

enter_mode()
{
	[ "$mode" = Enabled ] && return
	remember mode "$gpu"
	smi -i "$gpu" -mig 1 || fail "nvidia-smi does not enable MIG on GPU $gpu; --undo leaves it as it was"
}

cut_gpu()
{
	said=$(smi mig -i "$gpu" -cgi "$1" -C 2>&1)
	status=$?
	echo "$said" >&2
	ids=$(echo "$said" | sed -n 's/.*created GPU instance ID *\([0-9]*\).*/\1/p' | paste -s -d ,)
	[ -z "$ids" ] || remember instances "$gpu $ids"
	[ $status = 0 ] || fail "nvidia-smi does not make $1; --undo removes what it made"
}

check_gpu()
{
	command -v nvidia-smi > /dev/null || fail 'nvidia-smi is not there: install the driver'
	mode=$(of_gpu mig.mode.current) || fail "there is no GPU $gpu; nvidia-smi -L lists them"
	case $mode in Enabled | Disabled) ;; *) fail "GPU $gpu has no MIG" ;; esac
	[ -z "$(nvidia-smi -i "$gpu" --query-compute-apps=pid --format=csv,noheader)" ] ||
		fail "GPU $gpu is in use; end its programs first"
	! nvidia-smi mig -i "$gpu" -lgi 2>/dev/null | grep -q 'MIG ' || fail "GPU $gpu is cut already; --undo, or nvidia-smi mig -dgi"
}

gpu='' profiles=''
for word; do
	common_option "$word" && continue
	[ -z "$gpu" ] && gpu=$word && continue
	profiles=$profiles${profiles:+,}$word
done
begin
[ -n "$profiles" ] || fail 'which GPU, and which profiles? --help shows how'
check_gpu
enter_mode
cut_gpu "$profiles"
