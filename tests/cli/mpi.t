#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A vendor's MPI among ranks: timed and compared like all others, behind walls that are
# wider by what it needs and no more; a launch leaves nothing behind, however it ended.
# RUN: parallel test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = 'tests/exploits/survival_mpi';
my @trusted = ('--tier', 'trusted');

plan skip_all => 'Open MPI is not installed' if system("printf '#include <mpi/openmpi/ompi/version.h>\\n' | cc -E - > /dev/null 2>&1");

# What others may see of a launch; tests beside this one have folders of their own.
sub traces { return join ' ', sort grep { !m{/\.\.?$|/aisp-(?:test\.|prove-)} } glob('/dev/shm/* /dev/shm/.* /tmp/ompi.* /tmp/aisp-* /tmp/pmix*') }

# {words about a file => its state and why}
sub verified
{
	my $r = aisp('bench', 'verify', '--variants', '--verbose', '--dist', 'normal', @_);
	my %rows;
	for (split /\n/, $r->{out}) {
		$rows{$2} = "$1: $3" if /^(\S+) .* optimized_\w+?_(\w+)\.c: (.*)/;
	}
	return { %$r, rows => \%rows };
}

my $before = traces();
my $host = aisp('bench', 'verify', '--variants', '--verbose', '--dist', 'normal', 'ch04:allreduce_openmpi@cpu');
plan skip_all => $1 if $host->{out} =~ /^n\/a .*optimized_allreduce_openmpi\.c: (.*(?:refuses|needs PMIx).*)/m;

my $n_steps = () = glob 'chapters/ch04*/optimized_*_openmpi.c';
for my $ranks (2, 3) {
	my $v = aisp('bench', 'verify', '--variants', '--verbose', '--dist', 'normal', '--param', "ranks=$ranks",
		'ch04:*_openmpi@cpu');
	is($v->{status}, 0, "all collectives are right between $ranks ranks") or diag($v->{out}, $v->{err});
	is(scalar(() = $v->{out} =~ /^ok .*_openmpi\.c: all elements compared/mg), $n_steps, 'and were tried');
}

my $v = verified(@trusted, $dir);
like($v->{rows}{$_}, qr/^ok: all elements/, "$_ is right") for qw(honest opens escapes);
like($v->{rows}{last}, qr/^WRONG: .*[Uu]nwritten|^WRONG: .*b\[/, 'a forgotten element is found');
like($v->{rows}{dies}, qr/^WRONG: crashed: rank 1: SIGSEGV at address 0x0/, 'who dies is named, not who waits');
like($v->{rows}{stranger}, qr/^n\/a: WALLS: mpi and nccl are for libraries/, 'who is no library has no such walls');
like(verified($dir)->{rows}{honest}, qr/^n\/a: .*with --tier trusted$/, 'nor another\'s, if nobody trusts it');
like(verified('--tier', 'sandboxed', 'ch04:allreduce_openmpi@cpu')->{rows}{openmpi},
	qr/^n\/a: .*wider than --tier sandboxed/, 'nor anyone where a stricter tier is asked for');

my $r = bench_run(@trusted, '--iterations', 1, '--warmup', 1, '--pairs', 3, map { ('--targets', "$dir:sums_$_") } qw(honest last dies));
is(arm($r, 'sums_honest')->{tier}, 'trusted', 'the result says what tier it is of,');
is($r->{results}{arms}[result($r, 'sums_honest')->{baseline}]{tier}, 'sandboxed', 'and what its baseline is of');
like($r->{out}, qr/^tier: 3 trusted$/m, 'as the summary does,');
like($r->{out}, qr/^across tiers: survival_mpi:sums_honest\@cpu is trusted, its baseline sandboxed/m,
	'which names the ratio that goes across');
my $e = arm($r, 'sums_honest')->{launches}[0]{evidence};
is("@$e{qw(n_ranks has_namespaces has_group has_landlock has_no_caps n_filters)}", '2 1 1 1 1 2',
	'its ranks share a network of their own, and are sealed');
my %ledger = map { $_->{check} => $_ } grep { $_->{arm} eq 'optimized' } @{result($r, 'sums_honest')->{ledger}};
is($ledger{"isolation.$_"}{verdict}, 'PARTIAL', "the ledger does not claim what does not hold: $_")
	for qw(network file_write result_channel environment_cue);
is($ledger{'isolation.process_spawn'}{verdict}, 'PREVENTED', 'nor less than holds');
is(verdict($r, 'sums_last'), 'INVALID', 'a wrong one is refused');
is(arm($r, 'sums_dies')->{launches}[0]{status}, 'crashed', 'and one that dies');

# If any process is killed, the rest end, too: a worker that calibrates the bell, the
# host, a rank, the judge.
my $n_victims = 0;
for my $victim (qw(aisp-worker aisp-mpi aisp-worker aisp)) {
	my $p = start('bench', 'run', @trusted, '--pairs', 40, '--artifacts-dir', artifacts(), '--targets', "$dir:sums_honest");
	await($p, "aisp-mpi") if $n_victims++;
	my ($pid) = $victim eq 'aisp' ? () : await($p, $victim);
	kill 'KILL', $pid // $p->{pid};
	kill 'TERM', $p->{pid};
	finish($p);
	ok(is_leftover_free($p->{pid}), "$victim killed: no process is left") or diag(leftovers($p->{pid}));
}
ok(is_leftover_free($_->{pid}), 'nor elsewhere') or diag(leftovers($_->{pid})) for $v, $r;
my %was = map { $_ => 1 } split ' ', $before; # files of others may disappear
is(join(' ', grep { !$was{$_} } split ' ', traces()), '', 'and no file');
done_testing();

# The first process of that name.
sub await
{
	my ($p, $name) = @_;
	for (1 .. 200) {
		for (leftovers($p->{pid})) {
			return $1 if /^(\d+) \Q$name\E$/;
		}
		select(undef, undef, undef, 0.05);
	}
	return;
}
