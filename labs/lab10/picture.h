// Given: grey pictures as PGM files (binary, "P5", at most 255 grey levels).
#ifndef LAB10_PICTURE_H
#define LAB10_PICTURE_H

#include <stdio.h>
#include <vector>

struct Picture {
    int width = 0, height = 0;
    std::vector<float> pixels; // 0 black .. 1 white, row by row
};

// Reads a PGM file. Returns NULL, or what is wrong with it.
inline const char *read_pgm(const char *path, Picture *picture) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return "cannot be opened";
    int width, height, white;
    const char *problem = NULL;
    if (fscanf(file, "P5 %d %d %d", &width, &height, &white) != 3 || fgetc(file) == EOF)
        problem = "is not a binary PGM file (it should begin with P5 WIDTH HEIGHT 255)";
    else if (width < 1 || height < 1 || width > 16384 || height > 16384 || white < 1 || white > 255)
        problem = "has a size or a number of grey levels that this lab does not take";
    if (problem == NULL) {
        std::vector<unsigned char> bytes((size_t)width * height);
        if (fread(bytes.data(), 1, bytes.size(), file) != bytes.size())
            problem = "ends before its last row";
        picture->width = width;
        picture->height = height;
        picture->pixels.resize(bytes.size());
        for (size_t i = 0; i < bytes.size(); i++)
            picture->pixels[i] = (float)bytes[i] / (float)white;
    }
    fclose(file);
    return problem;
}

// Writes a PGM file. Returns 0, or -1 when it cannot be written.
inline int write_pgm(const char *path, const Picture &picture) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return -1;
    fprintf(file, "P5\n%d %d\n255\n", picture.width, picture.height);
    for (float value : picture.pixels)
        fputc(value <= 0.0f ? 0 : value >= 1.0f ? 255 : (int)(255.0f * value + 0.5f), file);
    bool failed = ferror(file) != 0;
    return fclose(file) != 0 || failed ? -1 : 0;
}

// A picture to work on when none is given: rings, a frame and a corner mark, so that a shift, a
// turn or an exchange of width and height can be seen. Pixels are multiples of 1/256.
inline Picture test_picture(int width, int height) {
    Picture picture;
    picture.width = width;
    picture.height = height;
    picture.pixels.resize((size_t)width * height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int dx = 2 * x + 1 - width, dy = 2 * y + 1 - height;
            int grey = (dx * dx + dy * dy) / 64 % 192 + 32;
            if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2)
                grey = 255;
            if (x < width / 4 && y < height / 8)
                grey = 0;
            picture.pixels[(size_t)y * width + x] = (float)grey / 256.0f;
        }
    return picture;
}

#endif
