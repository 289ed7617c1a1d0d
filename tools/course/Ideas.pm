# SPDX-License-Identifier: MIT
#
# Ideas.pm - what changes between baseline and optimized, a picture for each lesson.
# Sizes come from the constants and default parameters of the sources, times from
# ./expectations; a picture that needs what is not there dies and says so.
package Ideas;
use strict;
use warnings;
use Lessons qw(content expectations duration);
use Picture;

use constant SMS => 132; # multiprocessors of an H200

# `#define NAME 16` of a file beside the lesson, or of a header that it includes.
sub constant
{
	my ($lesson, $file, $name) = @_;
	my @files = ("$lesson->{dir}/$file");
	while (my $path = shift @files) {
		my $text = content($path);
		return $1 if $text =~ /^#define \Q$name\E +(\d+)\b/m;
		push @files, grep { -e } map { "$lesson->{dir}/$_" } $text =~ /^#include "([^"]+)"/mg;
		push @files, map { "include/$_" } $text =~ /^#include <(aisp\/[^>]+)>/mg;
	}
	die "$lesson->{dir}/$file and what it includes have no number $name\n";
}

# The default size of a parameter: that for a GPU, or what serves both.
sub param
{
	my ($lesson, $workload, $name) = @_;
	content("$lesson->{dir}/workload_$workload.h") =~
		/\{ "\Q$name\E", (\d[^,]*), (\d[^,]*), (\d[^,]*),\s*"[^"]*"(?:,\s*([^}]*?))? \}/
		or die "workload_$workload.h has no parameter $name\n";
	my $size = defined $4 && length $4 ? $4 : $2;
	return eval($size =~ /^[\d <*+]+$/ ? $size : die "$size is no size\n");
}

# The entry for a target that is expected, the last one.
sub expected
{
	my ($lesson, $name) = @_;
	my ($e) = reverse grep { $_->{key} eq "$lesson->{key}:$name" } expectations($lesson);
	return $e // die "nothing is expected of $lesson->{key}:$name\n";
}

# Nanoseconds of a target and of its baseline.
sub spans
{
	my $e = expected(@_);
	return ($e->{time}[0], $e->{time}[0] * $e->{speedup}[0]);
}

# Lanes of a timeline: [label, [class, from, to, word]...], in units of the scale.
sub timeline
{
	my ($p, $y, $scale, @lanes) = @_;
	for my $lane (@lanes) {
		my ($label, @spans) = @$lane;
		$p->text(66, $y + 13, $label, 'end', 'soft');
		$p->box(72 + $_->[1] * $scale, $y, ($_->[2] - $_->[1]) * $scale - 1.5, 18, $_->[0], $_->[3]) for @spans;
		$y += 22;
	}
	return $y;
}

my %ideas = (
	ch01 => sub {
		my $p = Picture->new('Four passes send each element through memory seven times, one pass twice');
		my @ops = ('scale', 'shift', 'activate', 'add');
		$p->text(4, 16, 'baseline: an operation over the whole matrix at a time', '', 'strong');
		for my $i (0 .. 3) {
			$p->box(20 + 95 * $i, 30, 80, 24, 'a-fill', $ops[$i]);
			$p->arrow(40 + 95 * $i, 78, 40 + 95 * $i, 56);
			$p->arrow(80 + 95 * $i, 56, 80 + 95 * $i, 78);
		}
		$p->box(10, 80, 380, 22, 'frame', 'memory: read and written by each');
		$p->text(4, 134, 'fusion: all operations while the element is in a register', '', 'strong');
		$p->box(60, 146, 280, 24, 'b-fill', join ', ', @ops);
		$p->arrow(90, 194, 90, 172);
		$p->arrow(310, 172, 310, 194);
		$p->box(10, 196, 380, 22, 'frame', 'memory: inputs read once, result written once');
		return $p;
	},
	ch02 => sub {
		my ($l) = @_;
		my $p = Picture->new('What a copy reaches on each path of the machine');
		my $y = 16;
		$p->text(4, $y, 'GB/s that arrive, NVIDIA H200', '', 'strong');
		for ([h2d_pinned => 'to the GPU', 1], [d2h_pinned => 'from the GPU', 1], [d2d_vector => 'within the GPU', 2]) {
			my ($name, $path, $crossings) = @$_;
			my ($own, $base) = spans($l, "$name\@cuda");
			my ($n) = expected($l, "$name\@cuda")->{params} =~ /n=(\d+)/;
			for (['baseline', $base, 'a-fill'], [$name, $own, 'b-fill']) {
				my $rate = 4 * $crossings * $n / $_->[1];
				$y += 20;
				$p->text(170, $y + 8, "$path, $_->[0]", 'end');
				# A logarithm: from 1 to 10000 GB/s.
				$p->rect(176, $y - 4, 42 * log($rate) / log(10), 15, $_->[2]);
				$p->text(182 + 42 * log($rate) / log(10), $y + 8, sprintf $rate < 100 ? '%.3g' : '%.0f', $rate);
			}
			$y += 6;
		}
		$p->line(176 + 42 * $_, 24, 176 + 42 * $_, $y + 12, 'grid') for 0 .. 4;
		$p->text(176 + 42 * $_, $y + 24, 10 ** $_, 'middle', 'soft') for 0 .. 4;
		return $p;
	},
	ch03 => sub {
		my ($l) = @_;
		my $n = constant($l, 'workload_false_sharing.h', 'CLASSES');
		my $pair = constant($l, 'optimized_false_sharing.c', 'PAIR_BYTES');
		my $p = Picture->new('Counters of two threads in one cache line, and in a pair of lines each');
		$p->text(4, 16, "baseline: 2 x $n counters of 4 bytes fill one line of 64", '', 'strong');
		$p->cells(8, 26, 2 * $n, 2 * $n, 24, sub { $_[0] < $n ? 'a-fill' : 'b-fill' });
		$p->text(8, 66, 'thread 0');
		$p->text(8 + 24 * $n, 66, 'thread 1');
		$p->text(4, 96, "optimized: $pair bytes a thread, nobody else's line", '', 'strong');
		my $per_row = $pair / 4;
		for my $t (0, 1) {
			my $y = 106 + 34 * $t;
			$p->cells(8, $y, $per_row, $per_row, 384 / $per_row, sub { $_[0] < $n ? ($t ? 'b-fill' : 'a-fill') : 'idle' });
			$p->text(8, $y + 26, "thread $t, then padding", '', 'soft');
		}
		return $p;
	},
	ch04 => sub {
		my ($l) = @_;
		my $n = param($l, 'allreduce', 'ranks');
		my $p = Picture->new('Who adds up while others wait, and who adds up a part for all');
		my @show = ('a-fill', 0, 1, 'show');
		$p->text(4, 16, "baseline: rank 0 adds up all of $n ranks' data", '', 'strong');
		my $done = 2 + $n;
		my $y = timeline($p, 24, 62, ['rank 0', [@show], ['b-fill', 1, $done, 'add up, show']],
			map { ["rank $_", [@show], ['a-fill', $done, $done + 1, 'take']] } 1 .. $n - 1);
		$p->text(4, $y + 22, 'optimized: a part each, for all', '', 'strong');
		my $own = 1 + (1 + $n) / $n;
		timeline($p, $y + 30, 62, map { ["rank $_", [@show], ['b-fill', 1, $own, 'add, show'],
			['a-fill', $own, $own + ($n - 1) / $n, 'take']] } 0 .. $n - 1);
		return $p;
	},
	ch05 => sub {
		my ($l) = @_;
		my $depth = constant($l, 'optimized_shuffle_uring.c', 'DEPTH');
		my $p = Picture->new('Requests one after the other, and many at once');
		$p->text(4, 16, 'baseline: a request waits for the one before', '', 'strong');
		timeline($p, 24, 10, map { ["read $_", ['a-fill', 8 * $_, 8 * $_ + 8]] } 0 .. 3);
		$p->text(4, 134, "told beforehand: up to $depth under way (8 shown)", '', 'strong');
		my $y = timeline($p, 142, 10, map { ["read $_", ['b-fill', 0.6 * $_, 8 + 0.6 * $_]] } 0 .. 7);
		$p->arrow(72, $y + 6, 390, $y + 6);
		$p->text(390, $y + 20, 'time', 'end', 'soft');
		return $p;
	},
	ch06 => sub {
		my ($l) = @_;
		my $p = Picture->new('One block is one multiprocessor; a thread for each element fills all');
		my $own = constant($l, 'optimized_add.cu', 'BLOCK');
		$p->text(4, 16, 'baseline: 1 block, 1 of ' . SMS . ' multiprocessors of an H200', '', 'strong');
		my $y = $p->cells(8, 26, SMS, 33, 11.6, sub { $_[0] ? 'idle' : 'a-fill' });
		my $blocks = param($l, 'add', 'n') / $own;
		$p->text(4, $y + 24, "optimized: $blocks blocks of $own threads", '', 'strong');
		$p->cells(8, $y + 34, SMS, 33, 11.6, sub { 'b-fill' });
		return $p;
	},
	ch07 => sub {
		my ($l) = @_;
		my $p = Picture->new('The sectors that 32 threads of a warp touch');
		my $tile = constant($l, 'tile_transpose.h', 'TILE');
		$p->text(4, 16, "a warp's 32 floats along a row: 4 sectors of 32 bytes", '', 'strong');
		$p->cells(8, 26, 32, 32, 12, sub { int($_[0] / 8) % 2 ? 'b-fill' : 'a-fill' });
		$p->text(4, 66, 'down a column: 32 sectors, 4 of 32 bytes of each count', '', 'strong');
		for my $row (0 .. 3) {
			$p->cells(8, 76 + 14 * $row, 32, 32, 12, sub { $_[0] == 0 ? 'b-fill' : $_[0] < 8 ? 'frame' : 'idle' });
		}
		$p->text(200, 150, '… 28 rows more', 'middle', 'soft');
		$p->text(4, 182, "a column of a $tile x $tile tile in shared memory (8 x 8 shown)", '', 'strong');
		for ([20, 0, 'pitch ' . $tile . ': one bank'], [220, 1, 'pitch ' . constant($l, 'optimized_transpose_padded.cu', 'PITCH') . ': all banks']) {
			my ($x, $shift, $word) = @$_;
			for my $row (0 .. 7) {
				$p->cells($x, 194 + 14 * $row, 8, 8, 18, sub { $_[0] == $row * $shift % 8 ? 'b-fill' : 'idle' });
			}
			$p->text($x, 322, $word);
		}
		return $p;
	},
	ch08 => sub {
		my ($l) = @_;
		my ($sums) = content("$l->{dir}/optimized_accumulators.c") =~ /j \+ (\d+) <= n/ or die "no step of sums\n";
		my $p = Picture->new("One chain of additions waits; $sums chains fill the stages of the unit");
		$p->text(4, 16, 'one sum: an addition starts when the last one ends', '', 'strong');
		timeline($p, 24, 20, ['s', map { ['a-fill', 4 * $_, 4 * $_ + 4, 'add'] } 0 .. 3]);
		$p->text(4, 76, "$sums sums: one starts in each cycle", '', 'strong');
		my $y = timeline($p, 84, 20, map { ["s$_", ['b-fill', $_, $_ + 4, 'add'], $_ + 12 <= 16 ? ['b-fill', $_ + 8, $_ + 12, 'add'] : ()] } 0 .. $sums - 1);
		$p->arrow(72, $y + 4, 390, $y + 4);
		$p->text(390, $y + 18, 'cycles (latency of 4 drawn)', 'end', 'soft');
		return $p;
	},
	ch09 => \&roofline,
	ch10 => sub {
		my ($l) = @_;
		my ($stages, $m, $n) = (constant($l, 'tile.h', 'STAGES'), 64 * constant($l, 'tile.h', 'WORKERS'), constant($l, 'tile.h', 'TILE_N'));
		my $p = Picture->new('A block multiplies a tile of C while the next steps of k arrive');
		$p->text(4, 16, "a tile of C, $m x $n, and $stages stages of A and B", '', 'strong');
		$p->box(150, 100, 128, 64, 'b-fill', "C $m x $n");
		for my $s (0 .. $stages - 1) {
			my $class = $s == 0 ? 'a-fill' : 'frame';
			$p->box(118 - 30 * $s, 100, 26, 64, $class, $s ? "k+$s" : 'A k');
			$p->box(150, 74 - 17 * $s, 128, 15, $class, $s ? "B k+$s" : 'B k');
		}
		$p->text(288, 86, 'multiplied now');
		$p->text(288, 52, 'on their way', '', 'soft');
		$p->text(4, 194, 'wgmma: all meet after each step', '', 'strong');
		timeline($p, 202, 9, ['fetch', map { ['a-fill', 8 * $_, 8 * $_ + 3] } 0 .. 3], ['multiply', map { ['b-fill', 8 * $_ + 1, 8 * $_ + 7] } 0 .. 3]);
		$p->text(4, 266, 'specialised: a group fetches, the others only multiply', '', 'strong');
		timeline($p, 274, 9, ['fetch', map { ['a-fill', 6.2 * $_, 6.2 * $_ + 3] } 0 .. 4], ['multiply', map { ['b-fill', 6.2 * $_ + 1, 6.2 * $_ + 7.2] } 0 .. 4]);
		return $p;
	},
	ch11 => sub {
		my ($l) = @_;
		my ($chunks, $streams) = map { constant($l, 'optimized_pipeline.cu', $_) } qw(CHUNKS STREAMS);
		my $p = Picture->new('Copies and computing in turn, and side by side');
		$p->text(4, 16, 'baseline: one after the other', '', 'strong');
		timeline($p, 24, 10, ['link in', ['a-fill', 0, 10]], ['SMs', ['b-fill', 10, 20]], ['link out', ['c-fill', 20, 30]]);
		$p->text(4, 112, "pipeline: $chunks chunks over $streams streams (8 drawn)", '', 'strong');
		my $y = timeline($p, 120, 10, map { my ($word, $class, $at) = @$_; [$word, map { [$class, 1.25 * ($_ + $at), 1.25 * ($_ + $at + 1)] } 0 .. 7] }
			['link in', 'a-fill', 0], ['SMs', 'b-fill', 1], ['link out', 'c-fill', 2]);
		$p->arrow(72, $y + 4, 390, $y + 4);
		$p->text(390, $y + 18, 'time', 'end', 'soft');
		return $p;
	},
	ch12 => sub {
		my ($l) = @_;
		my $steps = param($l, 'steps', 'steps');
		my $p = Picture->new('Time of one step of a chain, by who starts it');
		$p->text(4, 16, "microseconds a step, chain of $steps, NVIDIA H200", '', 'strong');
		my @rows = (['a launch each', (spans($l, 'steps_graph@cuda'))[1]],
			map { ["steps_$_", (spans($l, "steps_$_\@cuda"))[0]] } qw(graph programmatic fused));
		my $y = 30;
		for (@rows) {
			my $us = $_->[1] / $steps / 1000;
			$p->text(134, $y + 12, $_->[0], 'end');
			$p->rect(140, $y, 48 * $us, 16, $_->[0] =~ /^a/ ? 'a-fill' : 'b-fill');
			$p->text(146 + 48 * $us, $y + 12, sprintf '%.2f', $us);
			$y += 22;
		}
		return $p;
	},
	ch13 => sub {
		my @passes = (['widen g', 6], ['m', 12], ['v', 12], ['root', 8], ['decay', 8], ['move p', 16], ['copy', 6]);
		my $p = Picture->new('Bytes of an element that each pass of AdamW moves, and those of one pass');
		my ($x, $sum, $scale) = (8, 0, 5.6);
		$sum += $_->[1] for @passes;
		$p->text(4, 16, "baseline: @{[scalar @passes]} passes, $sum bytes an element", '', 'strong');
		for (@passes) {
			my ($name, $bytes) = @$_;
			$p->rect($x, 26, $scale * $bytes - 2, 18, 'a-fill');
			$p->text($x + $scale * $bytes / 2 - 1, 58, $name, 'middle', 'soft');
			$x += $scale * $bytes;
		}
		$p->text(4, 86, 'one pass: p, m, v each way, g in, p16 out, 28 bytes', '', 'strong');
		$p->rect(8, 96, $scale * 28 - 2, 18, 'b-fill');
		return $p;
	},
	ch14 => sub {
		my ($l) = @_;
		my $length = param($l, 'chain', 'length');
		my $block = constant($l, 'optimized_chain_interpreter.c', 'BLOCK');
		my $p = Picture->new("$length operations on a vector: a pass each, or a block at a time");
		$p->text(4, 16, "baseline: $length passes, y goes to memory and back each time", '', 'strong');
		$p->box(8, 26 + 14 * $_, 384, 11, 'a-fill') for 0 .. $length - 1;
		my $y = 26 + 14 * $length + 20;
		$p->text(4, $y, "interpreter: $length steps on $block elements, then the next block", '', 'strong');
		for my $b (0 .. 7) {
			$p->rect(8 + 48 * $b, $y + 10 + 7 * $_, 46, 5, $b == 2 ? 'b-fill' : 'idle') for 0 .. $length - 1;
		}
		$p->text(8 + 96, $y + 26 + 7 * $length, 'in the first cache now', '', 'soft');
		return $p;
	},
	ch15 => sub {
		my @passes = (['rotate', 8], ['round', 6], ['copy', 4]);
		my $p = Picture->new('Bytes of a number of a key that each pass moves, and those of one pass');
		my ($x, $sum, $scale) = (8, 0, 20);
		$sum += $_->[1] for @passes;
		$p->text(4, 16, "baseline: @{[scalar @passes]} passes, $sum bytes a number of a key", '', 'strong');
		for (@passes) {
			my ($name, $bytes) = @$_;
			$p->box($x, 26, $scale * $bytes - 2, 22, 'a-fill', $name);
			$p->text($x + $scale * $bytes / 2 - 1, 62, "$bytes bytes", 'middle', 'soft');
			$x += $scale * $bytes;
		}
		$p->text(4, 90, 'one pass: fp32 in, bf16 into its slot, 6 bytes', '', 'strong');
		$p->box(8, 100, $scale * 6 - 2, 22, 'b-fill', 'all three');
		return $p;
	},
	ch16 => sub {
		my ($l) = @_;
		my $text = content("$l->{dir}/formats.h");
		my $p = Picture->new('Bits of a weight in four formats');
		my $y = 34;
		$p->text(4, 16, 'bits a weight, scales and minima included', '', 'strong');
		my @rows = (['fp32', 32, 'a-fill']);
		for my $name (qw(Q8_0 Q4_1 Q4_K)) {
			$text =~ /\[$name\] = \{ (\d+), \d+, \d+, (\d+) \}/ or die "formats.h has no sizes of $name\n";
			push @rows, [$name, 8 * $2 / $1, 'b-fill'];
		}
		for (@rows) {
			$p->text(60, $y + 12, $_->[0], 'end');
			$p->rect(66, $y, 9 * $_->[1], 16, $_->[2]);
			$p->text(72 + 9 * $_->[1], $y + 12, $_->[1]);
			$y += 24;
		}
		return $p;
	},
	ch17 => sub {
		my ($l) = @_;
		my $p = Picture->new('What a policy may see of the requests, and who knows all of them');
		$p->text(4, 16, 'step by step: rows to come are not there', '', 'strong');
		for my $row (0 .. 3) {
			for my $col (0 .. 9) {
				my $class = $col < 2 * $row + 2 ? 'a-fill' : $col == 2 * $row + 2 ? 'b-fill' : 'frame';
				$p->rect(8 + 24 * $col, 28 + 28 * $row, 22, 22, $class);
			}
			$p->text(258, 43 + 28 * $row, 'step ' . (2 * $row + 2));
		}
		$p->text(4, 162, 'all rows at once: no policy sees them so', '', 'strong');
		$p->rect(8 + 24 * $_, 174, 22, 22, 'a-fill') for 0 .. 9;
		$p->text(258, 189, 'the bound');
		return $p;
	},
	ch18 => sub {
		my ($l) = @_;
		my ($q, $k) = map { constant($l, 'optimized_attention_online.c', $_) } qw(QUERIES KEYS);
		my $p = Picture->new('Tiles of scores of causal attention; one at a time is kept');
		$p->text(4, 16, "queries down, keys across; a step has $q x $k scores", '', 'strong');
		for my $row (0 .. 7) {
			for my $col (0 .. 7) {
				my $class = $row == 5 && $col == 3 ? 'b-fill' : $row == 5 && $col < 3 ? 'a-fill' : 'frame';
				my ($x, $y) = (8 + 24 * $col, 26 + 24 * $row);
				$p->rect($col > $row ? ($x + 7, $y + 7, 8, 8, 'soft') : ($x, $y, 22, 22, $class));
			}
		}
		my $y = 40;
		for (['b-fill', 'scores of now, in cache or registers'], ['a-fill', 'done: only maximum, sum, output left'], ['frame', 'to come'], ['soft', 'masked, never computed']) {
			$p->rect($_->[0] eq 'soft' ? (211, $y - 6, 6, 6, 'soft') : (208, $y - 9, 12, 12, $_->[0]));
			$p->text(226, $y + 1, $_->[1] =~ /^(.{0,28})(?: |$)/ ? $1 : $_->[1]);
			$y += 16;
			$p->text(226, $y + 1, $1) if $_->[1] =~ /^.{0,28} (.+)$/ && length $_->[1] > 28;
			$y += 16;
		}
		$p->text(208, $y + 12, "m' = max(m, max of tile)");
		$p->text(208, $y + 30, "sum, o *= exp(m - m')");
		return $p;
	},
	ch19 => sub {
		my ($l) = @_;
		my $group = constant($l, 'workload_gemv.h', 'GROUP');
		my $p = Picture->new('Bytes that a weight costs, its share of the scale included');
		$p->text(4, 16, 'bytes a weight', '', 'strong');
		my $y = 28;
		for (['fp32', 4], ['bf16', 2], ["int8, a scale in fp32 for $group", 1 + 4 / $group], ["int4, a scale in bf16 for 128", 0.5 + 2 / 128]) {
			$p->text(184, $y + 12, $_->[0], 'end');
			$p->rect(190, $y, 44 * $_->[1], 16, $_->[1] < 2 ? 'b-fill' : 'a-fill');
			$p->text(196 + 44 * $_->[1], $y + 12, sprintf '%.4g', $_->[1]);
			$y += 22;
		}
		return $p;
	},
	ch20 => sub {
		my ($l) = @_;
		my $p = Picture->new('What the purse of a policy holds, and when a tile is tried');
		$p->text(4, 16, 'what tiles that were never used might have saved so far', '', 'strong');
		my ($purse, $price) = (0, 100);
		$p->line(8, 160 - $price, 392, 160 - $price, 'grid');
		$p->text(392, 36, 'line: the price of a first use', 'end', 'soft');
		for my $i (0 .. 23) {
			$purse += (14, 22, 6, 30)[$i % 4] / (1 + int($i / 12));
			my $is_bought = $purse >= $price;
			$p->rect(8 + 16 * $i, 160 - $purse, 14, $purse, $is_bought ? 'b-fill' : 'a-fill');
			$purse -= $price if $is_bought;
		}
		$p->text(4, 182, 'above the line a tile is tried; then saving begins anew,', '', 'soft');
		$p->text(4, 198, 'more slowly, as a better tile leaves less to be saved', '', 'soft');
		return $p;
	},
	'labs/attention' => sub {
		my ($l) = @_;
		my $tiles = param($l, 'chunk', 'heads') * int((param($l, 'chunk', 'q_len') + 127) / 128);
		my $p = Picture->new("$tiles tiles of queries on " . SMS . ' multiprocessors, and equal pieces for all');
		$p->text(4, 16, "baseline: $tiles tiles of 128 queries on " . SMS . ' multiprocessors', '', 'strong');
		my $y = $p->cells(8, 26, SMS, 33, 11.6, sub { $_[0] < $tiles ? 'a-fill' : 'idle' });
		$p->text(4, $y + 24, 'split: the keys of all tiles in ' . SMS . ' equal pieces', '', 'strong');
		$p->rect(8 + 96 * $_, $y + 34, 94, 14, 'frame') for 0 .. 3;
		$p->rect(8 + 46.5 * $_, $y + 52, 45, 14, 'b-fill') for 0 .. 7;
		$p->text(8, $y + 84, 'above: 4 tiles; below: the blocks that share them', '', 'soft');
		return $p;
	},
	'labs/generate' => sub {
		my ($l) = @_;
		my ($mr, $nr) = map { constant($l, 'optimized_gemm_tuned.c', "AISP_TUNE_$_") } qw(MR NR);
		my $p = Picture->new("A tile of $mr rows and $nr columns, and what a step of it loads");
		my $size = $nr > 24 ? 336 / $nr : 14;
		$p->text(4, 16, "$nr floats of a row of B", '', 'strong');
		$p->cells(44, 26, $nr, $nr, $size, sub { 'b-fill' });
		$p->text(4, 42 + $size, "$mr of a column of A; $mr x $nr sums in registers", '', 'strong');
		for my $row (0 .. $mr - 1) {
			$p->cells(8, 52 + $size * ($row + 1), 1, 1, $size, sub { 'b-fill' });
			$p->cells(44, 52 + $size * ($row + 1), $nr, $nr, $size, sub { 'a-fill' });
		}
		$p->text(4, 78 + $size * ($mr + 1), sprintf('%d multiply-adds for %d numbers loaded', $mr * $nr, $mr + $nr), '', 'soft');
		return $p;
	},
	'labs/matmul' => sub {
		my ($l) = @_;
		my ($m, $n) = map { param($l, 'layer', $_) } qw(m n);
		my $tiles = int(($m + 127) / 128) * int(($n + 255) / 256);
		my $p = Picture->new("$tiles tiles over " . SMS . ' blocks: the last round is not full');
		$p->text(4, 16, sprintf('baseline: %d tiles of 128 x 256, %.2f rounds of %d', $tiles, $tiles / SMS, SMS), '', 'strong');
		my $y = 26;
		for (my $left = $tiles; $left > 0; $left -= SMS) {
			$y = $p->cells(8, $y, SMS, 33, 11.6, sub { $_[0] < $left ? 'a-fill' : 'idle' }) + 8;
		}
		$p->text(8, $y + 12, 'a row of four lines is a round; pale: nobody works', '', 'soft');
		return $p;
	},
	'labs/moe' => sub {
		my ($l) = @_;
		my $p = Picture->new('Rows in the order of tokens, and in that of experts');
		my @expert = (0, 2, 1, 3, 0, 1, 2, 3, 1, 3, 0, 2);
		my @class = qw(a-fill b-fill idle frame);
		my $y = 26;
		for (['in the order of tokens, two rows each', \@expert], ['in the order of experts: weights are fetched four times', [sort { $a <=> $b } @expert]]) {
			$p->text(4, $y - 10, $_->[0], '', 'strong');
			for my $i (0 .. $#expert) {
				$p->rect(8 + 30 * $i, $y, 28, 22, $class[$_->[1][$i]]);
				$p->text(22 + 30 * $i, $y + 15, $_->[1][$i], 'middle');
			}
			$y += 62;
		}
		$p->text(4, $y - 22, 'a number is the expert that a row goes to', '', 'soft');
		return $p;
	},
);

# Points under the roofs that the shares in ./expectations imply.
sub roofline
{
	my ($l) = @_;
	my $p = Picture->new('Targets of this chapter under their roofs, NVIDIA H200');
	my @points;
	for (['gemm_banks@cuda', sub { my ($m, $n, $k) = @_; (2 * $m * $n * $k, 4 * ($m * $k + $k * $n + $m * $n)) }, qw(m n k)],
		['softmax_bf16_vector@cuda', sub { (5 * $_[0] * $_[1], 4 * $_[0] * $_[1]) }, qw(rows cols)],
		['gelu_bf16_vector@cuda', sub { (9 * $_[0], 4 * $_[0]) }, 'elems'],
		['swiglu_bf16_vector@cuda', sub { (4 * $_[0], 6 * $_[0]) }, 'elems']) {
		my ($key, $work, @names) = @$_;
		my $e = expected($l, $key);
		my %param = map { split /=/ } split ' ', $e->{params};
		my ($flops, $bytes) = $work->(@param{@names});
		push @points, { name => $key =~ s/\@.*//r, x => $flops / $bytes, y => $flops / $e->{time}[0], share => $e->{of_the_limit}[0] };
	}
	my ($x, $y) = (sub { 50 + 70 * (log($_[0]) / log(10) + 0.6) }, sub { 210 - 60 * (log($_[0]) / log(10) - 2) });
	$p->text(4, 16, 'Gflop/s, by flops for each byte of memory', '', 'strong');
	for (0 .. 4) {
		$p->line($x->(10 ** $_), 20, $x->(10 ** $_), 220, 'grid');
		$p->text($x->(10 ** $_), 236, 10 ** $_, 'middle', 'soft');
	}
	for (2 .. 5) {
		$p->line(50, $y->(10 ** $_), 390, $y->(10 ** $_), 'grid');
		$p->text(46, $y->(10 ** $_) + 4, 10 ** $_, 'end', 'soft');
	}
	my ($gemm, @memory) = @points;
	my $peak = $gemm->{y} / $gemm->{share};
	my ($best) = sort { $b <=> $a } map { $_->{y} / $_->{x} / $_->{share} } @memory;
	$p->line($x->(0.35), $y->(0.35 * $best), $x->($peak / $best), $y->($peak), 'roof');
	$p->line($x->($peak / $best), $y->($peak), 390, $y->($peak), 'roof');
	$p->text(388, $y->($peak) - 6, sprintf('f32 FMA, %.3g Tflop/s', $peak / 1000), 'end', 'soft');
	$p->text($x->(7), $y->(13 * $best), sprintf('memory, %.3g TB/s', $best / 1000), 'end', 'soft');
	for my $i (0 .. $#points) {
		my $q = $points[$i];
		$p->dot($x->($q->{x}), $y->($q->{y}), 'b-fill');
		# Below the roof: right of the points, but the first, at the edge.
		$p->text($x->($q->{x}) + ($i ? 10 : -9), $y->($q->{y}) + ($i ? 7 : 18), $q->{name}, $i ? '' : 'end');
	}
	$p->text(390, 252, 'flops a byte', 'end', 'soft');
	return $p;
}

sub of
{
	my ($lesson) = @_;
	my $draw = $ideas{$lesson->{key}} or return;
	return $draw->($lesson);
}

1;
