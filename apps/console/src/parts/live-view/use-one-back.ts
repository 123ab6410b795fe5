// One tile that goes back while the others stay live: its playback, and what keys and buttons do with it.
import { useMemo } from 'react';
import { useKeys } from '../../lib/use-keys.ts';
import { BACK_SECONDS } from '../playback/use-play-keys.ts';
import type { Back } from './use-back.ts';
import type { LiveView } from './use-live-view.ts';
import { useTileBack } from './use-tile-back.ts';
import type { TileBack } from './use-tile-back.ts';

const NOTHING: readonly number[] = [];

type OneBack = {
  /** The channel that went back, in a list; the same array as long as it is the same one. */
  readonly on: readonly number[];
  readonly played: TileBack;
  /** A channel goes back, or further. */
  readonly begin: (channel: number | undefined) => void;
  readonly further: () => void;
  /** B: the chosen tile, with Shift all. */
  readonly press: (event: KeyboardEvent) => void;
};

type OneBackKit = { view: LiveView; back: Back; inDialog: boolean };

export const useOneBack = ({ view, back, inDialog }: OneBackKit): OneBack => {
  const { one } = back;
  const channel = one?.channel;
  const on = useMemo(() => (channel === undefined ? NOTHING : [channel]), [channel]);
  const played = useTileBack(view.deviceId, on, one);
  const { group } = played;
  const further = (): void => {
    const fromMs = group?.state.getState().timeMs ?? one?.targetMs;
    if (fromMs !== undefined) back.goTo(fromMs - BACK_SECONDS * 1000);
  };
  const begin = (of: number | undefined): void => {
    if (!back.offered || of === undefined) return;
    if (of === channel) further();
    else back.begin(of);
  };
  const press = ({ shiftKey }: KeyboardEvent): void =>
    shiftKey && back.allOffered ? back.begin('all') : begin(view.active);
  const acts = { b: press, n: one === undefined ? undefined : back.live };
  useKeys(acts, { where: inDialog ? 'dialog' : 'page', repeats: false });
  return { on, played, begin, further, press };
};
