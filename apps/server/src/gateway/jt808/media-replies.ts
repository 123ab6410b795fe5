// The last uploads of a connection that are on disk: a device that missed their 0x8800 repeats the last part and gets it again.
import type { Header } from '@outrider/jt808';

const REMEMBERED = 16;

/** Serial of the first part by any of them, and how many there are. */
const markOf = ({ serial, packageIndex = 1, packageTotal = 1 }: Header): string =>
  `${(serial - (packageIndex - 1)) & 0xffff}.${packageTotal}`;

export class MediaReplies {
  private readonly kept = new Map<string, number>();

  add(header: Header, mediaId: number): void {
    this.kept.set(markOf(header), mediaId);
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > REMEMBERED && oldest !== undefined) this.kept.delete(oldest);
  }

  /** The media id that the last part of a kept upload asks for; undefined for other parts and other uploads. */
  askedBy(header: Header): number | undefined {
    return header.packageIndex === header.packageTotal ? this.kept.get(markOf(header)) : undefined;
  }
}
