// Our sources without their types, kept between starts. Node's own cache of compiled code holds what it read for as long as the program
// runs, 12 MB for this one. No types in this file and in what imports it first: what strips them takes 8 MB once it is loaded.
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A power cut may leave half a text: the last line says what stands before it.
 * @param {string} text
 */
const sealed = (text) => `${text}\n//${hash('sha256', text)}`;

/**
 * @param {string} path
 * @returns {string | null} null: not there, not ours to read, or not whole; it is made again
 */
const readKept = (path) => {
  try {
    const kept = readFileSync(path, 'utf8');
    const text = kept.slice(0, kept.lastIndexOf('\n'));
    return sealed(text) === kept ? text : null;
  } catch {
    return null;
  }
};

/**
 * Under its name it is whole or not there, also where two servers start at a time.
 * @param {string} folder
 * @param {string} path
 * @param {string} text
 */
const keep = (folder, path, text) => {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.${process.pid}`, sealed(text));
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // the next start strips it again
  }
};

/**
 * Gives a function that takes the types out of a source. Positions stay what they were.
 * @param {string} folder where texts are kept
 * @param {(source: string) => string} strip is asked for those that are not there
 * @returns {(source: string) => string}
 */
export const createStripper = (folder, strip) => (source) => {
  const path = join(folder, `${hash('sha256', source)}.js`);
  const kept = readKept(path);
  if (kept !== null) return kept;
  const text = strip(source);
  keep(folder, path, text);
  return text;
};

const warn = process.emitWarning.bind(process);

/**
 * As Node strips what it loads, of which it does not warn.
 * @param {string} source
 */
const stripQuietly = (source) => {
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = warn;
  }
};

/**
 * From now on this thread takes our sources out of a folder in this one.
 * @param {string} cache
 */
export const loadStripped = (cache) => {
  const stripped = createStripper(join(cache, `stripped-${process.version}`), stripQuietly);
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
      const source = stripped(readFileSync(fileURLToPath(url), 'utf8'));
      return { format: 'module', source, shortCircuit: true };
    },
  });
};
