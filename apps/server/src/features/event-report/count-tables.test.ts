// Tables that count events: which of them count as faults of a memory card, and who has the lowest score.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardAlarms, driverScore } from './count-tables.ts';
import type { Sheet } from './sheet.ts';
import type { Asked, ReportSources } from './sources.ts';

const devices = [1, 2, 3].map((key) => ({ key, id: `d${key}`, driver: '', vehicleId: '', plate: '' }));
const asked: Asked = {
  type: '',
  events: '',
  imperial: false,
  zoneSeconds: 0,
  devices,
  signal: new AbortController().signal,
  fromMs: 0,
  toMs: 1000,
};

/** Events as pairs of device and code. */
const sourcesOf = (events: readonly (readonly [number, number])[]): ReportSources => ({
  async *events({ codes }) {
    for (const [deviceKey, code] of events)
      if (codes?.includes(code) === true)
        yield [
          { deviceKey, code, note: '', memo: '', deviceMs: 500, momentMs: 500, lat: null, lng: null, speedKmh: 0 },
        ];
  },
  said: () => ({ name: '', notifyText: '' }),
  usage: () => Promise.resolve(new Map()),
  sums: () => Promise.resolve([]),
});

const shown = ({ columns, parts }: Sheet, ...titles: string[]): unknown[] =>
  [...parts()]
    .flat()
    .map((row) => titles.map((title) => row[columns.findIndex((column) => column.title === title)]?.value));

test('a recording that was lacking and came is no fault of a memory card', async () => {
  const DISK_ERROR = 12;
  const LOST_RECORDING_COVER = 98;
  const sheet = await cardAlarms(
    sourcesOf([
      [1, LOST_RECORDING_COVER],
      [2, LOST_RECORDING_COVER],
      [2, DISK_ERROR],
    ]),
    asked,
  );
  assert.deepEqual(shown(sheet, 'Device ID', 'Alarms'), [['d2', 1]]);
});

test('the lowest score comes first, and a device without events has all points', async () => {
  const sheet = await driverScore(
    sourcesOf([
      [2, 13],
      [3, 16],
      [3, 13],
    ]),
    { ...asked, events: '13=-1.5,16=-2' },
  );
  assert.deepEqual(shown(sheet, 'Device ID', 'Score', 'Points', 'Events'), [
    ['d3', 96.5, -3.5, 2],
    ['d2', 98.5, -1.5, 1],
    ['d1', 100, 0, 0],
  ]);
});
