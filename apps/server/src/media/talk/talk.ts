// One operator's talk: the microphone, the devices, one voice track for each format they want. Knows no sockets: what is to be sent
// to the browser goes through `send`.
import { randomUUID } from 'node:crypto';
import { streamCodecs, streamKinds, type TalkMode } from '@outrider/contract';
import type { TalkFrame } from '../../gateway/index.ts';
import type { Timer } from '../../kernel/clock.ts';
import { encodeFrame } from '../encoded-frame.ts';
import { FlowEncoder } from '../flow-encoder.ts';
import { Microphone } from './microphone.ts';
import { TalkParty, type TalkPartyKit, type TalkTarget } from './talk-party.ts';
import { DeviceEar, type KeepTalkSound, type TalkSound } from './talk-sound.ts';
import { createVoiceEncoder, formatKey, type VoiceFormat, withKnownCodec } from './voice-format.ts';
import { type VoiceMember, VoiceTrack } from './voice-track.ts';

export type TalkKit = Omit<TalkPartyKit, 'mode' | 'recorded'> & {
  /** A party was asked, connected or ended: for the log of talks. */
  changed: (talk: Talk, party: TalkParty) => void;
  keepSound?: KeepTalkSound;
};

export type TalkOperator = { userId: number; userName: string; address: string };

export type TalkOrder = { operator: TalkOperator; mode: TalkMode; targets: readonly TalkTarget[] };

/** Whole WebSocket frames for the browser. Sound may be left out for a slow one, states may not. */
export type SendToBrowser = (frame: Buffer, content: 'sound' | 'state') => void;

/** An open line without a word for so long costs the device's data plan for nothing (7.3). */
const IDLE_MS = 600_000;

type Seat = { track: VoiceTrack; key: string; member: VoiceMember };

export class Talk {
  readonly id = randomUUID();
  readonly order: TalkOrder;
  private readonly kit: TalkKit;
  private readonly send: SendToBrowser;
  private readonly onIdle: () => void;
  private readonly microphone: Microphone;
  private readonly parties: readonly TalkParty[];
  private readonly tracks = new Map<string, VoiceTrack>();
  private readonly seats = new Map<TalkParty, Seat>();
  private readonly voice: FlowEncoder;
  private readonly sound: TalkSound | undefined;
  private readonly ear = new DeviceEar();
  private sequence = 0;
  private idle: Timer | null = null;
  private over = false;

  /** `onIdle`: nobody has said anything for ten minutes. */
  constructor(kit: TalkKit, order: TalkOrder, send: SendToBrowser, onIdle: () => void) {
    this.kit = kit;
    this.order = order;
    this.send = send;
    this.onIdle = onIdle;
    this.microphone = new Microphone(kit.clock);
    this.voice = new FlowEncoder(order.targets[0]?.channel ?? 1);
    this.sound = kit.keepSound?.(this.id);
    const events = {
      changed: (party: TalkParty): void => this.tell(party),
      listens: (party: TalkParty, format: VoiceFormat | null): void => this.listens(party, format),
      frame: (frame: TalkFrame): void => this.hear(frame),
    };
    const party = { ...kit, mode: order.mode, recorded: this.sound !== undefined };
    this.parties = order.targets.map((target) => new TalkParty(party, target, events));
    this.stayAwake();
  }

  get refusedMessages(): number {
    return this.microphone.refused;
  }

  /** Asks every device that is not connected. */
  start(): void {
    if (this.over) return;
    for (const party of this.parties) party.start();
  }

  /** A binary message of the browser. */
  say(message: Uint8Array): void {
    if (this.over || this.order.mode === 'listen') return;
    const pcm = this.microphone.take(message);
    if (pcm === null) return;
    this.stayAwake();
    this.sound?.said(pcm);
    for (const track of this.tracks.values()) track.push(pcm);
  }

  talksWith(deviceKey: number): boolean {
    return this.parties.some((party) => party.target.deviceKey === deviceKey && party.running);
  }

  linkChanged(deviceKey: number, online: boolean): void {
    for (const party of this.parties) if (party.target.deviceKey === deviceKey) party.linkChanged(online);
  }

  /** Ends it with every device. Resolves when all have been told. */
  async end(): Promise<void> {
    if (this.over) return;
    this.over = true;
    this.idle?.cancel();
    await Promise.allSettled(this.parties.map((party) => party.end()));
    for (const track of this.tracks.values()) track.close();
    this.sound?.end();
  }

  private stayAwake(): void {
    this.idle?.cancel();
    if (this.order.mode === 'listen') return;
    this.idle = this.kit.clock.after(IDLE_MS, this.onIdle);
  }

  private tell(party: TalkParty): void {
    this.kit.changed(this, party);
    const header = {
      kind: streamKinds.state,
      codec: streamCodecs.none,
      flags: 0,
      channel: party.target.channel,
      presentationUs: 0,
      captureMs: this.kit.clock.now(),
      sequence: this.sequence,
      detail: 0,
    };
    this.sequence += 1;
    const body = new TextEncoder().encode(JSON.stringify(party.describe()));
    this.send(encodeFrame(header, body, { key: false, video: false }).bytes, 'state');
  }

  /** Only a talk with one device brings sound back: several at once would be a din. */
  private hear(frame: TalkFrame): void {
    if (this.over || this.order.mode === 'broadcast') return;
    const heard = this.sound && this.ear.hear(frame);
    if (heard) this.sound?.heard(heard);
    for (const { frame: encoded } of this.voice.encode(withKnownCodec(frame), 'sub')) this.send(encoded.bytes, 'sound');
  }

  private listens(party: TalkParty, format: VoiceFormat | null): void {
    const before = this.seats.get(party);
    const key = format === null ? '' : formatKey(format);
    if (before?.key === key) return;
    if (before !== undefined) {
      before.track.leave(before.member);
      this.seats.delete(party);
      if (before.track.members.size === 0) this.tracks.delete(before.key);
    }
    if (format === null) return;
    const track = this.tracks.get(key) ?? this.openTrack(key, format);
    if (track === null) return;
    const member: VoiceMember = { write: (block, spoken) => party.write(block, spoken) };
    this.seats.set(party, { track, key, member });
    track.join(member);
  }

  private openTrack(key: string, format: VoiceFormat): VoiceTrack | null {
    const encoder = createVoiceEncoder(format);
    if (encoder === null) return null; // formats are only found where an encoder exists
    const track = new VoiceTrack(this.kit.clock, format, encoder);
    this.tracks.set(key, track);
    return track;
  }
}
