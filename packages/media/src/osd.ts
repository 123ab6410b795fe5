// What a recorder writes into the picture, as a SEI message of our own: the simulator's pictures are drawn beforehand, so it says there what
// would stand in them. Real recorders burn it in.
import type { VideoCodec } from './annex-b.ts';
import { findSeiUserData, insertSei } from './sei.ts';

/** 6f757472-6964-4572-8c61-74656e636f73. */
const OSD_UUID: Uint8Array = Uint8Array.of(
  0x6f,
  0x75,
  0x74,
  0x72,
  0x69,
  0x64,
  0x45,
  0x72,
  0x8c,
  0x61,
  0x74,
  0x65,
  0x6e,
  0x63,
  0x6f,
  0x73,
);

/** Lines of text, in front of the first slice of an Annex-B frame. Throws MediaError where there is none. */
export const insertOsd = (frame: Uint8Array, lines: readonly string[], codec: VideoCodec = 'h264'): Uint8Array =>
  insertSei(frame, OSD_UUID, new TextEncoder().encode(lines.join('\n')), codec);

/** Null for a frame that says none. */
export const readOsd = (frame: Uint8Array, codec: VideoCodec = 'h264'): string[] | null => {
  const payload = findSeiUserData(frame, OSD_UUID, codec);
  return payload === null ? null : new TextDecoder().decode(payload).split('\n');
};
