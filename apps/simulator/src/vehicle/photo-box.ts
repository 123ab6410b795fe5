// Pictures and sounds that the recorder took: kept, listed, sent as 0x0801 in sub-packages (section 19.3). All pictures show the same
// committed photo; sounds are a tone.
import { decodeTime, t0801MediaUpload } from '@outrider/jt808';
import type { LocationReport } from '@outrider/jt808';
import type { SignalLink } from '../link/signal-link.ts';

const MAX_ITEMS = 200;
const JPEG = 0;
const WAV = 3;
const PICTURE = 0;
const SOUND = 1;

export type Photo = {
  readonly mediaId: number;
  readonly type: number;
  readonly channel: number;
  readonly event: number;
  readonly location: LocationReport;
  readonly data: Uint8Array;
};

/** What 0x8802 and 0x8803 ask for; times in UTC ms, null for no limit. */
export type PhotoFilter = {
  readonly type: number;
  readonly channel: number;
  readonly event: number;
  readonly start: string;
  readonly end: string;
};

export class PhotoBox {
  private readonly jpeg: Uint8Array;
  private readonly items = new Map<number, Photo>();
  /** First serial of the last upload of each, for packages asked for again. */
  private readonly uploads = new Map<number, { serial: number; thenDelete: boolean }>();
  private nextId = 1;

  constructor(jpeg: Uint8Array) {
    this.jpeg = jpeg;
  }

  take(channel: number, event: number, location: LocationReport): Photo {
    return this.keep({ type: PICTURE, channel, event, location, data: this.jpeg });
  }

  /** So many seconds of sound in the vehicle. */
  record(seconds: number, location: LocationReport): Photo {
    return this.keep({ type: SOUND, channel: 0, event: 0, location, data: toneOf(seconds) });
  }

  get(mediaId: number): Photo | undefined {
    return this.items.get(mediaId);
  }

  /** Channel 0 is any; type and event must agree. */
  find({ type, channel, event, start, end }: PhotoFilter): Photo[] {
    const from = start === NO_LIMIT ? -Infinity : (decodeTime(start) ?? -Infinity);
    const until = end === NO_LIMIT ? Infinity : (decodeTime(end) ?? Infinity);
    return [...this.items.values()].filter((item) => {
      const timeMs = item.location.time ?? 0;
      const fits = item.type === type && item.event === event && (channel === 0 || channel === item.channel);
      return fits && timeMs >= from && timeMs <= until;
    });
  }

  upload(link: SignalLink, item: Photo, thenDelete = false): void {
    const media = { ...item, format: item.type === SOUND ? WAV : JPEG };
    this.uploads.set(item.mediaId, { serial: link.send(t0801MediaUpload, media), thenDelete });
  }

  /** 0x8800: complete, or packages to send again. */
  answered(link: SignalLink, mediaId: number, packages: readonly number[]): void {
    const upload = this.uploads.get(mediaId);
    if (upload === undefined) return;
    if (packages.length > 0) {
      link.resend(upload.serial, packages);
      return;
    }
    this.uploads.delete(mediaId);
    if (upload.thenDelete) this.items.delete(mediaId);
  }

  private keep(item: Omit<Photo, 'mediaId'>): Photo {
    const kept = { ...item, mediaId: this.nextId };
    this.nextId += 1;
    this.items.set(kept.mediaId, kept);
    const oldest = this.items.keys().next().value;
    if (this.items.size > MAX_ITEMS && oldest !== undefined) this.items.delete(oldest);
    return kept;
  }
}

const NO_LIMIT = '000000000000';
const SAMPLES_PER_S = 8000;
const HEAD_BYTES = 44;
const LONGEST_S = 60;

/** A WAV file of 8000 samples a second, one byte each. */
const toneOf = (seconds: number): Uint8Array => {
  const samples = Math.round(Math.min(seconds, LONGEST_S) * SAMPLES_PER_S);
  const file = Buffer.alloc(HEAD_BYTES + samples, 0x80);
  file.write('RIFF', 0, 'ascii');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'ascii');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLES_PER_S, 24);
  file.writeUInt32LE(SAMPLES_PER_S, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'ascii');
  file.writeUInt32LE(samples, 40);
  for (let i = 0; i < samples; i += 1) file[HEAD_BYTES + i] = 128 + Math.round(60 * Math.sin((i * Math.PI) / 8));
  return file;
};
