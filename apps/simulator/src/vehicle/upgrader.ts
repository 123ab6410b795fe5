// How a recorder gets a new firmware: fetched from an address (0x8105 command 1) or in packets (0x8108), checked, installed, and in use
// after a restart. How far it is it says with 0x1FC4, what came of it with 0x0108, which outlasts the restart.
import { t0108UpgradeResult, t1fc4UpgradeProgress } from '@outrider/jt808';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { SignalLink } from '../link/signal-link.ts';
import { FirmwareDownload } from './firmware-download.ts';
import { ImageReader } from './firmware-image.ts';
import type { ImageVerdict } from './firmware-image.ts';
import type { Kept } from './kept.ts';
import type { VehicleLog } from './vehicle-log.ts';

/** Of 0x1FC4. */
const STATE = {
  downloading: 1,
  downloaded: 2,
  downloadFailed: 3,
  installing: 4,
  installed: 5,
  installFailed: 6,
  sameVersion: 9,
} as const;
/** Of 0x0108. */
const RESULT = { ok: 0, failed: 1, sameVersion: 0x12 } as const;
const TERMINAL = 0;
const WHOLE = 100;
const HALF = 50;
const TOLD_EVERY_PERCENT = 5;
const INSTALL_MS = 1000;

export type UpgraderKit = {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly kept: Kept;
  readonly log: VehicleLog;
  readonly later: (ms: number, job: () => void) => void;
  readonly saveState: () => void;
  readonly restart: () => void;
};

type Order = { readonly replySerial: number; readonly type: number };

export class Upgrader {
  private readonly kit: UpgraderKit;
  private link: SignalLink | null = null;
  private download: FirmwareDownload | null = null;
  private busy = false;
  private toldPercent = -1;

  constructor(kit: UpgraderKit) {
    this.kit = kit;
  }

  /** The link of now; what came of an upgrade is said on it until it is answered. */
  useLink(link: SignalLink | null): void {
    this.link = link;
    if (link !== null) this.tellResult();
  }

  /** False: it does not take it. One that is told the same twice goes on with what it does. */
  fromLink(url: string, replySerial: number): boolean {
    const { faults, clock, log } = this.kit;
    if (faults.upgrade === 'refuses') return false;
    if (this.busy) return true;
    const order: Order = { replySerial, type: TERMINAL };
    const image = new ImageReader();
    this.begin(order);
    log.add(`firmware from ${url.replace(/\/\/[^@/]*@/, '//')}`);
    this.download = new FirmwareDownload({
      clock,
      url,
      bytesPerS: faults.slowUpgradeBytesPerS ?? null,
      took: (bytes, received, total) => {
        image.push(faults.upgrade === 'corrupt' ? spoiled(bytes) : bytes);
        return this.progressed(order, Math.floor((received / total) * WHOLE));
      },
      ended: (failure) => {
        if (failure === null) this.check(order, image.verdict());
        else this.fail(order, STATE.downloadFailed, failure);
      },
    });
    return true;
  }

  /** A whole image that came in packets. */
  fromPacket(data: Uint8Array, type: number, replySerial: number): boolean {
    const { faults, later } = this.kit;
    if (faults.upgrade === 'refuses') return false;
    if (this.busy) return true;
    const order: Order = { replySerial, type };
    const image = new ImageReader();
    this.begin(order);
    image.push(faults.upgrade === 'corrupt' ? spoiled(data) : data);
    later(0, () => this.check(order, image.verdict()));
    return true;
  }

  close(): void {
    this.download?.close();
    this.download = null;
    this.busy = false;
  }

  private begin(order: Order): void {
    this.busy = true;
    this.toldPercent = -1;
    this.tell(order, STATE.downloading, 0);
  }

  /** False: it falls silent here. */
  private progressed(order: Order, percent: number): boolean {
    if (this.kit.faults.upgrade === 'silent' && percent >= HALF) {
      this.tell(order, STATE.downloading, HALF);
      this.busy = false;
      return false;
    }
    if (percent - this.toldPercent < TOLD_EVERY_PERCENT) return true;
    this.toldPercent = percent;
    this.tell(order, STATE.downloading, percent);
    return true;
  }

  private check(order: Order, verdict: ImageVerdict): void {
    const { kept, later } = this.kit;
    if ('fault' in verdict) {
      this.fail(order, STATE.installFailed, verdict.fault);
      return;
    }
    this.tell(order, STATE.downloaded, WHOLE);
    if (verdict.version === kept.firmware) {
      this.tell(order, STATE.sameVersion, WHOLE);
      this.end(order.type, RESULT.sameVersion, 'has it already');
      return;
    }
    this.tell(order, STATE.installing, 0);
    later(INSTALL_MS, () => this.install(order, verdict.version));
  }

  private install(order: Order, version: string): void {
    const { kept, faults, restart } = this.kit;
    this.tell(order, STATE.installed, WHOLE);
    if (faults.upgrade !== 'keeps-old') kept.firmware = version;
    this.kit.log.add(`firmware ${version} installed`);
    kept.upgradeResult = { type: order.type, result: RESULT.ok };
    this.busy = false;
    this.kit.saveState();
    restart();
  }

  private fail(order: Order, state: number, why: string): void {
    this.tell(order, state, 0);
    this.end(order.type, RESULT.failed, why);
  }

  private end(type: number, result: number, why: string): void {
    this.busy = false;
    this.kit.log.add(`firmware not installed: ${why}`);
    this.kit.kept.upgradeResult = { type, result };
    this.kit.saveState();
    this.tellResult();
  }

  private tell({ replySerial, type }: Order, state: number, progress: number): void {
    if (this.kit.faults.upgrade === 'quiet') return;
    const error = state === STATE.downloadFailed || state === STATE.installFailed ? 1 : 0;
    this.link?.send(t1fc4UpgradeProgress, { replySerial, type, state, progress, error });
  }

  private tellResult(): void {
    const { kept, saveState } = this.kit;
    const result = kept.upgradeResult;
    if (result === null) return;
    const answered = (said: number): void => {
      if (said !== 0 || kept.upgradeResult !== result) return;
      kept.upgradeResult = null;
      saveState();
    };
    this.link?.request(t0108UpgradeResult, result, answered, () => undefined);
  }
}

/** One bit of it is another one. */
const spoiled = (bytes: Uint8Array): Uint8Array => {
  const copy = bytes.slice();
  const last = copy.length - 1;
  copy[last] = (copy[last] ?? 0) ^ 1;
  return copy;
};
