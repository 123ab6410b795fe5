// For tests in Node: the decoder's script and WebAssembly from its package, and streams cut into coded pictures.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { joinNals, splitNals } from '@outrider/media';
import { HevcEngine } from './hevc-engine.ts';
import type { HevcGlue } from './hevc-glue.ts';

const require = createRequire(import.meta.url);
const home = fileURLToPath(new URL('../wasm/', import.meta.resolve('@hevcjs/core')));
const script = readFileSync(`${home}hevc-decode.js`, 'utf8');
const makeGlue: unknown = runInThisContext(`(function (require, __dirname) {${script}\nreturn HEVCDecoderModule;})`);
const isGlueMaker = (value: unknown): value is (load: NodeJS.Require, folder: string) => HevcGlue =>
  typeof value === 'function';
if (!isGlueMaker(makeGlue)) throw new Error('the script is no function');
const glue = makeGlue(require, home);
const wasm = new WebAssembly.Module(readFileSync(`${home}hevc-decode.wasm`));

export const openEngine = (): Promise<HevcEngine> => HevcEngine.open(glue, wasm);

const FOLDER = new URL('../../../../testdata/hevc/', import.meta.url);
export type Clip = { readonly size: string; readonly md5: readonly string[] };

/** The clips of tools/make-hevc-clips.ts, by name. */
export const clips = (): Map<string, Clip> =>
  new Map(Object.entries(JSON.parse(readFileSync(new URL('index.json', FOLDER), 'utf8'))));

export const clipBytes = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(`${name}.h265`, FOLDER)));

/** Coded pictures of a stream, each with what stands in front of it (H.265 clause 7.4.2.4.4). */
export const codedPictures = (stream: Uint8Array): Uint8Array[] => {
  const pictures: Uint8Array[][] = [[]];
  let hasSlice = false;
  for (const nal of splitNals(stream)) {
    const type = ((nal[0] ?? 0) >> 1) & 0x3f;
    const firstSlice = type < 32 && ((nal[2] ?? 0) & 0x80) !== 0;
    const leads = (type >= 32 && type <= 35) || type === 39;
    if (hasSlice && (firstSlice || leads)) {
      pictures.push([]);
      hasSlice = false;
    }
    pictures.at(-1)?.push(nal);
    if (type < 32) hasSlice = true;
  }
  return pictures.map(joinNals);
};
