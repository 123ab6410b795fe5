// What a relay owes its platform while that is away outlasts a stop, a kill and a restart of the server, and the packing of tracks; where too much
// waits the oldest is given up and counted.
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import {
  FrameSplitter,
  LinkCodec,
  p8001GeneralReply,
  p8100RegisterReply,
  t0200LocationReport,
  t0704LocationBatch,
} from '@outrider/jt808';
import { closeServer, listenOn } from '../apps/server/src/kernel/web/listen.ts';
import { afterwards } from './support/cleanup.ts';
import { Device, locationAt } from './support/device.ts';
import { Channel, type Json, asJson, httpCall } from './support/operator.ts';
import { ServerProcess } from './support/server-process.ts';
import { HOST, temporaryFolder } from './support/server.ts';
import { until } from './support/until.ts';

const PHONES = ['13800000101', '13800000102', '13800000103'];
const BLIND_AREA = 1;
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** A platform that lets everybody in and notes which steps came of whom, in order, and which of them late. */
class Platform {
  port = 0;
  readonly came = new Map<string, number[]>();
  readonly late = new Map<string, number[]>();
  readonly #stepOf: (timeMs: number) => number;
  #end: () => Promise<void> = () => Promise.resolve();

  constructor(stepOf: (timeMs: number) => number) {
    this.#stepOf = stepOf;
  }

  /** At the port that it had before. */
  async comes(): Promise<void> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      const splitter = new FrameSplitter();
      socket.on('data', (chunk: Buffer) => {
        for (const event of splitter.push(chunk)) if (event.kind === 'frame') this.#answer(socket, event);
      });
    });
    this.port = await listenOn(server, HOST, this.port, 'test');
    this.#end = async () => {
      for (const socket of sockets) socket.destroy();
      await closeServer(server);
    };
  }

  async goes(): Promise<void> {
    await this.#end();
    this.#end = () => Promise.resolve();
  }

  /** Each step once: what was sent again after a kill is there already. */
  known(phone: string): number[] {
    return [...new Set(this.came.get(phone))];
  }

  #answer(
    socket: Socket,
    { header, body }: { header: { phone: string; serial: number; messageId: number }; body: Uint8Array },
  ): void {
    const { phone: padded, serial: replySerial, messageId: replyId } = header;
    const phone = padded.replace(/^0+/, '');
    const codec = new LinkCodec({ layout: '2013', versionFlag: false, protocolVersion: null, phone: padded });
    if (replyId === 0x0200) this.#note(this.came, phone, [t0200LocationReport.decode(body, codec.edition)]);
    if (replyId === 0x0704) {
      const { type, items } = t0704LocationBatch.decode(body, codec.edition);
      this.#note(this.came, phone, items);
      if (type === BLIND_AREA) this.#note(this.late, phone, items);
    }
    const { frames } =
      replyId === 0x0100
        ? codec.encode(p8100RegisterReply, { replySerial, result: 0, authCode: 'code' })
        : codec.encode(p8001GeneralReply, { replySerial, replyId, result: 0 });
    socket.write(Buffer.concat(frames));
  }

  #note(to: Map<string, number[]>, phone: string, reports: readonly { time: number | null }[]): void {
    const steps = to.get(phone) ?? [];
    to.set(phone, steps);
    for (const { time } of reports) steps.push(this.#stepOf(time ?? 0));
  }
}

/** A server process, and a platform that positions are passed on to. */
const scene = async (t: TestContext, phones: readonly string[]) => {
  const data = await temporaryFolder(t);
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
  const platform = new Platform((timeMs) => (timeMs - startMs) / 1000);
  await platform.comes();
  afterwards(t, () => platform.goes());
  let server = await ServerProcess.start(t, data, { packsOften: true });
  const { admin } = server;
  const operator = await Channel.signedIn(server);
  for (const I of phones) await operator.get('D01', { I, C: 4 }); // oxlint-disable-line no-await-in-loop -- one channel
  operator.close();
  const ask = async (method: string, path: string, input?: Json): Promise<Json> =>
    asJson((await httpCall(server.ports.http, method, path, { account: admin, input })).body);
  await ask('PUT', '/gkserver/gpsrelay', { enable: 1, ip: HOST, port: platform.port });
  let devices: Device[] = [];
  const codes = new Map<string, string>();
  const online = async (): Promise<void> => {
    devices = await Promise.all(
      phones.map((phone) => Device.online(server.ports.jt808, { phone, authCode: codes.get(phone) ?? '' })),
    );
    for (const { id, authCode } of devices) codes.set(id, authCode);
  };
  await online();
  const reportAt = (step: number) => locationAt(startMs + step * 1000, { latitude: 24 + step / 100_000 });
  return {
    platform,
    devices: () => devices,
    reportAt,
    /** Every vehicle says where it is at these steps, and is answered. */
    report: async (from: number, to: number): Promise<void> => {
      for (const step of range(from, to))
        for (const { result } of await Promise.all(
          devices.map(async (device) => ({ result: await device.ask(t0200LocationReport, reportAt(step)) })),
        ))
          assert.equal(result, 0);
    },
    state: async (): Promise<Json> => asJson((await ask('GET', '/gkserver/relaystate'))['gps']),
    /** What may be packed is. */
    packed: async (): Promise<void> => {
      const before = await server.metric('packing_ms');
      await until('tracks are packed', async () => (await server.metric('packing_ms')) > before);
    },
    ended: async (how: 'kill' | 'stop'): Promise<void> => {
      for (const device of devices) device.close();
      await server[how]();
    },
    started: async (): Promise<void> => {
      server = await ServerProcess.start(t, data, { admin, packsOften: true });
      await online();
    },
    errors: () => server.errors(),
  };
};

test('a server that is killed and stopped while the platform is away still sends it everything, in order, also what was packed meanwhile', async (t) => {
  const { platform, report, state, packed, ended, started, errors } = await scene(t, PHONES);
  await report(1, 2);
  await until('it arrives', async () => (await state())['sent'] === 2 * PHONES.length);
  await platform.goes();
  await report(3, 20);
  await until('it waits', async () => (await state())['waiting'] === 18 * PHONES.length);
  await packed();
  await ended('kill');

  await started();
  await report(21, 30);
  const waits = async (): Promise<number> => Number((await state())['waiting']);
  await until('it waits again', async () => (await waits()) >= 28 * PHONES.length);
  await packed();
  await ended('stop');

  await platform.comes();
  await started();
  // Nothing waits either before what is owed was read.
  const has = (count: number): boolean => PHONES.every((phone) => platform.known(phone).length >= count);
  await until('all of it arrives', async () => has(30) && (await waits()) === 0);
  for (const phone of PHONES) {
    assert.deepEqual(platform.known(phone), range(1, 30));
    assert.deepEqual([...new Set(platform.late.get(phone))].slice(-28), range(3, 30));
  }
  assert.equal((await state())['dropped'], 0);
  await report(31, 31);
  await until('it goes on', () => PHONES.every((phone) => platform.known(phone).at(-1) === 31));
  await until('it is answered', async () => (await waits()) === 0);
  await ended('stop');

  platform.came.clear();
  await started();
  await report(32, 32);
  await until('the next arrives', () => PHONES.every((phone) => platform.known(phone).at(-1) === 32));
  assert.deepEqual([...platform.came.values()], [[32], [32], [32]], 'nothing is sent twice after an orderly end');
  assert.deepEqual(errors(), []);
});

test('of more than an hour of positions the oldest are given up and counted, also after a kill', async (t) => {
  const [phone = ''] = PHONES;
  const { platform, devices, reportAt, state, ended, started } = await scene(t, [phone]);
  await platform.goes();
  const [device] = devices();
  for (let from = 1; from <= 3700; from += 20) {
    const items = range(from, from + 19).map(reportAt);
    assert.equal(await device?.ask(t0704LocationBatch, { type: BLIND_AREA, items }), 0);
  }
  const numbers = async (): Promise<unknown[]> => {
    const { waiting, dropped } = await state();
    return [waiting, dropped];
  };
  await until('too much waits', async () => String(await numbers()) === '3600,100');
  await ended('kill');
  await started();
  await until('it waits again', async () => String(await numbers()) === '3600,100');
  await ended('stop');
  await platform.comes();
  await started();
  // Nothing waits either before what is owed was read.
  const isThere = (): boolean => platform.known(phone).length >= 3600;
  await until('the rest arrives', async () => isThere() && (await state())['waiting'] === 0);
  assert.deepEqual(platform.known(phone), range(101, 3700));
});
