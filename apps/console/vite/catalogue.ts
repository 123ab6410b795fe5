// Puts the catalogues of texts beside the built console, where the server finds them for /i18n/config.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, '../src/lib/catalogue');

/** Emits catalogue/{locale}.json. */
export const catalogue = (): Plugin => ({
  name: 'outrider-catalogue',
  generateBundle() {
    for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.json')))
      this.emitFile({
        type: 'asset',
        fileName: `catalogue/${name}`,
        source: readFileSync(join(FOLDER, name), 'utf8'),
      });
  },
});
