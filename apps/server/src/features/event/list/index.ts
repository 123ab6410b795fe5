// The door inside the event feature to the list of events: calls, addresses of clips and photos, and what follows the files.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../../kernel/access/access.ts';
import type { Bus } from '../../../kernel/bus.ts';
import type { CgiFile } from '../../../kernel/web/cgi.ts';
import type { CallHandler } from '../../../kernel/web/http.ts';
import type { Log } from '../../../kernel/log.ts';
import type { EventStore } from '../store.ts';
import { eventListCalls, type ListCallsKit, type Refetch } from './calls.ts';
import { type CustomEvents, customEvents } from './custom.ts';
import { addFootageRoute, type DoorFiles, footageCalls, snapDoor } from './doors.ts';
import { FetchedFollower, type FetchedSource } from './fetched.ts';

export type ListKit = Omit<ListCallsKit, 'refetch' | 'refresh'> & {
  bus: Bus;
  log: Log;
  events: Pick<EventStore, 'transaction'>;
  isOnline: (deviceKey: number) => boolean;
  cameraOf: (deviceKey: number, code: number) => number;
};

/** What rooms that open later bring. */
export type ListSources = FetchedSource & { files: DoorFiles; refetch: Refetch };

export type EventList = {
  calls: CallHandler[];
  fileDoors: CgiFile[];
  custom: CustomEvents;
  useSources(sources: ListSources): void;
  addRoutes(app: FastifyInstance, authenticate: (request: FastifyRequest) => Promise<Caller>): void;
  close(): Promise<void>;
};

export const eventList = (kit: ListKit): EventList => {
  let sources: ListSources | undefined;
  const follower = new FetchedFollower(kit);
  const unsubscribe = kit.bus.subscribe('event.files', ({ serialno }) => follower.look(serialno));
  const around: ListCallsKit = {
    ...kit,
    refetch: () => sources?.refetch,
    refresh: (serialno) => {
      follower.look(serialno);
      return follower.settled();
    },
  };
  const doors = { ...kit, files: () => sources?.files };
  return {
    calls: [...eventListCalls(around, kit.isOnline), ...footageCalls(doors)],
    fileDoors: [snapDoor(doors)],
    custom: customEvents(kit.events, kit.store),
    useSources(given) {
      sources = given;
      follower.use(given);
    },
    addRoutes: (app, authenticate) => addFootageRoute(app, doors, authenticate),
    close: async () => {
      unsubscribe();
      await follower.close();
    },
  };
};
