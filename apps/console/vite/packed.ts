// Puts a packed copy (.gz) beside each larger file of the built console whose name has its content's hash: the server sends it as it is,
// instead of packing the same bytes for everybody who asks.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
      folder = join(root, build.outDir);
    },
    closeBundle: {
      // After the service worker, which is written at the very end.
      order: 'post',
      sequential: true,
      handler() {
        if (!existsSync(folder)) return; // a build that failed
        for (const name of globSync('assets/**/*.{js,mjs,css,svg,json}', { cwd: folder })) {
          const content = readFileSync(join(folder, name));
          if (content.length >= SMALLEST_BYTES)
            writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
        }
      },
    },
  };
};
