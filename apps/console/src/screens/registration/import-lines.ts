// Which columns of a list become which fields of a device, by their headings. Pure.
import { type ImportField, importFields, type ImportLine } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import type { ReadRow } from '../../parts/import/read-table.ts';

/** As the table of devices heads them, so that what it saved can be read again. */
export const headingOf = (field: ImportField): string =>
  ({
    deviceid: t('Device ID'),
    channel: t('Channels'),
    driver: t('Driver'),
    vehicleid: t('Device Memo'),
    plate: t('Plate'),
    extid: t('External ID'),
    simnumber: t('Terminal number'),
    maplocation: t('Map location'),
  })[field];

const english: Readonly<Record<ImportField, string>> = {
  deviceid: 'Device ID',
  channel: 'Channels',
  driver: 'Driver',
  vehicleid: 'Device Memo',
  plate: 'Plate',
  extid: 'External ID',
  simnumber: 'Terminal number',
  maplocation: 'Map location',
};

const fieldOf = (heading: string): ImportField | undefined => {
  const said = heading.toLowerCase();
  return importFields.find((field) =>
    [field, english[field], headingOf(field)].some((name) => name.toLowerCase() === said),
  );
};

export type ReadLines = {
  readonly lines: readonly { readonly line: number; readonly values: ImportLine }[];
  /** Headings that name no field. */
  readonly unread: readonly string[];
  /** Why nothing can be read, in words; '' where it can. */
  readonly problem: string;
};

const nothing = (problem: string): ReadLines => ({ lines: [], unread: [], problem });

export const linesOf = ([head, ...rows]: readonly ReadRow[]): ReadLines => {
  if (head === undefined) return nothing(t('The file is empty.'));
  const fields = head.cells.map(fieldOf);
  if (!fields.includes('deviceid'))
    return nothing(t('The first line has to name the columns; {name} is missing.', { name: headingOf('deviceid') }));
  const twice = fields.find((field, i) => field !== undefined && fields.indexOf(field) !== i);
  if (twice !== undefined) return nothing(t('The column {name} is there twice.', { name: headingOf(twice) }));
  if (rows.length === 0) return nothing(t('The file has no line but the headings.'));
  return {
    problem: '',
    unread: head.cells.filter((heading, i) => fields[i] === undefined && heading !== ''),
    lines: rows.map(({ line, cells }) => {
      const values = fields.flatMap((field, i) => (field === undefined ? [] : [[field, cells[i] ?? '']]));
      return { line, values: { deviceid: '', ...Object.fromEntries(values) } };
    }),
  };
};
