// What a device can in our vendor block: asked once of each link, remembered for when the device is away. Nothing in the block is sent to a
// device that does not say that it knows it (R44).
import { deviceDisk, type VendorCommandName } from '@outrider/contract';
import { z } from 'zod';
import { askVendorSkills, type DeviceLink, type LinkRegistry, type VendorAnswer } from '../../gateway/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, deviceOffline } from '../../kernel/errors.ts';
import type { Abilities, DeviceAbilityStore } from './store.ts';

type Kit = { clock: Clock; links: LinkRegistry; store: DeviceAbilityStore };

const NONE: Abilities = { commands: [], settings: [] };

const storage = z.object({ disks: z.array(deviceDisk).max(64), oldestMs: z.number().int().min(0).optional() });
export type DeviceStorage = z.output<typeof storage>;

/** Throws AppError `device_refused` for an answer of another form: bytes of a device are never trusted. */
const read = <S extends z.ZodType>(schema: S, answer: VendorAnswer): z.output<S> => {
  const said = schema.safeParse(answer !== null && 'json' in answer ? answer.json : null);
  if (!said.success) throw new AppError('device_refused', 'The answer of the device cannot be read');
  return said.data;
};

export class DeviceAbilities {
  readonly #kit: Kit;
  readonly #asked = new WeakMap<DeviceLink, Promise<Abilities>>();

  constructor(kit: Kit) {
    this.#kit = kit;
  }

  /** Of the device at the other end. Rejects as `DeviceLink.order` does; then the next one asks again. */
  of(link: DeviceLink): Promise<Abilities> {
    const known = this.#asked.get(link);
    if (known !== undefined) return known;
    const asked = this.#ask(link);
    this.#asked.set(link, asked);
    asked.catch(() => this.#asked.delete(link));
    return asked;
  }

  /** Of a device that is there, or what it said last. Rejects with `device_offline` where it never said anything. */
  async known(deviceKey: number): Promise<Abilities> {
    const link = this.#kit.links.get(deviceKey);
    if (link !== undefined) return this.of(link);
    const told = await this.#kit.store.of(deviceKey);
    if (told === undefined) throw deviceOffline();
    return told;
  }

  /** One command of the block. Rejects with `device_unsupported` where the device does not say that it knows it: nothing is sent then. */
  async tell(link: DeviceLink, command: VendorCommandName, asks?: object): Promise<VendorAnswer> {
    const { commands } = await this.of(link);
    if (!commands.includes(command)) throw new AppError('device_unsupported', 'The device does not know this');
    return link.order('vendor', { command, ...(asks !== undefined && { asks }) });
  }

  async storage(link: DeviceLink): Promise<DeviceStorage> {
    return read(storage, await this.tell(link, 'storage'));
  }

  /** The newest lines of its log. `zoneS`: seconds east of UTC of the times in them, where it says so. */
  async syslog(link: DeviceLink, lines: number): Promise<{ lines: string[]; zoneS?: number | undefined }> {
    const said = z.object({
      lines: z.array(z.string()).max(10_000),
      zoneS: z.number().int().min(-64_800).max(64_800).optional(),
    });
    return read(said, await this.tell(link, 'syslog', { lines }));
  }

  async #ask(link: DeviceLink): Promise<Abilities> {
    const told = (await askVendorSkills(link)) ?? NONE;
    await this.#kit.store.save(link.deviceKey, told, this.#kit.clock.now());
    return told;
  }
}
