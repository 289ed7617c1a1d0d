#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A Slurm of our own, of two nodes on this machine: munge with a key of its own, the
# controller, two slurmd; --launch-via srun measures a collective on both, and one that both
# share.
# RUN: test-all parallel
use strict;
use warnings;
use Cwd qw(abs_path);
use Test::More;
use lib 'tests/exploits';
use Bench;

$ENV{PATH} .= ':/usr/sbin:/sbin';
$ENV{AISP_LOCK_DIR} = artifacts(); # no figure matters here: the nodes wait for each other alone
plan skip_all => 'no root: slurmctld, slurmd and munged run as it' if $>;
for (qw(munged slurmctld slurmd srun)) {
	plan skip_all => "no $_: ./setup.sh --test installs slurm-wlm and munge" if system("command -v $_ >/dev/null 2>&1");
}
my $dir = artifacts();
my $host = qx(hostname -s) =~ s/\s//r;
my $port = 20000 + $$ % 20000;
my ($control, $first, $second) = ($port, $port + 1, $port + 2);
mkdir "$dir/$_" for qw(state spool munge);
chmod 0755, $dir, "$dir/munge", $dir =~ s{/[^/]+$}{}r;
my @pids;
END { my $status = $?; kill 'TERM', @pids; waitpid $_, 0 for @pids; $? = $status }

# A daemon in the foreground, which ends with the test.
sub daemon
{
	my $pid = fork // die;
	if (!$pid) {
		open STDOUT, '>', "$dir/$_[0].out";
		open STDERR, '>&', \*STDOUT;
		exec(@_) or POSIX::_exit(127);
	}
	push @pids, $pid;
}
# A failure of Slurm here is no failure of aisp.
sub skip_rest
{
	my ($why, $logs) = @_;
	diag qx(tail -n 5 $dir/$logs $dir/*.out 2>&1);
	plan skip_all => $why;
}

system("head -c 1024 /dev/urandom > $dir/key") and die;
chmod 0400, "$dir/key";
daemon('munged', '--foreground', '--force', "--key-file=$dir/key", "--socket=$dir/munge/socket", "--pid-file=$dir/munge/pid",
	"--seed-file=$dir/munge/seed", "--log-file=$dir/munge/log");
comes(sub { -S "$dir/munge/socket" }) or skip_rest('munged does not start here', 'munge/log');
write_file("$dir/slurm.conf", <<"END");
ClusterName=aisp
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TaskProlog=$dir/prolog
MpiDefault=none
SwitchType=switch/none
SelectType=select/linear
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
EnforcePartLimits=ALL
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/ctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmctldLogFile=$dir/ctld.log
SlurmdLogFile=$dir/slurmd-%n.log
SlurmdParameters=config_overrides
NodeName=n0 NodeHostname=$host NodeAddr=127.0.0.1 Port=$first CPUs=2 State=UNKNOWN
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$second CPUs=2 State=UNKNOWN
PartitionName=all Nodes=n0,n1 Default=YES MaxTime=INFINITE State=UP
END
# Two nodes that share a call have CPUs of their own, as far as locks know.
write_file("$dir/prolog", "#!/bin/sh\n[ ! -e $dir/apart ] || echo export AISP_LOCK_DIR=$dir/lock\$SLURM_NODEID\n");
chmod 0755, "$dir/prolog";
$ENV{SLURM_CONF} = "$dir/slurm.conf";
daemon('slurmctld', '-D', '-f', "$dir/slurm.conf");
daemon('slurmd', '-D', '-f', "$dir/slurm.conf", '-N', $_) for qw(n0 n1);
comes(sub { qx(sinfo -h -o %T 2>/dev/null) =~ /\A(?:idle\n)+\z/ }) or skip_rest('Slurm has no two nodes here', '*.log');

my $runs = artifacts();
my $r = aisp('bench', 'run', '--launch-via', 'srun', '--nnodes', 2, '--nproc-per-node', 2, '--pairs', 3, '--iterations', 2,
	'--param', 'elems=65536', '--artifacts-dir', $runs, 'ch04:allreduce@cpu');
like($r->{out}, qr/^2 nodes via srun/m, 'a run on both') or diag $r->{err};
for (0, 1) {
	like($r->{out}, qr/^node $_, n$_: \w+ with status [035], environment grade [A-D]\n  ch04:allreduce\@cpu  \w+  [\d.]+ \ws/m,
		"node $_ measured") or diag "$r->{out}\n$r->{err}";
}
is(scalar(my @all = glob "$runs/*/[01]/*/results.json"), 2, 'two run folders');
$r = aisp('bench', 'run', '--launch-via', 'srun', '--nnodes', 3, '--artifacts-dir', $runs, 'ch04:allreduce@cpu');
is($r->{status}, 4, 'more nodes than there are');
like($r->{out}, qr/^node 2: did not start$/m, 'do not start');

# A launcher that is stopped stops the nodes, which save their finished results.
my $stopped = artifacts();
my $p = start('bench', 'run', '--launch-via', 'srun', '--nnodes', 2, '--pairs', 10, '--param', 'elems=65536',
	'--artifacts-dir', $stopped, map { "ch04:$_\@cpu" } qw(allgather allreduce alltoall));
comes(sub { scalar(() = glob "$stopped/*/[01]/.tmp*/group-00000.json") });
kill 'TERM', $p->{pid};
$r = finish($p);
like($r->{out}, qr/^node \d, n\d: ended with status (?:0|130|143), environment grade/m, 'a node was stopped') or diag "$r->{out}\n$r->{err}";
like(join('', map { read_file($_) } glob "$stopped/*/[01]/report"), qr/^stopped early/m, 'before its end');
like($r->{out}, qr/^node \d, n\d: failed with status (?:130|143): aisp bench run: waiting/m, 'as was the one that waited for these CPUs');

# The job that lies in the tree
$r = qx(cd $runs && mkdir tree && ln -s @{[abs_path('aisp')]} tree/aisp && cd tree && sbatch --wait -o $dir/job --nodes=2 @{[abs_path('deploy/nodes.slurm')]} --pairs 3 --iterations 2 --param ranks=2 --param elems=65536 ch04:allreduce\@cpu 2>&1);
like(read_file("$dir/job") // '', qr/^node 1, n1: \w+ with status \d/m, 'deploy/nodes.slurm') or diag $r, read_file("$dir/job");

# One call of both
write_file("$dir/apart", '');
$r = aisp('bench', 'run', '--launch-via', 'srun', '--nnodes', 2, '--rdzv-endpoint', '127.0.0.1:' . ($port + 3), '--pairs', 3,
	'--iterations', 1, '--preset', 'small', '--artifacts-dir', $runs, 'ch04:two_level@cpu');
like($r->{out}, qr/^2 nodes via srun; ranks of all share each call, node 0 judges$/m, 'ranks of both nodes') or diag $r->{err};
like($r->{out}, qr/^node 0, n0: .*\n  ch04:two_level\@cpu  (?!INVALID|failed)\w+/m, 'have a verdict') or diag "$r->{out}\n$r->{err}";
like($r->{out}, qr/^node 1, n1: followed node 0 with status 0$/m, 'which node 1 follows');
kill 'TERM', reverse @pids;
waitpid $_, 0 for splice @pids;
ok(!-e "$dir/slurmd-n0.pid" && !-e "$dir/ctld.pid", 'nothing is left');
done_testing();
