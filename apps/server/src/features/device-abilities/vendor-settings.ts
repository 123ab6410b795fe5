// Settings of the vendor block on their way through D17: each has the right and the secrecy of its row in the contract's table, as in
// gkdevicesetup. A setting that the table has no row for is opened by the right of the raw list, like an id that no table knows.
import { AppError, HIDDEN_VALUE, type Right, type VendorCommandName, vendorRows } from '@outrider/contract';
import { z } from 'zod';
import type { VendorAnswer } from '../../gateway/index.ts';
import type { Caller } from '../../kernel/access/access.ts';
import { assertMay } from '../../kernel/access/authorise.ts';
import { checkInput } from '../../kernel/web/schema-input.ts';

type Settings = Readonly<Record<string, unknown>>;

const record = z.record(z.string(), z.unknown());
const asked = z.object({ B: z.object({ settings: record }) });
const told = z.object({ settings: record.optional(), refused: record.optional() });

const rows = new Map(vendorRows.map((row) => [row.place.setting, row]));
const rightOf = (name: string): Right => rows.get(name)?.right ?? 'F_rmdvrs_raw';
const isHidden = (name: string): boolean => rows.get(name)?.secret === 'hidden';

/**
 * What is sent of write-settings: without hidden ones of which the mask came back, since it stands for what the device has. Throws AppError
 * `invalid` where there is nothing, `forbidden` where a right is missing.
 */
export const settingsToWrite = (caller: Caller, body: unknown): Settings => {
  const { settings } = checkInput(asked, { B: body }).B;
  const names = Object.keys(settings);
  if (names.length === 0) throw new AppError('invalid', 'There is nothing to set.');
  for (const name of names) assertMay(caller, rightOf(name));
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => !isHidden(name) || value !== HIDDEN_VALUE),
  );
};

/** What the caller is told of an answer to read-settings or write-settings. Throws AppError `device_refused` for one of another form. */
export const settingsTold = (caller: Caller, answer: VendorAnswer): object | null => {
  if (answer === null) return null;
  const { data } = told.safeParse('json' in answer ? answer.json : null);
  if (data === undefined) throw new AppError('device_refused', 'The answer of the device cannot be read');
  const own = (settings: Settings): [string, unknown][] =>
    Object.entries(settings).filter(([name]) => caller.rights.has(rightOf(name)));
  const { settings, refused } = data;
  return {
    ...(settings && {
      settings: Object.fromEntries(
        own(settings).map(([name, value]) => [name, isHidden(name) && value !== '' ? HIDDEN_VALUE : value]),
      ),
    }),
    ...(refused && { refused: Object.fromEntries(own(refused)) }),
  };
};

/** What the access log keeps of what was asked: of values that are set only their names. */
export const loggedAsks = (name: VendorCommandName, body: Settings | undefined): unknown => {
  if (name === 'write-own') return { k: body?.['k'] };
  if (name !== 'write-settings') return body;
  const { data } = record.safeParse(body?.['settings']);
  return { settings: Object.keys(data ?? {}) };
};
