#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp show: what it says of a pair, and that it runs no variant.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

sub show
{
	my $r = Bench::aisp('show', @_);
	$r->{json} = eval { decode_json($r->{out}) } // [];
	return $r;
}

my $r = show('--json', 'ch01:goodput@cpu');
is($r->{status}, 0, 'a target') or diag($r->{err});
my ($pair) = @{$r->{json}};
is($pair->{pair}, 'ch01:goodput', 'by its pair');
is($pair->{title}, 'training a linear model, fp32', 'its title');
like($pair->{lesson}, qr{/chapters/ch01_basics/README\.md$}, 'its lesson');
my ($rows) = grep { $_->{name} eq 'rows' } @{$pair->{params}};
is_deeply([@$rows{qw(value small default large help)}], [1000, 61, 1000, 2000, 'training rows'],
	'a parameter, its presets and what it means');
is_deeply($pair->{inputs}[0], { name => 'x', dtype => 'f32', shape => [1000, 60], fill => 'distribution' },
	'an input at the default size');
is($pair->{outputs}[0]{name}, 'w', 'an output');
is_deeply($pair->{distributions}, [qw(normal uniform adversarial structured)], 'distributions');
is($pair->{flops}, 1000 * 60 * (6 + 4 * 20), 'operations');
is($pair->{bytes}, (1000 * 60 + 2 * 1000 + 60) * 4, 'bytes');
like($pair->{error_model}, qr/^each element within \d.* roundoffs of f32 /, 'the error model');
is_deeply([map { $_->{class} } @{$pair->{variants}}], [qw(naive optimized)], 'classes');
is($pair->{variants}[1]{target}, 'ch01:goodput@cpu', 'the target');
like($pair->{variants}[1]{summary}, qr/^statistics once, steps/, 'what differs');
is($pair->{command}, 'aisp bench run ch01:goodput', 'how to measure it');

$r = show('ch01:goodput', '--preset', 'small', '--param', 'steps=7');
is($r->{status}, 0, 'as text') or diag($r->{err});
like($r->{out}, qr/^  rows +61 +small 61, default 1000, large 2000: training rows$/m, 'at the preset');
like($r->{out}, qr/^  x +f32 +61 x 19$/m, 'shapes follow');
like($r->{out}, qr/^to measure it: aisp bench run ch01:goodput --preset small --param steps=7$/m,
	'and the command');

like($r->{out}, qr{^lesson: /.*/chapters/ch01_basics/README\.md$}m, 'the lesson');

# What changes nothing is no option here: inputs that are drawn, and variants that run.
my $help = show('--help')->{out};
like($help, qr/^ +--$_\b/m, "--help: --$_") for qw(preset param target-extra-arg json);
unlike($help, qr/--$_\b/, "--help: no --$_") for qw(dist input seed reproducible tier);
is(show('ch01:goodput', '--seed', '0' x 32)->{status}, 2, 'nor is it taken');

# A comment says nothing of a variant's class.
my $new = artifacts();
is(aisp('new', "$new:x")->{status}, 0, 'a pair');
my $source = read_file("$new/baseline_x.c");
write_file("$new/baseline_x.c", qq(/* .cls = AISP_CLASS_LIBRARY, .summary = "a vendor's" */\n$source));
$r = show('--json', "$new:x");
is($r->{json}[0]{variants}[0]{class}, 'naive', 'what a comment has is no member') or diag($r->{err});

$r = show('--json', 'ch07:transpose@cpu');
is_deeply([map { $_->{target} } @{$r->{json}[0]{variants}}],
	[undef, 'ch07:transpose_stream@cpu', 'ch07:transpose_tiled@cpu'], 'all variants of a pair');
is($r->{json}[0]{error_model}, "the bits must match the reference's", 'without rounding');

is_deeply(show('--json', "ch$_->[0]")->{json}[0]{uses}, $_->[1], "what ch$_->[0] may use")
	for ['05:checkpoint', ['writes']], ['06:managed', [qw(fixed_io managed)]];

# A collective: what must cross, and the least time.
$r = show('--json', 'ch04:allreduce@cpu', '--param', 'elems=1000');
my $c = $r->{json}[0]{collective};
is($c->{size_bytes}, 4000, 'bytes of a rank');
is($c->{wire_bytes}, 4000, 'bytes that it must get: 2 (n - 1) / n');
$r = show('ch04:allreduce@cpu', '--param', 'elems=1000', '--param', 'ranks=4');
like($r->{out}, qr/^collective +4000 bytes of each rank, which must get 6000 from its peers$/m, 'in text');
like($r->{out}, qr/^roof +(\d.* a call, by this machine's peak of \S.*|not known: `aisp peak` measures this machine)$/m, 'and the roof');
unlike(show('ch01:goodput')->{out}, qr/^(collective|roof) /m, 'of no other pair');

like(show("ch13:$_->[0]\@cuda")->{out}, qr/in at most \Q$_->[1]\E times the baseline's time$/m,
	"ch13:$_->[0]: the time that memory may cost") for ['loss_chunks', '1.1'], ['linear_loss', '1.3'];

$r = show('--json', 'ch07:triad@cuda');
is_deeply([@{$r->{json}[0]{variants}[0]}{qw(class summary)}], ['common', 'a thread per element, 4 bytes each'],
	'class and summary of device code alone, by its opening comment');
is(show('ch07:transpose_tiled', '--param', 'rows=64')->{status}, 0, 'the first parameter is one');
$r = show('ch01:goodput', '--param', 'row=3');
is($r->{status}, 2, 'an unknown parameter: 2');
like($r->{err}, qr/'row'; did you mean rows\? known: rows, features, steps/, 'with those that there are');
$r = show();
is($r->{status}, 2, 'no target: 2');

# A stranger's pair: nothing of its variants is built or loaded.
my $dir = artifacts() . '/own';
Bench::aisp('new', "$dir:pair");
write_file("$dir/optimized_pair_next.c", read_file("$dir/optimized_pair.c")
	=~ s{^ \* }{ * LIBS: -lone\n * }mr
	=~ s/\.summary = "[^"]*"/.needs = "a unicorn", .summary = "one" " \\"two\\""/r . "\n#error not compiled\n");
$r = show('--json', "$dir:pair");
is($r->{status}, 0, 'a directory') or diag($r->{err});
my ($next) = grep { ($_->{target} // '') =~ /pair_next/ } @{$r->{json}[0]{variants}};
is($next->{summary}, 'one "two"', 'what the source says');
is($next->{needs}, 'a unicorn -lone', 'and needs');
like($r->{json}[0]{command}, qr{^aisp bench run \Q$dir\E:pair$}, 'by its path');
done_testing();
