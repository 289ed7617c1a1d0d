#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# --launch-via: ranks of this host, and nodes by launchers that this test brings, some
# of them dead or wrong; options without a meaning, and those that are refused.
# RUN: test-all parallel
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my @short = ('--iterations', 1, '--warmup', 0, '--pairs', 3, '--param', 'pages=16');
my $target = 'tests/exploits/survival_ranks:sums_honest';
my $r = bench_run('--launch-via', 'local', '--nproc-per-node', 3, @short, $target);
is(result($r, 'sums_honest')->{params}{ranks}, 3, 'local: the ranks of the workload');
$r = bench_run('--launch-via=torchrun', '--nproc-per-node=2', '--rdzv-backend', 'c10d', '--rdzv-endpoint', 'localhost:29400',
	'--torchrun-env', 'A=b', @short, $target);
is(result($r, 'sums_honest')->{params}{ranks}, 2, 'torchrun: as local');
like($r->{err}, qr/--launch-via torchrun: ranks are processes that the judge starts, no Python programs: as local/, 'which is said');
like($r->{err}, qr/--rdzv-endpoint: ranks meet in memory/, 'and that nobody needs an address');
for ([['--launch-via', 'slurm'], 'want local, mpirun, srun or torchrun'], [['--nnodes', 2], 'a collective over several hosts is not measured'],
	[['--nproc-per-node', 2, '--param', 'ranks=2'], 'say the same'], [['--torchrun-env', '=x'], 'want NAME=VALUE'],
	[['--nproc-per-node', 2, 'ch01:fusion'], "parameter 'ranks'"], [['--launch-via', 'srun', '--nnodes', 2, $target], 'srun: No such file']) {
	local $ENV{PATH} = '/nowhere' if $_->[0][1] eq 'srun';
	$r = aisp('bench', 'run', @{$_->[0]});
	is($r->{status}, 2, "@{$_->[0]}");
	like($r->{err}, qr/\Q$_->[1]\E/, 'and why') or diag $r->{err};
}

# A launcher that runs the nodes in turn; the words before the shell are its own.
my $bin = artifacts();
sub launcher
{
	my ($name, $variable, $node) = @_;
	write_file("$bin/$name", <<"END");
#!/bin/sh
echo "\$*" >$bin/words
while [ "\$1" != /bin/sh ]; do shift; done
for id in 0 1; do
	export $variable=\$id SLURMD_NODENAME=n\$id
	$node
	"\$@"
done
END
	chmod 0755, "$bin/$name";
}
local $ENV{PATH} = "$bin:$ENV{PATH}";
sub nodes
{
	my $dir = artifacts() . '/[a]*'; # no pattern
	return (aisp('bench', 'run', '--artifacts-dir', $dir, '--nnodes', 2, '--nproc-per-node', 2, @short, @_), $dir);
}
launcher('srun', 'SLURM_NODEID', '');
($r, my $dir) = nodes('--launch-via', 'srun', '-o', "$bin/nowhere", $target);
like(read_file("$bin/words"), qr/^--nodes=2 --ntasks=2 --ntasks-per-node=1 --mpi=none /, 'srun starts one aisp on each node');
like($r->{out}, qr/^2 nodes via srun; ranks meet on their own node, nothing crosses$/m, 'what it is');
for my $n (0, 1) {
	like($r->{out}, qr/^node $n, n$n: \w+ with status \d, environment grade [A-D]\n  \S+sums_honest\S*  \w+  [\d.]+ \ws/m, "node $n has its line");
}
$dir =~ s/[][*]/?/g;
is(scalar(my @runs = glob "$dir/*_srun_*/[01]/*/results.json"), 2, 'their runs lie in one folder');
ok(!-e "$bin/nowhere", 'no report of a node goes where that of all would');
launcher('mpirun', 'OMPI_COMM_WORLD_RANK', '[ $id = 0 ] || exit 0');
($r) = nodes('--launch-via', 'mpirun', 'tests/exploits/survival_ranks:sums_lies');
like(read_file("$bin/words"), qr/^-n2 --npernode 1 --bind-to none /, 'mpirun does');
like($r->{out}, qr/^node 0, n0: wrong with status 3/m, 'a wrong node is named');
like($r->{out}, qr/^node 1: did not start$/m, 'and one that is not there');
is($r->{status}, 4, 'which is the status');
launcher('srun', 'SLURM_NODEID', 'set -- "$@" --nonsense');
($r) = nodes('--launch-via', 'srun', $target);
like($r->{out}, qr/^node 1, n1: failed with status 2: .*nonsense/m, 'one that fails says why');
is($r->{status}, 2, 'as the status does');

# A run that is stopped saves its finished results: srun hands the signal to all
# processes, mpirun to the first.
my @several = map { "tests/exploits/$_" } qw(location:*_honest@cpu workload:scan_undeclared_shortcuts_honest
	timing:poly_incomplete_async_ops_honest);
for my $case (['srun', 'SLURM_NODEID', 'INT', 'TERM', '-$p'], ['mpirun', 'OMPI_COMM_WORLD_RANK', 'TERM', 'INT', '$p']) {
	my ($name, $variable, $handed, $sent, $to) = @$case;
	write_file("$bin/$name", <<"END");
#!/bin/sh
while [ "\$1" != /bin/sh ]; do shift; done
export $variable=0
perl -MPOSIX -e 'setsid; \$SIG{INT} = "DEFAULT"; exec \@ARGV' "\$\@" & p=\$!
trap 'kill -$handed $to' $handed
while wait \$p; kill -0 \$p 2>/dev/null; do :; done
END
	chmod 0755, "$bin/$name";
	my $dir = artifacts();
	my $p = start('bench', 'run', '--launch-via', $name, '--artifacts-dir', $dir, '--iterations', 40, '--pairs', 3, @several);
	comes(sub { scalar(() = glob "$dir/*/0/.tmp*/group-00000.json") });
	kill $sent, $p->{pid};
	$r = finish($p);
	like($r->{out}, qr/^1 node via $name/m, "SIG$sent: the report of what there is") or diag $r->{err};
	like($r->{out}, qr/^node 0, \S+: ended with status (?:0|130|143), environment grade/m, 'the node was stopped, and saved it') or diag $r->{out}, $r->{err};
	like(read_file(glob "$dir/*/0/report") // '', qr/^stopped early/m, 'which its report says');
	is(scalar(my @kept = glob("$dir/*/0/*/results.json")), 1, 'a run folder');
}
done_testing();
