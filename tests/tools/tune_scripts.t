#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tune/: a dry run changes nothing, what was changed is restored as it was, and what is
# refused is named and not in the journal.  On a /proc, /sys and nvidia-smi made here.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

for script in irq mig numa power; do
	gives 0 "^Usage: $script.sh " "$script.sh --help by a relative path" sh "tune/$script.sh" --help
done

export TUNE_ROOT="$scratch/root" PATH="$scratch/bin:$PATH"
device=$TUNE_ROOT/sys/class/net/eth0/device
mkdir -p "$scratch/bin" "$TUNE_ROOT/proc/sys/kernel" "$TUNE_ROOT/proc/sys/vm" "$device/msi_irqs" \
	"$TUNE_ROOT/sys/devices/system/node/node1"
echo 1 > "$TUNE_ROOT/proc/sys/kernel/numa_balancing"
echo 0 > "$TUNE_ROOT/proc/sys/vm/zone_reclaim_mode"
echo 1 > "$device/numa_node"
echo 4-5,7 > "$TUNE_ROOT/sys/devices/system/node/node1/cpulist"
for irq in 40 41 42 43; do
	mkdir -p "$TUNE_ROOT/proc/irq/$irq" && touch "$device/msi_irqs/$irq"
	echo 0-7 > "$TUNE_ROOT/proc/irq/$irq/smp_affinity_list"
done

# A GPU whose mode is in a file, and a log of what it was asked to change.
cat > "$scratch/bin/nvidia-smi" <<'END'
#!/bin/sh
case "$*" in
*mig.mode.current*) cat "$TUNE_ROOT/mode" ;;
*power.limit*) cat "$TUNE_ROOT/limit" ;;
*power.min_limit*) echo 200.00 ;;
*power.max_limit*) echo 700.00 ;;
*query-compute-apps*) cat "$TUNE_ROOT/apps" 2>/dev/null ;;
*-lgi*) grep -s MIG "$TUNE_ROOT/instances" ;;
*-cgi*)
	echo "$*" >> "$TUNE_ROOT/asked"
	printf 'Successfully created GPU instance ID  %s on GPU  0 using profile\n' 9 10
	echo 'Successfully created compute instance ID  0 on GPU  0 GPU instance ID  9 using profile'
	;;
*) echo "$*" >> "$TUNE_ROOT/asked" ;;
esac
END
chmod +x "$scratch/bin/nvidia-smi"
echo Disabled > "$TUNE_ROOT/mode"

values()
{
	find "$TUNE_ROOT/proc" -type f | sort | xargs grep -H .
}
before=$(values)
unchanged() # NAME
{
	[ "$(values)" = "$before" ]
	ok $? "$1"
}

for call in numa.sh 'irq.sh eth0'; do
	# shellcheck disable=SC2086 # a script and its device
	passes "$call --dry-run" tune/${call} --dry-run
	unchanged 'a dry run changes nothing'
done
passes 'memory of a node' tune/numa.sh
[ "$(cat "$TUNE_ROOT/proc/sys/kernel/numa_balancing")" = 0 ]
ok $? 'balancing is off'
passes 'again' tune/numa.sh
passes 'undone' tune/numa.sh --undo
unchanged 'the first values are back'
gives 0 'nothing to undo' 'a second time there is nothing' tune/numa.sh --undo

passes 'interrupts' tune/irq.sh eth0
[ "$(cat "$TUNE_ROOT"/proc/irq/*/smp_affinity_list | xargs)" = '4 5 7 4' ]
ok $? 'they are spread over the CPUs of the node, in turn'
passes 'undone' tune/irq.sh --undo
unchanged 'interrupts are where they were'
ln -sf /proc/version "$TUNE_ROOT/proc/irq/41/smp_affinity_list"
gives 1 'places these itself: 41$' 'an interrupt that the kernel keeps is named' tune/irq.sh eth0
[ "$(cut -f 1 "$TUNE_ROOT/run/aisp-tune/irq" | xargs basename -a | wc -l)" = 3 ]
ok $? 'and is not in the journal'
passes 'undone' tune/irq.sh --undo
mkdir -p "$TUNE_ROOT/sys/class/net/eth1"
ln -s ../eth0/device/virtio2 "$TUNE_ROOT/sys/class/net/eth1/device" && mkdir "$device/virtio2"
gives 0 '/irq/40/' 'a virtio device has the interrupts of its parent' tune/irq.sh --dry-run eth1
gives 1 'eth9 is no network interface' 'an unknown device' tune/irq.sh eth9
gives 1 'no option --bogus' 'an unknown option' tune/irq.sh --bogus
gives 1 'needs root' 'without rights' env TUNE_ROOT=/dev/null tune/numa.sh

passes 'a dry run of MIG' tune/mig.sh --dry-run 0 1g.18gb
[ ! -e "$TUNE_ROOT/asked" ]
ok $? 'asks nothing of the GPU'
passes 'two instances' tune/mig.sh 0 1g.18gb 3g.71gb
passes 'undone' tune/mig.sh --undo
cat > "$scratch/expected" <<'END'
-i 0 -mig 1
mig -i 0 -cgi 1g.18gb,3g.71gb -C
mig -i 0 -gi 9,10 -dci
mig -i 0 -gi 9,10 -dgi
-i 0 -mig 0
END
passes 'in this order' diff "$scratch/expected" "$TUNE_ROOT/asked"
echo Enabled > "$TUNE_ROOT/mode"
echo '| 0 MIG 1g.18gb |' > "$TUNE_ROOT/instances"
gives 1 'is cut already' 'instances of others are left' tune/mig.sh 0 1g.18gb
rm "$TUNE_ROOT/instances" "$TUNE_ROOT/asked"
passes 'MIG was on' tune/mig.sh 0 1g.18gb
passes 'undone' tune/mig.sh --undo
! grep -q -- '-mig 0' "$TUNE_ROOT/asked"
ok $? 'and stays on'
rm -f "$TUNE_ROOT/asked"
echo 700.00 > "$TUNE_ROOT/limit"
passes 'a dry run of power' tune/power.sh --dry-run 0 450 1500
[ ! -e "$TUNE_ROOT/asked" ]
ok $? 'asks nothing of the GPU'
passes 'a limit and a clock' tune/power.sh 0 450 1500
echo 450.00 > "$TUNE_ROOT/limit"
passes 'another limit' tune/power.sh 0 300
passes 'undone' tune/power.sh --undo
cat > "$scratch/expected" <<'END'
-i 0 -pl 450
-i 0 -lgc 1500,1500
-i 0 -pl 300
-i 0 -rgc
-i 0 -pl 700.00
END
passes 'the first limit is back, the clock is free' diff "$scratch/expected" "$TUNE_ROOT/asked"
rm "$TUNE_ROOT/asked"
gives 1 'takes 200.00 to 700.00 W' 'more than the board takes' tune/power.sh 0 900
gives 1 'is no clock' 'a clock that is none' tune/power.sh 0 450 fast
[ ! -e "$TUNE_ROOT/asked" ]
ok $? 'is refused before anything changes'
passes 'the clock alone' tune/power.sh 0 same 1500
! grep -q -- '-pl' "$TUNE_ROOT/asked"
ok $? 'leaves the limit'
passes 'undone' tune/power.sh --undo
echo 4711 > "$TUNE_ROOT/apps"
gives 1 'is in use' 'a GPU in use is left' tune/mig.sh 0 1g.18gb
finish
