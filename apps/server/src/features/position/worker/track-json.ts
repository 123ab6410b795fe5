// Track points as JSON, written as bytes: as strings put together they took half the processor time of a track.
import type { TrackPosition } from '../hour-codec.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const [LAT, LNG, SPEED, HEADING, TIME] = ['{"lat":', ',"lng":', ',"speed":', ',"dir":', ',"time":'].map(bytesOf);
const [OPEN, CLOSE, COMMA, BRACE, MINUS, POINT, DIGIT_0 = 0] = bytesOf('[],}-.0');
/** Ten to the power of the place. */
const TENS = Array.from({ length: 9 }, (_, power) => 10 ** power);
const BILLION = 1e9;

/** A point with the longest numbers that fit into its steps, and what stands between two. */
const POINT_BYTES = 112;

/** Writes into one array of bytes that is long enough. */
class TextWriter {
  readonly bytes: Uint8Array<ArrayBuffer>;
  at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
  }

  sign(byte = 0): void {
    this.bytes[this.at++] = byte;
  }

  text(text: Uint8Array = new Uint8Array(0)): void {
    for (const byte of text) this.bytes[this.at++] = byte;
  }

  /** A whole number from 0, at least so many digits long. */
  whole(value: number, least = 1): void {
    if (value >= BILLION) {
      this.whole(Math.floor(value / BILLION));
      this.whole(value % BILLION, 9);
      return;
    }
    let length = least;
    while (length < 9 && value >= (TENS[length] ?? 0)) length += 1;
    let rest = value | 0; // what is left fits: reckoned without fractions
    for (let i = this.at + length - 1; i >= this.at; i -= 1) {
      const next = (rest / 10) | 0;
      this.bytes[i] = DIGIT_0 + rest - next * 10;
      rest = next;
    }
    this.at += length;
  }

  /** `value` steps of which `scale`, ten to the power of `places`, are 1: as JSON.stringify writes the quotient. */
  scaled(value: number, scale: number, places: number): void {
    const steps = Math.abs(value);
    const whole = Math.floor(steps / scale);
    if (value < 0) this.sign(MINUS);
    this.whole(whole);
    const fraction = steps - whole * scale;
    if (fraction === 0) return;
    this.sign(POINT);
    this.whole(fraction, places);
    while (this.bytes[this.at - 1] === DIGIT_0) this.at -= 1;
  }
}

/** The array that POST /api/gps answers: degrees, km/h, degrees from north, unix seconds. */
export const trackJson = (points: readonly TrackPosition[]): Uint8Array<ArrayBuffer> => {
  const writer = new TextWriter(2 + points.length * POINT_BYTES);
  writer.sign(OPEN);
  for (const [i, { lat, lng, speed, heading, time }] of points.entries()) {
    if (i > 0) writer.sign(COMMA);
    writer.text(LAT);
    writer.scaled(lat, 1_000_000, 6);
    writer.text(LNG);
    writer.scaled(lng, 1_000_000, 6);
    writer.text(SPEED);
    writer.scaled(speed, 10, 1);
    writer.text(HEADING);
    writer.whole(heading);
    writer.text(TIME);
    writer.whole(time);
    writer.sign(BRACE);
  }
  writer.sign(CLOSE);
  return writer.bytes.slice(0, writer.at);
};
