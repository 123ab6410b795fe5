// What a device and the server say to each other on the files port: 0x1210, then 0x1211, chunks and 0x1212 for each file. Sockets and
// frames are in files-connection.ts. Active safety, sections 6 and 7.
import { AppError } from '@outrider/contract';
import {
  DecodeError,
  GENERAL_RESULT,
  p9212FileCompleteReply,
  t1210AttachmentList,
  t1211FileStart,
  t1212FileComplete,
  toHex,
  type AttachmentFile,
  type AttachmentList,
  type FileChunk,
  type FileCompleteReply,
  type MessageCodec,
} from '@outrider/jt808';
import { alarmKeyOf, type AlarmUpload, type AlarmUploads } from '../alarm-files.ts';
import { rangesOf, startOf, typeOfName, UploadFiles, type UploadFile } from './upload-files.ts';

/** Why a connection is refused: constant, for the list of refusals. */
export type FileRefusal =
  | 'file nobody asked for'
  | 'file too large'
  | 'too many files'
  | 'file not complete'
  | 'file not kept';

export type DialogueKit = {
  uploads: AlarmUploads;
  maxFileBytes: number;
  counters: FileCounters;
  /** Why this terminal may not speak for the device, or not from where it does; undefined: it may. */
  objection: (deviceKey: number, terminalId: string) => string | undefined;
  send: <T>(codec: MessageCodec<T>, message: T) => void;
  /** Says it and ends the connection. */
  refuse: (reason: FileRefusal, detail: string) => void;
  /** Says it, and the connection stays. */
  report: (reason: FileRefusal, detail: string) => void;
  /** The number is right: an older connection for it ends. */
  claim: (deviceKey: number, alarmNumber: string) => void;
};

export type FileCounters = { files: number; bytes: number; refused: number; unaskedBytes: number };

const MAX_FILES = 64;
/** Times that a device may say 'complete' of a file that is not, on one connection. */
const MAX_ROUNDS = 5;
/** Bytes of files that were not announced. */
const MAX_UNASKED_BYTES = 8 * 1024 * 1024;
const LIST = t1210AttachmentList.id;
const START = t1211FileStart.id;
const COMPLETE = t1212FileComplete.id;
const HEARTBEAT = 0x0002;
const { done, failed, malformed, notSupported } = GENERAL_RESULT;

export class UploadDialogue {
  private readonly kit: DialogueKit;
  private files = new UploadFiles();
  private upload: AlarmUpload | undefined;
  private number = '';
  private signBytes = 0;
  private announced = new Map<string, number>();
  private unaskedBytes = 0;
  private over = false;

  constructor(kit: DialogueKit) {
    this.kit = kit;
  }

  get begun(): boolean {
    return this.upload !== undefined;
  }

  /** Gives the result for 0x8001; null: it was answered otherwise. Rejects with AppError where a file cannot be taken. */
  async message(id: number, body: Uint8Array, terminalId: string): Promise<number | null> {
    try {
      if (id === LIST) return await this.list(t1210AttachmentList.decode(body, '2013'), terminalId);
      if (this.upload === undefined) return this.unasked(`message 0x${id.toString(16).padStart(4, '0')}`);
      if (id === START) return await this.start(t1211FileStart.decode(body, '2013'));
      if (id === COMPLETE) return await this.complete(t1212FileComplete.decode(body, '2013'));
      return id === HEARTBEAT ? done : notSupported;
    } catch (error) {
      if (error instanceof DecodeError) return malformed;
      throw error;
    }
  }

  async chunk({ name, offset, data }: FileChunk): Promise<void> {
    if (this.upload === undefined) {
      this.unasked(name);
      return;
    }
    const entry = this.files.find(name) ?? (await this.startUnsaid(name));
    if (entry === undefined) {
      this.dropUnasked(name, data.length);
      return;
    }
    const wanted = data.subarray(0, Math.max(0, entry.file.size - offset));
    if (entry.incoming === null || wanted.length === 0) return;
    await entry.incoming.write(offset, wanted);
    this.kit.counters.bytes += wanted.length;
  }

  closed(): void {
    this.over = true;
    this.upload?.closed();
    this.upload = undefined;
  }

  private async list(list: AttachmentList, terminalId: string): Promise<number | null> {
    const number = list.alarmNumber?.trim() ?? '';
    const upload = number === '' ? undefined : await this.kit.uploads.find(number);
    if (upload === undefined) return this.unasked(`alarm number ${number.slice(0, 32)}`);
    const objection = this.kit.objection(upload.deviceKey, terminalId);
    if (objection !== undefined) return this.unasked(objection);
    const { raw } = list.alarmSign;
    if (alarmKeyOf(upload.alarmSign) !== alarmKeyOf(toHex(raw))) return this.unasked('alarm sign of another alarm');
    if (list.files.length > MAX_FILES) {
      this.kit.refuse('too many files', `${list.files.length} for one alarm`);
      return failed;
    }
    const before = this.upload;
    this.upload = undefined;
    before?.closed(); // one alarm after the other, or the same one with what it lacked
    if (this.number !== number) this.files = new UploadFiles();
    this.number = number;
    this.kit.claim(upload.deviceKey, number);
    this.signBytes = raw.length;
    this.announced = new Map(list.files.map(({ name, size }) => [name, size]));
    await upload.announce(list.files.map(({ name, size }) => ({ name, sizeBytes: size })));
    if (this.over) upload.closed(); // it hung up meanwhile
    else this.upload = upload;
    return done;
  }

  private async start(file: AttachmentFile): Promise<number> {
    if (file.size > this.kit.maxFileBytes) {
      this.kit.report('file too large', `${file.size} bytes: ${file.name}`);
      return failed;
    }
    if (this.files.find(file.name) === undefined && this.files.size >= MAX_FILES) {
      this.kit.refuse('too many files', file.name);
      return failed;
    }
    await this.open(file, this.files.find(file.name)?.rounds ?? 0);
    return done;
  }

  /** 0x9212 is the answer: 0 only when the file is on disk. A length that differs from the announced one begins the file again. */
  private async complete(said: AttachmentFile): Promise<number | null> {
    let entry = this.files.find(said.name) ?? (await this.startUnsaid(said.name));
    if (entry === undefined) {
      this.kit.report('file nobody asked for', said.name);
      return failed;
    }
    if (said.size !== entry.file.size) {
      if (said.size > this.kit.maxFileBytes) {
        this.kit.report('file too large', `${said.size} bytes: ${said.name}`);
        return failed;
      }
      await entry.incoming?.abandon();
      entry = await this.open({ ...said, name: entry.file.name }, entry.rounds);
    }
    const { incoming } = entry;
    const missing = incoming?.missing() ?? [];
    const { type } = said;
    if (missing.length > 0) {
      entry.rounds += 1;
      if (entry.rounds > MAX_ROUNDS) {
        this.kit.refuse('file not complete', `${said.name}: asked ${MAX_ROUNDS} times for what is missing`);
        return null;
      }
      this.answer({ name: said.name, type, result: 1, missing: rangesOf(missing) });
      return null;
    }
    if (incoming !== null) {
      const { name, size } = entry.file;
      const { upload } = this; // it may hang up meanwhile
      const kept = await incoming.finish();
      entry.incoming = null;
      await upload?.kept({ name, sizeBytes: size }, kept);
      this.kit.counters.files += 1;
    }
    this.answer({ name: said.name, type, result: 0, missing: [] });
    return null;
  }

  private answer(reply: FileCompleteReply): void {
    this.kit.send(p9212FileCompleteReply, reply);
  }

  private async open(file: AttachmentFile, rounds: number): Promise<UploadFile> {
    const { upload } = this;
    if (upload === undefined) throw new AppError('internal', 'A file without its alarm');
    const incoming = file.size === 0 ? null : await upload.begin(startOf(file, this.signBytes));
    if (file.size === 0) await upload.kept({ name: file.name, sizeBytes: 0 }, null);
    const entry: UploadFile = { file, incoming, rounds };
    this.files.put(entry);
    return entry;
  }

  /** A file of the list whose 0x1211 did not come. */
  private async startUnsaid(name: string): Promise<UploadFile | undefined> {
    const size = this.announced.get(name);
    if (size === undefined || size > this.kit.maxFileBytes) return undefined;
    return this.open({ name, size, type: typeOfName(name) }, 0);
  }

  private dropUnasked(name: string, bytes: number): void {
    if (this.unaskedBytes === 0) this.kit.report('file nobody asked for', name);
    this.unaskedBytes += bytes;
    this.kit.counters.unaskedBytes += bytes;
    if (this.unaskedBytes > MAX_UNASKED_BYTES) this.kit.refuse('file nobody asked for', `${this.unaskedBytes} bytes`);
  }

  private unasked(detail: string): number {
    this.kit.refuse('file nobody asked for', detail);
    return failed;
  }
}
