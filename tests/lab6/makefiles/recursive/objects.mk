VPATH = ../..
program: main.o lab6.o lab61.o lab62.o lab63.o
	$(NVCC) $(NVCCFLAGS) -o $@ $^
%.o: %.cu
	$(NVCC) $(NVCCFLAGS) -I../.. -c $<
