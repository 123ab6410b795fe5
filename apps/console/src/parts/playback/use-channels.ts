// The channels of a device that is played back: what they are called, which are on, and what a press on one makes of the choice.
import { TOO_MANY_CHANNELS } from '@outrider/contract';
import { useMemo } from 'react';
import { t } from '../../lib/i18n.ts';
import { deviceName } from '../../live/device-name.ts';
import { useDevice, useExtra } from '../../live/hooks.ts';
import { showToast } from '../../ui/toast.ts';
import { channelName, inOrder } from '../tiles/tile-rules.ts';
import { firstPlayed, pressed } from './channel-rules.ts';
import type { PressRules } from './channel-rules.ts';

export type PlayedChannels = {
  /** What the device is called. */
  readonly device: string;
  /** In the order of the device's own choice. */
  readonly all: readonly number[];
  /** The same list as long as it names the same channels: a playback follows it. */
  readonly on: readonly number[];
  readonly multi: boolean;
  readonly nameOf: (channel: number) => string;
  /** What would be on after a press; undefined: one too many, which the operator is told. */
  readonly pressed: (channel: number) => readonly number[] | undefined;
};

type ChannelsKit = Pick<PressRules, 'multi' | 'most' | 'lastStays'> & {
  /** Those that were chosen of what the device has; undefined: its first ones. */
  readonly chosen: (all: readonly number[]) => readonly number[] | undefined;
  readonly tooMany?: string;
};

const NOTHING: readonly number[] = [];

export const usePlayedChannels = (deviceId: string, kit: ChannelsKit): PlayedChannels => {
  const { multi, most, lastStays, chosen, tooMany = TOO_MANY_CHANNELS } = kit;
  const device = useDevice(deviceId);
  const present = device?.chmask ?? NOTHING;
  const extra = useExtra(deviceId);
  const all = inOrder(present, extra?.chsort ?? []);
  const key = (chosen(all) ?? firstPlayed(all, multi)).join('.');
  const on = useMemo(() => (key === '' ? NOTHING : key.split('.').map(Number)), [key]);
  return {
    device: deviceName(deviceId, device),
    all,
    on,
    multi,
    nameOf: (channel) => channelName(channel, extra?.chnames ?? [], present),
    pressed: (channel) => {
      const next = pressed(on, channel, { multi, order: all, most, lastStays });
      if (next === undefined) showToast('error', t(tooMany));
      return next;
    },
  };
};
