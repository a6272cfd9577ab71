// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The one place where stb's reader of images is compiled.

#include <stdexcept>

#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
// Damaged files reach some of its assertions: an error like any other, in every kind of build.
#define STBI_ASSERT(holds) ((holds) ? void() : throw std::logic_error("not " #holds))
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
