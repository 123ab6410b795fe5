// Firmware of these recorders: a head of three lines that names the version and the SHA-256 of what follows the empty line behind it.
// Read as it comes, so that an image of any size needs no memory.
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';

const MAGIC = 'OUTRIDER-FIRMWARE';
const MAX_HEAD = 512;
const HEAD = /^OUTRIDER-FIRMWARE\nversion=([\w.+-]{1,64})\nsha256=([0-9a-f]{64})\n\n/;

/** What an image turned out to be. */
export type ImageVerdict = { readonly version: string } | { readonly fault: 'no-firmware' | 'damaged' };

/** An image that these recorders install. */
export const makeFirmwareImage = (version: string, payload: Uint8Array): Uint8Array => {
  const sha256 = createHash('sha256').update(payload).digest('hex');
  return Buffer.concat([Buffer.from(`${MAGIC}\nversion=${version}\nsha256=${sha256}\n\n`), payload]);
};

export class ImageReader {
  bytes = 0;
  private head: Buffer = Buffer.alloc(0);
  private found: { version: string; sha256: string } | null = null;
  private readonly hash: Hash = createHash('sha256');

  push(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    if (this.found !== null) this.hash.update(bytes);
    else if (this.head.length < MAX_HEAD) this.readHead(bytes);
  }

  /** With the last byte. */
  verdict(): ImageVerdict {
    if (this.found === null) return { fault: 'no-firmware' };
    const { version, sha256 } = this.found;
    return this.hash.digest('hex') === sha256 ? { version } : { fault: 'damaged' };
  }

  private readHead(bytes: Uint8Array): void {
    this.head = Buffer.concat([this.head, bytes]);
    const [whole, version, sha256] = HEAD.exec(this.head.toString('latin1', 0, MAX_HEAD)) ?? [];
    if (whole === undefined || version === undefined || sha256 === undefined) return;
    this.found = { version, sha256 };
    this.hash.update(this.head.subarray(whole.length));
  }
}
