// Loaded before the tests of a mutant, in every process and thread of theirs: one file reads as its changed copy.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { OUTRIDER_MUTANT_OF: file, OUTRIDER_MUTANT: changed } = process.env;
if (file !== undefined && changed !== undefined)
  registerHooks({
    load: (url, context, next) =>
      url.replace(/\?.*$/, '') === file
        ? { format: 'module-typescript', source: readFileSync(changed, 'utf8'), shortCircuit: true }
        : next(url, context),
  });
