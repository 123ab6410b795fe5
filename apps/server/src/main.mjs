// The program's entry. Sees to it that types are not stripped at each start before anything else is loaded: half a second and 50 MB less.
import { join } from 'node:path';
import { loadStripped } from './stripped-sources.mjs';

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache');

loadStripped(CACHE);
process.env['NODE_COMPILE_CACHE'] ??= join(CACHE, 'compiled'); // for worker threads, which load little, and the demo fleet
const { launch } = await import('./launch.ts');
await launch(process.argv.slice(2));
