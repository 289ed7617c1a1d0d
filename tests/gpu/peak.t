#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp peak on a GPU: every figure is there, and none contradicts another or the
# hardware's own description.  Nothing is said about how fast it must be.
# RUN: test-all
use strict;
use warnings;
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

my $aisp = $ENV{AISP} // './aisp';
my $dir = tempdir(CLEANUP => 1);
$ENV{XDG_CACHE_HOME} = $dir;
my $out = `$aisp peak --gpu --json`;
my $status = $? >> 8;
my $json = eval { decode_json($out) } // {};

if ($status == 77) {
	my $why = $json->{no_gpu} // 'no reason';
	plan skip_all => $why =~ /run make plugins/ ? $why : 'no NVIDIA GPU';
}
is($status, 0, 'measured');
ok(@{$json->{gpus}} > 0, 'at least one GPU');

# What is there on a GPU of this compute capability.
sub engines
{
	my ($cc) = @_;
	my %of = (FMA => [qw(f32 f64 f16 bf16)], 'mma.sync' => [qw(tf32 f16 bf16 i8 f64)],
		cuBLASLt => [qw(f32 f64 f16 bf16 tf32 i8)]);

	$of{wgmma} = [qw(tf32 f16 bf16 i8 e4m3)] if $cc == 90;
	push @{$of{$_}}, 'e4m3' for $cc >= 90 ? qw(mma.sync cuBLASLt) : ();
	return map { my $e = $_; map { "$e $_" } @{$of{$e}} } keys %of;
}

my @paths = ('DRAM read', 'DRAM copy', 'DRAM triad', 'DRAM fill', 'DRAM memcpy', 'L2 read',
	'shared memory read', 'H2D pinned', 'D2H pinned', 'both ways pinned', 'H2D pageable', 'D2H pageable');
my @latencies = ('kernel launch', 'launch and synchronize', 'graph node', 'event pair', '8 bytes H2D');

for my $p (@{$json->{gpus}}) {
	my $gpu = $p->{gpu};
	my $cc = $gpu->{cc_major} * 10 + $gpu->{cc_minor};
	my %flops = map { ("$_->{engine} $_->{type}" => $_) } @{$p->{gflop_per_s}};
	my %gb = map { ($_->{what} => $_) } @{$p->{gb_per_s}};
	my %ns = map { ($_->{what} => $_) } @{$p->{latency_ns}};
	my %best = map { ($_ => $gb{$_}{best} // 0) } @paths;
	my $n_peers = @{$json->{gpus}} - 1;

	note("$gpu->{name}, driver $gpu->{driver}");
	note("missing: $_->{step}: $_->{why}") for @{$p->{missing}};
	ok($flops{$_}, "a figure: $_") for sort(engines($cc));
	ok($gb{$_}, "a figure: $_") for @paths;
	ok($ns{$_}, "a figure: $_") for @latencies;
	is(scalar @{$p->{peers}}, $n_peers, 'each other GPU is a peer');
	ok($_->{copy} && (!$_->{is_direct} || $_->{load}), 'a figure of a peer') for @{$p->{peers}};
	for (grep { $_->{is_direct} } @{$p->{peers}}) {
		cmp_ok($_->{latency_ns}{best}, '>', 100, 'a load from it takes longer than one from the own L2,');
		cmp_ok($_->{latency_ns}{best}, '<', 20000, 'and not as long as a message');
	}
	is(scalar(grep { !($_->{best} > 0 && $_->{median} > 0) } values %flops, values %gb, values %ns), 0,
		'all are positive');
	is(scalar(grep { $_->{best} < $_->{median} } values %flops, values %gb), 0, 'no rate is above its peak');
	is(scalar(grep { $_->{best} > $_->{median} } values %ns), 0, 'no latency is below its least');
	is(scalar(grep { !length $_->{how} } values %flops, values %gb, values %ns), 0, 'each says how');

	# The clock of the SMs beside what they compute.
	is(scalar(grep { !$_->{sm_mhz} } values %flops), 0, 'an SM clock beside each arithmetic figure');
	is(scalar(grep { $_->{sm_mhz} < 100 || $_->{sm_mhz} > 1.05 * $gpu->{nominal_sm_mhz} } values %flops), 0,
		'between 100 MHz and the highest');
	cmp_ok($p->{clocks_apart}, '<', 0.1, 'events agree with the host');

	# Bytes cannot exceed the wires, nor arithmetic the units.
	SKIP: {
		skip 'the driver does not tell the width of DRAM', 1 unless $gpu->{nominal_gb_per_s} > 0;
		is_deeply([grep { $best{$_} > 1.1 * $gpu->{nominal_gb_per_s} } grep { /^DRAM/ } @paths], [],
			'DRAM is not faster than its wires');
	}
	my $per_clock = sub { $flops{$_[0]}{best} * 1e9 / ($flops{$_[0]}{sm_mhz} * 1e6 * $gpu->{sms}) };
	cmp_ok($per_clock->('FMA f32'), '<', 1.05 * 256, 'f32: at most 128 FMA per SM and clock');
	cmp_ok($per_clock->('wgmma bf16'), '<', 1.05 * 4096, 'bf16: at most 2048 per SM and clock') if $cc == 90;
	cmp_ok($per_clock->('wgmma e4m3'), '<', 1.05 * 8192, 'e4m3: at most 4096') if $cc == 90;
	cmp_ok($best{'shared memory read'} * 1e9 / ($gb{'shared memory read'}{sm_mhz} * 1e6 * $gpu->{sms}),
		'<', 1.05 * 128, 'shared memory: at most 128 bytes per SM and clock');

	# Nearer memory is faster; what does less is not slower.
	cmp_ok($best{'L2 read'}, '>', $best{'DRAM read'}, 'L2 before DRAM');
	cmp_ok($best{'shared memory read'}, '>', $best{'L2 read'}, 'shared memory before L2');
	cmp_ok($best{'DRAM copy'}, '>', $best{'H2D pinned'}, 'DRAM before the host');
	cmp_ok($best{'both ways pinned'}, '>', 0.9 * $best{'H2D pinned'}, 'both ways: no less than one');
	cmp_ok($ns{'graph node'}{best}, '<', $ns{'launch and synchronize'}{best}, 'a node before a launch');
	cmp_ok($flops{'mma.sync bf16'}{best}, '>', $flops{'FMA f32'}{best}, 'matrices before FMA');
}

# The second time nothing is measured; another driver's figures are not believed.
is(`$aisp peak --gpu --json`, $out, 'saved, and shown again');
my ($file) = glob("$dir/aisp/machines/*/gpu-peak-*.json");
ok($file, 'in the cache of this machine');
my $table = `$aisp peak --gpu`;
like($table, qr/^GPU 0, .*\n.*\n(.*\n)+DRAM copy +[\d.]+ +[\d.]+ +GB\/s/, 'a table')
	or diag($table);
system("sed -i 's/\"driver\": \"/&x/' '$file'");
my $text = `$aisp peak --gpu --json`;
my $again = eval { decode_json($text) } // {};
diag("status $?: " . substr($text, 0, 500)) if !$again->{gpus};
ok($again->{gpus}[0]{measured} gt $json->{gpus}[0]{measured}, 'another driver: measured again');
unlike(join('', map { $_->{gpu}{driver} } @{$again->{gpus}}), qr/^x/, 'and replaced');
done_testing();
