// What each track of an export does, and what it says of itself to the muxer. Pictures and sound are video-track.ts and sound-tracks.ts.
import type { Output } from 'mediabunny';
import type { Unit } from './unit.ts';

/** A track of the file. Times are seconds of the file; what lies before 0 is decoded and not shown. */
export interface ExportTrack {
  /** Packets it may still take, where the file's head has a place for each. */
  room: number;
  write(unit: Unit, atS: number): Promise<void>;
  /** Nothing comes before this moment: says so to the muxer, which would keep all other tracks in memory until it knows. */
  idle(untilS: number): Promise<void>;
  end(): Promise<void>;
}

export type TrackPlace = { output: Output; name: string; seconds: number; packetLimit: boolean };

const SPARE_PACKETS = 300;

/** How many packets the file's head has places for. */
export const packetsFor = ({ seconds, packetLimit }: TrackPlace, perSecond: number): number =>
  packetLimit ? Math.ceil(seconds * perSecond) + SPARE_PACKETS : Infinity;

/** What the muxer is told of a track with room for so many packets. */
export const metadataOf = (place: TrackPlace, room: number) => ({
  name: place.name,
  ...(Number.isFinite(room) && { maximumPacketCount: room + 1 }),
});
