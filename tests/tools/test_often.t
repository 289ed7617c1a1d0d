#!/bin/sh
# SPDX-License-Identifier: MIT
#
# test_often.sh keeps a log of how long the tests took and which failed; make is a
# stand-in here.
# RUN: parallel
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/tap.sh

mkdir -p "$scratch/tree/tools" "$scratch/bin"
cp tools/test_often.sh "$scratch/tree/tools"
cat > "$scratch/bin/make" <<END
#!/bin/sh
case \$* in
test) echo "Files=3, Tests=14, 2 wallclock secs"; exit ;;
test-bad)
	echo 'tests/x.t (Wstat: 256 (exited 1) Tests: 9 Failed: 1)'
	echo '  Failed test:  7'
	echo 'Files=3, Tests=13, 2 wallclock secs'
	exit 2 ;;
*) echo compiling >> $scratch/neighbour; sleep 0.1 ;;
esac
END
chmod +x "$scratch/bin/make"
often()
{
	PATH="$scratch/bin:$PATH" "$scratch/tree/tools/test_often.sh" "$@"
}
log()
{
	cat "$scratch/tree/build/often/log"
}
passes 'two quiet runs and two beside a neighbour' often 2
gives 0 '^quiet_2: ok, [0-9]* s, Tests=14, load ' 'each has a line in the log' log
gives 0 '^beside_2: ok, [0-9]* s, Tests=14, load ' 'those beside a neighbour too' log
passes 'which compiled' test -s "$scratch/neighbour"
ended()
{
	before=$(wc -l < "$scratch/neighbour")
	sleep 0.5
	[ "$(wc -l < "$scratch/neighbour")" = "$before" ]
}
passes 'and has ended' ended
gives 1 '^quiet_1: FAILED, [0-9]* s, Tests=13' 'a run that fails' often 1 test-bad
gives 0 '^tests/x.t (Wstat' 'its tests are in the log' log
printf '#!/bin/sh\necho "ok 1 - x"\necho "1..1"\n' > "$scratch/one.t"
chmod +x "$scratch/one.t"
passes 'a test file' often 1 "$scratch/one.t"
gives 0 '^quiet_1: ok, [0-9]* s, Tests=1, load ' 'is run by prove' sh -c "tail -n 2 '$scratch/tree/build/often/log'"
kept()
{
	[ "$(find "$scratch/tree/build/often" -name quiet_1.out | wc -l)" = 3 ]
}
passes 'what each call printed is kept' kept
finish
