#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp cmd: two shell commands.  Its words about outputs, leftover processes and
# commands that do not run; verdicts of commands that sleep; its JSON.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use Time::HiRes 'time';
use lib 'tests/exploits';
use Bench;

sub cmd { return aisp('cmd', '--pairs', 3, @_) }

# Sleeping needs no CPU: the verdict is the same on a busy machine.
my $r = aisp('cmd', '--pairs', 8, 'sleep 0.2', 'sleep 0.02');
is($r->{status}, 0, 'decided');
like($r->{out}, qr/^wall time +FASTER +\S+x \[/m, 'B sleeps less');
like($r->{out}, qr/^CPU time +\S+x /m, 'and the CPU time');
like($r->{out}, qr/^A: sleep 0\.2\nB: sleep 0\.02$/m, 'which is which');
like($r->{out}, qr/^outputs: the same 0 bytes of stdout and exit status 0 in every run$/m, 'outputs');
like($r->{out}, qr/^tier: command: weaker than a pair/m, 'what is weaker than a pair is said');
like($r->{out}, qr/^environment grade [A-D]/m, 'and the grade');
$r = aisp('cmd', '--pairs', 8, 'sleep 0.02', 'sleep 0.2');
like($r->{out}, qr/^wall time +SLOWER /m, 'the other way round');
is($r->{status}, 0, 'is an answer too');

# Outputs
$r = cmd('printf abcd', 'printf abXd');
is($r->{status}, 3, 'outputs that differ');
like($r->{out}, qr/^INVALID: stdout of B differs from A's at byte 2: 'Xd' instead of 'cd'; --ignore-output/m, 'and where');
like(cmd('printf ab', 'printf abc')->{out}, qr/at byte 2: 'c' instead of its end/, 'a longer one');
my $long = 'head -c 65536 /dev/zero';
like(cmd($long, "$long; printf x")->{out}, qr/at byte 65536: 'x' instead of its end/, 'behind the first piece');
$r = cmd('date +%N', 'date +%N');
is($r->{status}, 3, 'one that differs from run to run');
like(cmd('--ignore-output', 'date +%N', 'date +%N')->{out}, qr/^outputs: not compared/m, 'unless that is ignored');
my $dir = artifacts();
$r = cmd("echo x >> $dir/a; wc -l < $dir/a", "echo 1");
like($r->{out}, qr/stdout of A differs from that of its own first run/, "A's own");
like(cmd('true', 'false')->{out}, qr/B ended with status 1, A's first run with 0/, 'a status');
is(cmd('exit 3', 'exit 3')->{out} =~ /exit status 3 in every run/, 1, 'one that both have is said');

# Processes
my $begin = time;
$r = cmd('true', "setsid sleep 60 >/dev/null & echo \$! > $dir/pid");
is($r->{status}, 3, 'a process that is left');
like($r->{out}, qr/B left processes that ran on after its shell had ended/, 'is named');
cmp_ok(time - $begin, '<', 30, 'and not waited for');
my $pid = read_file("$dir/pid") + 0;
ok(!kill(0, $pid), 'and is gone') or kill 'KILL', $pid;
my $all = decode_json(cmd('--json', 'sleep 0.2', '(sleep 0.2 &) ; true')->{out})->{blocks};
is(scalar(grep { $_->{b}{wall_ns} + $_->{b}{others_ns} > 0.2e9 } @$all), scalar @$all,
	'a shell that does not wait gains nothing: all its processes are timed');

# What does not run
for (['nosuchthing', 'A cannot be run: sh: 1: nosuchthing: not found'], ['kill -9 $$', 'A was ended by signal 9'],
	['sleep 30', 'A did not end within 0.2 s; --timeout allows more']) {
	$r = cmd('--timeout', 0.2, $_->[0], 'true');
	is($r->{status}, 2, $_->[0]);
	like($r->{err}, qr/^aisp cmd: \Q$_->[1]\E/m, 'and why') or diag $r->{err};
}
$r = cmd('--prepare', 'false', 'true', 'true');
like($r->{err}, qr/the command of --prepare ended with status 1/, 'what prepares must work');
is($r->{status}, 2, 'too');
cmd('--prepare', "echo x >> $dir/prepared", 'true', 'true');
cmp_ok(length read_file("$dir/prepared"), '>=', 2 * (2 + 2 * 3), 'and comes before each run');
for ([['true'], 'want two commands'], [['true', ' '], 'command B is empty'], [[qw(a b c)], "'c' is a third command"],
	[[qw(--pairs 2 a b)], "--pairs: '2' is not a whole number"], [[qw(--min-time x a b)], "--min-time: 'x' is not"],
	[[qw(--min-time 1 a b)], '--min-time does not go with --pairs']) {
	$r = cmd(@{$_->[0]});
	is($r->{status}, 2, "@{$_->[0]}");
	like($r->{err}, qr/\Q$_->[1]\E/, 'and why');
}

# JSON: every run, in an order that is mirrored; the judge's rule on few pairs.
$r = aisp('cmd', '--json', '--pairs', 6, "sleep 0.01; echo 'x'", 'sleep 0.01; echo "x"');
my $json = decode_json($r->{out});
cmp_ok(scalar @{$json->{blocks}}, '>=', 6, 'six pairs, or more where others disturbed some');
my @first = map { $_->{first} } @{$json->{blocks}};
is(join(' ', @first[1, 3, 5]), join(' ', map { $_ eq 'a' ? 'b' : 'a' } @first[0, 2, 4]), 'ABBA or BAAB');
is(scalar(grep { $_->{a}{wall_ns} >= 10e6 && $_->{b}{wall_ns} >= 10e6 } @{$json->{blocks}}), 6, 'times of runs')
	if !grep { $_->{a}{state} ne 'clean' || $_->{b}{state} ne 'clean' } @{$json->{blocks}};
is($json->{tier}, 'command', 'the tier');
is($json->{a}{command}, "sleep 0.01; echo 'x'", 'the commands');
ok($json->{outputs}{are_equal} && $json->{outputs}{stdout_bytes} == 2, 'outputs');
like($json->{verdict}, qr/^(?:SAME|INCONCLUSIVE|FASTER|SLOWER)$/, 'a word');
like($json->{advice}, qr/^needs about \d+ pairs.*: run `aisp cmd '--json' 'sleep 0\.01; echo '\\''x'\\''' 'sleep 0\.01; echo "x"' --pairs \d+`$/,
	'advice can be run as it is') if $json->{advice} =~ /^needs/;
my $least = decode_json(aisp('cmd', '--json', '--min-time', 0.6, 'sleep 0.04', 'sleep 0.02')->{out});
my $s = 0;
$s += $_->{b}{wall_ns} / 1e9 for @{$least->{blocks}};
cmp_ok($s, '>=', 0.6, '--min-time of either command');

cmp_ok(scalar @{decode_json(aisp('cmd', '--json', '--until-decided=0.1', 'sleep 0.1', 'sleep 0.1')->{out})->{blocks}}, '>=', 10,
	'the first look is waited for');

# On a busy machine the wait of a tree of processes is unknown, that of one is known.
my @hogs = map { my $hog = fork // die; if (!$hog) { 1 while 1 } $hog } 1 .. 3 * `nproc`;
END { kill 'KILL', @hogs if @hogs }
$r = cmd('sleep 0.1; true', 'sleep 0.1; true');
my $one = decode_json(cmd('--json', 'sleep 0.1', 'sleep 0.1')->{out});
kill 'KILL', @hogs;
waitpid $_, 0 for splice @hogs;
is($r->{status}, 5, 'neighbours');
like($r->{out}, qr/^INCONCLUSIVE: others had the CPUs in [4-6] of 6 pairs, which do not count; --wait-quiet/m, 'are named');
like($r->{out}, qr/^machine busy: others used/m, 'with who they are');
cmp_ok($one->{wall}{n_pairs}, '>=', 2, 'pairs of single programs count');

# Ctrl-C
$r = start('cmd', 'sleep 1', 'sleep 1');
select undef, undef, undef, 1;
kill 'INT', $r->{pid};
$r = finish($r);
is($r->{signal}, 2, 'Ctrl-C');
like($r->{out}, qr/^stopped before the end$/m, 'is said');
done_testing();
