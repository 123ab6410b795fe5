// Footage that somebody asked for by hand, as an event of the list: one for each task, at the time where its footage begins.
import { CUSTOM_DOWNLOAD, eventSources } from '@outrider/contract';
import type { EventStore, StoredEvent } from '../store.ts';
import { CUSTOM } from './fetched.ts';
import type { EventListStore } from './store.ts';

export type CustomTask = {
  id: number;
  deviceKey: number;
  startMs: number;
  endMs: number;
  userName: string;
  createdMs: number;
};
/** How far a task is. `tried`: the device was asked since the last word. */
export type CustomProgress = { completed: boolean; tried: boolean };

export type CustomEvents = {
  /** Lists a task; one that is listed already stays as it is. */
  list(task: CustomTask): Promise<void>;
  progress(task: Pick<CustomTask, 'id' | 'deviceKey' | 'startMs'>, now: CustomProgress): Promise<void>;
};

const originOf = (id: number): string => `${CUSTOM}${id}`;
/** The task of a listed event; undefined for another kind of event. */
export const taskOf = (origin: string | null): number | undefined =>
  origin?.startsWith(CUSTOM) === true ? Number(origin.slice(CUSTOM.length)) : undefined;

export const customEvents = (
  events: Pick<EventStore, 'transaction'>,
  list: Pick<EventListStore, 'byOrigin' | 'byId' | 'setFetched'>,
): CustomEvents => ({
  async list({ id, deviceKey, startMs, endMs, userName, createdMs }) {
    const event: StoredEvent = {
      deviceKey,
      code: CUSTOM_DOWNLOAD,
      note: userName,
      deviceMs: startMs,
      receivedMs: createdMs,
      lat: null,
      lng: null,
      speedKmh: 0,
      sourceType: eventSources.gms,
      origin: originOf(id),
      alarmSign: null,
      attachments: 0,
    };
    const postOffset = Math.round((endMs - startMs) / 1000);
    await events.transaction((transaction) => transaction.add({ ...event, preOffset: 0, postOffset }));
  },
  async progress({ id, deviceKey, startMs }, { completed, tried }) {
    const serialno = await list.byOrigin(deviceKey, startMs, originOf(id));
    if (serialno === undefined) return;
    // No clip: what was fetched is frames, and becomes a file by a download of its own (features/download/event-footage.ts).
    const tries = ((await list.byId(serialno))?.tries ?? 0) + (tried ? 1 : 0);
    await list.setFetched(new Map([[serialno, { snap: 0, download: 0, completed, tries }]]));
  },
});
