// Which firmware devices have: asked of them (0x8107), a few at a time, and kept as they said last.
import {
  askAttributes,
  askAttributesAgain,
  type DeviceAttributes,
  type DeviceLink,
  type LinkRegistry,
} from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { DeviceVersion, UpdateStore } from './store/updates.ts';

type Kit = {
  store: Pick<UpdateStore, 'versions' | 'saveVersion'>;
  links: LinkRegistry;
  clock: Clock;
  log: Log;
};

/** Asked at once; the others wait. */
const AT_ONCE = 16;

export class DeviceVersions {
  readonly #kit: Kit;
  readonly #known = new Map<number, DeviceVersion>();
  readonly #due = new Set<number>();
  readonly #asking = new Map<number, Promise<void>>();
  /** Hears each version that a device said when it was asked here. */
  #heard: (deviceKey: number, version: string) => void = () => undefined;
  #closed = false;

  private constructor(kit: Kit) {
    this.#kit = kit;
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
    const { store, clock } = this.#kit;
    const version: DeviceVersion = { deviceKey, version: firmware.trim(), readMs: clock.now() };
    this.#known.set(deviceKey, version);
    await store.saveVersion(version);
    return version;
  }

  async #readOfLink(deviceKey: number): Promise<void> {
    const link = this.#kit.links.get(deviceKey);
    if (link === undefined) throw deviceOffline();
    const { version } = await this.readFrom(link);
    this.#heard(deviceKey, version);
  }

  forget(deviceKeys: readonly number[]): void {
    for (const key of deviceKeys) this.#known.delete(key);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#due.clear();
    await Promise.all(this.#asking.values());
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
