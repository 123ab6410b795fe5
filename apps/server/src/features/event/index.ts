// The door of the event feature: hears positions and links, stores events, pushes them over /event.cgi.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Access, Caller } from '../../kernel/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/db.ts';
import type { CallHandler } from '../../kernel/http.ts';
import type { Log } from '../../kernel/log.ts';
import type { SocketGuard } from '../../kernel/socket-guard.ts';
import type { Position } from '../../kernel/topics.ts';
import { eventDefinitionCalls } from '../event-definition/index.ts';
import { eventCalls } from './calls.ts';
import { EventSocket } from './event-socket.ts';
import { EventPipeline, type EventDevice } from './pipeline.ts';
import { createEventStore, type EventWithFiles } from './store.ts';

export type { EventWithFiles } from './store.ts';

export type EventKit = {
  db: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  access: Access;
  guard: SocketGuard;
  devices: {
    /** Whose an event is and in which zone its clock runs. */
    clockOf: (deviceKey: number) => EventDevice | undefined;
    keyOf: (id: string) => number | undefined;
    visible: (caller: Caller) => { key: number; id: string }[];
  };
  authenticate: (request: IncomingMessage, url: URL) => Promise<Caller>;
};

export type EventFeature = {
  /** Serves /event.cgi. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void;
  /** What was known of a device before the start: its alarms are not new. */
  restore(deviceKey: number, position: Position): void;
  /**
   * Events whose alarm announced files, above this serial number, rising: what the topic 'event.stored' hints at is found here, also
   * after a restart.
   */
  withFiles(afterSerialno: number, limit: number): Promise<EventWithFiles[]>;
  calls: CallHandler[];
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

export const eventFeature = (kit: EventKit): EventFeature => {
  const socket = new EventSocket(kit);
  const store = createEventStore(kit.db);
  const pipeline = new EventPipeline({
    ...kit,
    store,
    device: (key) => kit.devices.clockOf(key),
    tell: (key, push) => socket.tell(key, push),
  });
  const unsubscribe = [
    kit.bus.subscribe('position.accepted', ({ deviceKey, position }) => pipeline.position(deviceKey, position)),
    kit.bus.subscribe('link.online', ({ deviceKey, remoteAddress, atMs }) =>
      pipeline.online(deviceKey, remoteAddress, atMs),
    ),
    kit.bus.subscribe('link.offline', ({ deviceKey, reason, atMs }) => pipeline.offline(deviceKey, reason, atMs)),
  ];
  return {
    handleUpgrade: (request, duplex, head, url) => socket.handleUpgrade(request, duplex, head, url),
    restore: (deviceKey, position) => pipeline.restore(deviceKey, position),
    withFiles: (afterSerialno, limit) => store.withFiles(afterSerialno, limit),
    calls: [...eventCalls({ ...kit, store, keyOf: (id) => kit.devices.keyOf(id) }), ...eventDefinitionCalls(kit)],
    metrics: () => ({
      events_stored_total: pipeline.stored,
      events_dropped_total: pipeline.dropped,
      event_sockets: socket.count(),
    }),
    close: async () => {
      for (const end of unsubscribe) end();
      await pipeline.settled();
      socket.close();
    },
  };
};
