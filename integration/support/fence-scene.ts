// A server with fences and planned routes, a device that drives as a test says, and what became events of it.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { corridorOf, type RoutePlace } from '@outrider/contract';
import { GENERAL_RESULT, t0704LocationBatch, type LocationReport } from '@outrider/jt808';
import { createEventStore } from '../../apps/server/src/features/event/store.ts';
import { afterwards } from './cleanup.ts';
import { Device, locationAt } from './device.ts';
import { asJson, Channel, httpCall, type Json, type Reply } from './operator.ts';
import { type Account, cheapKeeper, type Server, startServer } from './server.ts';
import { until } from './until.ts';

export const ID = '13800000101';
export const CENTRE = { lat: 24.0786, lng: 120.5285 } as const;
const METRES = 1 / 111_195;
export const northOf = (metres: number): RoutePlace => ({ lat: CENTRE.lat + metres * METRES, lng: CENTRE.lng });

export const circle = (changes: Json = {}): Json => ({
  enable: 1,
  title: 'Depot',
  ...CENTRE,
  radius: 200,
  trigger_in: 1,
  trigger_out: 1,
  devices: [ID],
  ...changes,
});

/** As it is sent. Without places: a slot that is cleared. */
export const routeOf = (latlngs: readonly RoutePlace[], changes: Json = {}): Json => {
  const corridor = corridorOf(latlngs);
  const empty = { lat: 0, lng: 0, width: 0, height: 0, accuracy: 0 };
  return {
    enable: 1,
    title: 'School bus 7',
    latlngs,
    devices: [ID],
    ...(corridor ?? empty),
    data: Buffer.from(corridor?.data ?? []).toString('base64'),
    ...changes,
  };
};

/** A slot that no test uses: saving it waits until everything that came before is judged. */
const BARRIER = 1000;

export const setScene = async (t: TestContext) => {
  const server = await startServer(t, {}, { keeper: cheapKeeper });
  const ask = (
    method: 'GET' | 'PUT',
    path: string,
    input: Json = {},
    account: Account | undefined = server.admin,
  ): Promise<Reply> => httpCall(server.ports.http, method, path, { account, input });
  const save = async (path: string, input: Json): Promise<Json> => {
    const { status, body } = await ask('PUT', path, input);
    assert.equal(status, 200, JSON.stringify(body));
    return asJson(body);
  };
  const judged = (): Promise<unknown> => save(`/gkserver/fence/${BARRIER}`, circle({ lat: 0, lng: 0, devices: [] }));
  /** Everything that became an event of one of these codes, by device time. */
  const events = async (...codes: readonly number[]) => {
    await judged();
    const store = createEventStore(server.app.db.db);
    const all = codes.length === 0 ? [51, 52, 110, 111, 112] : codes;
    const found = await store.ofCodes(all, 0, await store.lastSerialno());
    return found.toSorted((a, b) => a.deviceMs - b.deviceMs);
  };
  const codes = async (): Promise<number[]> => (await events()).map(({ code }) => code);
  return { server, ask, save, judged, events, codes };
};

export const register = async (server: Pick<Server, 'ports' | 'admin'>, id = ID): Promise<void> => {
  const channel = await Channel.signedIn(server);
  await channel.get('D01', { I: id, C: 1 });
  channel.close();
};

/** A device that is registered, connected, and reports where it is told to be: metres north of the middle, seconds after the start. */
export const driver = async (
  t: TestContext,
  server: Pick<Server, 'ports' | 'admin'>,
  { id = ID, isNew = true }: { id?: string; isNew?: boolean } = {},
) => {
  if (isNew) await register(server, id);
  const device = await Device.online(server.ports.jt808, { phone: id });
  afterwards(t, () => device.close());
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const at = (metres: number, second: number, changes: Partial<LocationReport> = {}): LocationReport => {
    const { lat: latitude, lng: longitude } = northOf(metres);
    return locationAt(startMs + second * 1000, { latitude, longitude, ...changes });
  };
  const report = async (...reports: readonly LocationReport[]): Promise<void> => {
    for (const each of reports) assert.equal(await device.locate(each), GENERAL_RESULT.done);
  };
  return {
    device,
    startMs,
    at,
    report,
    /** One report for each distance, so many seconds apart. */
    drive: (
      metres: readonly number[],
      { from = 0, every = 10, ...changes }: Partial<LocationReport> & { from?: number; every?: number } = {},
    ) => report(...metres.map((each, i) => at(each, from + i * every, changes))),
    /** Out of a dead zone. */
    replay: async (reports: readonly LocationReport[]): Promise<void> => {
      const serial = device.send(t0704LocationBatch, { type: 1, items: [...reports] });
      assert.equal(await device.answerTo(serial), GENERAL_RESULT.done);
    },
  };
};

/** What event.cgi says, as [cmd, code, message]. */
export const listen = async (
  t: TestContext,
  { ports, admin }: Pick<Server, 'ports' | 'admin'>,
): Promise<[unknown, unknown, unknown][]> => {
  const heard: [unknown, unknown, unknown][] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${ports.stream}/event.cgi?user=${admin.user}&password=${admin.hash}`);
  socket.addEventListener('message', ({ data }) => {
    for (const line of String(data)
      .split('\n')
      .filter((each) => each !== '')) {
      const { cmd, appdevid, message } = asJson(JSON.parse(line));
      heard.push([cmd, appdevid, message]);
    }
  });
  afterwards(t, () => socket.close());
  await until('the event socket is open', () => socket.readyState === WebSocket.OPEN);
  return heard;
};
