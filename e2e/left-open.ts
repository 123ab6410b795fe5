// What a file of tests leaves open in the worker that goes on to the next: sockets, servers, threads, timers. A process of its own would
// not end because of it.
import { until } from '../integration/support/until.ts';

/** Of the kind of thing that is open, how many. */
type Open = Map<string, number>;

const LINGER_MS = 20_000;

const open = (): Open =>
  new Map(
    Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind)).map(([kind, all]) => [
      kind,
      all?.length ?? 0,
    ]),
  );

/** What is open now and was not `before`, in words. */
const more = (before: Open): string[] =>
  [...open()].flatMap(([kind, count]) => {
    const added = count - (before.get(kind) ?? 0);
    return added > 0 ? [`${added} ${kind}`] : [];
  });

/** Takes what is open now for what may be; the answer waits until no more is, and says what is left when that does not come. */
export const nothingLeftOpen = (): (() => Promise<void>) => {
  const before = open();
  return async () => {
    try {
      await until('all is closed', () => more(before).length === 0, { deadlineMs: LINGER_MS });
    } catch (cause) {
      throw new Error(`the tests of this file left open: ${more(before).join(', ')}`, { cause });
    }
  };
};
