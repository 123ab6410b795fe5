// Lanes: footage that was fetched from a device is stored like recordings, but beside them. Pure numbers.

/** What a lane holds. `audio` false: it was fetched at a pace at which the device sends no sound. */
export type LaneContent = { channel: number; stream: 'main' | 'sub'; audio: boolean };

/** Channels are 1 to 64; what stands at and above this number where a channel is meant is a lane. */
export const FIRST_LANE = 256;
export const ALL_CHANNELS: readonly number[] = Array.from({ length: 64 }, (_, i) => i + 1);

const kinds = [
  { stream: 'main', audio: true },
  { stream: 'sub', audio: true },
  { stream: 'main', audio: false },
  { stream: 'sub', audio: false },
] as const;

/** The number that stands in the place of a channel: in the index, in the head of each file and in its path. */
export const laneOf = ({ channel, stream, audio }: LaneContent): number =>
  channel + FIRST_LANE * (1 + kinds.findIndex((kind) => kind.stream === stream && kind.audio === audio));
