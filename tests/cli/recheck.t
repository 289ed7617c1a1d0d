#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp bench recheck: whatever is changed in a saved run is named, and a run that was
# changed has no winner.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Saved;

my $json = JSON::PP->new->canonical->pretty;
my $name = 'poly_approximation_drift_honest';
# One pair more than the plan begins with: a launch that is dropped leaves enough.  On a
# busy machine many do not count.
my $run;
for my $n (11, 20, 40, 80) {
	$run = bench_run('--iterations', 3, '--warmup', 1, '--pairs', $n, '--targets', "tests/exploits/output:$name");
	last if $run->{status} != 5;
}
plan skip_all => "nothing is decided: $1" if $run->{status} == 5 && $run->{out} =~ /(machine busy: .*)/;
is($run->{status}, 0, 'a run') or die $run->{err};
my $whole = $run->{folder};

# Numbers are strings that begin with '#', so that no digit changes.
sub load
{
	my $text = read_file($_[0]);
	$text =~ s/("(?:[^"\\]|\\.)*")|(-?\d[-+.\deE]*)/$1 \/\/ "\"#$2\""/ge;
	return $json->decode($text);
}

sub store
{
	my ($path, $doc) = @_;
	write_file($path, $json->encode($doc) =~ s/"#([^"]*)"/$1/gr);
}

sub copy_run
{
	my $dir = artifacts();
	system('cp', '-r', $whole, "$dir/run") == 0 or die 'cp';
	return "$dir/run";
}

sub recheck
{
	my ($folder, @options) = @_;
	my $r = aisp('bench', 'recheck', $folder, '--json', @options);
	$r->{doc} = eval { decode_json($r->{out}) };
	return $r;
}

# A process that uses a CPU until it is killed.
sub start_loop
{
	my $pid = fork // die "fork: $!";
	while (!$pid) { }
	return $pid;
}

# CHANGE a copy of the run's folder; one of the differences is LIKE.
sub tampered
{
	my ($what, $like, $change) = @_;
	my $folder = copy_run();
	$change->($folder);
	my $r = recheck($folder);
	is($r->{status}, 3, "$what: status 3") or diag($r->{out}, $r->{err});
	is($r->{doc}{journal}{state}, 'tampered', "$what: tampered");
	like(join("\n", @{$r->{doc}{journal}{differences}}), $like, "$what: named");
	unlike(join(' ', map { $_->{now} } @{$r->{doc}{results}}), qr/FASTER/, "$what: nobody is faster");
	return $r;
}

sub tampered_results
{
	my ($what, $like, $change) = @_;
	return tampered($what, $like, sub {
		my $doc = load("$_[0]/results.json");
		$change->($doc);
		store("$_[0]/results.json", $doc);
	});
}

sub lines { return split /^/, read_file("$_[0]/journal.jsonl") }

sub tampered_journal
{
	my ($what, $like, $change) = @_;
	return tampered($what, $like, sub {
		my @lines = lines($_[0]);
		$change->(\@lines);
		write_file("$_[0]/journal.jsonl", join '', @lines);
	});
}

my $r = recheck($whole);
is($r->{status}, 0, 'an untouched run') or diag($r->{out}, $r->{err});
is($r->{doc}{journal}{state}, 'intact', 'its journal is intact');
is($r->{doc}{results}[0]{now}, $r->{doc}{results}[0]{was}, 'the verdict is the same');
is_deeply($r->{doc}{results}[0]{changed}, [], 'and so is what the checks say');
is(scalar(split /\n/, aisp('bench', 'recheck', $whole)->{out}), 2, 'two lines: the journal, the result');
my $head = load("$whole/results.json")->{run}{journal}{head};
is(load("$whole/manifest.json")->{journal}{head}, $head, 'both documents hold the last hash');
is((grep { sha256_hex($_ =~ s/\n$//r) eq $head } lines($whole)), 1, 'which is the SHA-256 of a line');
is(recheck($whole, '--head', substr($head, 0, 12))->{status}, 0, '--head: the same');
$r = recheck($whole, '--head', 'deadbeef');
is($r->{status}, 3, '--head: another');
like($r->{doc}{journal}{differences}[0], qr/another hash than deadbeef/, 'is said');
my $n_launches = grep { /"kind":"launch"/ } lines($whole);
is($n_launches, @{$run->{results}{arms}[0]{launches}} + @{$run->{results}{arms}[1]{launches}},
	'a line for each launch');

# results.json
my $opt = 'optimized_' . $name;
$r = tampered_results('a dropped launch', qr/$opt: the launch of block 2 is missing/, sub {
	splice @{$_[0]{arms}[1]{launches}}, 3, 1 });
my %failed = map { $_->{check} => 1 } grep { $_->{now} eq 'FAIL' } @{$r->{doc}{results}[0]{changed}};
is_deeply([keys %failed], ['statistical.cherry_picking'], 'by the check of picked launches alone');
tampered_results('exchanged launches', qr/$opt: its launches are in another order/, sub {
	my $l = $_[0]{arms}[1]{launches};
	@$l[2, 4] = @$l[4, 2];
});
tampered_results('a launch twice', qr/the launch of block 1 is not in the journal/, sub {
	push @{$_[0]{arms}[1]{launches}}, $_[0]{arms}[1]{launches}[2] });
tampered_results('a sample', qr/samples of the launch of block 0 were edited/, sub {
	$_[0]{arms}[1]{launches}[1]{samples_ns}[0] = '#1.0' });
tampered_results('a median', qr/median is 1 ns, that of its samples/, sub {
	$_[0]{arms}[1]{launches}[1]{median_ns} = '#1.0' });
tampered_results('a status', qr/samples of the launch of block 0 were edited/, sub {
	$_[0]{arms}[1]{launches}[1]{status} = 'crashed' });
tampered_results('evidence', qr/$opt: evidence of the launch of block 0 was edited/, sub {
	$_[0]{arms}[1]{launches}[1]{evidence}{n_late} = '#0.5' });
tampered_results('no evidence', qr/evidence of the launch of block 3 was edited/, sub {
	delete $_[0]{arms}[0]{launches}[4]{evidence} });
tampered_results('a verdict', qr/its verdict or figures were edited/, sub {
	$_[0]{results}[0]{comparison}{verdict} = 'SLOWER' });
tampered_results('a ledger', qr/its verdict or figures were edited/, sub {
	$_[0]{results}[0]{ledger}[0]{verdict} = 'PASS, really' });
tampered_results('an arm', qr/arms\[0\] was edited/, sub { $_[0]{arms}[0]{build} = 'cc -O0' });
tampered_results('an object', qr/was of another object/, sub { $_[0]{arms}[1]{hash} = '00' x 32 });
tampered_results('the grade', qr/"run" was edited/, sub { $_[0]{run}{grade} = 'A' });
tampered_results('the last hash', qr/results\.json names another end/, sub { $_[0]{run}{journal}{head} = 'ab' x 32 });
tampered_results('no result', qr/results\[0\] of the journal is missing/, sub { $_[0]{results} = [] });
tampered('blanks', qr/results\.json was edited/, sub {
	write_file("$_[0]/results.json", read_file("$_[0]/results.json") . "\n") });

# Whoever reads the run refuses it, too.
sub refused
{
	my ($folder, $what, @words) = @_;
	my $r = aisp(@words);
	is($r->{status}, 3, "$what: $words[0] $words[1]: status 3") or diag($r->{out});
	like($r->{err}, qr/\Q$folder\E was edited after the run.*`aisp bench recheck \Q$folder\E`/, 'says so');
	unlike($r->{out}, qr/99/, 'and prints no figure of it');
}

my $claim = artifacts() . '/claim.md';
write_file($claim, "It is fast. <!-- claim: $name\@cpu speedup > 50 -->\n");
for my $lost (0, 1) {
	my $edited = copy_run();
	my $doc = load("$edited/results.json");
	@{$doc->{results}[0]{comparison}}{qw(verdict speedup)} = ('FASTER', '#99.0');
	store("$edited/results.json", $doc);
	unlink "$edited/journal.jsonl" if $lost;
	my $what = $lost ? 'edited, and the journal is gone' : 'edited';
	my $kept = artifacts();
	refused($edited, $what, @$_) for ['claims', '--run', $edited, $claim],
		(map { ['bench', 'report', $edited, '--format', $_] } qw(table md json csv html)),
		['bench', 'export', '--format', 'junit', $edited], ['bench', 'compare', $whole, $edited],
		['bench', 'expectations', '--expectations', $kept, '--accept', $edited],
		['bench', 'expectations', '--expectations', $kept, '--output', $kept, '--proof', $edited],
		['bench', 'history', '--history', "$kept/h", '--add', $edited],
		['roofline', $edited], ['checklist', '--run', $edited];
	is_deeply([grep { !m{/h[^/]*$} } glob "$kept/*"], [], "$what: nothing of it was kept");
}
is(aisp('bench', 'report', $whole)->{status}, 0, 'the run itself is printed');
unlike(aisp('bench', 'report', $whole)->{err}, qr/no journal/, 'without a word on its journal');

# Other files
tampered('results.md', qr/results\.md was edited/, sub {
	write_file("$_[0]/results.md", read_file("$_[0]/results.md") =~ s/FASTER/FASTEST/gr) });
tampered("no $_", qr/\Q$_\E is missing/, sub { unlink "$_[0]/$_" }) for 'results.csv', 'journal.jsonl', 'manifest.json';
tampered('manifest.json', qr/manifest\.json was edited/, sub {
	my $m = load("$_[0]/manifest.json");
	$m->{compiler} = 'a better one';
	store("$_[0]/manifest.json", $m);
});

# journal.jsonl
my $last = (lines($whole))[-1];
tampered_journal('a line less', qr/line 4 has the number 4: lines were removed/, sub { splice @{$_[0]}, 3, 1 });
tampered_journal('lines exchanged', qr/line 4 has the number 4/, sub { @{$_[0]}[3, 4] = @{$_[0]}[4, 3] });
tampered_journal('a line edited', qr/line 5 does not follow/, sub { $_[0][3] =~ s/"hash":"./"hash":"x/ });
tampered_journal('a line that is no JSON', qr/line 2 is no JSON object/, sub { $_[0][1] = "[1]\n" });
tampered_journal('the last line edited', qr/results\.md was edited/, sub {
	$_[0][-1] =~ s/"results\.md":"[0-9a-f]+"/'"results.md":"' . 'ab' x 32 . '"'/e });
tampered_journal('cut off', qr/lacks its end/, sub { splice @{$_[0]}, -3 });
tampered_journal('cut within a line', qr/ends within a line/, sub { $_[0][-1] = substr $last, 0, 20 });
tampered_journal('empty', qr/lacks its end/, sub { @{$_[0]} = () });
tampered_journal('bytes', qr/is no JSON object/, sub { @{$_[0]} = ("\xff\xfe\n", "\n") });
tampered_journal('a NUL', qr/ends within a line/, sub { $_[0][1] = "\0" });

# What the checks, and no other part, keep from winning
my $folder = copy_run();
my $doc = load("$folder/results.json");
splice @{$doc->{arms}[1]{launches}}, 3, 1;
store("$folder/results.json", $doc);
is(recheck($folder, '--without-check', 'statistical.cherry_picking')->{doc}{results}[0]{now}, 'FASTER',
	'without its check a dropped launch goes through');

# Kept as a new run
my $dir = artifacts();
$r = recheck($folder, '--artifacts-dir', $dir);
my ($new) = folders($dir);
$doc = load("$new/results.json");
is($doc->{results}[0]{comparison}{verdict}, 'INVALID', '--artifacts-dir keeps the new verdict');
is($doc->{run}{rechecked}{journal}, 'tampered', 'and says why');
is(recheck($new)->{doc}{journal}{state}, 'none', 'it has no journal of its own');

# What a check names beside its figures
$run = bench_run('--iterations', 3, '--warmup', 1, '--targets', 'tests/exploits/isolation:crc_library_substitution');
$r = recheck($run->{folder}, '--artifacts-dir', $dir = artifacts());
($new) = folders($dir);
for my $saved ($run->{results}, load("$new/results.json")) {
	my ($entry) = grep { $_->{check} eq 'isolation.library_substitution' && $_->{verdict} eq 'FAIL' } @{$saved->{results}[0]{ledger}};
	like($entry->{why}, qr/^libz\.so\S*, which it neither links nor declares/, 'a library is named, then and now');
}

# Beside busy loops the verdict allows for what others do: that is judged again, too.
my @loops = map { start_loop() } 1 .. 2;
$run = bench_run('--iterations', 3, '--pairs', 3, '--targets', "tests/exploits/output:$name");
kill 'KILL', @loops;
waitpid $_, 0 for @loops;
$r = recheck($run->{folder}, '--artifacts-dir', $dir = artifacts());
($new) = folders($dir);
is_deeply(decode_json(read_file("$new/results.json"))->{results}[0]{comparison}, $run->{results}{results}[0]{comparison},
	'beside busy loops: judged again it is the same');

# A run of a version without a journal
save_run("$dir/old");
$r = recheck("$dir/old");
is($r->{status}, 0, 'a run without a journal is judged all the same') or diag($r->{err});
is($r->{doc}{journal}{state}, 'none', 'and it says that there is none');
like(aisp('bench', 'recheck', "$dir/old")->{out}, qr/^journal: none/m, 'in text too');
$r = aisp('bench', 'report', "$dir/old");
is($r->{status}, 0, 'and it is printed');
like($r->{err}, qr/has no journal: whether it was edited cannot be seen/, 'with a note');

is(aisp('bench', 'recheck', "$dir/nothing")->{status}, 2, 'no such run');
is(aisp('bench', 'recheck', '--head', 'xyz')->{status}, 2, 'no such hash');
is(aisp('bench', 'recheck', '--without-check', 'x.y')->{status}, 2, 'no such check');
like(aisp('bench', 'recheck', $folder)->{out}, qr/^TAMPERED .*block 2 is missing.*\njournal: tampered\n.*INVALID, saved as FASTER/m,
	'text');
done_testing();
