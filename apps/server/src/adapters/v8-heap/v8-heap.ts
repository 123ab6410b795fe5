// The heap of this thread, as V8 tells and collects it.
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Heap } from '../../kernel/work/idle-memory.ts';

/** `gc` is in contexts that are made after the flag is set, whatever the program was started with. */
const findCollector = (): ((kind: { type: 'minor' }) => void) => {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof found !== 'function') throw new Error('V8 does not hand out its collector');
  return (kind) => void Reflect.apply(found, undefined, [kind]);
};

let collect: ReturnType<typeof findCollector> | undefined;

export const v8Heap: Heap = {
  allocatedBytes: () => getHeapStatistics().total_allocated_bytes,
  youngBytes: () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0,
  collectYoung() {
    collect ??= findCollector();
    collect({ type: 'minor' });
  },
  growBy: (percent) => setFlagsFromString(`--heap-growing-percent=${percent ?? 0}`), // read with each collection; 0: its own choice
};
