// Puts a packed copy (.gz) beside each larger script, sheet and picture of the built console: the server sends it as it is, instead of
// packing the same bytes for everybody who asks, and smaller than it would in the time.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** As the server does when it packs by itself. */
const SMALLEST_BYTES = 2048;

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
      handler() {
        if (!existsSync(folder)) return; // a build that failed
        for (const name of globSync(['assets/**/*.{js,mjs,css,svg,json}', 'themes/*.css'], { cwd: folder })) {
          const content = readFileSync(join(folder, name));
          if (content.length >= SMALLEST_BYTES)
            writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
        }
      },
    },
  };
};
