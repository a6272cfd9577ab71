// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The only source that compiles stb_image's implementation.

#include <stdexcept>

#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
// Damaged files can fail stb_image's assertions: throw in every build type.
#define STBI_ASSERT(holds) ((holds) ? void() : throw std::logic_error("not " #holds))
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
