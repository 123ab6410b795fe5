// What is done with files once they are kept: matched with the alarms of their devices, listed and handed out to people.
import type { DeviceFile } from '@outrider/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access, Caller } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { fileAccess } from './access.ts';
import type { FileAccessKit, FileDevices } from './seen-files.ts';
import { GIVE_UP_MS, Linking, type LinkingKit } from './linking.ts';

export type ServingKit = {
  bus: Bus;
  clock: Clock;
  log: Log;
  access: Access;
  files: Pick<FileAccessKit, 'list' | 'byId' | 'find'> & Pick<LinkingKit, 'linkLoose'>;
  alarmsBetween: LinkingKit['alarmsBetween'];
  devices: FileDevices;
};

export type FileServing = {
  calls: CallHandler[];
  /** The files of these events that the caller may see, newest first. */
  filesOf(caller: Caller, eventSerials: readonly number[]): Promise<DeviceFile[]>;
  /** Adds the addresses of the bytes; `authenticate` throws for a request of nobody. */
  addRoutes(app: FastifyInstance, authenticate: (request: FastifyRequest) => Promise<Caller>): void;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

/** Looked at again at the start: what came shortly before the stop may still wait for its alarm. */
const RECENT = 500;

export const serveFiles = async (kit: ServingKit): Promise<FileServing> => {
  const { bus, clock, log, files } = kit;
  const linking = new Linking({ ...kit, linkLoose: (...linked) => files.linkLoose(...linked) });
  const unsubscribe = bus.subscribe('file.kept', ({ fileId }) => {
    files.byId(fileId).then(
      (file) => file && linking.add(file),
      (err: unknown) => log.error('files not matched to events', { err }),
    );
  });
  const sinceMs = clock.now() - GIVE_UP_MS;
  for (const file of await files.list({ limit: RECENT })) if (file.receivedMs >= sinceMs) linking.add(file);
  const people = fileAccess({
    ...kit,
    list: (asked) => files.list(asked),
    byId: (id) => files.byId(id),
    find: (file) => files.find(file),
  });
  return {
    calls: people.calls,
    filesOf: (caller, eventSerials) => people.filesOf(caller, eventSerials),
    addRoutes: (app, authenticate) => people.addRoutes(app, authenticate),
    metrics: () => ({ files_without_event: linking.waitingCount }),
    close: async () => {
      unsubscribe();
      await linking.close();
    },
  };
};
