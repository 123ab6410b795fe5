// The list of devices in columns, as the console asks for it, against the same list in rows, which everybody else is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromDeviceColumns, q03DeviceList } from '@outrider/contract';
import { powerItem, standardItem, storageItem, t0702DriverCard, temperaturesItem } from '@outrider/jt808';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json } from './support/operator.ts';
import { startDrivenServer } from './support/server.ts';

const DRIVING = 3;
const STRANGER = '13800000666';
/** Two pieces of columns, three of rows. */
const FLEET = 510;

const items = [
  standardItem(0x06, { temperatureC: -7 }),
  standardItem(0x17, { storageFault: 1 }),
  powerItem(24.6, 92),
  temperaturesItem([25.1, null, -18.4]),
  storageItem({ usedPercent: 61, lifeLeft: [96, -2], recordingErrors: 3 }),
];

/** Everything a device may be called and be: names with marks and signs, places, no place, channels. */
const detailsOf = (n: number): Json => ({
  C: 1 + (n % 8),
  Z: {
    drivername: n % 3 === 0 ? '' : `駕駛 ${n}`,
    vehicleid: n % 50 === 0 ? 'ab\u202etxt\u200b' : `TRK-${n}`,
    plate: `AB-${(n * 7919) % 10_007}`,
    icon: n % 5,
    ...(n % 2 === 0 && { maplocation: { lat: -23.123_456_789 + n / 1000, lng: 179.5 - n / 7 } }),
  },
});

test('[F-CMD-008] the list in columns has the devices of the list in rows, each with all its values, for everybody who asks', async (t) => {
  const server = await startDrivenServer(t);
  const waiting = { between: () => server.clock.advance(10) };
  const admin = await Channel.signedIn(server, server.admin, waiting);
  for (let n = 0; n < FLEET; n += 1) await admin.get('D01', { I: String(13_800_000_100 + n), ...detailsOf(n) });
  const seconds = (): number => Math.floor(server.clock.now() / 1000) * 1000;
  for (const phone of ['13800000101', '13800000102', STRANGER]) {
    const device = await Device.online(server.ports.jt808, { phone, waiting });
    afterwards(t, () => device.close());
    await device.locate(
      locationAt(seconds(), { status: DRIVING, items, alarm: 1, latitude: -33.123_457, speedKmh: 63.7 }),
    );
    await device.ask(t0702DriverCard, { status: 1, time: null, cardResult: 0, name: '王小明', certificate: 'B1' });
  }
  const rows = await admin.list('Q03');
  assert.deepEqual([rows.rows.length, rows.batches], [FLEET + 1, 3]);
  const known = rows.rows.find(({ deviceid }) => deviceid === '13800000101');
  assert.deepEqual([known?.['temperature'], known?.['loop'], known?.['alarm']], [-7 * 10, [251, null, -184], 1]);
  assert.ok(known?.['gps_info'] && known['daily'], 'the fleet has what lists can have');

  const answers = await admin.ask('Q03', { D: 1 }, true);
  const fin = answers.at(-1);
  const pieces = answers.slice(0, -1);
  for (const { Z } of pieces) assert.ok(q03DeviceList.reply.safeParse({ Z }).success);
  assert.equal(pieces.length, 2);
  assert.deepEqual(
    pieces.flatMap(({ Z }) => fromDeviceColumns(Z)),
    rows.rows,
  );
  assert.deepEqual([fin?.['Z'], fin?.['T'], fin?.['C']], ['fin', rows.fin['T'], rows.fin['C']]);
  const size = (lines: readonly unknown[]): number => JSON.stringify(lines).length;
  assert.ok(size(pieces) * 3 < size(rows.rows), `${size(pieces)} and ${size(rows.rows)} characters`);

  // D 0 is what it was; anything else is refused by its name.
  assert.deepEqual((await admin.list('Q03', { D: 0 })).rows, rows.rows);
  const [refusal] = await admin.ask('Q03', { D: 2 });
  assert.notEqual(refusal?.['R'], '1');
});
