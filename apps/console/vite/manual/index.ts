// The Vite plugin that puts the user manual beside the console: /manual.pdf, made of docs/guide.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readChapter } from './guide.ts';
import { drawManual } from './pdf.ts';

const GUIDE = join(import.meta.dirname, '../../../../docs/guide');

/** The chapters of the user manual, in order: those files of docs/guide that begin with a number. */
export const manualChapters = (folder: string = GUIDE) =>
  readdirSync(folder)
    .filter((name) => /^\d\d-.+\.md$/.test(name))
    .toSorted()
    .map((name) => readChapter(folder, name));

export const manual = (): Plugin => ({
  name: 'outrider-manual',
  async generateBundle() {
    const source = await drawManual(manualChapters(), 'User manual');
    this.emitFile({ type: 'asset', fileName: 'manual.pdf', source });
  },
});
