// Before a process of a benchmark: our sources come as the program's entry has them come, so that its memory is that of the program.
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { loadStripped } from '../../apps/server/src/stripped-sources.mjs';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');

// A worker thread is started with the arguments of its process; in the program it has Node's own cache.
if (isMainThread) {
  loadStripped(CACHE);
  process.env['NODE_COMPILE_CACHE'] = join(CACHE, 'compiled');
}
