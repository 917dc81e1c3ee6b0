# Build rules shared by the labs. A lab's Makefile sets
#   PROGRAM    name of the program           SOURCES   its .cu files
#   NVCCFLAGS  flags of the student's own    LDFLAGS   for the linker alone
# and, for `make check`,
#   CHECK_SIZES  sizes (-DNAME=value) that mistakes do not survive as easily as the usual ones
#   CHECK_OTHER  sizes of a second program, PROGRAM-other, with which some checks are done once more
#   CHECK_HUGE   sizes of a second program, PROGRAM-huge, whose launches must fail
#   CHECK_WRAP   functions whose calls the self-test notes (the linker's --wrap)
#   CHECK_LIMIT  a file that must be refused with CHECK_REFUSED and compile with CHECK_ACCEPTED
# for `make profile`, which on the CPU device counts and so wants a small input,
#   COUNT_SIZES  sizes (-DNAME=value), and COUNT_ARGS  arguments of the program there
#   PROFILE_ARGS arguments on either device
# and includes this file. Targets:
#   make          build build/PROGRAM         make run    build it and run it
#   make check    build it with all checks the device has, and try every step; STEP=5: that step
#   make predict  ask what to expect of the profile; questions.txt has the questions, predictions.txt gets the answers
#   make profile  run it, and say what its kernels asked memory for (on a GPU: how long they took)
#   make debug STEP=5    gdb, stopped in the step's first kernel; AT=FILE:LINE there
#   make watch           check again at each save (needs entr)
#   make hint STEP=5     one of three hints, each saying more     make explain NAME=leak  what a name means
#   make submit NAME=me  try all and pack what is handed in       make clean
# To decide by hand:
#   DEVICE=gpu|cpu   gpu: nvcc; cpu: the CPU device. Default: gpu when a GPU answers
#   NVCC=...         another compiler          DEFS="-DNAME=value ..."   sizes of the lab
#   ARGS="..."       arguments for `make run`  V=1                       show the commands
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
# nvcc hands the folder's name to a shell.
BACKQUOTE := `
ifneq ($(findstring $(BACKQUOTE),$(CURDIR)),)
$(error error: nvcc does not work in a folder with a backquote in its name; rename the folder, or use DEVICE=cpu)
endif
else ifeq ($(DEVICE),cpu)
NVCC ?= $(LAB_COMMON)../cpu/nvcc-cpu
CHECKFLAGS ?= --check
else
$(error DEVICE is '$(DEVICE)'; it can be gpu or cpu)
endif

# A device has a folder of its own, so that no program of the other one is run by mistake.
BUILD := build/$(DEVICE)
CHECK := build/$(DEVICE)-check
DEBUG := build/$(DEVICE)-debug
PROFILE := build/$(DEVICE)-profile
HUGE := build/$(DEVICE)-check-huge
OTHER := build/$(DEVICE)-check-other
ALLFLAGS = $(ARCH) $(NVCCFLAGS)
CHECK_ALL = -DLAB_CHECK $(foreach name,$(CHECK_WRAP),-Xlinker --wrap=$(name))
quiet = $(if $(V),,@)
say = $(if $(V),@:,@echo '  $(1)')

all: build/$(PROGRAM)

run: build/$(PROGRAM)
	$(quiet)$(RUNNER) ./build/$(PROGRAM) $(ARGS)

# The program of the device that was asked for last, under one name. A copy, where links cannot be.
build/$(PROGRAM): $(BUILD)/$(PROGRAM) FORCE
	@ln -f $< $@ 2>/dev/null || cp $< $@

# Its status is not 0 when something is wrong. What is merely not begun is not.
check:
	@MAKE='$(MAKE)' SOURCES='$(SOURCES)' LAB_RUNNER='$(RUNNER)' sh $(LAB_COMMON)check.sh $(CHECK) $(PROGRAM) $(STEP)

check-programs: $(CHECK)/$(PROGRAM)

debug-program: $(DEBUG)/$(PROGRAM)

debug:
	@mkdir -p build
	@MAKE='$(MAKE)' SOURCES='$(SOURCES)' sh $(LAB_COMMON)debug.sh build/cpu-debug/$(PROGRAM) '$(STEP)' '$(AT)'

predict:
	@sh $(LAB_COMMON)predict.sh

# ARGS and DEFS take the place of the lab's.
profile: $(PROFILE)/$(PROGRAM)
	$(quiet)LAB_RUNNER='$(RUNNER)' sh $(LAB_COMMON)profile.sh $(DEVICE) ./$(PROFILE)/$(PROGRAM) \
	  $(or $(ARGS),$(PROFILE_ARGS),$(if $(filter cpu,$(DEVICE)),$(COUNT_ARGS)))

watch:
	@MAKE='$(MAKE)' STEP='$(STEP)' sh $(LAB_COMMON)watch.sh

hint:
	@sh $(LAB_COMMON)hint.sh '$(STEP)' $(HINT)

explain:
	@sh $(LAB_COMMON)explain.sh '$(NAME)' $(LAB_COMMON).. $(PROGRAM)

help:
	@$(MAKE) -s --no-print-directory -C $(LAB_COMMON).. help
	@echo 'Here also: DEVICE=cpu|gpu where it runs, DEFS="-DNAME=value" sizes,'
	@echo '           ARGS="..." for make run, V=1 shows commands'

doctor editor:
	@$(MAKE) -s --no-print-directory -C $(LAB_COMMON).. $@

submit:
	@MAKE='$(MAKE)' SOURCES='$(SOURCES)' LAB_RUNNER='$(RUNNER)' sh $(LAB_COMMON)submit.sh $(PROGRAM) '$(NAME)' $(CHECK) $(PROGRAM)

# Once for these flags what every file begins with, which saves half of each compilation.
precompile = $(if $(filter cpu,$(DEVICE)),$$(NVCC) --precompile $(3) $$(ALLFLAGS) 2>&1 | grep --line-buffered '^nvcc-cpu: building ' || true,:)

# $(1) folder of the objects, $(2) the program, $(3) flags. The file `flags` changes when the compiler
# or its flags do, so that objects made with other ones are made again.
define build_rules
$(1)/flags: FORCE | $(1)
	@echo '$$(NVCC) $(3) $$(ALLFLAGS)' | cmp -s - $$@ || { echo '$$(NVCC) $(3) $$(ALLFLAGS)' > $$@; $(precompile); }

$$(SOURCES:%.cu=$(1)/%.o): $(1)/%.o: %.cu $$(wildcard *.h *.cuh) $$(wildcard $$(LAB_COMMON)*.h) $(1)/flags
	$$(call say,compile $$<)
	$$(quiet)$$(NVCC) $(3) $$(ALLFLAGS) -c $$< -o $$@

$(2): $$(SOURCES:%.cu=$(1)/%.o)
	$$(call say,link $$@)
	$$(quiet)$$(NVCC) $(3) $$(ALLFLAGS) $$(LDFLAGS) $$^ -o $$@

$(1):
	@mkdir -p $$@
endef
$(eval $(call build_rules,$(BUILD),$(BUILD)/$(PROGRAM),-O2 $$(DEFS)))
$(eval $(call build_rules,$(CHECK),$(CHECK)/$(PROGRAM),-O2 $$(CHECKFLAGS) $$(CHECK_ALL) $$(or $$(DEFS),$$(CHECK_SIZES))))
$(eval $(call build_rules,$(PROFILE),$(PROFILE)/$(PROGRAM),-O2 $$(CHECKFLAGS) $$(or $$(DEFS),$$(if $$(filter cpu,$(DEVICE)),$$(COUNT_SIZES)))))
$(eval $(call build_rules,$(DEBUG),$(DEBUG)/$(PROGRAM),-G $$(CHECK_ALL) $$(or $$(DEFS),$$(CHECK_SIZES))))

ifneq ($(CHECK_HUGE),)
check-programs: $(CHECK)/$(PROGRAM)-huge
$(eval $(call build_rules,$(HUGE),$(CHECK)/$(PROGRAM)-huge,-O2 $$(CHECKFLAGS) $$(CHECK_ALL) $$(CHECK_HUGE)))
endif

# When the first program can be built and this one cannot, the checks that need it say so.
ifneq ($(CHECK_OTHER),)
check-programs: check-other
check-other: $(CHECK)/$(PROGRAM)
	@$(MAKE) --no-print-directory $(CHECK)/$(PROGRAM)-other >$(CHECK)/$(PROGRAM)-other.log 2>&1 || rm -f $(CHECK)/$(PROGRAM)-other
$(eval $(call build_rules,$(OTHER),$(CHECK)/$(PROGRAM)-other,-O2 $$(CHECKFLAGS) $$(CHECK_ALL) $$(CHECK_OTHER)))
endif

# Does the compiler stop, and with which words? Its status is the first line.
ifneq ($(CHECK_LIMIT),)
check-programs: $(CHECK)/$(CHECK_LIMIT).refused $(CHECK)/$(CHECK_LIMIT).accepted
define limit_rule
$(CHECK)/$(CHECK_LIMIT).$(1): $(CHECK_LIMIT).cu $(wildcard *.h) | $(CHECK)
	@status=0; $$(NVCC) $$(ALLFLAGS) $(2) -c $$< -o $$@.o >$$@.log 2>&1 || status=$$$$?; \
	  { echo $$$$status; cat $$@.log; } >$$@; rm -f $$@.o $$@.log
endef
$(eval $(call limit_rule,refused,$$(CHECK_REFUSED)))
$(eval $(call limit_rule,accepted,$$(CHECK_ACCEPTED)))
endif

clean:
	rm -rf build

FORCE:
.DEFAULT_GOAL := all
.PHONY: all run check check-programs check-other debug debug-program watch hint explain help doctor editor submit clean FORCE
