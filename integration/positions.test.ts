// Positions from a device's socket to what the operator asks: answered after they are on disk, shown, ordered, judged.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  GENERAL_RESULT,
  type LocationReport,
  encodeLocation,
  t0002Heartbeat,
  t0704LocationBatch,
} from '@outrider/jt808';
import type { ManualClock } from '../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, asJson, trackOf } from './support/operator.ts';
import { type Server, startDrivenServer } from './support/server.ts';

const ID = '13800000101';
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const BLIND_AREA = 1;

type Scene = {
  server: Server & { clock: ManualClock };
  operator: Channel;
  device: Device;
  /** While it flows, time moves 10 ms a look at anything waited for: commits happen. */
  time: { flows: boolean };
  /** Server time in whole seconds, as JT/T 808 can say it, UTC ms. */
  nowMs: () => number;
};

const setScene = async (t: TestContext, { registered = true } = {}): Promise<Scene> => {
  const server = await startDrivenServer(t);
  const time = { flows: true };
  const waiting = { between: () => server.clock.advance(time.flows ? 10 : 0) };
  const operator = await Channel.signedIn(server, server.admin, waiting);
  if (registered) await operator.get('D01', { I: ID, C: 4 });
  const device = await Device.online(server.ports.jt808, { waiting });
  afterwards(t, () => device.close());
  return { server, operator, device, time, nowMs: () => Math.floor(server.clock.now() / 1000) * 1000 };
};

const fixOf = async (operator: Channel): Promise<Json> => asJson((await operator.get('Q07', { I: ID }))['Z']);

const markerOf = async (operator: Channel): Promise<[unknown, unknown] | null> => {
  const { data } = asJson(asJson((await operator.get('Q05', { I: ID }))['Z'])['gps_info']);
  return data === null ? null : [asJson(data)['lat'], asJson(data)['lng']];
};

const timesOf = async ({ server }: Scene, aroundMs: number, spanMs = 48 * HOUR_MS): Promise<unknown[]> => {
  const points = await trackOf(server.ports.http, server.admin, ID, aroundMs - spanMs, aroundMs + spanMs);
  return points.map(({ time }) => Number(time) * 1000);
};

test('a position is answered after its commit, not before; then it stands in Q05, Q07 and the track', async (t) => {
  const { server, operator, device, time, nowMs } = await setScene(t);
  const timeMs = nowMs();
  time.flows = false;
  const serial = device.sendBody(0x0200, encodeLocation(locationAt(timeMs, { latitude: -33.5, longitude: -70.25 })));
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done, 'what came behind it is answered');
  assert.equal(device.hasAnswerTo(serial), false, 'the commit interval has not passed');
  time.flows = true;
  assert.equal(await device.answerTo(serial), GENERAL_RESULT.done);
  const fix = await fixOf(operator);
  assert.deepEqual(
    [fix['lat'], fix['lng'], fix['speed'], fix['dir'], fix['altitude'], fix['time'], fix['valid']],
    [-33.5, -70.25, 50, 90, 20, timeMs / 1000, 1],
  );
  assert.deepEqual(await markerOf(operator), [-33.5, -70.25]);
  const points = await trackOf(server.ports.http, server.admin, ID, timeMs, timeMs);
  assert.deepEqual(points, [{ lat: -33.5, lng: -70.25, speed: 50, dir: 90, time: timeMs / 1000 }]);
});

test('a repeat of an unanswered position is answered and stored once; an alarm in the same second is kept', async (t) => {
  const scene = await setScene(t);
  const { device, nowMs } = scene;
  const report = locationAt(nowMs());
  const first = device.sendBody(0x0200, encodeLocation(report));
  const again = device.sendBody(0x0200, encodeLocation(report));
  const alarm = device.sendBody(0x0200, encodeLocation({ ...report, alarm: 1 }));
  for (const serial of [first, again, alarm]) assert.equal(await device.answerTo(serial), GENERAL_RESULT.done);
  assert.equal((await timesOf(scene, nowMs())).length, 2);
});

test('a batch from a dead zone fills the track in order and leaves the marker where the device is now', async (t) => {
  const scene = await setScene(t);
  const { operator, device, nowMs } = scene;
  const timeMs = nowMs();
  await device.locate(locationAt(timeMs, { latitude: 24.2 }));
  const stored: LocationReport[] = [30, 20, 10].map((minutes) => locationAt(timeMs - minutes * MINUTE_MS));
  const live = locationAt(timeMs, { latitude: 24.2 });
  assert.equal(
    await device.ask(t0704LocationBatch, { type: BLIND_AREA, items: [...stored, live] }),
    GENERAL_RESULT.done,
  );
  assert.deepEqual(await markerOf(operator), [24.2, 120.6]);
  assert.equal((await fixOf(operator))['time'], timeMs / 1000);
  const expected = [30, 20, 10, 0].map((minutes) => timeMs - minutes * MINUTE_MS);
  assert.deepEqual(await timesOf(scene, timeMs), expected, 'the live position came twice and stands once');
});

test('an ordinary batch moves the marker to its newest position, whatever the order inside', async (t) => {
  const scene = await setScene(t);
  const { operator, device, nowMs } = scene;
  const timeMs = nowMs();
  const items = [4, 0, 2].map((s) => locationAt(timeMs - s * 1000, { latitude: 24.1 - s / 10_000 }));
  assert.equal(await device.ask(t0704LocationBatch, { type: 0, items }), GENERAL_RESULT.done);
  assert.deepEqual(await markerOf(operator), [24.1, 120.6]);
  assert.deepEqual(
    await timesOf(scene, timeMs),
    [4, 2, 0].map((s) => timeMs - s * 1000),
  );
});

test('a live report that comes late does not move the marker back', async (t) => {
  const scene = await setScene(t);
  const { operator, device, nowMs } = scene;
  const timeMs = nowMs();
  await device.locate(locationAt(timeMs, { latitude: 24.2 }));
  await device.locate(locationAt(timeMs - 5 * MINUTE_MS, { latitude: 24.19 }));
  assert.deepEqual(await markerOf(operator), [24.2, 120.6]);
  assert.deepEqual(await timesOf(scene, timeMs), [timeMs - 5 * MINUTE_MS, timeMs]);
});

test('a split batch is answered after its commit, none of the ends before it, and its repeats store nothing twice', async (t) => {
  const scene = await setScene(t);
  const { device, time, nowMs } = scene;
  const timeMs = nowMs();
  const items = Array.from({ length: 60 }, (_, i) => locationAt(timeMs - (60 - i) * 5000));
  const body = t0704LocationBatch.encode({ type: BLIND_AREA, items }, '2013');
  time.flows = false;
  const { serial, frames } = device.codec.encodeBody(0x0704, body, 500);
  const lastSerial = serial + frames.length - 1;
  for (const frame of frames) device.write(frame);
  for (const frame of [frames[0], frames.at(-1)]) device.write(frame ?? new Uint8Array(0));
  assert.equal(await device.answerTo(serial + 1), GENERAL_RESULT.done, 'a part in the middle is answered at once');
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done);
  assert.equal(device.hasAnswerTo(serial) || device.hasAnswerTo(lastSerial), false);
  time.flows = true;
  assert.equal(await device.answerTo(serial), GENERAL_RESULT.done);
  assert.equal(await device.answerTo(lastSerial), GENERAL_RESULT.done);
  for (const frame of frames) device.write(frame);
  assert.equal(await device.answerTo(serial), GENERAL_RESULT.done);
  assert.deepEqual(
    await timesOf(scene, timeMs),
    items.map((item) => item.time),
  );
});

test('a device clock a day behind is believed as device time; when it is set right the marker follows', async (t) => {
  const scene = await setScene(t);
  const { operator, device, nowMs } = scene;
  const behindMs = nowMs() - 24 * HOUR_MS;
  await device.locate(locationAt(behindMs));
  const fix = await fixOf(operator);
  assert.equal(fix['time'], behindMs / 1000);
  assert.ok(Number(fix['received']) >= behindMs / 1000 + 86_400, 'when it came is told beside it');
  const rightMs = nowMs();
  await device.locate(locationAt(rightMs, { latitude: 24.11 }));
  assert.deepEqual(await markerOf(operator), [24.11, 120.6]);
  assert.deepEqual(await timesOf(scene, rightMs), [behindMs, rightMs]);
});

test('a device clock more than a day ahead is kept as evidence, not drawn, and does not hold the marker', async (t) => {
  const scene = await setScene(t);
  const { operator, device, nowMs } = scene;
  await device.locate(locationAt(nowMs()));
  await device.locate(locationAt(nowMs() + 25 * HOUR_MS, { latitude: 24.3 }));
  assert.deepEqual(await markerOf(operator), [24.1, 120.6]);
  const laterMs = nowMs() + 1000;
  await device.locate(locationAt(laterMs, { latitude: 24.1002 }));
  assert.deepEqual(await markerOf(operator), [24.1002, 120.6]);
  assert.equal((await timesOf(scene, laterMs)).length, 2);
});

test('a device clock hours ahead stops holding the marker a minute after it is set right', async (t) => {
  const { server, operator, device, nowMs } = await setScene(t);
  await device.locate(locationAt(nowMs() + 20 * HOUR_MS));
  assert.deepEqual(await markerOf(operator), [24.1, 120.6]);
  server.clock.advance(MINUTE_MS + 1000);
  await device.locate(locationAt(nowMs(), { latitude: 24.105 }));
  assert.deepEqual(await markerOf(operator), [24.105, 120.6]);
});

test('the server clock jumps: positions follow the device time and go on being stored', async (t) => {
  const scene = await setScene(t);
  const { server, device, nowMs } = scene;
  const startMs = nowMs();
  await device.locate(locationAt(startMs));
  server.clock.jumpTo(startMs - 30 * 24 * HOUR_MS);
  assert.equal(await device.locate(locationAt(startMs - 30 * 24 * HOUR_MS)), GENERAL_RESULT.done);
  server.clock.jumpTo(startMs + 5000);
  assert.equal(await device.locate(locationAt(startMs + 5000)), GENERAL_RESULT.done);
  assert.equal(await device.ask(t0002Heartbeat, {}), GENERAL_RESULT.done, 'no link was cut by the jump');
  assert.deepEqual(await timesOf(scene, startMs, HOUR_MS), [startMs, startMs + 5000]);
});

test('a leap across the country in seconds is not drawn, unless the next report agrees with it', async (t) => {
  const scene = await setScene(t);
  const { operator, device, nowMs } = scene;
  const timeMs = nowMs();
  await device.locate(locationAt(timeMs));
  await device.locate(locationAt(timeMs + 5000, { latitude: 30 }));
  assert.deepEqual(await markerOf(operator), [24.1, 120.6]);
  await device.locate(locationAt(timeMs + 10_000));
  assert.deepEqual(await timesOf(scene, timeMs), [timeMs, timeMs + 10_000]);
  await device.locate(locationAt(timeMs + 15_000, { latitude: 30 }));
  await device.locate(locationAt(timeMs + 20_000, { latitude: 30 }));
  assert.deepEqual(await markerOf(operator), [30, 120.6]);
});

test('a report without a fix keeps the last place on the map and says that it is not valid', async (t) => {
  const { operator, device, nowMs } = await setScene(t);
  await device.locate(locationAt(nowMs()));
  await device.locate(locationAt(nowMs() + 1000, { latitude: 0, longitude: 0, status: 1 }));
  assert.equal((await fixOf(operator))['valid'], 0);
  assert.deepEqual(await markerOf(operator), [24.1, 120.6]);
});

test('of a device nobody registered only the last position is kept, for the administrator', async (t) => {
  const scene = await setScene(t, { registered: false });
  const { operator, device, nowMs } = scene;
  assert.equal(await device.locate(locationAt(nowMs())), GENERAL_RESULT.done);
  assert.deepEqual(await markerOf(operator), [24.1, 120.6]);
  assert.deepEqual(await timesOf(scene, nowMs()), []);
  await operator.get('D01', { I: ID, C: 4 });
  assert.equal(await device.locate(locationAt(nowMs() + 1000)), GENERAL_RESULT.done);
  assert.equal((await timesOf(scene, nowMs())).length, 1);
});
