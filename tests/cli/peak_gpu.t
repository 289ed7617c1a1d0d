#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp peak --gpu where there is no GPU, no driver or no plugin: it says which.
# RUN: parallel
use strict;
use warnings;
use Cwd 'abs_path';
use File::Copy qw(copy);
use File::Path 'make_path';
use File::Temp 'tempdir';
use JSON::PP;
use Test::More;

my $aisp = abs_path($ENV{AISP} // './aisp');
my $include = abs_path('include');
my $src = abs_path('src');
my $dir = tempdir(CLEANUP => 1);
$ENV{XDG_CACHE_HOME} = "$dir/cache";
$ENV{CUDA_VISIBLE_DEVICES} = '';

sub put
{
	my ($path, $text) = @_;

	open(my $f, '>', $path) or die "$path: $!";
	print $f $text;
	close($f) or die "$path: $!";
}

sub run
{
	my $out = `@_ 2>$dir/err`;

	return ($? >> 8, $out);
}

my ($status, $out) = run($aisp, 'peak', '--gpu');
is($status, 77, '--gpu without a GPU: skipped');
like($out, qr/\AGPU: \S.{20,}\n\z/, 'with the reason');
($status, $out) = run($aisp, 'peak', '--gpu', '--json');
my $json = eval { decode_json($out) } // {};
is($status, 77, '--json too');
is_deeply($json->{gpus}, [], 'JSON: no GPU');
like($json->{no_gpu}, qr/\S.{20,}/, 'and why');
ok(!exists $json->{cpu}, '--gpu: no CPU');

ok(!-e "$dir/cache", 'nothing is saved');

# An installation of its own, whose plugin is what each test puts there.
make_path("$dir/tree/mk", "$dir/tree/build");
copy($aisp, "$dir/tree/aisp") && chmod(0755, "$dir/tree/aisp") or die "copy: $!";
copy('mk/pairs.mk', "$dir/tree/mk") or die "copy: $!";
my $plugin = "$dir/tree/build/cuda_peak.so";

sub reason
{
	my ($got, $text) = run("$dir/tree/aisp", 'peak', '--gpu');

	return $got == 77 ? $text : "status $got: $text";
}

# SOURCE, then arguments of the compiler.
sub compile
{
	my ($source, @args) = @_;

	put("$dir/x.c", $source);
	system('gcc', '-shared', '-fPIC', "-I$include", "-I$src", "$dir/x.c", @args) == 0 or die 'gcc';
}

like(reason(), qr/run make plugins, which needs nvcc.*CUDA toolkit/, 'no plugin');
put($plugin, "no ELF\n");
like(reason(), qr/load \Q$plugin\E: /, 'a damaged one');
compile('int nothing;', '-o', $plugin);
like(reason(), qr/of another version of aisp: run make/, 'one without a table');
compile("#include \"machine/gpu_peak.h\"\n" .
	'const struct aisp_gpu_plugin aisp_gpu_plugin = { AISP_GPU_PEAK_ABI + 1, sizeof(struct aisp_gpu_peaks) };',
	'-o', $plugin);
like(reason(), qr/of another version of aisp: run make/, 'one with another table');
for ([cuda => qr/GPU: no NVIDIA driver \(libcuda\.so\.1\): install/],
	[cudart => qr/libcudart\.so\.1: .*: install the CUDA runtime/]) {
	my ($name, $want) = @$_;

	compile('int lib(void) { return 0; }', "-Wl,-soname,lib$name.so.1", '-o', "$dir/lib$name.so.1");
	compile('int lib(void); int use(void) { return lib(); }', '-o', $plugin, "$dir/lib$name.so.1");
	unlink("$dir/lib$name.so.1");
	like(reason(), $want, "without lib$name");
}
compile("#include <signal.h>\n#include \"machine/gpu_peak.h\"\n" .
	'static int list(struct aisp_peak_gpu *g, struct aisp_err *e) { (void)g; (void)e; return raise(SIGSEGV); }' .
	'const struct aisp_gpu_plugin aisp_gpu_plugin = { AISP_GPU_PEAK_ABI, sizeof(struct aisp_gpu_peaks), list };',
	'-o', $plugin);
like(reason(), qr/look for GPUs: crashed: Segmentation fault/, 'a driver that crashes');
done_testing();
