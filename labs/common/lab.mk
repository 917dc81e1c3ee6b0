# Build rules shared by the labs. A lab's Makefile sets
#   PROGRAM    name of the program           SOURCES   its .cu files
#   NVCCFLAGS  flags of the student's own
# and includes this file. Targets:
#   make          build build/PROGRAM         make run    build it and run it
#   make check    build it with all checks the device has, and run its self-test
#   make clean
# To decide by hand:
#   DEVICE=gpu|cpu   gpu: nvcc; cpu: the CPU device. Default: gpu when a GPU answers
#   NVCC=...         another compiler          DEFS="-DNAME=value ..."   sizes of the lab
#   ARGS="..."       arguments for `make run`
#   RUNNER="..."     a command that runs the program: an emulator, a debugger (RUNNER="gdb --args")

LAB_COMMON := $(dir $(lastword $(MAKEFILE_LIST)))

CUDA_NVCC := $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
ifeq ($(origin DEVICE),undefined)
DEVICE := $(if $(CUDA_NVCC),$(shell timeout 20 nvidia-smi -L 2>/dev/null | grep -q GPU \
            && echo gpu || echo cpu),cpu)
endif

ifeq ($(DEVICE),gpu)
NVCC ?= $(or $(CUDA_NVCC),$(error DEVICE=gpu, but nvcc is not installed; use DEVICE=cpu))
ARCH ?= -arch=native
else ifeq ($(DEVICE),cpu)
NVCC ?= $(LAB_COMMON)../cpu/nvcc-cpu
CHECKFLAGS ?= --check
else
$(error DEVICE is '$(DEVICE)'; it can be gpu or cpu)
endif

ALLFLAGS = -O2 $(ARCH) $(NVCCFLAGS) $(DEFS)

all: build/$(PROGRAM)

run: build/$(PROGRAM)
	$(RUNNER) ./build/$(PROGRAM) $(ARGS)

check: build/check/$(PROGRAM)
	$(RUNNER) ./build/check/$(PROGRAM) check

# $(1) folder of the objects, $(2) the program, $(3) flags. The file `flags` changes when the compiler
# or its flags do, so that objects made with other ones are made again.
define build_rules
$(1)/flags: FORCE | $(1)
	@echo '$$(NVCC) $(3) $$(ALLFLAGS)' | cmp -s - $$@ || echo '$$(NVCC) $(3) $$(ALLFLAGS)' > $$@

$(1)/%.o: %.cu $$(wildcard *.h *.cuh) $$(LAB_COMMON)check.h $(1)/flags
	$$(NVCC) $(3) $$(ALLFLAGS) -c $$< -o $$@

$(2): $$(SOURCES:%.cu=$(1)/%.o)
	$$(NVCC) $(3) $$(ALLFLAGS) $$^ -o $$@

$(1):
	mkdir -p $$@
endef
$(eval $(call build_rules,build/$(DEVICE),build/$(PROGRAM),))
$(eval $(call build_rules,build/check,build/check/$(PROGRAM),$(CHECKFLAGS)))

clean:
	rm -rf build

FORCE:
.DEFAULT_GOAL := all
.PHONY: all run check clean FORCE
