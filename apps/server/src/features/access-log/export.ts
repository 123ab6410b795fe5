// What a search of the access log found, as a file to take away.
import { type AccessLogRow, type InputOf, type postAccessLog, postExportAccessLog } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { type ArchiveColumns, createLogArchive, utcText } from '../../kernel/storage/log-archive.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';

export type AccessSearch = (
  caller: Caller,
  asked: Omit<InputOf<typeof postAccessLog>, 'username' | 'password'>,
) => Promise<AccessLogRow[]>;

const sheet: ArchiveColumns<AccessLogRow> = [
  ['Time (UTC)', ({ datetime }) => utcText(datetime)],
  ['User', ({ username }) => username],
  ['IP', ({ ip }) => ip],
  ['Action', ({ action }) => action],
  ['Device ID', ({ deviceid }) => deviceid],
  ['Result', ({ result }) => result],
  ['Type', ({ type }) => type],
  ['Method', ({ method }) => method],
  ['Contents', ({ data }) => JSON.stringify(data)],
];

export const exportOf = (
  kit: { clock: Clock; log: Log },
  search: AccessSearch,
): { call: CallHandler; close: () => Promise<void> } => {
  const archive = createLogArchive(kit);
  return {
    call: handle(postExportAccessLog, async (caller, { filepass, ...asked }) =>
      archive.make(postExportAccessLog, filepass, sheet, await search(caller, asked)),
    ),
    close: () => archive.close(),
  };
};
