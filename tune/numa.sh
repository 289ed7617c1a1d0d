#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Usage: numa.sh [--dry-run] [--undo]
# Memory stays on the node where a program put it: no balancing in the background, which
# unmaps pages to see who uses them, no reclaim of a node's cache while another node has
# free memory.  Nothing here outlives a restart.  A program's own CPUs and memory are bound
# by hwloc-bind, for those next to a PCI device:
#   hwloc-bind --cpubind pci=0000:01:00.0 --membind pci=0000:01:00.0 -- COMMAND
set -u
cd "$(dirname "$0")" || exit 1
. ./journal.sh

restore()
{
	put_back "$1" "$2"
}

for word; do
	common_option "$word" || fail "$word is no option; it takes no device"
done
begin
for name in kernel/numa_balancing vm/zone_reclaim_mode; do
	put "/proc/sys/$name" 0 || fail "the kernel refuses 0 in /proc/sys/$name; a container cannot set it"
done
