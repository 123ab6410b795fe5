// The state of remote playback: what is looked at (in the URL), what the device recorded, which segment and moment are chosen.
import type { KeptSpan } from '@outrider/contract';
import { useCallback, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { momentOf } from '../../lib/local-moment.ts';
import { systemClock } from '../../lib/time.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import { firstPlayed } from '../../parts/playback/channel-rules.ts';
import { usePlayedChannels } from '../../parts/playback/use-channels.ts';
import type { PlayedChannels } from '../../parts/playback/use-channels.ts';
import type { RecordSpan } from '../../parts/record-timeline/bands.ts';
import { spansOf } from '../../parts/record-list/spans.ts';
import { useRecordList } from '../../parts/record-list/use-record-list.ts';
import type { RecordList } from '../../parts/record-list/use-record-list.ts';
import { readLook, writeLook } from './look.ts';
import type { Look } from './look.ts';
import { segmentAt, segmentsOf } from './segments.ts';
import type { Segment } from './segments.ts';

export type RemotePlayback = {
  readonly deviceId: string;
  readonly channels: PlayedChannels;
  readonly look: Look;
  readonly change: (part: Partial<Look>) => void;
  readonly press: (channel: number) => void;
  readonly toggleMulti: () => void;
  /** This account sees positions, and this deployment has maps. */
  readonly mapOffered: boolean;
  readonly mapShown: boolean;
  readonly list: RecordList;
  readonly segments: readonly Segment[];
  readonly spans: readonly RecordSpan[];
  readonly kept: readonly KeptSpan[];
  /** The segment to play, chosen in the list or by its moment. A chosen one plays from its beginning unless another start point is named. */
  readonly segment: Segment | undefined;
  /** There is a moment, and no segment of the channels that are on has it. */
  readonly noRecord: boolean;
  readonly pick: (segment: Segment) => void;
  /** Chooses where to begin; another segment where the moment lies in another. */
  readonly startAt: (ms: number) => void;
};

const useLook = (): readonly [Look, (part: Partial<Look>) => void] => {
  const [query, setQuery] = useAddressQuery();
  const look = useMemo(() => readLook(query, systemClock.now()), [query]);
  const change = useCallback(
    (part: Partial<Look>) => setQuery((old) => writeLook({ ...readLook(old, systemClock.now()), ...part })),
    [setQuery],
  );
  return [look, change];
};

/** Those of the address that the device has. */
const chosenOf =
  ({ multi, channels }: Look) =>
  (all: readonly number[]): readonly number[] | undefined => {
    const named = all.filter((channel) => channels.includes(channel));
    if (named.length === 0) return undefined;
    return multi ? named : named.slice(0, 1);
  };

const holds = ({ start, end }: Segment, ms: number): boolean => start <= ms && ms < end;

const none: readonly KeptSpan[] = [];

const useSegments = ({ reply }: RecordList) => {
  const kept = reply?.kept ?? none;
  return {
    kept,
    segments: useMemo(() => segmentsOf(reply?.records ?? [], kept), [reply, kept]),
    spans: useMemo(() => spansOf(reply?.records ?? [], kept), [reply, kept]),
  };
};

export const useRemotePlayback = (deviceId: string): RemotePlayback => {
  const [look, change] = useLook();
  const mapOffered = useSession(mapEnabled);
  const phone = usePhone();
  const [picked, setPicked] = useState<string>();
  const { multi } = look;
  const channels = usePlayedChannels(deviceId, { multi, chosen: chosenOf(look), lastStays: true });
  const list = useRecordList(deviceId, look.day);
  const { kept, segments, spans } = useSegments(list);
  const { atMs, stream } = look;
  const at = (ms: number): Segment | undefined => segmentAt(segments, channels.on, ms, stream);
  const inList = segments.find(({ key, channel }) => key === picked && channels.on.includes(channel));
  const stays = inList !== undefined && (atMs === undefined || holds(inList, atMs));
  const segment = stays ? inList : atMs === undefined ? undefined : at(atMs);
  return {
    deviceId,
    channels,
    look,
    change,
    press: (channel) => {
      const next = channels.pressed(channel);
      if (next !== undefined) change({ channels: next });
    },
    toggleMulti: () => change({ multi: !multi, channels: firstPlayed(multi ? channels.on : channels.all, !multi) }),
    mapOffered,
    mapShown: mapOffered && (look.map ?? !phone),
    list,
    segments,
    spans,
    kept,
    segment,
    noRecord: atMs !== undefined && segment === undefined && list.state === 'done',
    pick: (wanted) => {
      const shown = channels.on.includes(wanted.channel);
      const next = shown ? channels.on : channels.pressed(wanted.channel);
      if (next === undefined) return;
      setPicked(wanted.key);
      const keeps = atMs !== undefined && holds(wanted, atMs);
      change({
        stream: wanted.stream,
        channels: next,
        play: false,
        save: false,
        ...(keeps ? {} : { atMs: wanted.start }),
      });
    },
    startAt: (ms) => {
      const found = segment !== undefined && holds(segment, ms) ? segment : at(ms);
      setPicked(found?.key);
      change({ atMs: ms, day: momentOf(ms).day, play: false, save: false });
    },
  };
};
