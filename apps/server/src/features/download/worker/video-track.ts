// Pictures as they are in a track of an export; in a pause the last one stands.
import { decoderConfig, videoFormat } from '@outrider/media';
import { EncodedPacket, EncodedVideoPacketSource } from 'mediabunny';
import { type ExportTrack, metadataOf, packetsFor, type TrackPlace } from './export-track.ts';
import type { TrackSeed, Unit } from './unit.ts';

const MAX_FRAMES_PER_SECOND = 60;
const LONGEST_FRAME_S = 0.5;
const SHORTEST_STEP_S = 0.001;

/** Units that are no picture (access unit delimiters: H.264 7.3.2.4, H.265 7.3.2.5): time passes, decoders show nothing. */
const NOTHING = { h264: Uint8Array.of(0, 0, 0, 2, 0x09, 0xf0), h265: Uint8Array.of(0, 0, 0, 3, 0x46, 0x01, 0x50) };

const decoderOf = ({ sets }: TrackSeed & { kind: 'video' }): VideoDecoderConfig => {
  const { codecString, width, height } = videoFormat(sets);
  return { codec: codecString, codedWidth: width, codedHeight: height, description: decoderConfig(sets) };
};

export class VideoTrack implements ExportTrack {
  room: number;
  private readonly seed: TrackSeed & { kind: 'video' };
  private readonly source: EncodedVideoPacketSource;
  private lastS = -Infinity;
  private stepS = 1 / 15;
  private first = true;

  constructor(seed: TrackSeed & { kind: 'video' }, place: TrackPlace) {
    this.seed = seed;
    this.room = packetsFor(place, MAX_FRAMES_PER_SECOND);
    this.source = new EncodedVideoPacketSource(seed.codec === 'h264' ? 'avc' : 'hevc');
    place.output.addVideoTrack(this.source, metadataOf(place, this.room));
  }

  async write(unit: Unit, atS: number): Promise<void> {
    if (unit.kind !== 'video' || (this.first && !unit.key)) return;
    await this.put(unit.data, unit.key, atS);
  }

  async idle(untilS: number): Promise<void> {
    if (untilS > this.lastS) await this.put(NOTHING[this.seed.codec], this.first, untilS);
  }

  async end(): Promise<void> {
    this.source.close();
  }

  private async put(data: Uint8Array, key: boolean, wantedS: number): Promise<void> {
    const atS = Math.max(wantedS, this.lastS + SHORTEST_STEP_S); // moments that come twice keep their order
    if (!this.first) this.stepS = Math.min(LONGEST_FRAME_S, atS - this.lastS);
    const packet = new EncodedPacket(data, key ? 'key' : 'delta', atS, this.stepS);
    const metadata = this.first ? { decoderConfig: decoderOf(this.seed) } : undefined;
    this.first = false;
    this.lastS = atS;
    this.room -= 1;
    await this.source.add(packet, metadata);
  }
}
