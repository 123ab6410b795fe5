// Which firmware devices have: asked of them (0x8107), a few at a time, and kept as they said last.
import {
  askAttributes,
  askAttributesAgain,
  type DeviceAttributes,
  type DeviceLink,
  type LinkRegistry,
} from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { Pace } from '../../kernel/work/pace.ts';
import type { DeviceVersion, UpdateStore } from './store/updates.ts';

type Kit = {
  store: Pick<UpdateStore, 'versions' | 'saveVersion'>;
  links: LinkRegistry;
  clock: Clock;
  log: Log;
};

/** Asked at once; the others wait. */
const AT_ONCE = 16;
/** What could not be stored is tried again so often. */
const RETRY_MS = 15_000;

export class DeviceVersions {
  readonly #kit: Kit;
  readonly #known = new Map<number, DeviceVersion>();
  readonly #due = new Set<number>();
  readonly #asking = new Map<number, Promise<void>>();
  /** Devices whose rows say less than they did. */
  readonly #unwritten = new Set<number>();
  readonly #timer: Timer;
  /** Hears each version that a device said when it was asked here. */
  #heard: (deviceKey: number, version: string) => void = () => undefined;
  #closed = false;

  private constructor(kit: Kit) {
    this.#kit = kit;
    this.#timer = kit.clock.every(RETRY_MS, () => void this.#writeAgain());
  }

  static async open(kit: Kit): Promise<DeviceVersions> {
    const versions = new DeviceVersions(kit);
    for (const version of await kit.store.versions()) versions.#known.set(version.deviceKey, version);
    return versions;
  }

  hear(heard: (deviceKey: number, version: string) => void): void {
    this.#heard = heard;
  }

  of(deviceKey: number): DeviceVersion | undefined {
    return this.#known.get(deviceKey);
  }

  get waiting(): number {
    return this.#due.size;
  }

  /** Has a device asked when its turn comes, where nobody has on its link; nobody waits for the answer. */
  ask(deviceKey: number): void {
    if (this.#closed) return;
    this.#due.add(deviceKey);
    this.#next();
  }

  /** Asks now. Rejects with device_offline, device_timeout, device_refused or device_unsupported. */
  async read(deviceKey: number): Promise<DeviceVersion> {
    const link = this.#kit.links.get(deviceKey);
    if (link === undefined) throw deviceOffline();
    const version = await this.#keep(deviceKey, await askAttributesAgain(link));
    this.#heard(deviceKey, version.version);
    return version;
  }

  /** What it said on this link, asked where nobody has yet; tells nobody. */
  async readFrom(link: DeviceLink): Promise<DeviceVersion & Pick<DeviceAttributes, 'manufacturer'>> {
    const said = await askAttributes(link);
    return { ...(await this.#keep(link.deviceKey, said)), manufacturer: said.manufacturer };
  }

  async #keep(deviceKey: number, { firmware }: DeviceAttributes): Promise<DeviceVersion> {
    const version: DeviceVersion = { deviceKey, version: firmware.trim(), readMs: this.#kit.clock.now() };
    this.#known.set(deviceKey, version);
    await this.#write(version);
    return version;
  }

  /**
   * A boundary: the device has said it, and who waits for that hears of it while the disk is full, too. The row follows: false where it
   * has to.
   */
  async #write(version: DeviceVersion): Promise<boolean> {
    const { deviceKey } = version;
    const isNewest = (): boolean => this.#known.get(deviceKey) === version;
    try {
      await this.#kit.store.saveVersion(version);
      if (isNewest()) this.#unwritten.delete(deviceKey);
      return true;
    } catch (err) {
      if (this.#unwritten.size === 0) this.#kit.log.warn('versions of devices not stored yet', { deviceKey, err });
      if (isNewest()) this.#unwritten.add(deviceKey);
      return false;
    }
  }

  /** The first that fails tells that the others would. */
  async #writeAgain(): Promise<void> {
    const pace = new Pace(this.#kit.clock);
    for (const key of this.#unwritten) {
      const version = this.#known.get(key);
      if (version !== undefined && !(await this.#write(version))) return;
      await pace.rest();
    }
  }

  async #readOfLink(deviceKey: number): Promise<void> {
    const link = this.#kit.links.get(deviceKey);
    if (link === undefined) throw deviceOffline();
    const { version } = await this.readFrom(link);
    this.#heard(deviceKey, version);
  }

  forget(deviceKeys: readonly number[]): void {
    for (const key of deviceKeys) {
      this.#known.delete(key);
      this.#unwritten.delete(key);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer.cancel();
    this.#due.clear();
    await Promise.all(this.#asking.values());
    await this.#writeAgain();
  }

  #next(): void {
    for (const key of this.#due) {
      if (this.#asking.size >= AT_ONCE) return;
      if (this.#asking.has(key)) continue;
      this.#due.delete(key);
      const asked = this.#readOfLink(key)
        .catch((error: unknown) => {
          if (!(error instanceof AppError))
            this.#kit.log.error('version not asked for', { deviceKey: key, err: error });
        })
        .finally(() => {
          this.#asking.delete(key);
          this.#next();
        });
      this.#asking.set(key, asked);
    }
  }
}
