#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Usage: irq.sh [--dry-run] DEVICE
#        irq.sh [--dry-run] --undo
# The interrupts of DEVICE, a network interface or a PCI address, are spread over the CPUs
# of its own NUMA node, one each in turn.  Nothing here outlives a restart.
set -u
cd "$(dirname "$0")" || exit 1
. ./journal.sh

restore()
{
	# A device that is gone has no interrupts to restore.
	[ ! -e "$root$1" ] || put_back "$1" "$2"
}

# The folder of a device in /sys; interrupts of a virtio device are its parent's.
folder_of()
{
	for folder in "/sys/class/net/$1/device" "/sys/bus/pci/devices/$1" "/sys/bus/pci/devices/0000:$1"; do
		[ -d "$root$folder" ] || continue
		case $(readlink -f "$root$folder") in */virtio[0-9]*) folder=$folder/.. ;; esac
		echo "$folder"
		return
	done
	return 1
}

# "0-2,5" as numbers, a line each.
numbers()
{
	echo "$1" | tr , '\n' | while IFS=- read -r from to; do
		seq "$from" "${to:-$from}"
	done
}

# The CPUs next to a device; a machine with one node says -1.
cpus_of()
{
	node=$(cat "$root$1/numa_node" 2>/dev/null || echo -1)
	[ "$node" -ge 0 ] || node=0
	numbers "$(cat "$root/sys/devices/system/node/node$node/cpulist" 2>/dev/null || cat "$root/sys/devices/system/cpu/online")"
}

# spread CPU... : the interrupts of $irqs to them in turn.  Drivers with a queue for each
# CPU place theirs themselves.
spread()
{
	refused=''
	for irq in $irqs; do
		put "/proc/irq/$irq/smp_affinity_list" "$1" || refused="$refused $irq"
		set -- "$@" "$1"
		shift
	done
	[ -z "$refused" ] || fail "the driver of $device places these itself:$refused"
}

device=''
for word; do
	common_option "$word" || device=$word
done
begin
[ -n "$device" ] || fail 'which device? A network interface as ip link names it, or an address as lspci -D does'
folder=$(folder_of "$device") || fail "$device is no network interface and no PCI address here"
irqs=$(ls "$root$folder/msi_irqs" 2>/dev/null || cat "$root$folder/irq" 2>/dev/null)
[ -n "$irqs" ] || fail "$device has no interrupts"
[ -z "$(pgrep -x irqbalance)" ] || echo "irqbalance runs and will move them again: systemctl stop irqbalance" >&2
# shellcheck disable=SC2046 # numbers, a word each
spread $(cpus_of "$folder")
