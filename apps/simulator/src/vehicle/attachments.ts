// The files of active-safety alarms: kept for those raised lately, uploaded to the attachment port when 0x9208 asks
// (active safety, sections 5 to 8). One upload at a time on a connection of its own.
import {
  alarmSignKey,
  encodeTime,
  p9212FileCompleteReply,
  t1210AttachmentList,
  t1211FileStart,
  t1212FileComplete,
} from '@outrider/jt808';
import type { AttachmentFile, AttachmentRequest, LinkIdentity, MissingRange } from '@outrider/jt808';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Received } from '../link/joiner.ts';
import { SignalLink } from '../link/signal-link.ts';
import type { ClipStore } from '../media/clip-store.ts';
import { SAFETY_ALARMS } from './alarm-desk.ts';
import type { RaisedSafety } from './alarm-desk.ts';

const MAX_ALARMS = 50;
const CHUNK_BYTES = 65_536;
const HEADER_BYTES = 62;
const NAME_BYTES = 50;
const CLIP_FRAMES = 75;
const FILE_ANSWER = 0x9212;
const DONE = 0;
const FAILED = 1;
const STATE_BLOCK_BYTES = 64;

type StoredFile = AttachmentFile & { readonly data: Uint8Array };

export type AttachmentsOptions = {
  readonly clock: Clock;
  readonly clips: ClipStore | null;
  readonly identity: LinkIdentity;
  readonly terminalId: string;
  readonly faults: Faults;
  readonly seed: number;
};

export class Attachments {
  /** Uploads that ended with every file complete. */
  completed = 0;
  private readonly options: AttachmentsOptions;
  private readonly alarms = new Map<string, RaisedSafety>();
  private readonly links = new Set<SignalLink>();

  constructor(options: AttachmentsOptions) {
    this.options = options;
  }

  remember(alarm: RaisedSafety): void {
    this.alarms.set(alarmSignKey(alarm.sign), alarm);
    const oldest = this.alarms.keys().next().value;
    if (this.alarms.size > MAX_ALARMS && oldest !== undefined) this.alarms.delete(oldest);
  }

  /** 0x9208: the result for 0x0001. */
  upload(request: AttachmentRequest): number {
    const alarm = this.alarms.get(alarmSignKey(request.alarmSign));
    const { clips } = this.options;
    if (alarm === undefined || clips === null || request.tcpPort === 0) return FAILED;
    this.send(request, filesOf(alarm, request.alarmNumber ?? '', clips));
    return DONE;
  }

  closeAll(): void {
    for (const link of this.links) link.close(true);
  }

  private send(request: AttachmentRequest, files: readonly StoredFile[]): void {
    const { clock, identity, faults, seed, terminalId } = this.options;
    const queue = [...files];
    const next = (): void => {
      const file = queue.shift();
      if (file === undefined) {
        this.completed += 1;
        link.close();
      } else sendFile(link, file);
    };
    const address = { host: request.host, port: request.tcpPort, transport: 'tcp' } as const;
    const link: SignalLink = new SignalLink(
      { address, identity, clock, faults, seed, answerTimeoutMs: 10_000, retries: 2 },
      {
        opened: () => {
          const { alarmSign, alarmNumber, alarmNumberRaw } = request;
          const number = alarmNumberRaw === undefined ? { alarmNumber } : { alarmNumber, alarmNumberRaw };
          const list = { terminalId: terminalId.slice(-7), alarmSign, ...number, infoType: 0, files };
          link.request(
            t1210AttachmentList,
            list,
            (result) => (result === 0 ? next() : link.close()),
            () => link.close(),
          );
        },
        received: (message) => answerTo(link, message, files, next),
        closed: () => this.links.delete(link),
      },
    );
    this.links.add(link);
  }
}

/** 0x9212: what is missing goes out again, then the file is announced complete anew. */
const answerTo = (link: SignalLink, message: Received, files: readonly StoredFile[], next: () => void): void => {
  if (message.id !== FILE_ANSWER) return;
  const { name, result, missing } = p9212FileCompleteReply.decode(message.body, link.codec.edition);
  const file = files.find((candidate) => candidate.name === name);
  if (file === undefined || result === 0) {
    next();
    return;
  }
  sendRanges(link, file, missing);
  link.send(t1212FileComplete, file);
};

const sendFile = (link: SignalLink, file: StoredFile): void => {
  const stream = (): void => {
    sendRanges(link, file, [{ offset: 0, length: file.size }]);
    link.send(t1212FileComplete, file);
  };
  link.request(
    t1211FileStart,
    file,
    (result) => (result === 0 ? stream() : link.close()),
    () => link.close(),
  );
};

const sendRanges = (link: SignalLink, file: StoredFile, ranges: readonly MissingRange[]): void => {
  for (const { offset, length } of ranges) {
    for (let at = offset; at < offset + length; at += CHUNK_BYTES) {
      const data = file.data.subarray(at, Math.min(at + CHUNK_BYTES, offset + length));
      link.sendRaw(chunk(file.name, at, data));
    }
  }
};

/** One chunk of the file stream (6.3). */
const chunk = (name: string, offset: number, data: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(HEADER_BYTES + data.length);
  bytes.set([0x30, 0x31, 0x63, 0x64]);
  bytes.set(new TextEncoder().encode(name).subarray(0, NAME_BYTES), 4);
  const view = new DataView(bytes.buffer);
  view.setUint32(54, offset);
  view.setUint32(58, data.length);
  bytes.set(data, HEADER_BYTES);
  return bytes;
};

const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** A picture, five seconds of video and the state blocks, named as in 6.5. */
const filesOf = ({ sign, name }: RaisedSafety, number: string, clips: ClipStore): StoredFile[] => {
  const { item, type } = SAFETY_ALARMS[name];
  const code = `${hex(item)}${hex(type)}`;
  const channel = item === 0x65 ? 1 : 2;
  const clip = clips.videoFor(channel, 'sub');
  const label = number === '' ? encodeTime(sign.time ?? 0) : number;
  const file = (kind: number, ext: string, data: Uint8Array): StoredFile => ({
    name: `0${kind}_${hex(item)}_${code}_0_${label}.${ext}`.slice(-NAME_BYTES),
    type: kind,
    size: data.length,
    data,
  });
  return [
    file(0, 'jpg', clips.photo),
    file(2, 'h264', new Uint8Array(Buffer.concat(clip.frames.slice(0, CLIP_FRAMES)))),
    file(3, 'bin', stateBlock()),
  ];
};

/** One state block (section 8) of a standing vehicle, with its checksum. */
const stateBlock = (): Uint8Array => {
  const block = new Uint8Array(STATE_BLOCK_BYTES);
  block[3] = 1;
  block[63] = block.reduce((sum, byte) => sum + byte, 0) & 0xff;
  return block;
};
