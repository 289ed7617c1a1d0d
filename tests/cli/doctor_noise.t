#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# The noise floor: what is not kept, what is shown, used, ignored and forgotten.
use strict;
use warnings;
use Test::More;
use lib 'tests/cli';
use File::Copy 'copy';
use File::Path 'make_path';
use File::Temp 'tempdir';
use JSON::PP;
use POSIX 'strftime';
use Tiny;

my $dir = tempdir(CLEANUP => 1);
my $aisp = $ENV{AISP} // './aisp';
my $err = "$dir/err";
$ENV{AISP_HISTORY} = 'off';
$ENV{XDG_CACHE_HOME} = "$dir/cache";
make_path("$dir/tiny");
tiny_pair("$dir/tiny");

sub run
{
	my $out = `$aisp @_ 2> $err`;
	return ($? >> 8, $out, scalar `cat $err`);
}

my ($rc, $out, $said) = run("doctor --noise=1 -t $dir/tiny --json");
is($rc, 5, 'one comparison: exit 5');
my $n = decode_json($out);
ok(defined $n->{floor} && $n->{grade} && $n->{machine} && $n->{measured},
	'printed with grade, machine and date');
ok(!$n->{is_saved} && $n->{why}, 'not saved, and why');
like($said, qr/not saved: .*(--noise=20|stop that)/, 'with the remedy');
ok(!glob("$dir/cache/aisp/machines/*/noise.json"), 'indeed');

# As if it had been measured on a quiet machine.
my $folder = "$dir/cache/aisp/machines/$n->{machine}";
make_path($folder);
# Peaks that were measured already save ten seconds; here they decide nothing.
for my $peaks (glob(($ENV{B} // 'build') . "/test-cache/aisp/machines/$n->{machine}/peak.json")) {
	copy($peaks, $folder);
}

sub keep
{
	my %n = (%$n, floor => 0.02, n_comparisons => 30, grade => 'C', @_);

	open my $f, '>', "$folder/noise.json" or die;
	print $f encode_json(\%n);
	close $f;
}

sub days_ago { return strftime('%Y-%m-%dT%H:%M:%SZ', gmtime(time - 86400 * $_[0])) }

keep(measured => days_ago(3));
($rc, $out) = run('doctor');
like($out, qr/^ok +noise floor +2 %: 30 comparisons, grade C, 3 days ago/m,
	'doctor shows what is kept, and its age');

my $add = "bench run --targets $dir/tiny --iterations 3 --pairs 3 "
	. "--artifacts-dir $dir/artifacts";
my $doc = decode_json((run("$add --json"))[1]);
# Calls so short may want a wider one.
cmp_ok($doc->{results}[0]{comparison}{margin}, '>=', 0.0202, 'a run takes it as its margin');
is($doc->{run}{noise}{grade}, 'C', 'and records it');
my ($folder_of_run) = glob "$dir/artifacts/*";
like(`$aisp bench report $folder_of_run`,
	qr/^noise floor 2 %: 30 comparisons, grade C, \d{4}-/m, 'a report says so');

sub save
{
	my ($name, $document) = @_;
	open my $f, '>', "$folder_of_run/$name" or die;
	print $f encode_json($document);
	close $f;
}

# A report of a result that is the same.
$doc->{results}[0]{comparison}{verdict} = 'SAME';
$doc->{results}[0]{comparison}{why} = undef;
$doc->{results}[0]{comparison}{margin} = 0.0202;
open my $m, '<', "$folder_of_run/manifest.json" or die;
my $manifest = decode_json(join '', <$m>);
delete $_->{journal} for $doc->{run}, $manifest; # it says something else
unlink "$folder_of_run/journal.jsonl" or die;
save('results.json', $doc);
save('manifest.json', $manifest);
for my $format (qw(table markdown)) {
	like(`$aisp bench report --format $format $folder_of_run 2>/dev/null`,
		qr/SAME within 2 %/, "$format: the margin stands beside SAME");
}
like(`$aisp bench report --format csv $folder_of_run 2>/dev/null`, qr/,0\.0202/,
	'csv: it has a column');

keep(measured => days_ago(31));
$doc = decode_json((run("$add --json"))[1]);
like(`cat $err`, qr/noise floor is ignored: measured 31 days ago/, 'an old one is ignored');
is($doc->{run}{noise}, undef, 'and not recorded');
keep(measured => days_ago(1), version => '0.0.0');
like((run('doctor'))[1], qr/^warn +noise floor +ignored: measured by aisp 0\.0\.0/m,
	"another aisp's too");

($rc, $out) = run('doctor --noise --forget');
is($rc, 0, 'forget');
ok(!-e "$folder/noise.json", 'removes it');
like((run('doctor --noise --forget'))[1], qr/^no noise floor was saved/, 'once');
is((run('doctor --forget'))[0], 2, '--forget alone: exit 2');
done_testing();
