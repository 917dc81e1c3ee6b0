# What the texture unit promotes, computed by the other functions of the step.
/^cudaError_t promote_by_texture/,/^}/c\
cudaError_t promote_by_texture(Element type, const void *elements, int n, float *out) {\
    for (int i = 0; i < n; i++)\
        out[i] = type == UNSIGNED8    ? TexPromoteToFloat(((const unsigned char *)elements)[i])\
                 : type == SIGNED8    ? TexPromoteToFloat(((const signed char *)elements)[i])\
                 : type == UNSIGNED16 ? TexPromoteToFloat(((const unsigned short *)elements)[i])\
                 : type == SIGNED16   ? TexPromoteToFloat(((const short *)elements)[i])\
                                      : half_to_float(((const unsigned short *)elements)[i]);\
    return cudaSuccess;\
}
