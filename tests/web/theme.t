#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Triage pages and pictures that are files of their own: in the colours of the
# reports, light and dark, on a wide screen and on a phone; nothing is loaded, no
# text lies on another one, is cut or too small to read.
# RUN: parallel
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;
use lib 'tests/web';
use Chromium;
use Run;

plan skip_all => 'chromium is not installed' if !Chromium::find();
my $dir = tempdir(CLEANUP => 1);
my ($status, $out) = aisp_out('triage', '--yes', '-o', $dir, '--', 'sh', '-c', 'sleep 0.3; exit 3 # <b>');
is($status, 0, 'a bundle') or diag($out);
my ($page) = glob "$dir/*/index.html";
my $run = write_run("$dir/run", new_run(5));
is((aisp_out('roofline', $run, '--format', 'svg', '-o', "$dir/roofline.svg"))[0], 0, 'a roofline');

my ($plotted, $text) = aisp_out('roofline', write_run("$dir/sweep", sweep_run()));
my %size = map { /^([a-h]) (ch07:\w+\@cpu n=\d+) / ? ($2 => $1) : () } split /\n/, $text;
is(join('', sort values %size), 'abcdefgh', 'each letter of a sweep has its size') or diag($text);

my $c = Chromium->new;
sub colour { return $c->eval("getComputedStyle(document.querySelector('$_[0]')).$_[1]") }
my %paper = (light => 'rgb(255, 255, 255)', dark => 'rgb(20, 24, 27)');
for my $width (400, 1400) {
	for my $scheme (qw(light dark)) {
		$c->look($width, 900, $scheme);
		$c->go("file://$page");
		is_deeply([$c->errors], [], "$width $scheme: no error");
		is(scalar(grep { /^file:/ } $c->requests), 1, 'one file');
		is(colour('body', 'backgroundColor'), $paper{$scheme}, 'the colour of reports');
		is($c->eval('document.documentElement.scrollWidth'), $width, 'nothing sticks out');
		ok($c->eval('document.querySelectorAll("svg.timeline").length') >= 4, 'the timeline');
		is_deeply($c->eval('[...document.querySelectorAll("svg.timeline")].flatMap((p) => {
			const texts = [...p.querySelectorAll("text")].filter((t) => t.textContent.trim()).map((t) => [t.textContent, t.getBoundingClientRect()]);
			return texts.flatMap(([s, a], i) => [...texts.slice(i + 1).filter(([, b]) => a.left + 1 < b.right && b.left + 1 < a.right &&
				a.top + 3 < b.bottom && b.top + 3 < a.bottom).map(([t]) => s + " / " + t), ...(a.left < 0 ? [s + " is cut"] : [])]);
		})'), [], 'no text on another one, none cut');
		ok($c->eval('Math.min(...[...document.querySelectorAll("svg.timeline text")].filter((t) => t.textContent).map((t) => t.getBoundingClientRect().height)) >= 9'), 'none too small');
		$c->go("file://$dir/roofline.svg");
		is(colour('.rl-paper', 'fill'), $paper{$scheme}, 'a roofline of its own too');
	}
}
like($c->eval('document.documentElement.textContent'), qr/ch07:w0/, 'with its points');
done_testing();
