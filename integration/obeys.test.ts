// What is set through the server changes the streams of a vehicle, as somebody who watches sees them, also after the vehicle's restart.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeG711, inspectVideoFrame, readOsd } from '@outrider/media';
import { createVehicle, type Vehicle } from '../apps/simulator/src/index.ts';
import { afterwards } from './support/cleanup.ts';
import { Channel, asJson, httpCall, type Json } from './support/operator.ts';
import { cheapKeeper, HOST, startServer, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';
import { FLAG, KIND, Viewer } from './support/viewer.ts';

const ID = '13800000101';

test('frame rate, size, bit rate, sound with its volume, texts and mirror of the sub-stream are as they were set, for who watches, and stay so', async (t) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const operator = await Channel.signedIn(server);
  afterwards(t, () => operator.close());
  await operator.get('D01', { I: ID, C: 2 });
  const options = {
    host: HOST,
    port: server.ports.jt808,
    phone: ID,
    plate: 'OLD1',
    channels: 2,
    intervalMs: 60_000,
    vendorBlock: true,
    stateFile: join(await temporaryFolder(t), 'state.json'),
  };
  const drive = async (): Promise<Vehicle> => {
    const vehicle = createVehicle(options);
    afterwards(t, () => vehicle.stop());
    vehicle.start();
    await until('the vehicle is on line', async () => {
      const { Z } = await operator.get('Q05', { I: ID });
      return Number(asJson(Z)['status'] ?? 0) > 0;
    });
    return vehicle;
  };
  const set = async (deviceParams: Json): Promise<void> => {
    const path = `/gkserver/gkdevicesetup/${ID}`;
    const { status, body } = await httpCall(server.ports.http, 'PUT', path, {
      account: server.admin,
      input: { deviceParams },
    });
    assert.deepEqual([status, asJson(body)['differs']], [200, []], JSON.stringify(body));
  };
  const watch = async (): Promise<Viewer> => {
    const viewer = await Viewer.open(server.ports.stream, server.admin, ID);
    afterwards(t, () => viewer.close());
    return viewer;
  };
  const ofKind = ({ messages }: Viewer, kind: number) => messages.filter((message) => message.kind === kind);
  const pictures = (viewer: Viewer) => ofKind(viewer, KIND.video);
  const lastKey = (viewer: Viewer) => pictures(viewer).findLast(({ flags }) => (flags & FLAG.key) !== 0);
  const size = (viewer: Viewer): string => {
    const key = lastKey(viewer);
    const found = key === undefined ? null : inspectVideoFrame(key.body, 'h264');
    const { width = 0, height = 0 } = found ?? {};
    return `${width}x${height}`;
  };
  /** Time between the last two pictures, ms. */
  const pace = (viewer: Viewer): number => {
    const [before, last] = pictures(viewer).slice(-2);
    return last === undefined || before === undefined
      ? 0
      : Math.round((last.presentationUs - before.presentationUs) / 1000);
  };

  const first = await drive();
  const viewer = await watch();
  await until('pictures and sound', () => pictures(viewer).length > 20 && ofKind(viewer, KIND.audio).length > 10);
  assert.deepEqual([size(viewer), readOsd(lastKey(viewer)?.body ?? Buffer.of())], ['352x288', ['OLD1', 'CH1 Driver']]);
  assert.ok(Math.abs(pace(viewer) - 67) <= 2, `${pace(viewer)} ms`);

  await set({ enc_sfps: 5 });
  await until('five pictures a second', () => Math.abs(pace(viewer) - 200) <= 2);
  await set({ enc_sres: 101 });
  await until('VGA', () => size(viewer) === '640x480');
  await set({ enc_sbit: 800 });
  const bytesPerSecond = (): number => {
    const last = pictures(viewer).slice(-10);
    return (last.reduce((sum, { body }) => sum + body.length, 0) / last.length) * 5;
  };
  await until('800 kbit/s', () => Math.abs((bytesPerSecond() * 8) / 1000 - 800) < 80);
  /** The loudest sample of the newest half second. */
  const loudest = (): number =>
    Math.max(
      ...ofKind(viewer, KIND.audio)
        .slice(-12)
        .flatMap(({ body }) => [...decodeG711('a', body)].map((sample) => Math.abs(sample))),
    );
  const asRecorded = loudest();
  await set({ enc_aig: 100 });
  await until('twice as loud', () => loudest() > asRecorded * 1.5);
  await set({ enc_aig: 0 });
  await until('silence', () => loudest() < 64);
  await set({ enc_reca: 0 });
  await until('no more sound', async () => {
    const heard = ofKind(viewer, KIND.audio).length;
    const seen = pictures(viewer).length;
    await until('six more pictures', () => pictures(viewer).length >= seen + 6);
    return ofKind(viewer, KIND.audio).length === heard;
  });
  await set({ preosd_plate: 'KAA1234', preosd_chname: ['gate', 'ramp'], preosd_driver: 'Wang1' });
  const shown = ['KAA1234', 'gate', 'Wang1'];
  await until('the texts in the picture', () => readOsd(lastKey(viewer)?.body ?? Buffer.of())?.join() === shown.join());
  await set({ cam_mirror: [1, 0] });
  const mirrored = [...shown, 'mirrored'];
  await until('the mirrored picture', () => readOsd(lastKey(viewer)?.body ?? Buffer.of())?.join() === mirrored.join());
  viewer.close();

  await first.stop();
  await until(
    'it is away',
    async () => Number(asJson((await operator.get('Q05', { I: ID }))['Z'])['status'] ?? 0) <= 0,
  );
  await drive();
  const later = await watch();
  await until('pictures as they were set', () => size(later) === '640x480' && Math.abs(pace(later) - 200) <= 2);
  assert.deepEqual(readOsd(lastKey(later)?.body ?? Buffer.of()), mirrored);
  assert.equal(ofKind(later, KIND.audio).length, 0);
});
