// Reads the JSON of a playback's state message. Hand-made, as read-state.ts is.
import type { PlaybackState } from '@outrider/contract';
import { readObject } from './read-state.ts';

/** Every state of the contract; the compiler asks for a new one here. */
const states: Record<PlaybackState['state'], true> = {
  opening: true,
  playing: true,
  gap: true,
  ended: true,
  none: true,
  offline: true,
  refused: true,
  timeout: true,
  forbidden: true,
  limit: true,
  error: true,
};
const isState = (value: unknown): value is PlaybackState['state'] =>
  typeof value === 'string' && Object.hasOwn(states, value);

/** Undefined for what is no state message, or a state of a later version. Never throws. */
export const readPlaybackState = (body: Uint8Array): PlaybackState | undefined => {
  const { state, message, generation, timeMs, from } = readObject(body);
  if (!isState(state) || typeof generation !== 'number') return undefined;
  return {
    state,
    message: typeof message === 'string' ? message : '',
    generation,
    from: from === 'device' || from === 'kept' ? from : 'server',
    ...(typeof timeMs === 'number' && Number.isFinite(timeMs) ? { timeMs } : {}),
  };
};
