// A firmware in packets on the signalling link (0x8108): 60 MB are 60,000 frames, so they are made one by one from the file, few are under way
// at a time, and everything else that the device is told passes between them. Only sends: whether it was installed is heard elsewhere.
import { AppError } from '@outrider/contract';
import { ByteWriter, encodeGbk, type LinkCodec, p8108UpgradePacket } from '@outrider/jt808';
import type { Clock } from '../../kernel/clock.ts';
import { deviceOffline } from '../../kernel/errors.ts';
import type { FirmwareSending, FirmwareSource } from '../link.ts';

type Kit = {
  clock: Clock;
  codec: LinkCodec;
  write: (frame: Uint8Array) => void;
  /** Of the connection: handed over and not sent. */
  unsentBytes: () => number;
};

/** Body of one package (section 7). */
const PACKAGE_BYTES = 1000;
const MOST_PACKAGES = 0xffff;
/** Under way and not answered, of a device that answers each. */
const WINDOW = 32;
/** Of one that does not: so many in each turn are 100 kB a second, so that what somebody says meanwhile is not behind megabytes in a buffer. */
const PER_TURN = 5;
const TURN_MS = 50;
const MOST_UNSENT_BYTES = 16_384;
/** After the first packages, whether it answers each of them; and for more answers at the end. */
const FIRST_ANSWER_MS = 2000;
const QUIET_MS = 3000;
/** Before packages that were not answered are sent again, and how often. */
const AGAIN_MS = 5000;
const MOST_AGAIN = 4;
/** For the answer to the whole, and then for parts that it still misses. */
const WHOLE_MS = 60_000;
const NOT_SUPPORTED = 3;

const refused = (result: number): AppError =>
  result === NOT_SUPPORTED
    ? new AppError('device_unsupported', 'The device refused: not supported')
    : new AppError('device_refused', `The device refused the firmware: result ${result}`);
const silent = (): AppError => new AppError('device_timeout', 'The device did not answer');

/** What stands before the image. */
const headOf = ({ manufacturer, version, bytes }: FirmwareSource): Uint8Array => {
  const name = encodeGbk(version).subarray(0, 255);
  return new ByteWriter(16 + name.length)
    .u8(0)
    .padded(encodeGbk(manufacturer).subarray(0, 5), 5)
    .u8(name.length)
    .raw(name)
    .u32(bytes)
    .finish();
};

export class FirmwareTransfer implements FirmwareSending {
  /** The device takes it, as far as that can be known: its first answer, or its silence after the first packages. */
  readonly begun: Promise<void>;
  /** All of it is there. Rejects with device_offline, device_timeout, device_refused or device_unsupported. */
  readonly ended: Promise<void>;
  readonly #kit: Kit;
  readonly #source: FirmwareSource;
  readonly #head: Uint8Array;
  readonly #total: number;
  readonly #firstSerial: number;
  readonly #started = Promise.withResolvers<void>();
  readonly #open = new Set<number>();
  readonly #missing = new Set<number>();
  /** When the running turn of what is sent again began, how many went in it, and when the last one went. */
  #turnMs = -TURN_MS;
  #inTurn = 0;
  #resentMs = 0;
  /** It answers each package. */
  #answersEach = false;
  #answers = 0;
  /** It said yes to the whole and left, as one does that installs it and restarts. */
  #left = false;
  #sent = 0;
  #heardMs: number;
  /** When it last said yes to one after all were sent. */
  #yesMs: number | null = null;
  /** How often what was not answered was sent again since the device was heard, and when. */
  #rounds = 0;
  #againMs = 0;
  #failure: AppError | null = null;
  #wake: () => void = () => undefined;
  #isOver = false;

  /** Throws `invalid` for what is too large. */
  constructor(kit: Kit, source: FirmwareSource) {
    this.#kit = kit;
    this.#source = source;
    this.#head = headOf(source);
    this.#total = Math.ceil((this.#head.length + source.bytes) / PACKAGE_BYTES);
    if (this.#total > MOST_PACKAGES) throw new AppError('invalid', 'The firmware is too large to be sent in packets.');
    this.#firstSerial = kit.codec.reserve(this.#total);
    this.#heardMs = kit.clock.monotonic();
    this.begun = this.#started.promise;
    this.ended = this.#run().finally(() => (this.#isOver = true));
    this.begun.catch(() => undefined);
    this.ended.then(
      () => this.#started.resolve(),
      (error: unknown) => this.#started.reject(error),
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The share that is there, or that was sent where the device says nothing. */
  get percent(): number {
    const there = this.#answersEach ? this.#sent - this.#open.size : this.#sent;
    return Math.floor((there / this.#total) * 100);
  }

  /** A 0x0001 to one of its packages. False: it is to none. */
  answered(replySerial: number, result: number): boolean {
    const index = ((replySerial - this.#firstSerial) & 0xffff) + 1;
    if (index > this.#total) return false;
    this.#heardMs = this.#kit.clock.monotonic();
    if (result !== 0) this.#fail(refused(result));
    this.#open.delete(index);
    this.#answers += 1;
    if (this.#sent < this.#total || (this.#isSmall && this.#answers > 1)) this.#answersEach = true;
    if (this.#sent === this.#total) this.#yesMs = this.#heardMs;
    if (result === 0) this.#started.resolve();
    this.#wake();
    return true;
  }

  /** A 0x0005: these are sent again, byte for byte. False: of another message. */
  asksFor(firstSerial: number, packages: readonly number[]): boolean {
    if (firstSerial !== this.#firstSerial) return false;
    this.#heardMs = this.#kit.clock.monotonic();
    for (const index of packages) if (index >= 1 && index <= this.#sent) this.#missing.add(index);
    this.#wake();
    return true;
  }

  lost(): void {
    if (this.#sent < this.#total || this.#answersEach || this.#yesMs === null) this.#fail(deviceOffline());
    this.#left = true;
    this.#wake();
  }

  cancel(): void {
    this.#fail(new AppError('conflict', 'It was cancelled.'));
  }

  /** All of it is sent before it is known whether the device answers each: one answer may be to the first package, or to the whole. */
  get #isSmall(): boolean {
    return this.#total <= WINDOW;
  }

  async #run(): Promise<void> {
    for (let index = 1; index <= this.#total; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one package after the other
      await this.#room(index);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await this.#send(index);
      this.#sent = index;
      this.#open.add(index);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (index === Math.min(WINDOW, this.#total)) await this.#firstAnswer(index);
      if (!this.#answersEach && index > WINDOW) this.#open.clear();
    }
    await this.#whole();
  }

  /** Waits until one more may go. */
  async #room(index: number): Promise<void> {
    for (;;) {
      this.#check();
      // oxlint-disable-next-line no-await-in-loop -- until there is room
      await this.#resendMissing();
      const isFull = this.#answersEach && this.#open.size >= WINDOW;
      const isUnsent = this.#kit.unsentBytes() > MOST_UNSENT_BYTES;
      const isTurn = !this.#answersEach && index > WINDOW && index % PER_TURN === 0;
      if (!isFull && !isUnsent && !isTurn) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await this.#pause(TURN_MS);
      if (isTurn && !isUnsent) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (isFull) await this.#again();
    }
  }

  /** Whether it answers each is seen at the first ones. */
  async #firstAnswer(index: number): Promise<void> {
    const before = this.#open.size;
    if (before < index && !this.#isSmall) this.#answersEach = true;
    const untilMs = this.#kit.clock.monotonic() + FIRST_ANSWER_MS;
    while (!this.#answersEach && !this.#left && this.#kit.clock.monotonic() < untilMs) {
      this.#check();
      // oxlint-disable-next-line no-await-in-loop -- until it answers
      await this.#pause(TURN_MS);
      if (this.#open.size < before && !this.#isSmall) this.#answersEach = true;
    }
    this.#check();
    this.#started.resolve();
  }

  /** All were sent: the device says so, or is asked for nothing more for a while. */
  async #whole(): Promise<void> {
    const { clock } = this.#kit;
    this.#heardMs = clock.monotonic();
    for (;;) {
      this.#check();
      // oxlint-disable-next-line no-await-in-loop -- until it is whole
      await this.#resendMissing();
      const quietMs = clock.monotonic() - Math.max(this.#heardMs, this.#resentMs);
      const isForAll = !this.#answersEach && !this.#isSmall;
      if (this.#yesMs !== null && (this.#open.size === 0 || isForAll || this.#left || quietMs >= QUIET_MS)) return;
      if (this.#answersEach && this.#open.size === 0) return;
      if (quietMs >= WHOLE_MS) return; // some say nothing before they have installed it
      // oxlint-disable-next-line no-await-in-loop -- as above
      await this.#pause(TURN_MS);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (this.#answersEach) await this.#again();
    }
  }

  /** What was not answered for a while goes once more. */
  async #again(): Promise<void> {
    const nowMs = this.#kit.clock.monotonic();
    if (nowMs - Math.max(this.#heardMs, this.#againMs) < AGAIN_MS) return;
    this.#rounds = this.#againMs < this.#heardMs ? 1 : this.#rounds + 1;
    if (this.#rounds > MOST_AGAIN) throw silent();
    this.#againMs = nowMs;
    for (const index of this.#open) await this.#send(index); // oxlint-disable-line no-await-in-loop -- a window of them
  }

  /** A device may ask for all of them at once, and asks again while it waits. */
  async #resendMissing(): Promise<void> {
    for (const index of this.#missing) {
      await this.#turn(); // oxlint-disable-line no-await-in-loop -- one after the other
      if (this.#left) return;
      this.#missing.delete(index);
      await this.#send(index); // oxlint-disable-line no-await-in-loop -- as above
      this.#resentMs = this.#kit.clock.monotonic();
    }
  }

  /** Waits until one more may go again: few in each turn, whatever is heard meanwhile. */
  async #turn(): Promise<void> {
    for (;;) {
      this.#check();
      const nowMs = this.#kit.clock.monotonic();
      if (nowMs - this.#turnMs >= TURN_MS) {
        this.#turnMs = nowMs;
        this.#inTurn = 0;
      }
      if (this.#left || (this.#inTurn < PER_TURN && this.#kit.unsentBytes() <= MOST_UNSENT_BYTES)) break;
      // oxlint-disable-next-line no-await-in-loop -- until there is room
      await this.#pause(TURN_MS);
    }
    this.#inTurn += 1;
  }

  async #send(index: number): Promise<void> {
    const from = (index - 1) * PACKAGE_BYTES;
    const body = await this.#bytes(from, Math.min(from + PACKAGE_BYTES, this.#head.length + this.#source.bytes));
    this.#check();
    this.#kit.write(this.#kit.codec.part(p8108UpgradePacket.id, this.#firstSerial, this.#total, index, body));
  }

  async #bytes(from: number, to: number): Promise<Uint8Array> {
    const head = this.#head.subarray(from, to);
    const offset = Math.max(0, from - this.#head.length);
    const length = to - from - head.length;
    const data = length === 0 ? new Uint8Array(0) : await this.#source.read(offset, length);
    if (data.length !== length) throw new AppError('internal', 'The firmware is shorter than it was');
    return head.length === 0 ? data : Buffer.concat([head, data]);
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  #fail(error: AppError): void {
    this.#failure ??= error;
    this.#wake();
  }

  /** So long, or until something is heard. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#kit.clock.after(ms, () => this.#wake());
      this.#wake = () => {
        timer.cancel();
        this.#wake = () => undefined;
        resolve();
      };
    });
  }
}
