// The upload of one alarm's files to the attachment port: announced, streamed, announced complete, what was missing again; over a new
// connection when one breaks (active safety, section 6). Which files there are is in attachments.ts.
import {
  encodeFileChunk,
  p9212FileCompleteReply,
  t1210AttachmentList,
  t1211FileStart,
  t1212FileComplete,
} from '@outrider/jt808';
import type { AlarmSign, AttachmentFile, AttachmentRequest, LinkIdentity, MissingRange } from '@outrider/jt808';
import type { Clock, Timer } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Received } from '../link/joiner.ts';
import { SignalLink } from '../link/signal-link.ts';

/** `size` is what the vehicle says; with the fault 'length' it is not that of `data`. */
export type StoredFile = AttachmentFile & { readonly data: Uint8Array };

export type UploadOptions = {
  readonly clock: Clock;
  readonly identity: LinkIdentity;
  readonly terminalId: string;
  readonly faults: Faults;
  readonly seed: number;
};

type Outcome = 'completed' | 'failed';

const CHUNK_BYTES = 65_536;
const FILE_ANSWER = 0x9212;
const NORMAL = 0;
const SUPPLEMENT = 1;
const MAX_DIALS = 5;
const REDIAL_MS = 1000;

export class FileUpload {
  private readonly options: UploadOptions;
  private readonly request: AttachmentRequest;
  private readonly ended: (outcome: Outcome) => void;
  private readonly waiting: StoredFile[];
  private link: SignalLink | null = null;
  private timer: Timer | null = null;
  private dials = 0;
  private over = false;

  constructor(
    options: UploadOptions,
    request: AttachmentRequest,
    files: readonly StoredFile[],
    ended: (outcome: Outcome) => void,
  ) {
    this.options = options;
    this.request = request;
    this.waiting = [...files];
    this.ended = ended;
  }

  dial(): void {
    const { clock, identity, faults, seed } = this.options;
    this.dials += 1;
    const address = { host: this.request.host, port: this.request.tcpPort, transport: 'tcp' } as const;
    const link: SignalLink = new SignalLink(
      { address, identity, clock, faults, seed, answerTimeoutMs: 10_000, retries: 2 },
      {
        opened: () => this.announce(link),
        received: (message) => this.answer(link, message),
        closed: () => this.lost(),
      },
    );
    this.link = link;
  }

  close(): void {
    this.over = true;
    this.timer?.cancel();
    this.link?.close(true);
  }

  private announce(link: SignalLink): void {
    const { alarmNumber, alarmNumberRaw } = this.request;
    const number = alarmNumberRaw === undefined ? { alarmNumber } : { alarmNumber, alarmNumberRaw };
    const list = {
      terminalId: this.options.terminalId.slice(-7),
      alarmSign: this.options.faults.files === 'sign' ? otherSign(this.request.alarmSign) : this.request.alarmSign,
      ...number,
      infoType: this.dials === 1 ? NORMAL : SUPPLEMENT,
      files: this.waiting,
    };
    link.request(
      t1210AttachmentList,
      list,
      (result) => (result === 0 ? this.next(link) : this.end('failed')),
      () => undefined, // the link closes, or stays silent until the platform ends it
    );
  }

  private next(link: SignalLink): void {
    const [file] = this.waiting;
    if (file === undefined) {
      this.end('completed');
      return;
    }
    if (this.options.faults.files === 'stray') link.sendRaw(chunkOf(`stray_${file.name}`, 0, file.data));
    link.request(
      t1211FileStart,
      file,
      (result) => (result === 0 ? this.stream(link, file) : this.end('failed')),
      () => undefined,
    );
  }

  private stream(link: SignalLink, file: StoredFile): void {
    const breaks = this.options.faults.files === 'break' && this.dials === 1 && file.data.length > CHUNK_BYTES;
    sendRanges(link, file, [{ offset: 0, length: breaks ? CHUNK_BYTES : file.data.length }]);
    if (breaks) link.close();
    else link.send(t1212FileComplete, file);
  }

  /** 0x9212: what is missing goes out again, then the file is announced complete once more. */
  private answer(link: SignalLink, message: Received): void {
    if (message.id !== FILE_ANSWER) return;
    const { name, result, missing } = p9212FileCompleteReply.decode(message.body, link.codec.edition);
    const [file] = this.waiting;
    if (file === undefined || (file.name === name && result === 0)) {
      this.waiting.shift();
      this.next(link);
    } else if (file.name === name) {
      sendRanges(link, file, missing);
      link.send(t1212FileComplete, file);
    }
  }

  private lost(): void {
    if (this.over) return;
    if (this.dials >= MAX_DIALS) this.end('failed');
    else this.timer = this.options.clock.after(REDIAL_MS, () => this.dial());
  }

  private end(outcome: Outcome): void {
    if (this.over) return;
    this.over = true;
    this.link?.close();
    this.ended(outcome);
  }
}

const otherSign = (sign: AlarmSign): AlarmSign => ({
  ...sign,
  raw: sign.raw.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
});

const sendRanges = (link: SignalLink, file: StoredFile, ranges: readonly MissingRange[]): void => {
  for (const { offset, length } of ranges) {
    const end = Math.min(offset + length, file.data.length);
    for (let at = offset; at < end; at += CHUNK_BYTES)
      link.sendRaw(chunkOf(file.name, at, file.data.subarray(at, Math.min(at + CHUNK_BYTES, end))));
  }
};

const chunkOf = (name: string, offset: number, data: Uint8Array): Uint8Array => encodeFileChunk({ name, offset, data });
