/* texture.h - textures of every kind: made by the host, passed to kernels, fetched from. */
#ifndef FUZZ_TEXTURE_H
#define FUZZ_TEXTURE_H

void textures_choose(void);     /* for a program */
void textures_make(void);       /* host: variables texture0 ... */
void textures_parameters(void); /* ", cudaTextureObject_t t0" ... */
void textures_arguments(void);
void textures_release(void);
void fetch_statement(void);

#endif
