// The rules of the custom event form: which ticks follow which, what keeps Save away, what is sent. Pure.
import { MAX_CUSTOM_DEVICES, deviceId } from '@outrider/contract';
import { type LocalMoment, momentMs } from '../../../lib/local-moment.ts';
import { idsOf } from '../../../parts/device-picker/picker-rules.ts';

/** The channels offered. */
export const CHANNELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export type CustomEventDraft = {
  /** Device ids joined by commas, as typed. */
  readonly devices: string;
  readonly start: LocalMoment;
  readonly end: LocalMoment;
  readonly download: ReadonlySet<number>;
  readonly mainStream: ReadonlySet<number>;
  readonly audio: boolean;
};

const withTick = (ticks: ReadonlySet<number>, channel: number, ticked: boolean): ReadonlySet<number> =>
  ticked ? new Set([...ticks, channel]) : new Set([...ticks].filter((each) => each !== channel));

/** A channel to download or not. What is not downloaded has no main stream either. */
export const tickDownload = (draft: CustomEventDraft, channel: number, ticked: boolean): CustomEventDraft => ({
  ...draft,
  download: withTick(draft.download, channel, ticked),
  mainStream: ticked ? draft.mainStream : withTick(draft.mainStream, channel, false),
});

/** The main stream of a channel or not; its download follows both ways. */
export const tickMainStream = (draft: CustomEventDraft, channel: number, ticked: boolean): CustomEventDraft => ({
  ...draft,
  download: withTick(draft.download, channel, ticked),
  mainStream: withTick(draft.mainStream, channel, ticked),
});

/** Why the devices as typed cannot be sent; '' when they can, or while the field is empty. */
export const devicesProblem = (line: string): '' | 'id' | 'many' => {
  const ids = idsOf(line);
  if (ids.length > MAX_CUSTOM_DEVICES) return 'many';
  return ids.every((id) => deviceId.safeParse(id).success) ? '' : 'id';
};

const sorted = (ticks: ReadonlySet<number>): number[] => [...ticks].toSorted((a, b) => a - b);

/** What the server is sent; undefined while something is missing: then Save is disabled. */
export const customEventOf = (draft: CustomEventDraft) => {
  const deviceid = [...idsOf(draft.devices)];
  const start = momentMs(draft.start);
  const end = momentMs(draft.end);
  if (deviceid.length === 0 || draft.download.size === 0 || devicesProblem(draft.devices) !== '') return undefined;
  if (start === undefined || end === undefined) return undefined;
  return {
    deviceid,
    start,
    end,
    downloadplan: sorted(draft.download),
    streamtype: sorted(draft.mainStream),
    audioout: draft.audio,
  };
};
