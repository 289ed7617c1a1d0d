#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp profile: counters that are there or named as unknown, the hot function in
# the call stacks, and no run folder where something is refused.
# RUN: parallel first
use strict;
use warnings;
use utf8;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

binmode $_, ':encoding(UTF-8)' for Test::More->builder->output, Test::More->builder->failure_output;

# Tags match, attributes are quoted, entities are known; the texts of <title>.
sub titles
{
	my ($xml) = @_;
	my (@open, @titles);
	while ($xml =~ m{\G(?:([^<]+)|<(/?)([a-z]+)((?:\s+[\w:]+="[^"<]*")*)\s*(/?)>)}gc) {
		my ($text, $end, $name, $empty) = ($1, $2, $3, $5);
		if (defined $text) {
			return if $text =~ /&(?!(?:amp|lt|gt|quot|#39);)/;
			push @titles, $text if @open && $open[-1] eq 'title';
		} elsif ($end) {
			return if !@open || pop @open ne $name;
		} else {
			push @open, $name if !$empty;
		}
	}
	return if @open || (pos($xml) // 0) != length $xml;
	return @titles;
}
ok(!titles('<svg><g></svg>'), 'a picture that is not well-formed is seen');

my $dir = artifacts();
write_file("$dir/workload_hot.h", <<'C');
#include <aisp/workload.h>
static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[0] } });
	pr->flops = (double)p[0];
	pr->bytes = 8.0 * (double)p[0];
	pr->error_c = 4;
}
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)o;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = 2.0 * aisp_in_f32(io, 0)[first + i];
		mag[i] = fabs(ref[i]);
	}
}
static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI, .title = "hot", .n_params = 1,
	.params = { { "elems", 20000, 20000, 100000, "elements" } },
	.problem = problem, .reference = reference,
};
C
sub variant
{
	my ($name, $class, $before, $setup) = (@_, 0);
	write_file("$dir/$name.c", <<"C");
#include "workload_hot.h"
static __attribute__((noinline)) float churn_slowly(float x)
{
	for (int i = 0; i < 60; i++)
		__asm__ volatile("" : "+x"(x));
	return x;
}
static inline void twice(const float *a, float *b, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		b[i] = 2 * churn_slowly(a[i]);
}
static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return $setup;
}
static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	$before
	twice(aisp_in_f32(io, 0), aisp_out_f32(io, 0), aisp_elems(&io->in[0]));
	return 0;
}
AISP_VARIANT = { .abi = AISP_ABI, .device = AISP_DEVICE_CPU, .cls = $class,
		 .summary = "<slow> & hot", .setup = setup, .run = run };
C
}
variant('baseline_hot', 'AISP_CLASS_NAIVE', '');
variant('optimized_hot', 'AISP_CLASS_OPTIMIZED', '');
variant('optimized_hot_crash', 'AISP_CLASS_OPTIMIZED', '*(volatile int *)0 = 1;');
variant('optimized_hot_missing', 'AISP_CLASS_OPTIMIZED', '', -95);
variant('optimized_hot_wrong', 'AISP_CLASS_OPTIMIZED', 'aisp_out_f32(io, 0)[5] = 7; if (1) return 0;');

my $out = artifacts() . "/ein Ziel f\x{fc}r Profile";
utf8::encode($out);
sub profile { return aisp('profile', '--artifacts-dir', $out, @_) }
sub kept
{
	opendir my $d, $out or return;
	return map { "$out/$_" } sort grep { !/^\./ } readdir $d;
}
sub latest
{
	my $folder = (kept())[-1];
	return ($folder, decode_json(read_file("$folder/profile.json")));
}

my $r = profile("$dir:hot");
is($r->{status}, 0, 'a profile') or diag($r->{err});
my ($folder, $doc) = latest();
is($doc->{metric_set}, 'deep_dive', 'deep_dive unless told otherwise');
is_deeply([map { "$_->{role} $_->{variant} $_->{status}" } @{$doc->{variants}}],
	['baseline baseline_hot ok', 'optimized optimized_hot ok'], 'both variants');
is($doc->{params}{elems}, 20000, 'the parameters');
for my $v (@{$doc->{variants}}) {
	my $c = $v->{counters};
	for (qw(task_clock_ns queued_ns sleeps preemptions migrations minor_faults major_faults)) {
		ok(defined $c->{$_}{value} || length $c->{$_}{why}, "$v->{role}: $_");
	}
	ok($c->{task_clock_ns}{per_call} > 1000, "$v->{role}: CPU time") or diag(explain($c));
	for (qw(cycles instructions branches branch_misses cache_references cache_misses)) {
		ok((defined $c->{$_}{value} xor length($c->{$_}{why} // '')),
			"$v->{role}: $_ is known, or it is said why not");
		next if !defined $c->{$_}{value};
		unlike($r->{out}, qr/UNKNOWN.* $_\b/, 'not called unknown');
	}
	for (grep { !defined $c->{$_}{value} } keys %$c) {
		like($r->{out}, qr/UNKNOWN: \Q$c->{$_}{why}\E:.* $_\b/, "$_: named as unknown");
	}
	my $s = $v->{stacks};
	SKIP: {
		skip $s->{why}, 8 if ($s->{why} // "") =~ /^no samples: /;
		is($s->{hottest}, 'churn_slowly', "$v->{role}: the hot function");
		ok($s->{share} > 0.5 && $s->{share} <= 1, 'and its share');
		my @titles = titles(read_file("$folder/$s->{svg}") // '');
		like($titles[0], qr/^CPU time of .*$v->{variant}\@cpu$/, 'a flame graph says whose it is');
		ok(scalar(grep { /^churn_slowly: \d+ samples/ } @titles), 'a well-formed flame graph has it');
		like(read_file("$folder/$s->{folded}"),
			qr{^run;twice;churn_slowly;$v->{variant}\.c:\d+;churn_slowly\+0x[0-9a-f]+ \d+$}m,
			'called by a function that was inlined, with its lines and instructions');
		my ($line) = @{$s->{lines}};
		ok($line->{line} =~ /^$v->{variant}\.c:[2-8]$/ && $line->{share} > 0.4, 'the hottest line')
			or diag(explain($s->{lines}));
		like($r->{out}, qr/^  lines +$v->{variant}\.c:[2-8] \d+ %/m, 'is printed');
		unlike(read_file("$folder/$s->{svg}"), qr/(?:href|src)=|<script/, 'no other file is needed');
	}
	like($v->{verdict}{bound}, qr/^(memory|compute|latency|waiting|unknown)$/, 'a verdict');
	ok(length $v->{verdict}{why}, 'with a reason');
	unlike($r->{out}, qr/dependency chains/, 'no advice that no counter speaks for')
		if !defined $c->{cycles}{value};
	is($v->{gpu}, undef, 'no GPU in it');
}
like(read_file("$folder/profile.txt"), qr/\Qoptimized_hot (optimized): <slow> & hot\E/, 'as text');
ok(-s "$folder/manifest.json", 'a manifest');

$r = profile("$dir:hot", '--metric-set', 'minimal', '--param', 'elems=3000', '--json');
my $printed = eval { decode_json($r->{out}) } // {};
is_deeply($printed, (latest())[1], '--json prints what is kept');
is($printed->{params}{elems}, 3000, '--param');
like($printed->{variants}[0]{stacks}{why}, qr/not part/, 'minimal: no call stacks, and it says so');

$r = profile("$dir:hot_crash");
is($r->{status}, 3, 'a variant that crashes: exit 3');
(undef, $doc) = latest();
is($doc->{variants}[1]{status}, 'crashed', 'and the profile says so');
is($doc->{variants}[0]{status}, 'ok', 'its baseline is profiled');
like($r->{out}, qr/crashed: SIGSEGV at/, 'on the terminal too');
is(profile("$dir:hot_wrong", '--metric-set', 'minimal')->{status}, 3, 'a wrong output: exit 3');
like((latest())[1]{variants}[1]{wrong}, qr/b\[\d+\] is/, 'which element');
is(profile("$dir:hot_missing")->{status}, 77, 'a variant that this machine cannot run: exit 77');

my $n = () = kept();
for (['two targets', "$dir:hot", "$dir:hot_crash"], ['none'], ['a pattern of many', $dir],
	['a set that is none', '--metric-set', 'all', "$dir:hot"],
	['a sweep', '--param', 'elems=1000,2000', "$dir:hot"],
	['no such target', "$dir:cold"], ['--calls alone', '--calls', 3, "$dir:hot"],
	['a role that is none', '--bare', 'both', "$dir:hot"]) {
	my ($what, @words) = @$_;
	$r = profile(@words);
	is($r->{status}, 2, "$what: exit 2");
	like($r->{err}, qr/^aisp/, 'with a message');
}
is(scalar(() = kept()), $n, 'refusals leave no folder');

$r = profile("$dir:hot", '--bare', 'optimized', '--calls', 3);
is($r->{status}, 0, '--bare runs it here') or diag($r->{err});
is(profile("$dir:hot_missing", '--bare', 'optimized')->{status}, 4, 'and reports its error');
is(scalar(() = kept()), $n, 'without a folder');

# Root may write anywhere, except where a file is in the way.
write_file("$dir/file", '');
$r = aisp('profile', "$dir:hot", '--artifacts-dir', "$dir/file/x");
is($r->{status}, 4, 'a place that cannot be written: exit 4');
like($r->{err}, qr/--artifacts-dir/, 'and the remedy');
SKIP: {
	skip 'root may write everywhere', 1 if !$>;
	mkdir "$dir/closed", 0555;
	is(aisp('profile', "$dir:hot", '--artifacts-dir', "$dir/closed")->{status}, 4, 'a closed directory');
}
done_testing();
