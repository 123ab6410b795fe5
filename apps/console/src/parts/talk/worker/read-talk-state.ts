// Reads the JSON of a talk's state message. Hand-made, so that the worker does not carry a schema library for one object.
import type { TalkState } from '@outrider/contract';
import { readObject } from '../../../player/worker/read-state.ts';

/** Every state and mode of the contract; the compiler asks for a new one here. */
const states: Record<TalkState['state'], true> = {
  connecting: true,
  waiting: true,
  playing: true,
  offline: true,
  refused: true,
  timeout: true,
  busy: true,
  limit: true,
  ended: true,
};
const modes: Record<TalkState['mode'], true> = { talk: true, listen: true, broadcast: true };
const isState = (value: unknown): value is TalkState['state'] =>
  typeof value === 'string' && Object.hasOwn(states, value);
const isMode = (value: unknown): value is TalkState['mode'] => typeof value === 'string' && Object.hasOwn(modes, value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Undefined for what is no state message, or a state of a later version. Never throws. */
export const readTalkState = (body: Uint8Array): TalkState | undefined => {
  const { deviceid, mode, state, message, format, sinceMs, recorded } = readObject(body);
  if (typeof deviceid !== 'string' || !isMode(mode) || !isState(state)) return undefined;
  return {
    deviceid,
    mode,
    state,
    message: textOf(message),
    format: textOf(format),
    sinceMs: typeof sinceMs === 'number' && Number.isFinite(sinceMs) ? sinceMs : 0,
    ...(recorded === true && { recorded }),
  };
};
