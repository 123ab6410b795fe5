// State and actions of the playback screen of one device. What is looked at stands in the address; the playback itself in its group.
import { MAX_PLAYBACK_CHANNELS } from '@outrider/contract';
import { useEffect, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { dayDate } from '../../lib/local-moment.ts';
import { usePhone } from '../../lib/device-kind.ts';
import { systemClock } from '../../lib/time.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import { firstPlayed } from '../../parts/playback/channel-rules.ts';
import { usePlayedChannels } from '../../parts/playback/use-channels.ts';
import type { PlayedChannels } from '../../parts/playback/use-channels.ts';
import { usePlaybackGroup } from '../../parts/playback/use-playback-group.ts';
import type { PlaybackGroup } from '../../player/recorded/playback-group.ts';
import { readLook, writeLook } from './look.ts';
import type { Look } from './look.ts';

export type PlaybackView = {
  readonly deviceId: string;
  readonly look: Look;
  readonly channels: PlayedChannels;
  readonly group: PlaybackGroup | undefined;
  readonly mapOffered: boolean;
  readonly pickDay: (day: string) => void;
  readonly pickHour: (hour: number) => void;
  readonly pickMinute: (minute: number) => void;
  readonly pickSecond: (second: number) => void;
  /** Goes to any recorded moment. */
  readonly goTo: (ms: number) => void;
  readonly toggleMulti: () => void;
  readonly press: (channel: number) => void;
  readonly toggleMap: () => void;
};

/** A moment of a local day; undefined for a text that is no day. */
const momentOn = (day: string, hour: number, minute: number, second: number): number | undefined => {
  const date = dayDate(day);
  date?.setHours(hour, minute, second, 0);
  return date?.getTime();
};

/** The playback of what the address says. It is made once, at the first moment; others are sought. */
const useGroup = (deviceId: string, atMs: number | undefined, on: readonly number[]): PlaybackGroup | undefined => {
  const [firstMs, setFirst] = useState(atMs);
  if ((firstMs === undefined) !== (atMs === undefined)) setFirst(atMs);
  const group = usePlaybackGroup(deviceId, firstMs, on);
  useEffect(() => {
    // Another time begins at speed 1.
    if (group !== undefined && atMs !== undefined && atMs !== group.targetMs) group.seek(atMs, 1);
  }, [group, atMs]);
  return group;
};

export const usePlaybackScreen = (deviceId: string): PlaybackView => {
  const phone = usePhone();
  const [params, setParams] = useAddressQuery();
  const look = readLook(params, systemClock.now(), !phone);
  const chosen = (all: readonly number[]): readonly number[] | undefined =>
    look.channels?.filter((channel) => all.includes(channel)).slice(0, MAX_PLAYBACK_CHANNELS);
  const channels = usePlayedChannels(deviceId, { multi: look.multi, chosen });
  const group = useGroup(deviceId, look.atMs, channels.on);
  const change = (next: Partial<Look>): void =>
    setParams(() => writeLook({ ...look, channels: chosen(channels.all), ...next }));
  const goTo = (ms: number): void => {
    if (ms === look.atMs || ms === group?.targetMs) group?.seek(ms, 1);
    change({ atMs: ms });
  };
  const pickTime = (hour: number | undefined, minute: number, second: number): void => {
    const ms = hour === undefined ? undefined : momentOn(look.day, hour, minute, second);
    if (ms !== undefined) goTo(ms);
  };
  const minuteNow = look.atMs === undefined ? 0 : new Date(look.atMs).getMinutes();
  return {
    deviceId,
    look,
    channels,
    group,
    mapOffered: useSession(mapEnabled),
    pickDay: (day) => change({ day, hour: undefined, atMs: undefined }),
    pickHour: (hour) => change({ hour, atMs: undefined }),
    pickMinute: (minute) => pickTime(look.hour, minute, 0),
    pickSecond: (second) => pickTime(look.hour, minuteNow, second),
    goTo,
    toggleMulti: () => {
      group?.setSpeed(1);
      change({ multi: !look.multi, channels: firstPlayed(channels.all, !look.multi) });
    },
    press: (channel) => {
      const next = channels.pressed(channel);
      if (next !== undefined) change({ channels: next });
    },
    toggleMap: () => change({ map: !look.map }),
  };
};
