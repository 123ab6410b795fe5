// Sound in a track of an export: samples coded to AAC, or AAC as it is. What is missing is silent for as long.
import { audioSpecificConfig } from '@outrider/media';
import { AudioSample, AudioSampleSource, EncodedAudioPacketSource, EncodedPacket } from 'mediabunny';
import { type ExportTrack, metadataOf, packetsFor, type TrackPlace } from './export-track.ts';
import { PCM_RATE, type TrackSeed, type Unit } from './unit.ts';

const AAC_SAMPLES = 1024;
/** Sound is given to the coder in pieces of so many samples. */
const PIECE = PCM_RATE / 2;
const BITS_PER_SECOND = 24_000;
/** Sound may be so far from its place, by jitter of the device, before silence is put in. */
const LATE_S = 0.12;
/** Sound that comes for a moment that is over: a repeat, or a clock set back. */
const EARLY_S = 0.3;

export class PcmTrack implements ExportTrack {
  room: number;
  private readonly source = new AudioSampleSource({ codec: 'aac', bitrate: BITS_PER_SECOND });
  private piece = new Int16Array(PIECE);
  private filled = 0;
  /** Where the next sample belongs; null before the first. */
  private nextS: number | null = null;

  constructor(place: TrackPlace) {
    this.room = packetsFor(place, PCM_RATE / AAC_SAMPLES);
    place.output.addAudioTrack(this.source, metadataOf(place, this.room));
  }

  async write(unit: Unit, atS: number): Promise<void> {
    if (unit.kind !== 'pcm' || atS < 0) return;
    const aheadS = atS - (this.nextS ?? atS);
    if (aheadS < -EARLY_S) return;
    if (aheadS > LATE_S) await this.silence(aheadS);
    await this.put(unit.samples, atS);
  }

  async idle(untilS: number): Promise<void> {
    const missingS = untilS - (this.nextS ?? 0);
    if (missingS > 0) await this.silence(missingS);
  }

  async end(): Promise<void> {
    await this.flush();
    this.source.close();
  }

  private async silence(seconds: number): Promise<void> {
    const none = new Int16Array(PIECE);
    for (let left = Math.round(seconds * PCM_RATE); left > 0; left -= PIECE)
      // oxlint-disable-next-line no-await-in-loop -- the coder takes one piece after the other
      await this.put(none.subarray(0, Math.min(left, PIECE)), 0);
  }

  private async put(samples: Int16Array, atS: number): Promise<void> {
    this.nextS ??= atS;
    for (let at = 0; at < samples.length;) {
      const part = samples.subarray(at, at + PIECE - this.filled);
      this.piece.set(part, this.filled);
      this.filled += part.length;
      this.nextS += part.length / PCM_RATE;
      at += part.length;
      // oxlint-disable-next-line no-await-in-loop
      if (this.filled === PIECE) await this.flush();
    }
  }

  private async flush(): Promise<void> {
    if (this.filled === 0 || this.nextS === null) return;
    const timestamp = this.nextS - this.filled / PCM_RATE;
    const data = this.piece.slice(0, this.filled);
    this.room -= Math.ceil(this.filled / AAC_SAMPLES);
    this.filled = 0;
    const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: PCM_RATE, timestamp });
    await this.source.add(sample);
    sample.close();
  }
}

/** AAC-LC blocks without sound, for one and for two channels. */
const SILENT_AAC = new Map([
  [1, Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80)],
  [2, Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80)],
]);

export class AacTrack implements ExportTrack {
  room: number;
  private readonly seed: TrackSeed & { kind: 'aac' };
  private readonly source = new EncodedAudioPacketSource('aac');
  private nextS: number | null = null;

  constructor(seed: TrackSeed & { kind: 'aac' }, place: TrackPlace) {
    this.seed = seed;
    this.room = packetsFor(place, seed.header.sampleRate / AAC_SAMPLES);
    place.output.addAudioTrack(this.source, metadataOf(place, this.room));
  }

  async write(unit: Unit, atS: number): Promise<void> {
    if (unit.kind !== 'aac' || atS < 0) return;
    const aheadS = atS - (this.nextS ?? atS);
    if (aheadS < -EARLY_S) return;
    if (aheadS > LATE_S) await this.idle(atS);
    await this.put(unit.data, unit.samples, atS);
  }

  async idle(untilS: number): Promise<void> {
    const { sampleRate, channels } = this.seed.header;
    const silent = SILENT_AAC.get(channels);
    while ((this.nextS ?? 0) + AAC_SAMPLES / sampleRate <= untilS) {
      if (silent === undefined) this.nextS = untilS;
      // oxlint-disable-next-line no-await-in-loop -- block after block
      else await this.put(silent, AAC_SAMPLES, 0);
    }
  }

  async end(): Promise<void> {
    this.source.close();
  }

  private async put(data: Uint8Array, samples: number, atS: number): Promise<void> {
    const { header } = this.seed;
    const first = this.nextS === null;
    const startS = this.nextS ?? atS;
    const duration = samples / header.sampleRate;
    const { sampleRate, channels: numberOfChannels, objectType } = header;
    const description = audioSpecificConfig(header);
    const decoder = { codec: `mp4a.40.${objectType}`, sampleRate, numberOfChannels, description };
    this.nextS = startS + duration;
    this.room -= 1;
    await this.source.add(
      new EncodedPacket(data, 'key', startS, duration),
      first ? { decoderConfig: decoder } : undefined,
    );
  }
}
