// The access log: keeps what the kernel tells of changes and sign-ins, and searches it. What a request says of itself is its `audit` in
// the contract.
import {
  MAX_LOG_ROWS,
  calls as allCalls,
  commands as allCommands,
  getActions,
  postAccessLog,
} from '@outrider/contract';
import { type AuditTrail, keptFields } from '../../kernel/access/audit.ts';
import { notBefore } from '../../kernel/access/lookback.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { createLogBook } from '../../kernel/storage/log-book.ts';
import { auditedCommands } from './command-line.ts';
import { type NewAccess, createAccessLogStore } from './store.ts';

export { commandEntry, noteCommand } from './command-line.ts';

export type AccessLogFeature = {
  trail: AuditTrail;
  calls: CallHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

/** Rows of refused sign-ins a minute: strangers cannot fill the disk. */
const MAX_REFUSED = 120;
const MINUTE_MS = 60_000;
const refusals = new Set(['unauthenticated', 'expired']);

const commandActions = Object.entries(auditedCommands).map(([method, { action, word, with: named = [] }]) => ({
  type: 'Command line' as const,
  method,
  action,
  data: { url: '', body: [...(word === undefined ? [] : [word]), ...named] },
}));

const requestActions = [
  ...allCalls.flatMap((each) =>
    each.audit === undefined || each.audit === 'reads'
      ? []
      : [{ type: 'HTTP' as const, method: each.method, action: each.audit.action, url: each.path, spoken: each }],
  ),
  ...allCommands.flatMap((each) =>
    each.audit === 'reads'
      ? []
      : [{ type: 'Channel' as const, method: each.code, action: each.audit.action, url: '', spoken: each }],
  ),
].map(({ spoken, url, ...rest }) => ({ ...rest, data: { url, body: keptFields(spoken) } }));

export const accessLogFeature = (db: Database, clock: Clock, log: Log, days: number): AccessLogFeature => {
  const store = createAccessLogStore(db);
  const retention = { days, forget: (beforeMs: number, limit: number) => store.forget(beforeMs, limit) };
  const write = (entries: readonly NewAccess[]) => store.add(entries);
  const book = createLogBook({ clock, log, what: 'changes', write, retention });
  let [minute, refused, unlogged] = [0, 0, 0];
  const isTooMuch = (result: string): boolean => {
    if (!refusals.has(result)) return false;
    const now = Math.floor(clock.monotonic() / MINUTE_MS);
    if (now !== minute) [minute, refused] = [now, 0];
    refused += 1;
    return refused > MAX_REFUSED;
  };
  return {
    trail: {
      add(entry) {
        if (isTooMuch(entry.result)) unlogged += 1;
        else book.add({ ...entry, atMs: clock.now() });
      },
    },
    calls: [
      handle(getActions, () => [...requestActions, ...commandActions]),
      handle(postAccessLog, async (caller, { ip, member, action, afterUpdatetime, beforeUpdatetime }) => {
        await book.flush();
        const query = {
          fromMs: notBefore(caller, afterUpdatetime),
          toMs: beforeUpdatetime,
          address: ip,
          userName: member,
          action,
        };
        return (await store.read(query, MAX_LOG_ROWS)).map(({ atMs, address, userName, deviceId, ...row }) => ({
          ...row,
          datetime: atMs,
          ip: address,
          username: userName,
          deviceid: deviceId,
        }));
      }),
    ],
    metrics: () => ({
      access_log_dropped_total: book.dropped(),
      access_log_forgotten_total: book.forgotten(),
      access_log_refusals_unlogged_total: unlogged,
    }),
    close: () => book.close(),
  };
};
