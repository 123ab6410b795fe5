// Puts the notice of all packages beside the built console: /licences.txt, made of docs/reference/licences.txt.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NOTICE = join(import.meta.dirname, '../../../docs/reference/licences.txt');

export const licences = (): Plugin => ({
  name: 'outrider-licences',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: readFileSync(NOTICE, 'utf8') });
  },
});
