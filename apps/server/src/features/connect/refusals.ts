// The last refused or unknown connections of devices, for the page 'Connect a recorder'. The same one again is counted, not repeated.
import type { Refusal } from '@outrider/contract';
import type { RefusalLog } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';

const ENTRY_LIMIT = 200;
const BYTES_SHOWN = 64;
const TEXT_LIMIT = 200;

export interface Refusals extends RefusalLog {
  /** Newest first. */
  list(): Refusal[];
}

/** One entry for each port, address, terminal and reason. */
export const createRefusals = (clock: Clock): Refusals => {
  const entries = new Map<string, Refusal>();
  return {
    add({ transport, port, address, terminal, reason, detail, bytes }) {
      const key = `${transport}\0${port}\0${address}\0${terminal}\0${reason}`;
      const count = (entries.get(key)?.count ?? 0) + 1;
      entries.delete(key);
      entries.set(key, {
        time: clock.now(),
        transport,
        port,
        address,
        terminal: terminal.slice(0, TEXT_LIMIT),
        reason,
        detail: detail.slice(0, TEXT_LIMIT),
        bytes: Buffer.from(bytes.subarray(0, BYTES_SHOWN)).toString('hex'),
        count,
      });
      if (entries.size > ENTRY_LIMIT) for (const oldest of entries.keys()) if (entries.delete(oldest)) break;
    },
    list: () => [...entries.values()].toReversed(),
  };
};
