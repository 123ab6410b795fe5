// Events that the server itself has to say of a device, in words.
import { eventRow, eventSources, planDownloadTypes } from '@outrider/contract';
import type { EventPush } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Said } from '../event-definition/index.ts';
import { type EventDevice, pushOf } from './event-push.ts';
import type { EventStore, StoredEvent } from './store.ts';

export type NoticesKit = {
  bus: Bus;
  clock: Clock;
  store: Pick<EventStore, 'transaction'>;
  device: (deviceKey: number) => EventDevice | undefined;
  tell: (deviceKey: number, push: EventPush) => void;
  said: (deviceKey: number, code: number) => Said;
};

/** `atMs`: when it was, UTC; left out: now. `byHand`: somebody made it, and it is told where a real one would be. */
export type Notice = { code: number; note: string; atMs?: number; byHand?: true };
/** Words of the server. */
export const NOTIFY = 18;
/** Recordings that this server lacked came later. */
export const RECOVERED = 98;

const sourceOf = (atMs: number | undefined, byHand: boolean): number => {
  if (byHand) return eventSources.gms;
  return atMs === undefined ? eventSources.realTime : eventSources.recover;
};

/** Resolves when the event is committed, with its number: 0 where there is none, of a device that is not registered or by its plan. */
export const notify = async (
  { bus, clock, store, device, tell, said }: NoticesKit,
  deviceKey: number,
  { code, note, atMs, byHand }: Notice,
): Promise<number> => {
  const named = device(deviceKey);
  if (named?.registered !== true) return 0;
  const receivedMs = clock.now();
  const deviceMs = atMs ?? receivedMs;
  const event: StoredEvent = {
    deviceKey,
    code,
    note,
    deviceMs,
    receivedMs,
    lat: null,
    lng: null,
    speedKmh: 0,
    sourceType: sourceOf(atMs, byHand === true),
    origin: null,
    alarmSign: null,
    attachments: 0,
  };
  const { serialno, downloadMode } = await store.transaction((transaction) => transaction.add(event));
  if (serialno === 0) return 0; // a plan discards it
  bus.publish('event.stored', { serialno, deviceKey, code, deviceMs, alarmSign: null, attachments: 0 });
  const isTold = byHand !== true || eventRow(code)?.alarm !== false;
  if (isTold && downloadMode !== planDownloadTypes.hidden)
    tell(deviceKey, pushOf('new', { ...event, serialno }, named, said(deviceKey, code)));
  return serialno;
};
