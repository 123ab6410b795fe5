// What one camera of a recorder under load sends: pictures of the simulator's clips and sound, each with its number inside, so that
// anyone who finds one knows what its bytes must be. In real time, from a key picture on at each new connection.
import { insertStamp, readStamp } from '@outrider/media';
import { loadClips } from '../../apps/simulator/src/media/clip-store.ts';
import type { Camera } from './recorder.ts';

const PICTURE_MS = 40;
/** Pictures from one key picture to the next. */
const GROUP = 15;
/** Pictures of one size, of a camera that changes it. */
const ONE_SIZE = 3 * GROUP;
/** A test that was kept from sending catches up in turns. */
const MOST_AT_ONCE = 50;
const NUMBER_BYTES = 8;
const clips = loadClips();

export class CameraFeed {
  readonly id: string;
  readonly channel: number;
  /** Its pictures have another size again and again, and with each a segment of their own. */
  readonly changesSize: boolean;
  /** The number of the newest picture and its sound; -1 before the first. */
  last = -1;
  readonly #starts: number[] = [];
  #camera: Camera | null = null;
  #sinceMs = 0;

  constructor(id: string, channel: number, changesSize: boolean) {
    this.id = id;
    this.channel = channel;
    this.changesSize = changesSize;
  }

  picture(number: number): { key: boolean; body: Uint8Array } {
    const isMain = this.changesSize && Math.floor(number / ONE_SIZE) % 2 === 1;
    const { frames, keys } = clips.videoFor(this.channel, isMain ? 'main' : 'sub');
    const place = number % frames.length;
    const stamp = { deviceId: this.id, channel: this.channel, frameNumber: number, captureMs: number * PICTURE_MS };
    return { key: keys.has(place), body: insertStamp(frames[place] ?? new Uint8Array(0), stamp) };
  }

  sound(number: number): Uint8Array {
    const { blocks } = clips.audioFor(this.channel, 'g711a');
    const body = Uint8Array.from(blocks[number % blocks.length] ?? []);
    body.set(Buffer.from(String(number).padStart(NUMBER_BYTES, '0'), 'latin1'));
    return body;
  }

  /** The number of a picture or sound with exactly the bytes that were sent; undefined: they were never sent. */
  numberOf(video: boolean, body: Uint8Array): number | undefined {
    const number = video
      ? readStamp(body)?.frameNumber
      : Number(Buffer.from(body.subarray(0, NUMBER_BYTES)).toString('latin1'));
    if (number === undefined || !(number >= 0 && number <= this.last)) return undefined;
    return Buffer.compare(video ? this.picture(number).body : this.sound(number), body) === 0 ? number : undefined;
  }

  /** The connection in which this number was sent, as its place in their order. */
  connectionOf(number: number): number {
    return this.#starts.findLastIndex((start) => start <= number);
  }

  /** Sends what is due on this connection. */
  send(camera: Camera, nowMs: number): void {
    if (camera !== this.#camera) {
      this.#camera = camera;
      this.#sinceMs = nowMs;
      const start = Math.ceil((this.last + 1) / GROUP) * GROUP;
      this.#starts.push(start);
      this.last = start - 1;
    }
    for (let i = 0; i < MOST_AT_ONCE && this.#sinceMs <= nowMs; i += 1) {
      this.#sinceMs += PICTURE_MS;
      this.last += 1;
      camera.send(this.last, this.picture(this.last));
      camera.sendSound(this.sound(this.last));
    }
  }
}
