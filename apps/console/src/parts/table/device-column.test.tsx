// A column of numbers says the names of its vehicles too, a search finds both, and files keep the number.
import { q05Device } from '@outrider/contract';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decodeDevice } from '../../live/decode-device.ts';
import { devices } from '../../live/stores.ts';
import { matching } from '../resource/matching.ts';
import { deviceColumn } from './device-column.tsx';
import { csvOf, jsonOf } from './saved-table.ts';

type Row = { readonly deviceid: string };
const NAMED: Row = { deviceid: '13800000101' };
const OTHER: Row = { deviceid: '13800000102' };
const GONE: Row = { deviceid: '13800000103' };
const column = deviceColumn({ header: 'Device ID', width: '128px' }, ({ deviceid }: Row) => deviceid);

beforeEach(() => {
  const wire = q05Device.example.reply.Z;
  const told = [
    { ...wire, deviceid: NAMED.deviceid, vehicleid: 'TRK-104' },
    { ...wire, deviceid: OTHER.deviceid, vehicleid: '' },
  ];
  devices.replaceAll(told.map((each) => decodeDevice(each)).filter((device) => device !== undefined));
});
afterEach(() => {
  cleanup();
  devices.clear();
});

it('says the name first, and the number alone where there is no other', () => {
  const shown = (row: Row): string | null => render(<>{column.cell?.(row)}</>).container.textContent;
  expect([NAMED, OTHER, GONE].map(shown)).toEqual(['TRK-104 13800000101', '13800000102', '13800000103']);
});

it('is found by either, and saved as the number', () => {
  const found = (word: string): readonly Row[] => matching([NAMED, OTHER, GONE], [column], word);
  expect([found('trk-104'), found('0101')]).toEqual([[NAMED], [NAMED]]);
  expect(csvOf([column], [NAMED])).toContain('Device ID\r\n13800000101');
  expect(JSON.parse(jsonOf([column], [NAMED]))).toEqual([{ device: '13800000101' }]);
});
