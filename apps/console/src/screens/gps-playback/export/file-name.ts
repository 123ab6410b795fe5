// Names of exported tracks. Pure.
import { plainText } from '@outrider/contract';

/** What no file system minds: everything else becomes an underscore. */
const safe = (part: string): string =>
  plainText(part)
    // oxlint-disable-next-line no-control-regex -- they are among what a file name must not have
    .replaceAll(/[\u0000-\u001F<>:"/\\|?*]/g, '_')
    .trim()
    .replaceAll(/^\.+|\.+$/g, '');

const stamp = (ms: number): string => {
  const d = new Date(ms);
  const parts = [d.getMonth() + 1, d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds()];
  return `${d.getFullYear()}${parts.map((n) => String(n).padStart(2, '0')).join('')}`;
};

export type ReportOf = {
  readonly deviceId: string;
  readonly memo: string;
  readonly driver: string;
  readonly startMs: number;
  readonly endMs: number;
};

/** Device id, memo, driver, 'TrackReport', begin and end (YYYYMMDDHHmmss, local), joined by underscores; empty ones drop out. */
export const reportName = ({ deviceId, memo, driver, startMs, endMs }: ReportOf, kind: 'json' | 'csv'): string =>
  `${[deviceId, memo, driver, 'TrackReport', stamp(startMs), stamp(endMs)]
    .map(safe)
    .filter((part) => part !== '')
    .join('_')}.${kind}`;
