# The stages of grading one submission, as files. Run by submission in the work folder, with STAGE set
# to the script that carries one out, STAGES to this file, and plan.mk written by plan.
#
#   obj/VARIANT/UNIT/UNIT.o     the student's unit, compiled in the box; obj/VARIANT/UNIT.log
#   ref/VARIANT/UNIT.o          the reference's, and harness-NAME.o: compiled once, kept in a cache
#   bin/NAME/program            linked in the box; bin/NAME.log
#   run/NAME/over               a program ran; its raw results lie beside
#   run/NAME.proof/over         once more, with other hidden inputs, where a verdict claims something (proof)
#   refuse/NAME.log             a compilation that has to fail
#   nvcc/VARIANT/UNIT.log       the same unit tried with nvcc
#   timing/JOB/built            device code for a timing check on a GPU
#   timing/JOB.json             the check; `make times`, when nothing else runs
#   trace/ended                 the record's profile, traced on a GPU; `make times` too
#   checker                     on a GPU: all of this once more on the CPU device, in a folder of its own
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDARY:

all: runs trials
runs trials times:
.PHONY: all runs trials times

include plan.mk

obj/%.o:
	"$$STAGE" compile $*

ref/%.o:
	"$$STAGE" reference $*

bin/%/program:
	"$$STAGE" link $* $^

run/%/over:
	"$$STAGE" run $*

refuse/%.log:
	"$$STAGE" refuse $*

nvcc/%.log:
	"$$STAGE" nvcc $*

timing/%/built:
	"$$STAGE" cubin $*

timing/%.json:
	"$$STAGE" timing $*

# A make below this one, which gives it a share of its jobs.
checker:
	+$(MAKE) -C checker -f "$$STAGES" all
.PHONY: checker
