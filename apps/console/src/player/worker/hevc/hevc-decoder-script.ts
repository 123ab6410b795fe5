// The decoder of @hevcjs/core and the address of its WebAssembly. vite/hevc-decoder.ts puts the package's own files in the place of this
// one, in the build and in development; outside of them there is no decoder.
import type { HevcGlue } from './hevc-glue.ts';

export const glue: HevcGlue = () => Promise.reject(new Error('the H.265 decoder comes with the build'));
export const wasmUrl = '';
