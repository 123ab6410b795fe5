// Gives the H.265 decoder of @hevcjs/core as the module hevc-decoder-script.ts: its package opens only its own transcoder to importers,
// and the decoder itself is a classic script. Not: who loads it and when (src/player/worker/hevc/load-engine.ts).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = '/player/worker/hevc/hevc-decoder-script.ts';

/** Of the package's folder. */
const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.resolve('@hevcjs/core')));

/** Where the script begins to offer itself to loaders of other kinds. */
const OTHER_LOADERS = 'if(typeof exports==="object"';

/** Its licence asks to be kept with every copy. */
const licence = (): string => readFileSync(pathOf('LICENSE'), 'utf8').trim();

/** A module of the script, with the address of its WebAssembly file beside it. */
const source = (): string => {
  const whole = readFileSync(pathOf('wasm/hevc-decode.js'), 'utf8');
  const end = whole.indexOf(OTHER_LOADERS);
  if (end < 0) throw new Error('the script of @hevcjs/core is another one than expected');
  const script = whole.slice(0, end);
  const wasm = pathOf('wasm/hevc-decode.wasm');
  const notice = `/*! @hevcjs/core\n${licence()}\n*/`;
  return `import wasmUrl from ${JSON.stringify(`${wasm}?url`)};\n${notice}\n${script}\nexport { wasmUrl, HEVCDecoderModule as glue };`;
};

/** The Vite plugin, of pages and of workers. */
export const hevcDecoder = (): Plugin => ({
  name: 'outrider-hevc-decoder',
  load: (id) => (id.endsWith(MODULE) ? source() : undefined),
});

/** Puts the licence beside the build, where people look for notices. */
export const hevcLicence = (): Plugin => ({
  name: 'outrider-hevc-licence',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'licences/hevcjs-core.txt', source: `@hevcjs/core\n\n${licence()}\n` });
  },
});
