// Fetches the H.265 decoder when the first stream needs it: never with the start of the console. From our own server, once for each worker.
import { HevcEngine } from './hevc-engine.ts';
import type { HevcGlue } from './hevc-glue.ts';

type Loaded = { readonly glue: HevcGlue; readonly wasm: WebAssembly.Module };

const load = async (): Promise<Loaded> => {
  const { glue, wasmUrl } = await import('./hevc-decoder-script.ts');
  const answer = await fetch(wasmUrl);
  if (!answer.ok) throw new Error('the H.265 decoder could not be loaded');
  return { glue, wasm: await WebAssembly.compile(await answer.arrayBuffer()) };
};

let loaded: Promise<Loaded> | undefined;

/** A fresh instance. After a failed fetch the next call tries again. */
export const openEngine = async (): Promise<HevcEngine> => {
  loaded ??= load();
  try {
    const { glue, wasm } = await loaded;
    return await HevcEngine.open(glue, wasm);
  } catch (error) {
    loaded = undefined;
    throw error;
  }
};
