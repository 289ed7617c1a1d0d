#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# `aisp bench run --resume` goes on with a run that was killed: what had been measured
# is in the new run as it was, and the evidence still holds.
use strict;
use warnings;
use File::Copy qw(copy);
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

$ENV{AISP_LOCK_DIR} = artifacts(); # no figure matters here: wait for nobody

my $pairs = artifacts();
my $name = 'poly_quick';
copy($_, $pairs) for glob('tests/exploits/fixtures/*.h');
write_file("$pairs/workload_poly.h", qq{#include "poly.h"\n});
write_file("$pairs/baseline_poly.c", qq{#include "workload_poly.h"\n#include "powers.h"\n});
write_file("$pairs/optimized_$name.c", qq{#include "workload_poly.h"\n#include "horner_all.h"\n});

# Numbers as text while a document is edited, as no digit may change.
my $json = JSON::PP->new->canonical;
sub load
{
	my $text = read_file($_[0]);
	$text =~ s/("(?:[^"\\]|\\.)*")|(-?\d[-+.\deE]*)/$1 \/\/ "\"#$2\""/ge;
	return $json->decode($text);
}
sub store { write_file($_[0], $json->encode($_[1]) =~ s/"#([^"]*)"/$1/gr) }

# A sweep makes two comparisons; the second lasts for seconds.
my @run = ('--targets', "$pairs:$name", '--param', 'elems=500,700', '--pairs', 30, '--iterations', 2, '--format', 'table');
my $dir = artifacts();

sub hidden { return grep { !m{/\.\.?$} } glob("$_[0]/.*") }

# A run that is killed once its folder is so, and what --resume says before; its folder.
sub killed
{
	my ($artifacts, $is_so) = @_;
	my $p = start('bench', 'run', @run, '--artifacts-dir', $artifacts);
	my $tmp = '';
	for (1 .. 1200) {
		($tmp) = hidden($artifacts);
		last if $tmp && -s "$tmp/journal.jsonl" && $is_so->($tmp);
		select(undef, undef, undef, 0.05);
	}
	my $alive = aisp('bench', 'run', "--resume=$tmp");
	kill 'KILL', $p->{pid};
	finish($p);
	return ($tmp, $alive);
}
sub is_in_first { return read_file("$_[0]/journal.jsonl") =~ /"kind":"launch"/ }
sub is_in_second
{
	return -e "$_[0]/group-00000.json" && read_file("$_[0]/journal.jsonl") =~ /"arm":2,.*"kind":"launch"/;
}

# Before the first comparison ended: nothing is kept but the seed and the options.
my $early = artifacts();
my ($begun) = killed($early, \&is_in_first);
ok(-s "$begun/plan.json" && !-e "$begun/group-00000.json", 'no comparison is kept');
my $anew = aisp('bench', 'run', '--resume', '--format', 'csv', '--artifacts-dir', $early);
like($anew->{err}, qr/\Q$begun\E was killed before its first comparison ended: it begins anew/, 'the user is told');
is(scalar(my ($whole) = folders($early)), 1, 'the run takes place') or diag($anew->{err});
is_deeply([hidden($early)], [], 'and nothing else is there');
like($anew->{out}, qr/^target,/, 'and may be printed in another format');
my $first = decode_json(read_file("$whole/results.json"));
is_deeply([map { $_->{params}{elems} } @{$first->{results}}], [500, 700], 'with its options');
my $seeded = (map { decode_json($_)->{seed} // () } split /\n/, read_file("$whole/journal.jsonl"))[0];
is($first->{run}{seed}, $seeded, 'and its seed');
is(aisp('bench', 'recheck', $whole)->{status}, 0, 'its evidence holds');

# What is no such folder is named, with what to do.
sub no_folder
{
	my ($folder, $word) = @_;
	my $no = aisp('bench', 'run', "--resume=$folder", '--artifacts-dir', $early);
	is($no->{status}, 2, "--resume=$folder: 2");
	like($no->{err}, qr/--resume=\Q$folder\E: $word.*; --resume alone takes the newest/, 'named');
}
no_folder('/nonexistent', qr{there is no folder /nonexistent});
no_folder('.tmp-0123456789abcdef', qr{there is no folder \Q$early\E/\.tmp-0123456789abcdef});
no_folder($whole, qr/want the folder .tmp-... of a run that was killed/);
mkdir "$early/.tmp-0123456789abcdef";
like(aisp('bench', 'run', "--resume=$early/.tmp-0123456789abcdef")->{err},
	qr/has no plan.json: .*run the command anew/, 'a run that was killed even earlier');

my ($tmp, $alive) = killed($dir, \&is_in_second);
is($alive->{status}, 2, 'a run that lives is not taken over');
like($alive->{err}, qr/goes on in another process/, 'and says so');
ok(-s "$tmp/group-00000.json" && !-e "$tmp/group-00001.json", 'one comparison of two is kept')
	or BAIL_OUT('nothing to resume');
my $kept = decode_json(read_file("$tmp/group-00000.json"));

my $r = aisp('clean', '--artifacts-dir', $dir);
like($r->{out}, qr{^kept \Q$tmp\E: .*--resume=\Q$tmp\E.*clean --force}m, 'clean leaves it, and says why');
ok(-e "$tmp/plan.json", 'it is there');

# Another experiment is refused by name, and costs nothing.
sub refused
{
	my ($word, $what, @options) = @_;
	my $no = aisp('bench', 'run', '--resume', '--artifacts-dir', $dir, @options);
	is($no->{status}, 2, "$what: 2");
	like($no->{err}, $word, "$what: named");
	ok(-s "$tmp/group-00000.json", "$what: what was kept stays");
}
refused(qr/--preset "default", and this is "small"/, 'another size', '--preset', 'small');
refused(qr/--cold-start none, and this is true/, 'another start', '--cold-start');
refused(qr/--pairs 30, and this is 31/, 'other pairs', '--pairs', 31);
refused(qr/--tier "any", and this is "kernel"/, 'another tier', '--tier', 'kernel');
refused(qr/--targets /, 'other targets', '--targets', 'ch01:fusion');
refused(qr/--seed/, 'another seed', '--seed', '12' x 16);

sub edited
{
	my ($file, $edit, $word, $what) = @_;
	my $was = read_file("$tmp/$file");
	my $doc = load("$tmp/$file");
	$edit->($doc);
	store("$tmp/$file", $doc);
	refused($word, $what);
	write_file("$tmp/$file", $was);
}
edited('plan.json', sub { $_[0]{machine} = 'f' x 16 }, qr/had machine "f{16}"/, 'another machine');
edited('plan.json', sub { $_[0]{program} = '0' x 64 }, qr/had program "0{64}"/, 'another binary');
edited('group-00000.json', sub { $_[0]{arms}[1]{launches}[3]{median_ns} = '#1' },
	qr/cannot be resumed: optimized_$name: samples of the launch of block 2 were edited/, 'an edited sample');

my $source = read_file("$pairs/optimized_$name.c");
write_file("$pairs/optimized_$name.c", $source . "__attribute__((used)) static int changed = 1;\n");
refused(qr/optimized_$name is another object than the one that was measured/, 'a rebuilt variant');
write_file("$pairs/optimized_$name.c", $source);

# The run itself
$r = aisp('bench', 'run', '--resume', '--artifacts-dir', $dir);
my @folders = folders($dir);
is(scalar @folders, 1, 'one run folder') or diag($r->{err});
is_deeply([hidden($dir)], [], 'and nothing else');
my $results = decode_json(read_file("$folders[0]/results.json"));
is_deeply([map { $_->{params}{elems} } @{$results->{results}}], [500, 700], 'both results');
is_deeply($results->{arms}[$_], $kept->{arms}[$_], "arm $_ as it was measured") for 0, 1;
delete $results->{results}[0]{expectation}; # judged at the end
is_deeply($results->{results}[0], $kept->{results}[0], 'the first result too');
my $again = $results->{arms}[$results->{results}[1]{optimized}];
cmp_ok(scalar(grep { $_->{block} >= 0 } @{$again->{launches}}), '>=', 30, 'the second whole');
is($results->{run}{resumed}{results}, 1, 'the run says what was kept');
like($r->{out}, qr/^resumed: 1 result of the run that began at \S+ was kept/m, 'and so does the table');
ok(!$results->{run}{is_partial}, 'it is not partial');
my $dropped = $results->{run}{resumed}{launches_dropped};
my @lines = map { decode_json($_) } split /\n/, read_file("$folders[0]/journal.jsonl");
cmp_ok(scalar(grep { $_->{kind} eq 'resume' && $_->{dropped} == $dropped } @lines), '>', 0, 'its journal has the seam');
cmp_ok($dropped, '>', 0, 'launches of the second comparison were dropped, and are counted');
$r = aisp('bench', 'recheck', $folders[0]);
is($r->{status}, 0, 'recheck: 0') or diag($r->{out});
like($r->{out}, qr/^journal: intact$/m, 'the chain holds over the seam');

# A launch of the first process that is taken out afterwards is missed.
my $broken = load("$folders[0]/results.json");
splice @{$broken->{arms}[1]{launches}}, 4, 1;
store("$folders[0]/results.json", $broken);
$r = aisp('bench', 'recheck', $folders[0]);
is($r->{status}, 3, 'a launch taken out: 3');
like($r->{out}, qr/TAMPERED optimized_$name: the launch of block 3 is missing/, 'and named');

$r = aisp('bench', 'run', '--resume', '--artifacts-dir', $dir);
is($r->{status}, 2, 'nothing to resume: 2');
like($r->{err}, qr/no run below \Q$dir\E was killed/, 'which is said');
done_testing();
