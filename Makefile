# GPU memory labs: every task a person runs. `make help` lists them.
#
#   make grade                             grade the reference solutions of every lab
#   make grade SUBMISSION=dir LAB=lab7     grade what a student handed in
#   make class LAB=lab7 SUBMISSIONS=path   grade a class: what the learning platform let you download
#   make test                              test the kit itself

LABS       := $(sort $(notdir $(wildcard solutions/lab*)))
DEVICE     ?= auto
LAB        ?=
SUBMISSION ?=
SUBMISSIONS ?=
ROSTER     ?=
DUE        ?=
SEED       ?=
OUTPUT     ?= results
TESTS      ?=
ALL        ?=
FRESH      ?=
CHECKS     ?=
MINUTES    ?= 10

.DEFAULT_GOAL := help
.PHONY: help grade class test setup doctor cpu labs dist bench-cpu fuzz analyze calibrate handouts slides figures format clean new-lab

help: ## this list
	@echo 'GPU memory labs: make TARGET [VARIABLE=value ...]'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-11s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'Variables: SUBMISSION=dir LAB=lab7 DEVICE=cpu|gpu|auto SEED=n OUTPUT=dir SUBMISSIONS=path ROSTER=csv DUE=time TESTS="tests/grade.bats"'

grade: setup-grade cpu ## grade solutions/, or SUBMISSION=dir [LAB=lab7] [DEVICE=cpu] [SEED=n]
	@grader/grade --device '$(DEVICE)' --output '$(OUTPUT)' \
	  $(if $(LAB),--lab '$(LAB)') $(if $(SEED),--seed '$(SEED)') $(if $(SUBMISSION),'$(SUBMISSION)')

class: setup-class cpu ## grade everything in SUBMISSIONS=path LAB=lab7 [ROSTER=csv] [DUE=time]
	@grader/class --device '$(DEVICE)' --output '$(OUTPUT)' --lab '$(LAB)' $(if $(SEED),--seed '$(SEED)') \
	  $(if $(ROSTER),--roster '$(ROSTER)') $(if $(DUE),--due '$(DUE)') $(if $(SUBMISSIONS),'$(SUBMISSIONS)')

test: setup-test cpu ## test the kit [ALL=1 FRESH=1: everything, anew] [TESTS=files] [DEVICE=gpu]
	@DEVICE='$(DEVICE)' ALL='$(ALL)' FRESH='$(FRESH)' tests/run $(TESTS)

setup: setup-test ## install what is missing (as root), or print the line to type

# Not by a pattern: make looks for no implicit rule of a phony target, and would do nothing.
setup-grade setup-class setup-handouts setup-test:
	@grader/setup --for $(@:setup-%=%)
.PHONY: setup-grade setup-class setup-handouts setup-test

doctor: ## what is there, what is missing, what to type
	@grader/doctor

cpu: ## build the CPU device
	@$(MAKE) --no-print-directory -s -C labs/cpu

labs: ## write the skeletons in labs/ from solutions/
	@solutions/make-skeletons $(LABS)

new-lab: ## make the lab LAB=lab12 from a template that is graded at once
	@grader/new-lab '$(LAB)'

dist: labs ## build/dist/gpu-memory-labs.tar.gz: what a student receives
	@grader/dist build/dist/gpu-memory-labs.tar.gz

bench-cpu: cpu ## the CPU device against hand-written OpenMP C, as ratios
	@tests/bench-cpu/run

fuzz: cpu ## random programs, in every way, for [MINUTES=10]
	@tests/fuzz/run '$(MINUTES)'

analyze: ## gcc's analyzer on the grader's and the CPU device's C
	@tests/analyze

calibrate: ## measure the timing checks' thresholds on this GPU [CHECKS="lab7-hardware"]
	@grader/calibrate $(CHECKS)

handouts: setup-handouts ## the handouts as HTML and PDF, in handouts/build
	@handouts/make

slides: setup-handouts ## slides for who teaches, in handouts/instructor/build
	@handouts/instructor/slides

figures: cpu ## draw the handouts' figures again from measurements
	@handouts/figures/draw

format: ## clang-format all C and CUDA of ours
	@tests/sources c | xargs -r clang-format -i

clean: ## remove everything built
	@find . -name build -type d -prune -exec rm -rf {} +
	@rm -rf results
