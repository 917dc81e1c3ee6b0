/* marks.h - what nvcc-cpu puts behind nvcc.h: marks by which it knows at the link how an object was
 * compiled. Apart, since a precompiled header keeps no assembler text. */
#ifdef __CUDACC_RDC__
__asm__(".pushsection .cpudev_rdc,\"\",@progbits; .byte 1; .popsection");
#endif
#ifdef CPUDEV_CHECKED
__asm__(".pushsection .cpudev_check,\"\",@progbits; .byte 1; .popsection");
#endif
