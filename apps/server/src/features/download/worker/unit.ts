// One piece of one track of an export, and what its track has to say beforehand. What makes and what writes them is elsewhere.
import type { AdtsHeader, ParameterSets, VideoCodec } from '@outrider/media';

/** What a track says at its beginning. Pictures of another codec and AAC of another rate are tracks of their own. */
export type TrackSeed =
  | { kind: 'video'; channel: number; codec: VideoCodec; sets: ParameterSets }
  | { kind: 'pcm'; channel: number }
  | { kind: 'aac'; channel: number; header: AdtsHeader };

/** `id` names the track. `data`: a picture in length-prefixed units, a raw AAC block, or 16-bit samples. */
export type Unit = { id: string; seed: TrackSeed; timeMs: number } & (
  | { kind: 'video'; key: boolean; data: Uint8Array }
  | { kind: 'pcm'; samples: Int16Array }
  | { kind: 'aac'; data: Uint8Array; samples: number }
);

/** What recorders send that is not AAC (JT/T 1078, table 12, as they use it). */
export const PCM_RATE = 8000;
