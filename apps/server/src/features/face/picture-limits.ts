// How large a picture may be once it is drawn: a small file can hold a very large one.

/** 24 million pixels: the cameras of telephones. */
export const MAX_PIXELS = 24_000_000;
export const MAX_MEMORY_MB = 512;
