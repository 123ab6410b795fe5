// Puts packed copies (.br, .gz) beside each larger script, sheet and picture of the built console: the server sends them as they are,
// instead of packing the same bytes for everybody who asks, and smaller than it would in the time.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** As the server does when it packs by itself. */
const SMALLEST_BYTES = 2048;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
/** The last step, 11, takes twice as long and saves a hundredth. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

const pack = async (file: string): Promise<void> => {
  const content = readFileSync(file);
  if (content.length < SMALLEST_BYTES) return;
  const [zipped, brotli] = await Promise.all([toGzip(content, { level: 9 }), toBrotli(content, brotliOptions)]);
  writeFileSync(`${file}.gz`, zipped);
  writeFileSync(`${file}.br`, brotli); // browsers ask for it on https, and on the machine itself
};

export const packed = (): Plugin => {
  let folder = '';
  return {
    name: 'outrider-packed',
    enforce: 'post',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir); // npm start gives it from the root of the disk on
    },
    closeBundle: {
      // After the service worker, which is written at the very end.
      order: 'post',
      sequential: true,
      async handler() {
        if (!existsSync(folder)) return; // a build that failed
        const names = globSync(['assets/**/*.{js,mjs,css,svg,json}', 'themes/*.css'], { cwd: folder });
        await Promise.all(names.map((name) => pack(join(folder, name))));
      },
    },
  };
};
