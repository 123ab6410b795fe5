// Pictures the recorder took: kept, listed, sent as 0x0801 in sub-packages (section 19.3). All show the same committed photo.
import { decodeTime, t0801MediaUpload } from '@outrider/jt808';
import type { LocationReport } from '@outrider/jt808';
import type { SignalLink } from '../link/signal-link.ts';

const MAX_PHOTOS = 200;
const JPEG = 0;
const PICTURE = 0;

export type Photo = {
  readonly mediaId: number;
  readonly channel: number;
  readonly event: number;
  readonly location: LocationReport;
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
  private readonly photos = new Map<number, Photo>();
  /** First serial of the last upload of each picture, for packages asked for again. */
  private readonly uploads = new Map<number, { serial: number; thenDelete: boolean }>();
  private nextId = 1;

  constructor(jpeg: Uint8Array) {
    this.jpeg = jpeg;
  }

  take(channel: number, event: number, location: LocationReport): Photo {
    const photo = { mediaId: this.nextId, channel, event, location };
    this.nextId += 1;
    this.photos.set(photo.mediaId, photo);
    const oldest = this.photos.keys().next().value;
    if (this.photos.size > MAX_PHOTOS && oldest !== undefined) this.photos.delete(oldest);
    return photo;
  }

  get(mediaId: number): Photo | undefined {
    return this.photos.get(mediaId);
  }

  /** Channel 0 is any; the event must agree; sound and video find nothing. */
  find({ type, channel, start, end }: PhotoFilter): Photo[] {
    const from = start === NO_LIMIT ? -Infinity : (decodeTime(start) ?? -Infinity);
    const until = end === NO_LIMIT ? Infinity : (decodeTime(end) ?? Infinity);
    if (type !== PICTURE) return [];
    return [...this.photos.values()].filter(({ channel: of, location }) => {
      const timeMs = location.time ?? 0;
      return (channel === 0 || channel === of) && timeMs >= from && timeMs <= until;
    });
  }

  upload(link: SignalLink, { mediaId, channel, event, location }: Photo, thenDelete = false): void {
    const picture = { mediaId, type: PICTURE, format: JPEG, event, channel, location, data: this.jpeg };
    this.uploads.set(mediaId, { serial: link.send(t0801MediaUpload, picture), thenDelete });
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
    if (upload.thenDelete) this.photos.delete(mediaId);
  }
}

const NO_LIMIT = '000000000000';
