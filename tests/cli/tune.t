#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp tune: a search finds what a space hides, says why each other candidate died, goes
# on after a SIGKILL without measuring anything twice, and no proposal breaks it: not
# programs that die, hang or talk rubbish, and not the exploits.
# RUN: test-all
use strict;
use warnings;
use File::Copy qw(copy);
use Digest::SHA qw(sha256_hex);
use JSON::PP;
use Test::More;
use Time::HiRes qw(sleep);
use lib 'tests/exploits', 'tests/cli';
use Bench;

$ENV{AISP_LOCK_DIR} = artifacts(); # no figure matters here: wait for nobody
$ENV{AISP_HISTORY} = 'off';

my $json = JSON::PP->new->canonical;

# A polynomial in its slowest form; the template computes it `terms` powers at a time,
# in the worst of ways for all but one value.
my $pairs = artifacts();
copy($_, $pairs) for glob('tests/exploits/fixtures/*.h');
write_file("$pairs/workload_poly.h", qq{#include "poly.h"\n});
write_file("$pairs/baseline_poly.c", qq{#include "workload_poly.h"\n#include "powers.h"\n});
my $honest = qq{#include "workload_poly.h"\n#include "horner_all.h"\n};
write_file("$pairs/optimized_poly.c", $honest);
my $slow = qq{#include "workload_poly.h"\n#include "powers.h"\n};
write_file("$pairs/space_poly.txt", <<'END');
parameter kind = 0 1 2 3 4
parameter pad = 0 1
constraint kind + pad < 5
search elems=500
final elems=700
END
write_file("$pairs/template_poly.c", <<'END');
/* One of each fate. */
#include "workload_poly.h"
#if AISP_TUNE_PAD
enum { PAD };
#endif
#if AISP_TUNE_KIND == 0
#include "powers.h"
#elif AISP_TUNE_KIND == 1
#error "no kind"
#elif AISP_TUNE_KIND == 3
#include "horner_all.h"
#else
static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	if (AISP_TUNE_KIND == 2)
		*(volatile int *)(intptr_t)8 = 0;
	for (int64_t i = 0; i < io->param[ELEMS]; i++)
		aisp_out_f32(io, 0)[i] = 1.2f;
	return 0;
}
AISP_VARIANT = { .abi = AISP_ABI, .device = AISP_DEVICE_CPU, .summary = "x", .run = run };
#endif
END

# {status, out, err, folder, result, lines}
sub look
{
	my ($r, $dir) = @_;
	my @folders = $dir ? folders($dir) : ();
	return $r if @folders != 1;
	$r->{folder} = $folders[0];
	$r->{lines} = [map { $json->decode($_) } split /\n/, read_file("$folders[0]/history.jsonl") // ''];
	my $result = read_file("$folders[0]/result.json");
	$r->{result} = $json->decode($result) if $result;
	return $r;
}
# On a machine that is so busy that clocks are doubted, or nothing is decided, nobody wins.
sub is_disturbed
{
	my ($r) = @_;
	my %last = map { $_->{candidate} => $_->{fate} } events($r, 'screened');
	return 1 if grep { $_ eq 'undecided' } values %last;
	return scalar grep { ($_->{checks} // '') =~ /^(timing|environment|memory)\./ ||
		$_->{event} eq 'final' && ($_->{verdict} // '') eq 'INCONCLUSIVE' } @{$r->{lines} // []};
}
# What a verdict decides is asked of a search that was not disturbed.
sub if_calm
{
	my ($r, $asked) = @_;
	SKIP: {
		skip('this machine is too busy to decide', 1) if is_disturbed($r);
		$asked->();
	}
}
sub tune
{
	my $r;
	for (1 .. 3) {
		my $dir = artifacts();
		$r = look(aisp('tune', '--artifacts-dir', $dir, @_), $dir);
		last if !is_disturbed($r);
		diag('a machine that is too busy: once more');
	}
	return $r;
}
sub fates
{
	my ($r) = @_;
	my %fates;
	push @{$fates{$_->{point} ? $_->{point}{kind} : 'source'}}, $_->{fate} for @{$r->{result}{candidates}};
	return { map { $_ => join ' ', sort @{$fates{$_}} } keys %fates };
}
sub tries { my ($r) = @_; my %runs = map { $_->{run} => 1 } grep { ($_->{run} // '') =~ /_t[1-9]$/ } @{$r->{lines}}; return scalar keys %runs }
sub events { my ($r, $event) = @_; return grep { $_->{event} eq $event } @{$r->{lines} // []} }

# The whole way
my $r = tune("$pairs:poly", '--proposer', 'exhaustive', '--pairs', 3, '--finalists', 2);
my %by = map { $_->{candidate} => $_ } @{$r->{result}{candidates}};
like((grep { $_->{point}{kind} == 1 } values %by)[0]{why}, qr/no kind/, 'the compiler is quoted');
like($r->{out}, qr/^    candidate \d+: does not compile: (?!does not compile).*no kind/m, 'behind its fate, which is said once');
like((grep { $_->{point}{kind} == 2 } values %by)[0]{why}, qr/SIGSEGV/, 'a crash is named');
my ($wrong) = grep { $_->{point}{kind} == 4 } values %by;
if_calm($r, sub {
	is($r->{status}, 0, 'a search that finds something') or diag($r->{out}, $r->{err});
	is_deeply(fates($r), { 0 => 'alive alive', 1 => 'does not compile does not compile', 2 => 'failed failed',
			3 => 'alive alive', 4 => 'wrong output' }, 'each candidate has its fate');
	my $winner = $by{$r->{result}{winner} // -1} // {};
	is($winner->{point}{kind}, 3, 'the winner is the only fast kind');
	is($winner->{cause}, '', 'and nothing speaks against it');
	is(scalar(grep { $_->{candidate} != $winner->{candidate} && $_->{cause} eq '' } values %by), 0, 'but against all others');
	like("$wrong->{checks} $wrong->{why}", qr/^output\.\S+ .*instead of/, 'wrong output: by which check, and where');
	is(read_file("$r->{folder}/optimized_poly_tuned.c"), read_file(sprintf '%s/pair/optimized_poly_c%04d.c', $r->{folder}, $winner->{candidate}),
		'its source is the very file that was judged');
	is_deeply([map { "$_->{size} $_->{verdict}" } @{$r->{result}{finals}}],
		['elems=500 FASTER', 'elems=700 FASTER'], 'measured anew, also at sizes kept from the search');
	like($r->{out}, qr/^winner's curse: chosen by [\d.]+x when screened, [\d.]+x when measured anew: [-+][\d.]+ %$/m, 'the curse is printed');
	like($r->{out}, qr/^screened: [\d.]+ candidates a minute, with compiling$/m, 'and how many were screened a minute');
	my ($seconds, %screened) = (0);
	$seconds += $_->{seconds}, $screened{$_->{candidate}} = 1 for events($r, 'screened');
	is(sprintf('%.6g', $r->{result}{candidates_per_minute}), sprintf('%.6g', 60 * keys(%screened) / $seconds), 'by the seconds of its lines');
	is(scalar events($r, 'raced'), 1, 'two finalists, one race');
	is(scalar(() = glob("$r->{folder}/runs/*/*/results.json")), 2 + 1 + 2 + tries($r), 'two screenings, a race, two final runs: all kept');
});
my %seeds;
$seeds{$_->{seed}} .= "$_->{run} " for grep { $_->{seed} } @{$r->{lines}};
is(scalar(grep { my %runs = map { $_ => 1 } split ' '; keys %runs > 1 } values %seeds), 0, 'no two runs had one seed');

# A search that is over has nothing left to do
my $before = read_file("$r->{folder}/history.jsonl");
my $again = aisp('tune', "--resume=$r->{folder}", '--json');
is($again->{status}, $r->{status}, 'resumed when all is done');
is($json->decode($again->{out})->{winner}, $r->{result}{winner}, 'the same winner, as JSON');
is(read_file("$r->{folder}/history.jsonl"), $before, 'and nothing was measured');

# Killed when a run had ended and its line was not written: the run is taken as it is
my $short = $before =~ s/[^\n]*\n\z//r;
write_file("$r->{folder}/history.jsonl", $short);
unlink "$r->{folder}/result.json", "$r->{folder}/optimized_poly_tuned.c";
is(aisp('tune', "--resume=$r->{folder}")->{status}, $r->{status}, 'resumed without the last line');
is(read_file("$r->{folder}/history.jsonl"), $before, 'which is written again from the run that is there');
ok(-e "$r->{folder}/result.json" && (-e "$r->{folder}/optimized_poly_tuned.c" || !defined $r->{result}{winner}),
	'with the result and the source');

# An edited search is not gone on with
sub edited
{
	my ($what, $words, $change) = @_;
	my $copy = artifacts() . '/search';
	system('cp', '-r', $r->{folder}, $copy) == 0 or die 'cp';
	unlink "$copy/result.json", "$copy/optimized_poly_tuned.c";
	my @lines = split /^/, read_file("$copy/history.jsonl");
	$change->(\@lines, $copy);
	write_file("$copy/history.jsonl", join '', @lines);
	my $p = aisp('tune', "--resume=$copy");
	is($p->{status}, 3, "$what: status 3") or diag($p->{out}, $p->{err});
	like($p->{err}, $words, 'says what');
	ok(!-e "$copy/result.json" && !-e "$copy/optimized_poly_tuned.c", 'nothing comes of it');
}

# Lines with a chain that fits again.
sub chained
{
	my ($lines, $copy) = @_;
	my ($n, $prev) = (0, sha256_hex(read_file("$copy/search.json")));
	for (@$lines) {
		s/"prev":"[^"]*"/"prev":"$prev"/;
		s/"seq":\d+/'"seq":' . $n++/e;
		$prev = sha256_hex(s/\n\z//r);
	}
}
my $fast = sub { s/"ratio":[^,}]+/"ratio":50.0/ for @{$_[0]} };
edited('a ratio', qr/history\.jsonl was edited, or search\.json was \(.*line \d+ does not follow/, $fast);
edited('a ratio, and the chain', qr/history\.jsonl: line \d+ was edited, or its run was: no run in runs\/screen_/,
	sub { $fast->(@_); chained(@_) });
edited('lines without a chain', qr/history\.jsonl was edited/, sub { s/"(prev|seq)":[^,}]*,//g for @{$_[0]} });
edited('a final run that never was', qr/line \d+ was edited.*runs\/final_c0000_s7 .*final/, sub {
	my ($line) = grep { /"event":"screened".*"run":/ } @{$_[0]};
	$line =~ s/"event":"screened"/"event":"final"/;
	$line =~ s/"run":"[^"]*"/"run":"final_c0000_s7"/;
	$line =~ s/"seed"/"size":0,"seed"/;
	push @{$_[0]}, $line;
	chained(@_);
});
edited('a run that is edited', qr/line \d+ was edited, or its run was/, sub {
	my ($results) = glob("$_[1]/runs/screen_*/*/results.json");
	write_file($results, read_file($results) =~ s/"median_ns": *[0-9.e+-]+/"median_ns":50.0/r);
});
edited('a run that is gone', qr/line \d+ was edited, or its run was/, sub { system('rm', '-r', glob("$_[1]/runs/screen_*")) });
edited('a source', qr/optimized_poly_c0000\.c was edited/, sub {
	my $source = "$_[1]/pair/optimized_poly_c0000.c";
	write_file($source, read_file($source) . "/* faster */\n");
});
sub adds { my ($name, $text) = @_; return sub { write_file("$_[1]/$name", (read_file("$_[1]/$name") // '') . $text) } }
edited('the baseline', qr/pair\/baseline_poly\.c was edited or removed/, adds('pair/baseline_poly.c', "/* slower */\n"));
edited('the workload', qr/pair\/workload_poly\.h was edited or removed/, sub { unlink "$_[1]/pair/workload_poly.h" });
edited('a new header', qr/pair\/math\.h was not there when this search began/, adds('pair/math.h', "\n"));
edited('the space', qr/space\.txt was edited or removed/, adds('space.txt', "\n"));
edited('what was asked for', qr/search\.json was \(line 1 does not follow/, sub {
	write_file("$_[1]/search.json", read_file("$_[1]/search.json") =~ s/"finalists": 2/"finalists": 1/r);
});

# Ctrl-C
my $stopped = artifacts();
my $started = start('tune', "$pairs:poly", '--pairs=9', "--artifacts-dir=$stopped");
for (1 .. 600) {
	last if (read_file((glob("$stopped/tune_*/history.jsonl"))[0] // '/none') // '') =~ /"proposed"/;
	sleep 0.05;
}
kill 'INT', -$started->{pid};
my $end = finish($started);
is($end->{signal}, 2, 'Ctrl-C ends it');
my ($kept) = glob("$stopped/tune_*");
like($end->{err}, qr/--resume=\Q$kept\E.*interrupted/s, 'and says how to go on');
is(aisp('tune', "--resume=$kept", '--budget=3')->{status}, 2, 'not with other options');

# SIGKILL, again and again
sub killed_at
{
	my ($pattern, @words) = @_;
	my $p = start('tune', @words);
	my ($dir) = map { /--artifacts-dir=(.*)|--resume=(.*)/ ? $1 // $2 : () } @words;
	for (1 .. 15000) { # under load a run takes minutes
		my ($history) = (glob("$dir/tune_*/history.jsonl"), "$dir/history.jsonl");
		last if (read_file($history) // '') =~ $pattern || -e $history =~ s/history\.jsonl$/result.json/r;
		sleep 0.02;
	}
	kill 'KILL', $p->{pid};
	finish($p);
	my ($folder) = (glob("$dir/tune_*"), $dir);
	return $folder;
}
my $dir = artifacts();
my @search = ("$pairs:poly", '--proposer=random', '--seed=' . '5a' x 16, '--pairs=3', '--finalists=2');
my $folder = killed_at(qr/"screened"/, @search, "--artifacts-dir=$dir");
my $history = read_file("$folder/history.jsonl");
like($history, qr/"proposed"/, 'killed while it screens');
ok(!-e "$folder/result.json", 'there is no result yet');
killed_at(qr/"raced"/, "--resume=$folder");
my $later = read_file("$folder/history.jsonl");
is(substr($later, 0, length $history), $history, 'what was measured stays as it was');
like($later, qr/"raced"|"fate":"undecided"|"checks":"(?:timing|environment|memory)\./, 'killed behind the races, if a disturbed machine left any to race');
open my $f, '>>', "$folder/history.jsonl";
print $f '{"event":"fin';
close $f;
my %age = map { $_ => (stat)[9] . (stat)[1] } glob("$folder/runs/*/*/results.json");
$r = look(aisp('tune', "--resume=$folder"), $dir);
my $is_calm = !is_disturbed($r);
is($r->{status}, $is_calm ? 0 : 5, 'and then it goes on to the end') or diag($r->{err});
is(substr(read_file("$folder/history.jsonl"), 0, length $later), $later, 'behind a line that was cut off');
is_deeply({ map { $_ => (stat)[9] . (stat)[1] } keys %age }, \%age, 'no run was measured again');
my %seen;
$seen{join ' ', map { $_ // '' } @$_{qw(event candidate pairs incumbent size)}}++
	for grep { $_->{fate} ne 'undecided' } events($r, 'screened'), events($r, 'raced'), events($r, 'final');
is(scalar(grep { $_ > 1 } values %seen), 0, 'and no line says anything twice');
is($is_calm ? $r->{result}{candidates}[$r->{result}{winner}]{point}{kind} : 3, 3, 'the same kind wins');

# Programs that propose
my $programs = artifacts();
sub program
{
	my ($name, $text) = @_;
	write_file("$programs/$name", "#!/usr/bin/perl\nuse JSON::PP; \$| = 1; my \$json = JSON::PP->new->canonical;\n$text");
	chmod 0755, "$programs/$name";
	return "$programs/$name";
}
sub proposed
{
	my ($text, @words) = @_;
	return tune("$pairs:poly", '--proposer', program('proposer', $text), '--pairs', 3, '--finalists', 1, @words);
}
# It answers what a table says of the number of candidates so far, and keeps the questions.
my $recorded = "$programs/questions";
my $table = <<"END";
open my \$log, '>', '$recorded';
while (<STDIN>) {
	print \$log \$_;
	my \$q = \$json->decode(\$_);
	my \$n = grep { \$_->{event} eq 'proposed' } \@{\$q->{results}};
	print \$json->encode((\@answers)[\$n] // { done => JSON::PP::true, note => 'enough' }), "\\n";
}
END
$r = proposed('@answers = ({ point => { kind => 0, pad => 0 } }, { point => { kind => 9, pad => 0 } }, { point => { kind => 4, pad => 1 } }, ' .
	'{ point => { kind => 0, pad => 0 } }, { source => "int x;\n", note => "my own" }, { point => { kind => 3, pad => 0 } });' . $table);
if_calm($r, sub {
	is($r->{status}, 0, 'a program proposes') or diag($r->{out}, $r->{err});
	is($r->{result}{winner}, 5, 'and its last point wins');
	is_deeply([map { $_->{fate} } @{$r->{result}{candidates}}],
		['alive', 'outside the space', 'outside the space', 'proposed before', 'failed', 'alive'], 'each answer has its fate');
});
like($r->{result}{candidates}[1]{why}, qr/kind=9 is none of its values/, 'a value that is not there');
like($r->{result}{candidates}[2]{why}, qr/it breaks: kind \+ pad < 5/, 'a point that breaks a constraint');
like($r->{result}{candidates}[3]{why}, qr/it is candidate 0/, 'a point that was proposed');
like($r->{result}{candidates}[4]{why}, qr/workload_/, 'a source that is no variant of the pair');
is("$r->{result}{ended}: $r->{result}{ended_why}", 'the proposer is done: enough', 'and it says that it is done');
my @questions = map { $json->decode($_) } split /\n/, read_file($recorded);
is_deeply($questions[0]{space}, { constraints => ['kind + pad < 5'], size => { elems => 500 },
	parameters => [{ name => 'kind', values => [0 .. 4] }, { name => 'pad', values => [0, 1] }] }, 'the first question has the space');
is($questions[0]{aisp_tune}, 1, 'and the protocol');
is($questions[0]{template}, read_file("$pairs/template_poly.c"), 'the template');
unlike(read_file($recorded), qr/"elems":700|elems=700/, 'but not the sizes that are kept from the search');
if_calm($r, sub {
	is_deeply([map { $_->{event} . ($_->{fate} eq 'alive' ? '' : " $_->{fate}") } @{$questions[2]{results}}],
		['proposed', 'screened', 'proposed outside the space'], 'the third has what happened so far');
});

# An exchange that was recorded: the same answers, whatever is asked
my @answers = map { $json->encode($_) . "\n" } { point => { kind => 1, pad => 1 } }, { done => JSON::PP::true };
write_file("$programs/recorded", join '', @answers);
$r = proposed("open my \$f, '<', '$programs/recorded'; while (<STDIN>) { print scalar <\$f> }");
is("$r->{status} " . join(' ', map { $_->{event} } @{$r->{lines}}), '5 proposed screened ended', 'a recorded exchange, played again');

my $point = 'my $l = <STDIN>; print "{\"point\":{\"kind\":1,\"pad\":0}}\n";';
for (['dies at once', 'exit 3;', 'the proposer died', qr/exited with 3/],
	['dies by a signal', "$point <STDIN>; kill 9, \$\$;", 'the proposer died', qr/signal 9/],
	['hangs', "\$point = <STDIN>; sleep 100;", 'the proposer did not answer in time', qr/within 1 s/],
	['never reads', 'sleep 100;', 'the proposer did not answer in time', qr/within 1 s/],
	['ignores the end', 'print qq({"done":true}\n); sleep 100;', 'the proposer is done', qr/^$/],
	['talks rubbish', 'print qq(hello\n); sleep 100;', 'the proposer answered rubbish', qr/no JSON object/],
	['says nothing new', 'while (<STDIN>) { print qq({"point":{}}\n) }', 'the proposer answered rubbish', qr/nothing new in 16/],
	['never ends its line', 'print "x" x 4e6; sleep 100;', 'the proposer answered rubbish', qr/more than \d+ bytes/],
	['is not there', undef, 'the proposer died', qr/exited with 127/]) {
	my ($what, $text, $ended, $why) = @$_;
	my @words = ('--answer-timeout', 1);
	my $p = defined $text ? proposed($text, @words) :
		tune("$pairs:poly", '--proposer', "$programs/none x", '--finalists', 1, @words);
	is("$p->{status} " . ($p->{result}{ended} // ''), "5 $ended", "a program that $what") or diag($p->{out}, $p->{err});
	like($p->{result}{ended_why} // 'none', $why, 'and why');
}

# A program that edits the pair
my $points = '@answers = ({ point => { kind => 0, pad => 0 } }, { point => { kind => 3, pad => 0 } });';
for (['slows the baseline', 'baseline_poly.c', qr/pair\/baseline_poly\.c was edited/],
	['edits a header', 'powers.h', qr/pair\/powers\.h was edited/],
	['adds a header', 'aisp.h', qr/pair\/aisp\.h was not there when this search began; remove it/],
	['edits a candidate', 'optimized_poly_c0001.c', qr/optimized_poly_c0001\.c was edited/, 2]) {
	my ($what, $name, $words, $when) = (@$_, 1);
	my $dir = artifacts();
	my $edit = qq(if (\$n == $when) { open my \$f, '>>', glob('$dir/tune_*/pair') . '/$name'; print \$f "\\n" });
	my $p = look(aisp('tune', '--artifacts-dir', $dir, "$pairs:poly", '--pairs', 3, '--finalists', 1,
		'--proposer', program('editor', $points . ($table =~ s/^(\tmy \$n = .*)$/$1\n\t$edit/mr))), $dir);
	if_calm($p, sub {
		is($p->{status}, 3, "a program that $what: status 3") or diag($p->{out}, $p->{err});
		like($p->{err}, $words, 'says what');
	});
	ok(!-e "$p->{folder}/optimized_poly_tuned.c", 'nothing comes of it');
}

# A source that knows its file's name is judged by the name that it is delivered with
my $two_faced = <<'END';
#include "workload_poly.h"
#include "each_power.h"
#include "horner.h"
#include <string.h>

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	if (strstr(__FILE__, "_c0"))
		horner_times(io, 1);
	else
		for (int64_t i = 0; i < io->param[ELEMS]; i++)
			aisp_out_f32(io, 0)[i] = each_power(aisp_in_f32(io, 0)[i]);
	return 0;
}
AISP_VARIANT = { .abi = AISP_ABI, .device = AISP_DEVICE_CPU, .summary = "x", .run = run };
END
write_file("$programs/two_faced.json", $json->encode([{ source => $two_faced }]));
$r = proposed("open my \$f, '<', '$programs/two_faced.json'; \@answers = \@{\$json->decode(scalar <\$f>)};$table");
my ($screened) = events($r, 'screened');
my ($final) = events($r, 'final');
if_calm($r, sub {
	cmp_ok($screened->{ratio}, '>', 1.5, 'fast as a candidate');
	cmp_ok($final->{ratio}, '<', 1.3, 'and slow as what is delivered');
});
is($r->{result}{winner}, undef, 'so it wins nothing');

# Exploits as proposals win nothing
my @exploits = map { [/poly_(\w+)\.c/, read_file($_)] } map { "tests/exploits/$_" }
	'output/optimized_poly_constant_output.c', 'memory/optimized_poly_out_of_bounds_write.c',
	'evaluation/optimized_poly_benchmark_overfitting.c', 'isolation/optimized_poly_input_mutation.c';
my @known = grep { defined $_->[1] } @exploits;
is(scalar @known, scalar @exploits, 'exploits of this pair');
$_->[1] =~ s{\.\./fixtures/}{}g for @known;
write_file("$programs/exploits.json", $json->encode([map { { source => $_->[1], note => $_->[0] } } @known]));
$r = proposed("open my \$f, '<', '$programs/exploits.json'; \@answers = \@{\$json->decode(scalar <\$f>)};$table");
is($r->{status}, 5, 'exploits as proposals: no winner') or diag($r->{out}, $r->{err});
is($r->{result}{winner}, undef, 'none');
like($r->{out}, qr/^no winner: /m, 'it is said');
is(scalar @{$r->{result}{candidates}}, scalar @known, 'all were tried');
for my $c (@{$r->{result}{candidates}}) {
	isnt($c->{cause}, '', "$known[$c->{candidate}][0]: $c->{cause}");
}
ok(!-e "$r->{folder}/optimized_poly_tuned.c", 'and leaves no source');

# What is wrong with a command line or a file
for (['no pair', qr/name a pair/, 'tune'], ['two', qr/one pair at a time/, 'tune', 'a', 'b'],
	['several pairs', qr/name one pair/, 'tune', 'ch01'],
	['no target', qr/matches no|no such|no target|nothing/i, 'tune', 'ch01:nothing'],
	['no space', qr/there is no space .*space_fusion\.txt; write it, or name it with --space/, 'tune', 'ch01:fusion@cpu'],
	['no template', qr/there is no template/, 'tune', 'ch01:fusion@cpu', '--space', "$pairs/space_poly.txt"],
	['a word that is no proposer', qr/want exhaustive, random, climb, halving, model, or/, 'tune', "$pairs:poly", '--proposer', 'randon'],
	['a budget of nothing', qr/--budget: '0' is not a whole number/, 'tune', "$pairs:poly", '--budget', 0],
	['too few pairs', qr/--pairs: '2'/, 'tune', "$pairs:poly", '--pairs', 2],
	['too many finalists', qr/--finalists: '99'/, 'tune', "$pairs:poly", '--finalists', 99],
	['no seed', qr/32/, 'tune', "$pairs:poly", '--seed', 'x'],
	['a wait of nothing', qr/--answer-timeout/, 'tune', "$pairs:poly", '--answer-timeout', 0],
	['--resume with a pair', qr/leave out the others/, 'tune', "$pairs:poly", '--resume', 'x'],
	['--resume with an option', qr/leave out the others/, 'tune', '--budget', 3, '--resume', 'x'],
	['--resume of nothing', qr/no such folder/, 'tune', '--resume', "$programs/none"],
	['--resume of another folder', qr/is no folder of a search/, 'tune', '--resume', $programs]) {
	my ($what, $words, @command) = @$_;
	my $p = aisp(@command);
	is($p->{status}, 2, "$what: 2") or diag($p->{err});
	like($p->{err}, $words, 'and the remedy');
}
my $template = read_file("$pairs/template_poly.c");
for (['a parameter that the workload lacks', qr/elms/, 'space_poly.txt', read_file("$pairs/space_poly.txt") =~ s/elems/elms/gr],
	['a space that is none', qr/:1: 'param': want parameter/, 'space_poly.txt', "param x\n"],
	['a macro that the space lacks', qr/AISP_TUNE_MORE is no parameter/, 'template_poly.c', "${template}int AISP_TUNE_MORE;\n"],
	['a baseline that is broken', qr/baseline failed, so that no candidate can be compared: .*only files beside them/, 'baseline_poly.c', qq{#include "../none.h"\n#include "workload_poly.h"\n}]) {
	my ($what, $words, $name, $text) = @$_;
	my $kept = read_file("$pairs/$name");
	write_file("$pairs/$name", $text);
	my $p = tune("$pairs:poly", '--budget', 1, '--pairs', 3, '--proposer', 'exhaustive');
	is($p->{status}, 2, "$what: 2") or diag($p->{out}, $p->{err});
	like($p->{err}, $words, 'and which');
	write_file("$pairs/$name", $kept);
}
$r = tune("$pairs:poly", '--budget', 1, '--pairs', 3, '--finalists', 1);
write_file("$r->{folder}/history.jsonl", qq({"event":"screened","candidate":4,"fate":"alive","pairs":3}\n));
my $p = aisp('tune', '--resume', $r->{folder});
is($p->{status}, 2, 'a history that cannot be: 2');
like($p->{err}, qr/history\.jsonl is damaged: line 1: /, 'and where');

done_testing();
