// Searching the list of events, memo and check status, and asking for files again. Lines from the contract to the store.
import {
  AppError,
  postEventDownload,
  postEventQuery,
  postEventSet,
  putEventSet,
  channelMask,
} from '@outrider/contract';
import type { Access, Caller, Devices } from '../../../kernel/access/access.ts';
import { sinceOf } from '../../../kernel/access/lookback.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { NEVER_CHANGED, saveVersioned, type Version } from '../../../kernel/storage/version.ts';
import { type CallHandler, EncodedJson, handle } from '../../../kernel/web/http.ts';
import type { EventDevice } from '../event-push.ts';
import type { Stamps } from '../stamps.ts';
import { taskOf } from './custom.ts';
import { type Asked, searchOf, type Sight, walkEvents } from './search.ts';
import type { EventEdit, EventListStore, ListRow } from './store.ts';
import { listedOf } from './wire.ts';

/** Fetches files or footage again. Each rejects with AppError `conflict` where there is nothing to be fetched. */
export type Refetch = {
  files(serialno: number): Promise<void>;
  /** And with `not_found` for a task that is gone. */
  task(caller: Caller, id: number): Promise<void>;
};

export type ListCallsKit = {
  store: EventListStore;
  clock: Clock;
  stamps: Stamps;
  access: Access;
  devices: Devices & {
    clockOf(deviceKey: number): EventDevice | undefined;
    visible(caller: Caller): { key: number; id: string }[];
  };
  /** Whether one of these groups, or one below, covers the device. Undefined: there is no such group, or the caller does not reach it. */
  membersOf(caller: Caller, groupId: number): ((deviceKey: number) => boolean) | undefined;
  refetch: () => Refetch | undefined;
  /** Files of the event may have changed: resolves when the row says so. */
  refresh(serialno: number): Promise<void>;
};

/** The same words for an event of another group and for none. */
const unknownEvent = (): AppError => new AppError('not_found', 'There is no such event.');

/** An event that the caller may see. Throws `unknownEvent`. */
export const seenEvent = async (
  {
    store,
    access,
    devices,
  }: Pick<ListCallsKit, 'store' | 'access'> & {
    devices: Pick<ListCallsKit['devices'], 'clockOf'>;
  },
  caller: Caller,
  serialno: number,
): Promise<{ event: ListRow & { alarmSign: string | null }; device: EventDevice }> => {
  const event = await store.byId(serialno);
  if (event === undefined || event.momentMs < sinceOf(caller) || !access.maySee(caller, event.deviceKey))
    throw unknownEvent();
  const device = devices.clockOf(event.deviceKey);
  if (device?.registered !== true) throw unknownEvent();
  return { event, device };
};

type WithNames = Asked & { deviceid?: string | undefined; groupid?: number | undefined };

const sightFor = (kit: ListCallsKit, caller: Caller, { deviceid, groupid }: WithNames): Sight => {
  const sinceMs = sinceOf(caller);
  const own = deviceid === undefined ? undefined : kit.devices.seen(caller, deviceid).deviceKey;
  const isMember = groupid === undefined ? () => true : kit.membersOf(caller, groupid);
  if (isMember === undefined) throw new AppError('not_found', `Unknown group ${groupid}`);
  if (own !== undefined) return { sinceMs, deviceKeys: isMember(own) ? [own] : [] };
  if (groupid === undefined && caller.level === 0) return { sinceMs };
  const keys = kit.devices.visible(caller).map(({ key }) => key);
  return { sinceMs, deviceKeys: keys.filter(isMember) };
};

/** Made piece by piece: all events of a day are some megabytes of text. */
const answer = async (kit: ListCallsKit, caller: Caller, asked: WithNames): Promise<EncodedJson> => {
  const sight = sightFor(kit, caller, asked);
  const search = searchOf(asked, sight, { nowMs: kit.clock.now(), settledMs: kit.stamps.settledMs() });
  const pieces: Buffer[] = [];
  for await (const rows of walkEvents(kit.store, search)) {
    const listed = rows.flatMap((row) => {
      const device = kit.devices.clockOf(row.deviceKey);
      return device?.registered === true ? [JSON.stringify(listedOf(row, device))] : [];
    });
    if (listed.length > 0) pieces.push(Buffer.from(`${pieces.length === 0 ? '[' : ','}${listed.join(',')}`));
  }
  return new EncodedJson(pieces.length === 0 ? '[]' : Buffer.concat([...pieces, Buffer.from(']')]));
};

type Editing = { serialno: number; updatetime?: number | undefined };

/** Saves what a person says of an event; gives when. Throws ChangedError where somebody else did since. */
const saved = async (
  kit: ListCallsKit,
  caller: Caller,
  { serialno, updatetime }: Editing,
  edit: EventEdit,
): Promise<number> => {
  const { event } = await seenEvent(kit, caller, serialno);
  // Files that come change the row too: who saw it later than the last person changed it has seen that change.
  const seenMs = updatetime !== undefined && updatetime >= event.editedMs ? event.editedMs : updatetime;
  await saveVersioned({
    edit: { by: caller.userName, seenMs },
    nowMs: kit.clock.now(),
    async read() {
      const now = await kit.store.byId(serialno);
      if (now === undefined) throw unknownEvent();
      const version: Version =
        now.editedMs === 0 ? NEVER_CHANGED : { updatedMs: now.editedMs, updatedBy: now.editedBy };
      return { version, present: { serialno, memo: now.memo, checkstatus: now.checkStatus } };
    },
    write: (version, before) => kit.store.edit(serialno, edit, version, before),
  });
  return (await kit.store.byId(serialno))?.updatedMs ?? 0;
};

/** Its event is kept for longer than a task is, and stays where somebody removes the task. */
const goneTask = (error: unknown): never => {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  const text = 'The request for this footage is not kept any more. Ask for it again as a custom event.';
  throw new AppError('conflict', text, { cause: error });
};

const ASKED_AGAIN = 'The device is asked for the files again.';
const ASKED_WHEN_BACK = 'The device is away: it is asked for the files when it is back.';

export const eventListCalls = (kit: ListCallsKit, isOnline: (deviceKey: number) => boolean): CallHandler[] => [
  handle(postEventQuery, (caller, asked) => answer(kit, caller, asked)),
  handle(putEventSet, async (caller, input, { note }) => {
    const { event, device } = await seenEvent(kit, caller, input.serialno);
    note?.({ deviceId: device.id, before: { checkstatus: event.checkStatus } });
    const updatetime = await saved(kit, caller, input, { checkStatus: input.checkstatus });
    return { serialno: input.serialno, checkstatus: input.checkstatus, updatetime };
  }),
  handle(postEventSet, async (caller, input, { note }) => {
    const { event, device } = await seenEvent(kit, caller, input.serialno);
    note?.({ deviceId: device.id, before: { memo: event.memo } });
    const updatetime = await saved(kit, caller, input, { memo: input.memo });
    return { serialno: input.serialno, memo: input.memo, updatetime };
  }),
  handle(postEventDownload, async (caller, { deviceid, appdevid, serialno }) => {
    const { deviceKey } = kit.devices.seen(caller, deviceid);
    const { event } = await seenEvent(kit, caller, serialno);
    if (event.deviceKey !== deviceKey || event.code !== appdevid) throw unknownEvent();
    const refetch = kit.refetch();
    if (refetch === undefined) throw new AppError('unavailable', 'The server is starting.');
    const task = taskOf(event.origin);
    if (task === undefined) await refetch.files(serialno);
    else await refetch.task(caller, task).catch(goneTask);
    await kit.refresh(serialno);
    const now = (await kit.store.byId(serialno)) ?? event;
    return {
      serialno,
      completed: now.completed,
      try: now.tries,
      download: channelMask.decode(now.download),
      updatetime: now.updatedMs,
      message: isOnline(deviceKey) ? ASKED_AGAIN : ASKED_WHEN_BACK,
    };
  }),
];
