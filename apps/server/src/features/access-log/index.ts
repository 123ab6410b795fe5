// The access log: keeps what the kernel tells of changes and sign-ins, and searches it. What a request says of itself is its `audit` in
// the contract.
import { getActions, postAccessLog } from '@outrider/contract';
import { type AuditEntry, type AuditTrail, requestActions } from '../../kernel/access/audit.ts';
import { commandActions } from '../../kernel/access/command-audit.ts';
import { createRefusalLimit } from '../../kernel/access/refusal-limit.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { type LogRoom, createSearchedLog } from '../../kernel/storage/log-book.ts';
import { type AccessSearch, exportOf } from './export.ts';
import { accessLogTable } from './store.ts';

/** Writes a row beside a running server. */
export const noteCommand = (db: Database, entry: AuditEntry, atMs: number): Promise<void> =>
  accessLogTable(db).add([{ ...entry, atMs }]);

export const accessLogFeature = (
  db: Database,
  clock: Clock,
  log: Log,
  days: number,
): LogRoom & { trail: AuditTrail } => {
  const book = createSearchedLog({ clock, log, what: 'changes', name: 'access_log', days, table: accessLogTable(db) });
  const refusals = createRefusalLimit(clock);
  const search: AccessSearch = async (caller, { ip, member, action, ...span }) => {
    const found = await book.search(caller, span, { address: ip, userName: member, action });
    return found.map(({ atMs, address, userName, deviceId, ...row }) => ({
      ...row,
      datetime: atMs,
      ip: address,
      username: userName,
      deviceid: deviceId,
    }));
  };
  const exported = exportOf({ clock, log }, search);
  return {
    trail: {
      add(entry) {
        if (refusals.lets(entry.result)) book.add({ ...entry, atMs: clock.now() });
      },
    },
    calls: [
      handle(getActions, () => [...requestActions(), ...commandActions]),
      handle(postAccessLog, search),
      exported.call,
    ],
    metrics: () => ({ ...book.metrics(), access_log_refusals_unlogged_total: refusals.unlogged() }),
    close: () => Promise.all([exported.close(), book.close()]).then(() => undefined),
  };
};
