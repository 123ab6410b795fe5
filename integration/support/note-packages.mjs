// Loaded before a program: writes a line for each package that one of its threads asks for, 'main pino' or 'worker zod', into the file
// that LOADED_PACKAGES names.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const path = process.env['LOADED_PACKAGES'];
const known = new Set();

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const name =
      /^@outrider\/\w+$/.exec(specifier)?.[0] ?? /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(resolved.url)?.[1];
    if (path === undefined || name === undefined || known.has(name)) return resolved;
    known.add(name);
    appendFileSync(path, `${isMainThread ? 'main' : 'worker'} ${name}\n`);
    return resolved;
  },
});
