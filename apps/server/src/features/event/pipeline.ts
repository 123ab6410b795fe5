// From accepted positions and links to stored events and what is told of them. One event of a device after the other, bounded.
import { eventName, eventRow, eventSources, type EventPush } from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Position } from '../../kernel/topics.ts';
import { initialAlarms, stepAlarms, type AlarmState, type Raised } from './alarm-state.ts';
import type { EventStore, StoredEvent } from './store.ts';

export type EventDevice = { id: string; registered: boolean; utcOffsetMinutes: number };

export type PipelineKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  store: EventStore;
  device: (deviceKey: number) => EventDevice | undefined;
  tell: (deviceKey: number, push: EventPush) => void;
};

const ONLINE = 0;
const ADDRESS_CHANGED = 1;
const OFFLINE = 3;
/** Events taken in and not stored; above it they are counted and dropped: a broken device must not fill the memory. */
const MAX_WAITING = 10_000;

type DeviceEvents = {
  live: AlarmState;
  /** Replayed reports are a story of their own: what was on in a dead zone is not on now. */
  replayed: AlarmState;
  open: Map<string, { serialno: number; push: EventPush }>;
  address: string;
};

export class EventPipeline {
  dropped = 0;
  stored = 0;
  private readonly kit: PipelineKit;
  private readonly devices = new Map<number, DeviceEvents>();
  private waiting = 0;
  private work: Promise<void> = Promise.resolve();

  constructor(kit: PipelineKit) {
    this.kit = kit;
  }

  /** Alarms that were on before a restart are not new. */
  restore(deviceKey: number, position: Position): void {
    this.of(deviceKey).live = stepAlarms(initialAlarms, position).state;
  }

  position(deviceKey: number, position: Position): void {
    if (this.kit.device(deviceKey)?.registered !== true) return;
    const events = this.of(deviceKey);
    const step = stepAlarms(position.replayed ? events.replayed : events.live, position);
    if (position.replayed) events.replayed = step.state;
    else events.live = step.state;
    for (const raised of step.raised) this.raise(deviceKey, position, raised);
    if (!position.replayed)
      for (const key of step.cleared) this.clear(deviceKey, key, position.timeMs ?? position.receivedMs);
  }

  online(deviceKey: number, address: string, atMs: number): void {
    const events = this.of(deviceKey);
    this.link(deviceKey, ONLINE, address, atMs);
    if (events.address !== '' && events.address !== address) this.link(deviceKey, ADDRESS_CHANGED, address, atMs);
    events.address = address;
  }

  offline(deviceKey: number, reason: string, atMs: number): void {
    this.link(deviceKey, OFFLINE, reason, atMs);
  }

  async settled(): Promise<void> {
    await this.work;
  }

  private link(deviceKey: number, code: number, note: string, atMs: number): void {
    const stored: StoredEvent = {
      deviceKey,
      code,
      note,
      deviceMs: atMs,
      receivedMs: atMs,
      lat: null,
      lng: null,
      speedKmh: 0,
      sourceType: eventSources.realTime,
      alarmSign: null,
      attachments: 0,
    };
    this.add(stored, { code, note, key: null, call: false, alarmSign: null, attachments: 0 });
  }

  private raise(deviceKey: number, position: Position, raised: Raised): void {
    const stored: StoredEvent = {
      deviceKey,
      code: raised.code,
      note: raised.note,
      deviceMs: position.timeMs ?? position.receivedMs,
      receivedMs: position.receivedMs,
      lat: position.fixed ? position.latitude : null,
      lng: position.fixed ? position.longitude : null,
      speedKmh: position.speedKmh,
      sourceType: position.replayed ? eventSources.recover : eventSources.realTime,
      alarmSign: raised.alarmSign,
      attachments: raised.attachments,
    };
    this.add(stored, raised);
  }

  private add(event: StoredEvent, raised: Raised): void {
    const { deviceKey } = event;
    this.enqueue(async () => {
      const device = this.kit.device(deviceKey);
      if (device === undefined || !device.registered) return;
      const serialno = await this.kit.store.add(event);
      this.stored += 1;
      const { code, deviceMs, alarmSign, attachments } = event;
      this.kit.bus.publish('event.stored', { serialno, deviceKey, code, deviceMs, alarmSign, attachments });
      const push = pushOf(event, serialno, device);
      if (raised.key !== null && event.sourceType === eventSources.realTime)
        this.of(deviceKey).open.set(raised.key, { serialno, push });
      // What happened in a dead zone is for the event list, not for a toast.
      if (event.sourceType !== eventSources.realTime || eventRow(event.code)?.alarm !== true) return;
      this.kit.tell(deviceKey, push);
      if (raised.call) this.kit.tell(deviceKey, { ...push, cmd: 'call' });
    });
  }

  private clear(deviceKey: number, key: string, atMs: number): void {
    this.enqueue(async () => {
      const { open } = this.of(deviceKey);
      const lasting = open.get(key);
      if (lasting === undefined) return;
      open.delete(key);
      await this.kit.store.recovered(lasting.serialno, atMs);
      this.kit.tell(deviceKey, { ...lasting.push, cmd: 'cover' });
    });
  }

  private enqueue(action: () => Promise<void>): void {
    if (this.waiting >= MAX_WAITING) {
      this.dropped += 1;
      return;
    }
    this.waiting += 1;
    this.work = this.work.then(action).then(
      () => void (this.waiting -= 1),
      (error: unknown) => {
        this.waiting -= 1;
        this.kit.log.error('event not stored', { err: error });
      },
    );
  }

  private of(deviceKey: number): DeviceEvents {
    let events = this.devices.get(deviceKey);
    if (events === undefined) {
      events = { live: initialAlarms, replayed: initialAlarms, open: new Map(), address: '' };
      this.devices.set(deviceKey, events);
    }
    return events;
  }
}

/** The device's own clock as text, `YYYY-MM-DD hh:mm:ss`. */
const localText = (ms: number, utcOffsetMinutes: number): string =>
  new Date(ms + utcOffsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

const pushOf = (event: StoredEvent, serialno: number, device: EventDevice): EventPush => ({
  cmd: 'new',
  serialno,
  deviceid: device.id,
  appdevid: event.code,
  eventname: eventName(event.code),
  message: event.note,
  eventtime: localText(event.deviceMs, device.utcOffsetMinutes),
  eventtimeutc: event.deviceMs,
  vehiclex: event.lat,
  vehicley: event.lng,
  speed: event.speedKmh,
  sourcetype: event.sourceType,
});
