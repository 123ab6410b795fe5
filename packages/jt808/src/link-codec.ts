// One connection's way of writing frames: layout, flag and id bytes as the other side uses them, serials, kept split messages.
import { encodeFrame } from './frame.ts';
import { MAX_BODY_LENGTH } from './header.ts';
import type { Header, HeaderLayout } from './header.ts';
import type { Edition, MessageCodec } from './message.ts';

/** How a terminal writes its headers; frames to it are built the same way (section 5). */
export type LinkIdentity = {
  readonly layout: HeaderLayout;
  readonly versionFlag: boolean;
  /** Null in the short layout. */
  readonly protocolVersion: number | null;
  /** Id bytes as hex, 12 or 20 digits. */
  readonly phone: string;
};

/** A message ready to send. `serial` is that of the first frame: answers name it. */
export type EncodedMessage = { readonly serial: number; readonly frames: readonly Uint8Array[] };

/** Bodies above this are split (section 7). */
const SPLIT_LENGTH = 1000;

const MAX_KEPT_MESSAGES = 16;
const MAX_KEPT_BYTES = 1 << 20;
const MAX_PACKAGES = 0xffff;

/**
 * Encodes what is sent on one connection. The platform learns the identity from the frames it gets; a terminal is given its own.
 * Split messages are kept, at most 16 and 1 MiB and the newest in any case, so that a resend request can be served.
 */
export class LinkCodec {
  private known: LinkIdentity | null;
  private override: Edition | null = null;
  private serial = 0;
  private readonly kept: EncodedMessage[] = [];

  constructor(identity: LinkIdentity | null = null) {
    this.known = identity;
  }

  /** Null until the first `learn`. */
  get identity(): LinkIdentity | null {
    return this.known;
  }

  /** Edition of bodies on this link: what `useEdition` said, else 2019 with the long layout and 2013 with the short one. */
  get edition(): Edition {
    return this.override ?? (this.known?.layout === '2019' ? '2019' : '2013');
  }

  /** Fixes the body edition, for a terminal that registered with the 2011 form; null goes back to the header's. */
  useEdition(edition: Edition | null): void {
    this.override = edition;
  }

  /** Takes over how the last good frame was written. A terminal that changes is followed. */
  learn(header: Header): void {
    const known = this.known;
    if (
      known?.phone === header.phone &&
      known.layout === header.layout &&
      known.versionFlag === header.versionFlag &&
      known.protocolVersion === header.protocolVersion
    ) {
      return;
    }
    const { layout, versionFlag, protocolVersion, phone } = header;
    this.known = { layout, versionFlag, protocolVersion, phone };
  }

  /** The frames of one message. Throws RangeError for values that do not fit, Error while the identity is unknown. */
  encode<T>(codec: MessageCodec<T>, message: T): EncodedMessage {
    return this.encodeBody(codec.id, codec.encode(message, this.edition));
  }

  /** As `encode`, of a body that is bytes already. `splitLength` lets a simulated device split at less (796 is seen). */
  encodeBody(messageId: number, body: Uint8Array, splitLength = SPLIT_LENGTH): EncodedMessage {
    if (splitLength < 1 || splitLength > MAX_BODY_LENGTH) throw new RangeError(`cannot split at ${splitLength}`);
    const serial = this.serial;
    if (body.length <= splitLength) return { serial, frames: [this.frame(messageId, body)] };
    const packageTotal = Math.ceil(body.length / splitLength);
    if (packageTotal > MAX_PACKAGES) throw new RangeError(`${body.length} bytes need too many packages`);
    const frames: Uint8Array[] = [];
    for (let packageIndex = 1; packageIndex <= packageTotal; packageIndex += 1) {
      const part = body.subarray((packageIndex - 1) * splitLength, packageIndex * splitLength);
      frames.push(this.frame(messageId, part, { packageTotal, packageIndex }));
    }
    const encoded = { serial, frames };
    this.keep(encoded);
    return encoded;
  }

  /**
   * Serials for a message whose parts are made one by one, since it is too long to be held: gives the first. What is sent meanwhile has the
   * numbers behind them.
   */
  reserve(count: number): number {
    if (count < 1 || count > MAX_PACKAGES) throw new RangeError(`cannot reserve ${count} packages`);
    const first = this.serial;
    this.serial = (this.serial + count) & 0xffff;
    return first;
  }

  /** One part of such a message, the same bytes each time: `packageIndex` from 1. */
  part(
    messageId: number,
    firstSerial: number,
    packageTotal: number,
    packageIndex: number,
    body: Uint8Array,
  ): Uint8Array {
    const serial = (firstSerial + packageIndex - 1) & 0xffff;
    return encodeFrame({ ...this.identified(), messageId, serial, packageTotal, packageIndex }, body);
  }

  /**
   * Frames asked for by 0x0005 or 0x8003, byte-identical to the first sending; empty when the message is no longer kept. Package
   * numbers the message does not have are ignored.
   */
  resend(firstSerial: number, packages: readonly number[]): Uint8Array[] {
    const found = this.kept.findLast((encoded) => encoded.serial === firstSerial);
    if (found === undefined) return [];
    return packages.flatMap((index) => found.frames[index - 1] ?? []);
  }

  /** Forgets a split message once it was answered. */
  forget(firstSerial: number): void {
    const at = this.kept.findLastIndex((encoded) => encoded.serial === firstSerial);
    if (at !== -1) this.kept.splice(at, 1);
  }

  private frame(
    messageId: number,
    body: Uint8Array,
    part?: { readonly packageTotal: number; readonly packageIndex: number },
  ): Uint8Array {
    const frame = encodeFrame({ ...this.identified(), messageId, serial: this.serial, ...part }, body);
    this.serial = (this.serial + 1) & 0xffff;
    return frame;
  }

  private identified(): LinkIdentity {
    if (this.known === null) throw new Error('nothing known yet of the header the other side uses');
    return this.known;
  }

  private keep(encoded: EncodedMessage): void {
    this.kept.push(encoded);
    while (this.kept.length > MAX_KEPT_MESSAGES || (this.kept.length > 1 && bytesOf(this.kept) > MAX_KEPT_BYTES)) {
      this.kept.shift();
    }
  }
}

const bytesOf = (messages: readonly EncodedMessage[]): number => {
  let bytes = 0;
  for (const { frames } of messages) for (const frame of frames) bytes += frame.length;
  return bytes;
};
