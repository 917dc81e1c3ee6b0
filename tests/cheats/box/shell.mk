# Runs what it likes while make reads it.
GOT := $(shell cat $(SECRET) 2>&1)
WROTE := $(shell echo cheat > $(RECORD) && echo yes)
KIT := $(shell echo cheat >> $(TOOL) && echo yes)
all:
	@echo 'tried $(GOT)'
	@echo 'wrote record:$(WROTE) kit:$(KIT)'
