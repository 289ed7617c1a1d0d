#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Two hosts, made of root namespaces that a pair of veth joins, with set rate and delay,
# and a CPU each.  One aisp in each; ranks of both share each call; node 0 judges.  A
# rank that lies or dies is named, on either node; strangers stay outside.
# RUN: test-all
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

plan skip_all => 'no taskset' if system('command -v taskset >/dev/null 2>&1');
my @cpus = cpus();
plan skip_all => 'one CPU: two judges want one each' if @cpus < 2;

my @net = map { "aisp$$-$_" } 0, 1;
my @at = ('10.213.7.1', '10.213.7.2');
sub run_all { for (@_) { return 0 if system("$_ 2>/dev/null") } return 1 }
sub forget { system("ip netns del $_ 2>/dev/null") for @net; @net = () }
$SIG{$_} = sub { exit 1 } for qw(INT TERM); # by way of END
END { my $status = $?; forget(); $? = $status }
if ($> || !run_all('command -v ip >/dev/null', 'command -v tc >/dev/null', (map { "ip netns add $_" } @net),
	"ip link add v0 netns $net[0] type veth peer name v1 netns $net[1]",
	map { ("ip -n $net[$_] addr add $at[$_]/24 dev v$_", "ip -n $net[$_] link set v$_ up", "ip -n $net[$_] link set lo up") } 0, 1)) {
	diag('no network namespaces here: both judges are on one, without a wire');
	forget();
	@at = ('127.0.0.1') x 2;
} elsif (!run_all(map { "ip netns exec $net[$_] tc qdisc add dev v$_ root netem rate 400mbit delay 200us" } 0, 1) &&
	!run_all(map { "ip netns exec $net[$_] tc qdisc add dev v$_ root tbf rate 400mbit burst 64k latency 50ms" } 0, 1)) {
	diag('this kernel shapes no link: it is as fast as it is');
}

# Its clock is far from node 0's, where it can be.
my @later = ('unshare', '--time', '--monotonic', 5000, '--fork', '--kill-child');
if ($> || !run_all("@later true")) {
	diag('no time namespaces here: both nodes have one clock');
	@later = ();
}

my $scratch = artifacts();
write_file("$scratch/token", 'what only these two know');
write_file("$scratch/another", 'what some other run knows');
my $port = 20000 + $$ % 20000;

# The judge of a node, in its namespace and on its CPU; behind words that start it.
sub node
{
	my @before = ref $_[0] ? @{shift()} : ();
	my ($k, $token, @words) = @_;
	my $dir = artifacts();
	my $p = start([@net ? ('nsenter', "--net=/run/netns/$net[$k]") : (), 'taskset', '-c', $cpus[$k], @before], 'bench', 'run', '--artifacts-dir', $dir,
		'--nnodes', 2, '--node-rank', $k, '--rdzv-endpoint', "$at[0]:$port", '--rdzv-token', "$scratch/$token", @words);
	$p->{artifacts} = $dir;
	return $p;
}

# With {results} where it left a run.
sub ended
{
	my ($p) = @_;
	my $r = finish($p);
	my ($folder) = folders($p->{artifacts});
	$r->{results} = decode_json(read_file("$folder/results.json")) if $folder;
	return $r;
}
sub both
{
	$port++;
	my @p = map { node($_ ? \@later : [], $_, 'token', @_) } 0, 1;
	return map { ended($_) } @p;
}
sub launches { return @{arm(@_)->{launches} // []} }

my $dir = 'tests/exploits/survival_nodes';
my @short = ('--iterations', 2, '--warmup', 1, '--pairs', 3);
aisp('build', $dir, 'ch04:two_level@cpu');
my ($r, $other) = both(@short, map { ('--targets', "$dir:hops_$_") } qw(honest lies crash announced));
is($other->{status}, 0, 'node 1 followed to the end') or diag $other->{err};
like($other->{out}, qr/^node 1 followed node 0, which has the results$/m, 'and says whose the result is');
ok(!$other->{results}, 'it has none');
unlike(verdict($r, 'hops_honest'), qr/INVALID|failed/, 'node 0 has a verdict') or diag $r->{out}, $r->{err};
my ($launch) = launches($r, 'hops_honest');
is($launch->{evidence}{n_hosts}, 2, 'of two hosts,');
cmp_ok($launch->{evidence}{clock_half_ns}, '>', 0, 'whose clocks are known within a bound');
cmp_ok($launch->{evidence}{clock_half_ns}, '<', 1e8, 'that is one');
cmp_ok($launch->{evidence}{call_ns}, '>=', $launch->{evidence}{clock_half_ns}, 'and lies in the time');
cmp_ok($launch->{evidence}{call_ns}, '<', 1e12, 'which is not that of two clocks 5000 s apart');
is($launch->{evidence}{is_sandboxed}, 1, 'ranks of both in a sandbox');
cmp_ok($launch->{evidence}{heldout_elems}, '>', 0, 'which met sizes that nobody announced,');
is($launch->{evidence}{heldout_wrong}, 0, 'where they were right');
is(failed_checks($r, 'hops_announced'), 'compile.symbolic_shape_exploit', 'and who is not is found out');
is($launch->{evidence}{n_descriptors}, 0, 'with nothing open but streams');
cmp_ok($launch->{evidence}{delayed_elems}, '>', 0, 'outputs compared when one began late, too');
like($r->{out}, qr/^hosts: \S+hops_honest\S*: ranks on 2, whose clocks are known within \+- \S+ \ws, .* grade R-[BC]$/m, 'the report says so') or diag $r->{out};
is(verdict($r, 'hops_lies'), 'INVALID', 'wrong sums of a rank on node 1 are wrong on node 0');
like($r->{out}, qr/\bb\[\d+\] of rank 1 is /, 'and that rank is named');
($launch) = launches($r, 'hops_crash');
is($launch->{status}, 'crashed', 'a rank that dies on node 1');
like($launch->{cause}, qr/^node 1: rank 1: SIGSEGV at address 0x0$/, 'is named on node 0');
($r, $other) = both(@short, '--timeout-multiplier', 0.05, '--targets', "$dir:hops_hang");
is((launches($r, 'hops_hang'))[0]{status}, 'hung', 'a rank that hangs');
is($other->{status}, 0, 'costs the launch, not the run');

# Two levels, of two ranks each.
($r, $other) = both(@short, '--preset', 'small', '--nproc-per-node', 2, 'ch04:two_level@cpu');
unlike(verdict($r, 'two_level'), qr/INVALID|failed/, 'ch04:two_level over two hosts') or diag $r->{out}, $r->{err};
is(result($r, 'two_level')->{params}{nodes}, 2, 'which are its nodes');

# A target whose ranks share memory
($r, $other) = both(@short, '--targets', 'ch04:allreduce@cpu', '--targets', "$dir:hops_honest");
like($r->{out}, qr/its ranks share memory, and lie on one node/, 'is not for several hosts');
unlike(verdict($r, 'hops_honest'), qr/INVALID|failed/, 'another is, behind it');

# Strangers and peers with another request are refused; the right peer is let in.
$port++;
my $zero = node(0, 'token', @short, "$dir:hops_honest");
$other = ended(node(1, 'another', @short, "$dir:hops_honest"));
is($other->{status}, 4, 'another token');
like($other->{err}, qr/node 0 at \S+ refuses this node: its token is another/, 'is refused');
$other = ended(node(1, 'token', @short, "$dir:hops_lies"));
like($other->{err}, qr/refuses this node: its command line asks for something else/, 'so are other words');
my $one = ended(node(1, 'token', @short, "$dir:hops_honest"));
$r = ended($zero);
is($one->{status}, 0, 'and the right one comes in') or diag $one->{err};
unlike(verdict($r, 'hops_honest'), qr/INVALID|failed/, 'for the run');

# A node that dies is named by the other, which ends.
for my $dead (0, 1) {
	$port++;
	my @p = map { node($_, 'token', '--pairs', 1000, "$dir:hops_honest") } 0, 1;
	for (1 .. 600) {
		last if (read_file((glob "$p[0]{artifacts}/.tmp*/journal.jsonl")[0] // '/none') // '') =~ /"kind":"launch"/;
		select undef, undef, undef, 0.1;
	}
	kill 'KILL', $p[$dead]{pid};
	my $left = ended($p[1 - $dead]);
	finish($p[$dead]);
	is($left->{status}, 4, "node $dead dies");
	like($left->{err}, qr/node $dead \(\Q$at[$dead]\E\) is gone/, 'the other names it') or diag $left->{err};
	ok(is_leftover_free($left->{pid}), 'and leaves no process') or diag(leftovers($left->{pid}));
}

# A launcher starts both, and makes the token.
$port++;
my $bin = artifacts();
write_file("$bin/srun", <<"END");
#!/bin/sh
while [ "\$1" != /bin/sh ]; do shift; done
SLURM_NODEID=0 SLURMD_NODENAME=n0 taskset -c $cpus[0] "\$@" & SLURM_NODEID=1 SLURMD_NODENAME=n1 taskset -c $cpus[1] "\$@"
wait
END
chmod 0755, "$bin/srun";
{
	local $ENV{PATH} = "$bin:$ENV{PATH}";
	my $runs = artifacts();
	$r = aisp('bench', 'run', '--artifacts-dir', $runs, '--launch-via', 'srun', '--nnodes', 2, '--rdzv-endpoint', "127.0.0.1:$port",
		@short, "$dir:hops_honest");
	like($r->{out}, qr/^2 nodes via srun; ranks of all share each call, node 0 judges$/m, 'srun: what it is') or diag $r->{err};
	like($r->{out}, qr/^node 0, n0: ended with status \d, environment grade [A-D]\n  \S+hops_honest\S*  \w+  [\d.]+ \ws/m, 'node 0 has the result') or diag $r->{out};
	like($r->{out}, qr/^node 1, n1: followed node 0 with status 0$/m, 'which node 1 follows');
	my ($token) = glob "$runs/*_srun_*/token";
	is((stat $token)[2] & 0777, 0600, 'nobody else can read the token');
}
for (['--nnodes', 2, '--node-rank', 2, '--rdzv-endpoint', 'a:1', '--rdzv-token', "$scratch/token"],
	['--nnodes', 2, '--node-rank', 1, '--rdzv-endpoint', 'a:1'], ['--node-rank', 1]) {
	$r = aisp('bench', 'run', @$_, "$dir:hops_honest");
	is($r->{status}, 2, "@$_");
	like($r->{err}, qr/--node-rank \d: want --nnodes, of which it is one, --rdzv-endpoint and --rdzv-token/, 'want the others');
}
done_testing();
