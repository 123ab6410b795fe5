// One media connection of a vehicle (JT/T 1078): whole frames out as packets, the platform's frames in. No pace of its own.
import { encodePacket, FrameAssembler, Packetizer, PacketSplitter } from '@outrider/jt1078';
import type { MediaFrame, OutgoingFrame } from '@outrider/jt1078';
import type { Clock } from '../clock.ts';
import { Dice } from '../drive/dice.ts';
import type { Faults } from '../faults.ts';
import { openFaultyWire } from '../link/faulty-wire.ts';
import type { Address, Wire } from '../link/wire.ts';

/** Above this many bytes waiting for the network, live pictures are dropped to the next key frame, as a recorder does. */
const CONGESTED_BYTES = 256 * 1024;

export type MediaLinkOptions = {
  readonly address: Address;
  readonly simDigits: string;
  readonly channel: number;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly seed: number;
};

export type MediaLinkListener = {
  readonly opened: () => void;
  /** A whole frame from the platform: talk or broadcast. */
  readonly heard: (frame: MediaFrame) => void;
  readonly closed: (reason: string) => void;
};

/** A frame before it gets this connection's SIM and channel. */
export type LinkFrame = Omit<OutgoingFrame, 'simDigits' | 'channel'>;

export class MediaLink {
  sentFrames = 0;
  droppedFrames = 0;
  private readonly options: MediaLinkOptions;
  private readonly wire: Wire;
  private readonly packetizer = new Packetizer();
  private readonly splitter = new PacketSplitter();
  private readonly assembler = new FrameAssembler();
  private readonly dice: Dice;
  private waitsForKey = false;

  constructor(options: MediaLinkOptions, listener: MediaLinkListener) {
    this.options = options;
    this.dice = new Dice(options.seed);
    this.wire = openFaultyWire(
      options.address,
      { opened: listener.opened, received: (bytes) => this.take(bytes, listener.heard), closed: listener.closed },
      // Halves are cut here, at packets, since a stream cut anywhere else would never be whole again.
      { clock: options.clock, faults: { ...options.faults, halfFrames: false }, seed: options.seed },
    );
  }

  get congested(): boolean {
    return this.wire.queuedBytes > CONGESTED_BYTES;
  }

  /** Sends one frame now. Video is dropped while the network does not keep up. */
  send(frame: LinkFrame): void {
    const isVideo = frame.dataType < 3;
    if (isVideo && !this.mayPass(frame.dataType === 0)) {
      this.droppedFrames += 1;
      return;
    }
    this.sentFrames += 1;
    const { simDigits, channel } = this.options;
    const whole = { ...frame, simDigits, channel };
    if (isVideo && this.options.faults.halfFrames === true && this.dice.chance(0.08)) {
      for (const bytes of halfOf(this.packetizer, whole)) this.wire.send(bytes);
    } else if (this.options.address.transport === 'udp') {
      for (const packet of this.packetizer.packets(whole)) this.wire.send(encodePacket(packet));
    } else {
      this.wire.send(this.packetizer.bytes(whole));
    }
  }

  /** One packet as it is, of a recorded file. */
  sendPacket(bytes: Uint8Array): void {
    this.wire.send(bytes);
  }

  close(atOnce = false): void {
    if (atOnce) this.wire.destroy();
    else this.wire.end();
  }

  private mayPass(isKey: boolean): boolean {
    if (this.congested) this.waitsForKey = true;
    else if (isKey) this.waitsForKey = false;
    return !this.waitsForKey;
  }

  private take(bytes: Uint8Array, heard: (frame: MediaFrame) => void): void {
    const nowMs = this.options.clock.now();
    for (const packet of this.splitter.push(bytes, nowMs)) {
      const frame = this.assembler.push(packet, nowMs);
      if (frame !== null) heard(frame);
    }
  }
}

/** The first packets of a frame, the rest lost on the way. */
const halfOf = (packetizer: Packetizer, frame: OutgoingFrame): Uint8Array[] => {
  const packets = packetizer.packets(frame);
  return packets.slice(0, Math.ceil(packets.length / 2)).map(encodePacket);
};
