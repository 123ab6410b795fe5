// Makes the tracks of an export. Each keeps to the time of the file: what is missing stays missing as long.
import type { ExportTrack, TrackPlace } from './export-track.ts';
import { AacTrack, PcmTrack } from './sound-tracks.ts';
import type { TrackSeed } from './unit.ts';
import { VideoTrack } from './video-track.ts';

/** Adds the track to the output; before that starts. */
export const createTrack = (seed: TrackSeed, place: TrackPlace): ExportTrack => {
  if (seed.kind === 'video') return new VideoTrack(seed, place);
  return seed.kind === 'aac' ? new AacTrack(seed, place) : new PcmTrack(place);
};
