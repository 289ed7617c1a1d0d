#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Ranks without common memory, on one host: streams between them are timed and compared;
# a rank that dies, hangs, lies, or leaves its streams is named.
# RUN: test-all
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = 'tests/exploits/survival_nodes';

# Status of the launch, and its cause.
my %want = (
	crash => ['crashed', qr/^rank 1: SIGSEGV at address 0x0$/],
	hang => ['hung', qr/^rank [01]: no answer for 1 s/],
	window => ['crashed', qr/^rank 0: SIGSEGV at address 0x0$/],
	escape => ['crashed', qr/^rank 0: .*denied system call sendto/],
);
my %files = map { m{optimized_hops_(.*)\.c$}; ($1 => 1) } glob("$dir/optimized_*.c");
is_deeply([sort keys %files], [sort 'announced', 'honest', 'lies', keys %want], 'every variant is expected');

sub survive
{
	return bench_run('--iterations', 1, '--warmup', 1, '--pairs', 3, map { ref ? @$_ : ('--targets', "$dir:hops_$_") } @_);
}

my $r = survive('announced', 'honest', 'lies', grep { $_ ne 'hang' } keys %want);
my $hung = survive('hang', ['--timeout-multiplier', 0.05]);
for my $name (sort keys %want) {
	my ($status, $cause) = @{$want{$name}};
	my $launches = arm($name eq 'hang' ? $hung : $r, "hops_$name")->{launches} // [];

	is($launches->[0]{status}, $status, "$name: $status");
	like($launches->[0]{cause}, $cause, "$name: and why");
}
is(verdict($r, 'hops_lies'), 'INVALID', 'wrong sums are wrong');
like($r->{out}, qr/\bb\[\d+\] of rank 1 is /, 'and that rank is named');
is(failed_checks($r, 'hops_announced'), 'compile.symbolic_shape_exploit', 'right at one size alone is wrong');
unlike(verdict($r, 'hops_honest'), qr/INVALID|failed/, 'the honest one is measured');
my $evidence = arm($r, 'hops_honest')->{launches}[0]{evidence};
is($evidence->{n_descriptors}, 0, 'its streams are what the judge gave it,');
is($evidence->{is_sandboxed}, 1, 'in a sandbox');
cmp_ok($evidence->{delayed_elems}, '>', 0, 'and its outputs were compared when a rank began late');
for ($r, $hung) {
	ok(is_leftover_free($_->{pid}), 'no process is left') or diag(leftovers($_->{pid}));
}
for (['nodes=4'], ['nodes=2', 'ranks=2'], ['nodes=1', 'ranks=2'], ['nodes=2', 'ranks=4']) {
	my $v = aisp('bench', 'verify', '--targets', "$dir:hops_honest", map { ('--param', $_) } @$_);
	is($v->{status}, 0, "@$_ are right") or diag($v->{out}, $v->{err});
}
like(aisp('show', "$dir:hops_honest")->{out}, qr/\branks: 2\b/, 'aisp show says how many there are');
done_testing();
