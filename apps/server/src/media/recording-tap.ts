// What a recording gets of a stream: whole frames as the device sent them, and news of breaks. No file and no viewer here.
import type { StreamCodec } from '@outrider/contract';
import type { StreamChoice } from '../gateway/index.ts';

/** One whole picture or block of sound. `body` is not changed by anybody. */
export type WholeFrame = {
  kind: 'video' | 'audio';
  codec: StreamCodec;
  stream: StreamChoice;
  /** Decodable by itself. The parameter sets stand in front. Never true for sound. */
  key: boolean;
  /** A key picture whose parameter sets differ from those before: another size or codec. */
  newFormat: boolean;
  /** The presentation time started over with this frame. */
  discontinuity: boolean;
  body: Uint8Array;
  presentationUs: number;
  /** Server clock at the arrival of the first packet, UTC ms. */
  captureMs: number;
};

/** Called on the main thread between viewers: must not throw and must not wait. A bound on what waits is the tap's own. */
export interface RecordingTap {
  /** Which stream it wants. It gets the better one while a viewer wants that. */
  readonly stream: StreamChoice;
  frame(frame: WholeFrame): void;
  /** Frames before and after do not belong together: the device went offline, or its stream was asked for again. */
  broken(): void;
}
