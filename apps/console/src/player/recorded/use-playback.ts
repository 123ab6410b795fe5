// How components read a playback. Each hook draws again only when its own answer changed.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { PlaybackGroup } from './playback-group.ts';
import type { PlaybackState } from './playback-kit.ts';

const nothing = createStore<PlaybackState>(() => ({
  timeMs: 0,
  speed: 0,
  buffering: false,
  ended: false,
  channels: [],
}));

/** What `read` makes of the playback; without one nothing plays at moment 0. */
export const usePlayback = <T>(group: PlaybackGroup | undefined, read: (state: PlaybackState) => T): T =>
  useStore(group?.state ?? nothing, read);

export const usePlaybackChannels = (group: PlaybackGroup | undefined): readonly number[] =>
  usePlayback(group, ({ channels }) => channels);
