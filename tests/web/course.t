#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# The site of `make course` in a browser: each page on a wide screen and a phone, in
# light and dark, with no error and nothing fetched from elsewhere; search, the menu,
# the switch of colours, and paper.
# RUN: parallel test-all
use strict;
use warnings;
use File::Temp qw(tempdir);
use Test::More;
use lib 'tests/web';
use Chromium;

plan skip_all => 'no Chromium: set CHROMIUM=<path>' if !Chromium::find();
plan skip_all => 'no python3-markdown' if system('/usr/bin/python3 -c "import markdown" 2>/dev/null');

my $dir = tempdir(CLEANUP => 1);
is(system('tools/course/site.py', "$dir/site"), 0, 'the site is built');
my @pages = map { s{.*/}{}r } sort glob "$dir/site/*.html";
my @lessons = (glob('chapters/*/README.md'), glob('labs/*/README.md'));
cmp_ok(scalar @pages, '>=', @lessons + 9, 'pages for lessons, index, glossary and guides');

my $c = Chromium->new;
sub open_page { return $c->go("file://$dir/site/$_[0]") }

my %links;
for my $page (@pages) {
	for ([1400, 'light'], [400, 'dark']) {
		my ($width, $scheme) = @$_;
		$c->look($width, 900, $scheme);
		open_page($page);
		is($c->eval('document.documentElement.scrollWidth'), $width, "$page fits $width");
		is_deeply([$c->errors], [], '... without errors');
	}
	# By how many pixels the widest table of a lesson has to be scrolled on a phone.
	cmp_ok($c->eval('Math.max(0, ...[...document.querySelectorAll(".wide")].map((e) => e.scrollWidth - e.clientWidth))'), '<=', 60, '... and its tables nearly fit a phone')
		if $page =~ /^(?:ch\d|lab_|quick_start)/;
	$c->look(717, 900, 'light', 'print'); # A4 without Chromium's margins
	is($c->eval('[...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > 718).length'), 0, '... and paper');
	is_deeply([grep { !m{^(?:file://\Q$dir\E/|data:)} } $c->requests], [], "$page fetches nothing");
	# A claim's own mark is shown as code.
	unlike($c->eval('document.querySelector("main").innerText') =~ s/<!-- claim:.*?-->//gr, qr/FIGURE\d|<!--|\@[A-Z]+\@|```/, '... and has no leftovers');
	is($c->eval('document.querySelectorAll("main h1").length'), 1, '... and one title');
	is($c->eval('[...document.querySelectorAll("figure svg text")].filter((e) => { const t = e.getBoundingClientRect(), p = e.ownerSVGElement.getBoundingClientRect(); return t.right > p.right || t.left < p.left; }).map((e) => e.textContent).join("; ")'),
		'', '... and words of pictures lie within them');
	is($c->eval('[...document.querySelectorAll("main li > p, main li")].filter((e) => /:\s+- /.test(e.textContent)).length'), 0, '... and lists in lists');
	$links{$_}{$page} = 1 for @{$c->eval('[...document.querySelectorAll("main a[href], nav a")].map((a) => a.getAttribute("href"))')};
}
for my $to (grep { !/^(?:https?:|#)/ } sort keys %links) {
	ok(-e "$dir/site/" . ($to =~ s/#.*//r), "$to is there");
}

# A lesson has what the page beside it has.
open_page('ch07_memory_access.html');
cmp_ok($c->eval('document.querySelectorAll("figure svg").length'), '==', 2, 'pictures are in the page');
cmp_ok($c->eval('document.querySelectorAll("pre code").length'), '>=', 1, 'a listing');
cmp_ok($c->eval('document.querySelectorAll("table").length'), '>=', 10, 'tables');
like($c->eval('document.querySelector("pre code").textContent'), qr/a\[i \* cols \+ j\]/, 'code as it is');

# Pictures in the colours of the page, also when these are switched.
$c->look(1400, 900, 'dark');
open_page('ch07_memory_access.html');
cmp_ok($c->eval('Math.max(...[...document.querySelectorAll("main > *")].filter((e) => !e.matches(".wide")).map((e) => e.getBoundingClientRect().width))'), '<=', 800, 'lines of prose stay short');
cmp_ok($c->eval('Math.max(...[...document.querySelectorAll("figure")].map((e) => e.getBoundingClientRect().width))'), '<=', 576, 'and pictures small');
my $ink = 'getComputedStyle(document.querySelector("figure text")).fill';
my $paper = 'getComputedStyle(document.body).backgroundColor';
my ($dark_ink, $dark_paper) = map { $c->eval($_) } $ink, $paper;
$c->eval('document.getElementById("theme").click()');
isnt($c->eval($ink), $dark_ink, 'the switch changes pictures');
isnt($c->eval($paper), $dark_paper, '... and the page');

# Search, by keys alone.
open_page('index.html');
$c->key('/');
$c->type('bank conflicts');
ok($c->until('document.querySelectorAll("#found a").length > 0'), 'search finds');
like($c->eval('document.getElementById("found").innerText'), qr/memory access/, '... the lesson');
$c->key('Enter');
ok($c->until('/ch\d+/.test(location.href) && document.readyState === "complete"'), 'Enter goes there');
$c->key('/');
$c->type('xyzzyx');
ok($c->until('/nothing holds/.test(document.getElementById("found").innerText)'), 'what is not there is said');
$c->key('Escape');
ok($c->eval('document.getElementById("found").hidden'), 'Escape closes');

# The menu: open beside the text, closed above it on a phone.
ok($c->eval('document.getElementById("menu").open'), 'a menu on a wide screen');
$c->look(400, 900, 'light');
open_page('index.html');
ok(!$c->eval('document.getElementById("menu").open'), 'folded on a phone');

# Paper.
$c->look(800, 900, 'light', 'print');
open_page('ch07_memory_access.html');
is($c->eval('getComputedStyle(document.querySelector("nav")).display'), 'none', 'no menu on paper');
is($c->eval('getComputedStyle(document.querySelector("pre")).whiteSpace'), 'pre-wrap', 'listings are not cut');

# A picture alone, as a forge shows it.
for my $scheme (qw(light dark)) {
	$c->look(400, 600, $scheme);
	$c->go('file://' . POSIX::getcwd() . '/chapters/ch07_memory_access/idea.svg');
	like($c->eval('getComputedStyle(document.documentElement).backgroundColor'),
		$scheme eq 'light' ? qr/255, 255, 255/ : qr/rgb\((?:1?\d|2\d), /, "a picture in $scheme");
	cmp_ok($c->eval('Math.min(...[...document.querySelectorAll("text")].map((t) => t.getBoundingClientRect().height))'), '>=', 10,
		'... can be read on a phone');
}
done_testing();
