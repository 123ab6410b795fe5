// Reads the JSON of a state message. Hand-made, so that the worker does not carry a schema library for one object.
import type { StreamNote, StreamState } from '@outrider/contract';

/** Every state of the contract; the compiler asks for a new one here. */
const states: Record<StreamState['state'], true> = {
  connecting: true,
  waiting: true,
  playing: true,
  reconnecting: true,
  offline: true,
  refused: true,
  timeout: true,
  forbidden: true,
  limit: true,
};
/** Longer than any coding is called. */
const MAX_NAME = 40;
const isState = (value: unknown): value is StreamState['state'] =>
  typeof value === 'string' && Object.hasOwn(states, value);
const numbered = <K extends string>(key: K, value: unknown): Partial<Record<K, number>> => {
  const part: Partial<Record<K, number>> = {};
  if (typeof value === 'number' && Number.isFinite(value)) part[key] = value;
  return part;
};

/** The object in a body of JSON; an empty one for anything else. Never throws. */
export const readObject = (body: Uint8Array): Record<string, unknown> => {
  let found: unknown;
  try {
    found = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return {};
  }
  return typeof found === 'object' && found !== null ? { ...found } : {};
};

/** Undefined for what is no state message, or a state of a later version. Never throws. */
export const readState = (body: Uint8Array): StreamState | undefined => {
  const { state, stream, message, sinceMs, retryInMs, dropped, deviceid, channel } = readObject(body);
  if (!isState(state) || (stream !== 'main' && stream !== 'sub')) return undefined;
  return {
    state,
    stream,
    message: typeof message === 'string' ? message : '',
    sinceMs: typeof sinceMs === 'number' ? sinceMs : 0,
    ...numbered('retryInMs', retryInMs),
    ...numbered('dropped', dropped),
    ...(typeof deviceid === 'string' ? { deviceid } : {}),
    ...numbered('channel', channel),
  };
};

/** Both fields, so that what a note leaves out is taken back. Never throws. */
export const readNote = (body: Uint8Array): { lacks: StreamNote['lacks']; mute: StreamNote['mute'] } => {
  const { lacks, mute } = readObject(body);
  return {
    lacks: lacks === 'parameters' ? lacks : undefined,
    mute: typeof mute === 'string' && mute !== '' ? mute.slice(0, MAX_NAME) : undefined,
  };
};
