#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# What a variant finds in its buffers, as variants see it: no call has the inputs or the
# poison of another, and from launch to launch data lie at either end of their pages;
# and that each launch is in the journal.
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = artifacts() . '/inputs';
mkdir $dir or die "$dir: $!";
write_file("$dir/workload_copy.h", <<'END');
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <aisp/workload.h>

#define N 1008 /* whole cache lines, no whole pages */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	(void)p;
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { N } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { N } });
	pr->n_threads = 1;
	pr->bytes = 8 * N;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n, double *ref, double *mag)
{
	(void)o;
	for (int64_t k = 0; k < n; k++)
		ref[k] = mag[k] = (double)aisp_in_f32(io, 0)[first + k];
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI, .title = "a copy", .problem = problem, .reference = reference };
END

# Each is a copy that gives up when it sees what it looks for.
my %looks = (
	baseline_copy => '0',
	# Of the 64 calls before this one.  Hostile data may be of few numbers, or rise or
	# fall from end to end: they come again.
	optimized_copy_inputs => '!is_ordered(aisp_in_f32(io, 0)) && is_known(aisp_in_f32(io, 0))',
	optimized_copy_poison => 'is_known(aisp_out_f32(io, 0))',
	optimized_copy_begins => '(uintptr_t)aisp_out_f32(io, 0) % 4096 == 0',
	optimized_copy_ends => '((uintptr_t)aisp_out_f32(io, 0) + 4 * N) % 4096 == 0',
);
write_file("$dir/$_.c", <<"END") for keys %looks;
#include "workload_copy.h"

static uint64_t known[64][2];
static unsigned n_known;

__attribute__((unused)) static int is_ordered(const float *x)
{
	int n_up = 0, n_equal = 0;

	for (int i = 0; i < 4; i++)
		for (int j = 0; j < i; j++) {
			n_up += x[i] > x[j];
			n_equal += x[i] == x[j];
		}
	return n_equal || n_up == 0 || n_up == 6;
}

__attribute__((unused)) static int is_known(const float *x)
{
	uint64_t bits[2];

	memcpy(bits, x, sizeof(bits));
	for (int i = 0; i < 64; i++)
		if (!memcmp(bits, known[i], sizeof(bits)))
			return 1;
	memcpy(known[n_known++ % 64], bits, sizeof(bits));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	if ($looks{$_})
		return -EEXIST;
	memcpy(aisp_out_f32(io, 0), aisp_in_f32(io, 0), 4 * N);
	return 0;
}

AISP_VARIANT = { .abi = AISP_ABI, .device = AISP_DEVICE_CPU, .cls = AISP_CLASS_COMMON,
		 .summary = "looks at its buffers", .run = run };
END

# A variant is launched on either end in turns.
my %run = map { $_ => bench_run('--targets', "$dir:$_", '--pairs', 3, '--iterations', 3) }
	map { s/^optimized_// ? $_ : () } my @names = sort keys %looks;
my $calls = $run{copy_inputs}{results}{arms}[0]{launches}[1]{calls_per_sample} // BAIL_OUT($run{copy_inputs}{err});
cmp_ok($calls, '>', 1, 'a sample has several calls');
is($run{copy_inputs}{results}{arms}[0]{launches}[0]{calls_per_sample}, 1, 'one of the pilot has one');
is_deeply([map { $_->{launches}[0]{block} } @{$run{copy_inputs}{results}{arms}}], [-1, -1], 'each arm has a pilot');

sub seen { return (result($run{$_[0]}, $_[0])->{reason} // '') =~ /run\(\) returned -17/ ? 1 : 0 }
is(seen('copy_inputs'), 0, 'no two calls have the same inputs');
is(seen('copy_poison'), 0, 'nor the same poison');
is(seen('copy_begins'), 1, 'some launch has its data at the beginning of their pages');
is(seen('copy_ends'), 1, 'and some at the end');

# The run's journal has them all, and the record is what it says.
my $folder = $run{copy_inputs}{folder};
my $n_launches = map { @{$_->{launches}} } @{$run{copy_inputs}{results}{arms}};
my $n_lines = () = read_file("$folder/journal.jsonl") =~ /"kind":"launch"/g;
is($n_lines, $n_launches, 'each launch is in the journal');
my $recheck = aisp('bench', 'recheck', $folder);
is($recheck->{status}, 0, 'against which the record holds') or diag("$recheck->{out}$recheck->{err}");
done_testing();
