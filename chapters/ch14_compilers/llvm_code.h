/* SPDX-License-Identifier: MIT
 *
 * llvm_code.h - text in LLVM's intermediate language becomes machine code for the
 * vectors of this processor, in memory.  cc and libgccjit start an assembler and a
 * linker and write files, which a worker may not.
 */
#ifndef LLVM_CODE_H
#define LLVM_CODE_H

#include <errno.h>
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

struct llvm_code {
	LLVMContextRef context;
	LLVMExecutionEngineRef engine; /* owns the code */
};

static void llvm_attribute(LLVMValueRef function, const char *name, const char *value)
{
	LLVMAddTargetDependentFunctionAttr(function, name, value);
}

/* cc's -march=native, and vectors as wide as the text has them. */
static void llvm_target_this_machine(LLVMValueRef function)
{
	char *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();

	llvm_attribute(function, "target-cpu", cpu);
	llvm_attribute(function, "target-features", features);
	if (strstr(features, "+avx512f")) {
		llvm_attribute(function, "prefer-vector-width", "512");
		llvm_attribute(function, "min-legal-vector-width", "512");
	}
	LLVMDisposeMessage(cpu);
	LLVMDisposeMessage(features);
}

static int llvm_optimize(LLVMModuleRef module, LLVMExecutionEngineRef engine)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error =
		LLVMRunPasses(module, "default<O3>",
			      LLVMGetExecutionEngineTargetMachine(engine), options);

	LLVMDisposePassBuilderOptions(options);
	return error ? -EIO : 0;
}

/* Without options the code generator would not optimise, whatever the passes did. */
static int llvm_engine(struct llvm_code *code, LLVMModuleRef module)
{
	struct LLVMMCJITCompilerOptions options;
	char *why;

	LLVMInitializeMCJITCompilerOptions(&options, sizeof(options));
	options.OptLevel = 3;
	return LLVMCreateMCJITCompilerForModule(&code->engine, module, &options,
						sizeof(options), &why);
}

/* Returns the address of a function of the source, or 0 if that failed. */
static uint64_t llvm_build(struct llvm_code *code, const char *source, const char *name)
{
	LLVMMemoryBufferRef text =
		LLVMCreateMemoryBufferWithMemoryRange(source, strlen(source), name, 1);
	LLVMModuleRef module;
	char *why;

	if (LLVMParseIRInContext(code->context, text, &module, &why) ||
	    llvm_engine(code, module))
		return 0;
	llvm_target_this_machine(LLVMGetNamedFunction(module, name));
	if (llvm_optimize(module, code->engine))
		return 0;
	return LLVMGetFunctionAddress(code->engine, name);
}

/* Returns 0, or -errno; *address of a function is valid until the code is released. */
static int llvm_compile(struct llvm_code *code, const char *source, const char *name,
			uint64_t *address)
{
	LLVMLinkInMCJIT();
	if (LLVMInitializeNativeTarget() || LLVMInitializeNativeAsmPrinter())
		return -ENOTSUP;
	code->context = LLVMContextCreate();
	if (!code->context)
		return -ENOMEM;
	*address = llvm_build(code, source, name);
	return *address ? 0 : -EIO;
}

static void llvm_release(struct llvm_code *code)
{
	if (code->engine)
		LLVMDisposeExecutionEngine(code->engine);
	if (code->context)
		LLVMContextDispose(code->context);
	code->engine = NULL;
	code->context = NULL;
}

#endif
