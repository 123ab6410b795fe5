// Firmware for tests: put into the store over the wire, told to vehicles, and watched as clients do.
import type { TestContext } from 'node:test';
import { p8107QueryAttributes, t0107Attributes } from '@outrider/jt808';
import { createVehicle, type Faults, makeFirmwareImage, type Vehicle } from '../../apps/simulator/src/index.ts';
import { afterwards } from './cleanup.ts';
import type { Device } from './device.ts';
import { Channel, type Json, asJson, asList, httpCall } from './operator.ts';
import { HOST, type Server } from './server.ts';
import { type Waiting, until } from './until.ts';

type Place = Pick<Server, 'ports' | 'admin'>;

/** The ids of a fleet, one by one. */
export const idAt = (index: number): string => String(13_800_000_001 + index);

/** An operator until the test ends, with the first `count` of the fleet registered. */
export const operate = async (t: TestContext, place: Place, count = 0): Promise<Channel> => {
  const operator = await Channel.signedIn(place);
  afterwards(t, () => operator.close());
  for (let i = 0; i < count; i += 1) await operator.get('D01', { I: idAt(i), C: 1 });
  return operator;
};

/** One of the fleet, online, until the test ends. */
export const drive = async (t: TestContext, place: Place, index: number, faults: Faults = {}): Promise<Vehicle> => {
  const options = { host: HOST, port: place.ports.jt808, phone: idAt(index), channels: 1, clips: null, faults };
  const vehicle = createVehicle({ ...options, reconnectMs: 200 });
  afterwards(t, () => vehicle.stop());
  vehicle.start();
  await vehicle.whenOnline();
  return vehicle;
};

export const authorised = ({ user, hash }: Server['admin']): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${user}:${hash}`).toString('base64')}`,
});

/** An image of so many bytes behind its head; the bytes differ with the version. */
export const firmwareImage = (version: string, bytes = 200_000): Uint8Array =>
  makeFirmwareImage(version, Buffer.alloc(bytes, `firmware ${version} `));

/** Announces the bytes and sends them whole; gives the row of the store. */
export const storeFirmware = async (
  { ports, admin }: Place,
  operator: Channel,
  bytes: Uint8Array,
  name = 'box.bin',
): Promise<Json> => {
  const { Z } = await operator.get('U01', { A: 'memo', B: name, C: bytes.length });
  const response = await fetch(`http://${HOST}:${ports.http}${String(Z)}`, {
    method: 'PUT',
    headers: { ...authorised(admin), 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  });
  const body = asJson(await response.json());
  if (response.status !== 200) throw new Error(`not stored: ${JSON.stringify(body)}`);
  return asJson(body['firmware']);
};

export const linkOf = ({ ports }: Place, firmware: Json): string =>
  `http://${HOST}:${ports.stream}/fw.cgi?id=${String(firmware['firmwareid'])}`;

/** The status of the newest update (D10) as soon as it is this one. */
export const untilStatus = (operator: Channel, id: string, state: string, waiting: Waiting = {}): Promise<Json> =>
  until(
    `the update of ${id} is ${state}`,
    async () => {
      const status = await operator.get('D10', { I: id });
      return status['S'] === state && status;
    },
    waiting,
  );

const ATTRIBUTES = {
  terminalType: 0,
  manufacturer: 'OUTRD',
  model: 'BOX',
  terminalId: 'T000001',
  iccid: '8'.repeat(20),
  hardware: 'h1',
  gnss: 3,
  comm: 0,
};

/** From now on the device says what it is when it is asked. */
export const answerAttributes = (device: Device, firmware = 'box-2.0'): void =>
  device.on(p8107QueryAttributes.id, () => device.send(t0107Attributes, { ...ATTRIBUTES, firmware }));

/** The newest roll-out. */
export const rollout = async ({ ports, admin }: Place): Promise<Json> =>
  asList((await httpCall(ports.http, 'GET', '/gkserver/fwrollout', { account: admin })).body)[0] ?? {};

/** The same, once it is in this state. */
export const inState = (place: Place, state: string): Promise<Json> =>
  until(
    `the roll-out is ${state}`,
    async () => {
      const row = await rollout(place);
      return row['state'] === state && row;
    },
    { deadlineMs: 120_000 },
  );
