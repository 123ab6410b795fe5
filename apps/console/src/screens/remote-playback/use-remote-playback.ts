// The state of remote playback: what is looked at (in the URL), what the device recorded, which segment and moment are chosen.
import type { KeptSpan } from '@outrider/contract';
import { useCallback, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { momentOf } from '../../lib/local-moment.ts';
import { systemClock } from '../../lib/time.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import type { RecordSpan } from '../../parts/record-timeline/bands.ts';
import { channelName, inOrder } from '../../parts/tiles/tile-rules.ts';
import { showToast } from '../../ui/toast.ts';
import { spansOf } from '../../parts/record-list/spans.ts';
import { useRecordList } from '../../parts/record-list/use-record-list.ts';
import type { RecordList } from '../../parts/record-list/use-record-list.ts';
import { segmentAt, segmentsOf, withChannel, withMulti } from './logic.ts';
import type { Channels, Segment } from './logic.ts';
import { readLook, writeLook } from './look.ts';
import type { Look } from './look.ts';

export type RemotePlayback = {
  readonly deviceId: string;
  readonly known: boolean;
  readonly memo: string;
  readonly all: readonly number[];
  readonly channels: Channels;
  readonly nameOf: (channel: number) => string;
  readonly look: Look;
  readonly change: (part: Partial<Look>) => void;
  readonly toggle: (channel: number) => void;
  readonly setMulti: (multi: boolean) => void;
  /** This account sees positions, and this deployment has maps. */
  readonly mapOffered: boolean;
  readonly mapShown: boolean;
  readonly list: RecordList;
  readonly segments: readonly Segment[];
  readonly spans: readonly RecordSpan[];
  readonly kept: readonly KeptSpan[];
  /** The segment to play, chosen in the list or by its moment. */
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

/** The channels that are on: those of the URL that the device has, else its first ones. */
const channelsOf = ({ multi, channels }: Look, all: readonly number[]): Channels => {
  const named = all.filter((channel) => channels.includes(channel));
  if (named.length === 0) return withMulti(multi, { multi, on: all }, all);
  return { multi, on: multi ? named : named.slice(0, 1) };
};

/** The same list as long as it names the same channels: a playback follows it. */
const useSame = (on: readonly number[]): readonly number[] => {
  const key = on.join('.');
  return useMemo(() => (key === '' ? [] : key.split('.').map(Number)), [key]);
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
  const device = useDevice(deviceId);
  const extra = useExtra(deviceId);
  const [look, change] = useLook();
  const mapOffered = useSession(mapEnabled);
  const phone = usePhone();
  const [picked, setPicked] = useState<string>();
  const present = device?.chmask ?? [];
  const all = inOrder(present, extra?.chsort ?? []);
  const chosen = channelsOf(look, all);
  const channels: Channels = { multi: chosen.multi, on: useSame(chosen.on) };
  const list = useRecordList(deviceId, look.day);
  const { kept, segments, spans } = useSegments(list);
  const { atMs, stream } = look;
  const at = (ms: number): Segment | undefined => segmentAt(segments, channels.on, ms, stream);
  const inList = segments.find(({ key, channel }) => key === picked && channels.on.includes(channel));
  const stays = inList !== undefined && (atMs === undefined || holds(inList, atMs));
  const segment = stays ? inList : atMs === undefined ? undefined : at(atMs);
  const toggle = (channel: number): void => {
    const next = withChannel(channel, channels, all);
    if (typeof next === 'string') showToast('warning', t(next));
    else change({ channels: next.on });
  };
  return {
    deviceId,
    known: device !== undefined,
    memo: device?.vehicleid ?? '',
    all,
    channels,
    nameOf: (channel) => channelName(channel, extra?.chnames ?? [], present),
    look,
    change,
    toggle,
    mapOffered,
    mapShown: mapOffered && (look.map ?? !phone),
    setMulti: (multi) => change({ multi, channels: withMulti(multi, channels, all).on }),
    list,
    segments,
    spans,
    kept,
    segment,
    noRecord: atMs !== undefined && segment === undefined && list.state === 'done',
    pick: (wanted) => {
      const shown = channels.on.includes(wanted.channel);
      const next = shown ? channels : withChannel(wanted.channel, channels, all);
      if (typeof next === 'string') {
        showToast('warning', t(next));
        return;
      }
      setPicked(wanted.key);
      const keeps = atMs !== undefined && holds(wanted, atMs);
      change({ stream: wanted.stream, channels: next.on, ...(keeps ? {} : { atMs: undefined }) });
    },
    startAt: (ms) => {
      const found = segment !== undefined && holds(segment, ms) ? segment : at(ms);
      setPicked(found?.key);
      change({ atMs: ms, day: momentOf(ms).day });
    },
  };
};
