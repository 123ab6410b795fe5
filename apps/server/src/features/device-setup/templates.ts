// Templates as people keep them, in memory as in the table, and the devices of each: those it names and those in its groups, as far as the one who
// saved it may see them. Setting devices by them is template-keeper.ts.
import { MAX_TEMPLATES, type ParameterValues } from '@outrider/contract';
import { type Access, type Caller, sightOf } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { NEVER_CHANGED, nextVersion, saveVersioned } from '../../kernel/storage/version.ts';
import type { StoredTemplate, TemplateStore } from './store/templates.ts';

export type TemplateKit = {
  store: TemplateStore;
  clock: Clock;
  access: Pick<Access, 'maySee'>;
  /** Whether a device is in one of these groups or below. */
  covers: (groupIds: readonly number[], deviceKey: number) => boolean;
};
/** Whom a template names, as the caller of a change has it. */
export type Naming = {
  /** From then on; asked again where it was changed meanwhile. */
  chosen: () => readonly number[];
  /** By now: the ids of those that the caller sees. */
  shown: () => readonly string[];
};
export type NewTemplate = Pick<StoredTemplate, 'name' | 'memo' | 'sheet' | 'groupIds' | 'keep'>;

const gone = (): AppError => new AppError('not_found', 'There is no such template.');
const double = (name: string): AppError => new AppError('conflict', `There is a template called ${name} already.`);

export class Templates {
  readonly #kit: TemplateKit;
  #list: readonly StoredTemplate[] = [];
  #named = new Map<number, Set<number>>();
  /** Who saved each, for `has`, which is asked a million times. */
  #sights = new Map<number, Caller>();

  private constructor(kit: TemplateKit) {
    this.#kit = kit;
  }

  static async open(kit: TemplateKit): Promise<Templates> {
    const templates = new Templates(kit);
    for (const { templateId, deviceKey } of await kit.store.named()) {
      const keys = templates.#named.get(templateId);
      if (keys === undefined) templates.#named.set(templateId, new Set([deviceKey]));
      else keys.add(deviceKey);
    }
    await templates.#read();
    return templates;
  }

  /** Those of the caller, all for level 0. */
  list(caller: Caller): StoredTemplate[] {
    return this.#list.filter(({ userId }) => caller.level === 0 || userId === caller.userId);
  }

  /** Throws `not_found`, also for what the caller may not know of. */
  must(caller: Caller, id: number): StoredTemplate {
    const found = this.list(caller).find((template) => template.id === id);
    if (found === undefined) throw gone();
    return found;
  }

  names(template: StoredTemplate, deviceKey: number): boolean {
    return this.#named.get(template.id)?.has(deviceKey) === true;
  }

  /** All that it names, also what is not registered and what nobody but level 0 sees. */
  namedBy(id: number): ReadonlySet<number> {
    return this.#named.get(id) ?? new Set();
  }

  has(template: StoredTemplate, deviceKey: number): boolean {
    const { access, covers } = this.#kit;
    const isNamed = this.names(template, deviceKey);
    if (!isNamed && (template.groupIds.length === 0 || !covers(template.groupIds, deviceKey))) return false;
    return access.maySee(this.#sights.get(template.id) ?? sightOf(template), deviceKey);
  }

  /** What is asked of the device, the oldest first. */
  of(deviceKey: number): StoredTemplate[] {
    return this.#list.filter((template) => this.has(template, deviceKey));
  }

  async add({ userId, userName }: Caller, wanted: NewTemplate, deviceKeys: readonly number[]): Promise<number> {
    if (this.#list.length >= MAX_TEMPLATES)
      throw new AppError('limit_reached', `There are ${MAX_TEMPLATES} templates already.`);
    const version = nextVersion(NEVER_CHANGED, userName, this.#kit.clock.now());
    const id = await this.#kit.store.add({ ...wanted, ...version, userId, userName }, deviceKeys);
    if (id === undefined) throw double(wanted.name);
    this.#named.set(id, new Set(deviceKeys));
    await this.#read();
    return id;
  }

  /**
   * Throws ChangedError where somebody changed it since `seenMs`. Its sight is that of who changed it last.
   */
  async change(
    caller: Caller,
    id: number,
    wanted: NewTemplate,
    { chosen, shown }: Naming,
    seenMs: number | undefined,
  ): Promise<void> {
    this.must(caller, id);
    if (this.#list.some((template) => template.id !== id && template.name === wanted.name)) throw double(wanted.name);
    const { userId, userName } = caller;
    await saveVersioned({
      edit: { by: userName, seenMs },
      nowMs: this.#kit.clock.now(),
      read: async () => {
        const now = this.must(caller, id);
        const { name, memo, sheet: deviceParams, keep, groupIds: groupids } = now;
        return { version: now, present: { name, memo, deviceParams, deviceids: shown(), groupids, keep } };
      },
      write: async (version, before) => {
        const row = { id, ...wanted, ...version, userId, userName };
        const deviceKeys = chosen();
        const written = await this.#kit.store.change(row, deviceKeys, before.updatedMs);
        if (written) this.#named.set(id, new Set(deviceKeys));
        await this.#read();
        return written;
      },
    });
  }

  async remove(caller: Caller, id: number): Promise<void> {
    this.must(caller, id);
    if (!(await this.#kit.store.remove(id))) throw gone();
    this.#named.delete(id);
    await this.#read();
  }

  forget(deviceKeys: readonly number[]): void {
    for (const named of this.#named.values()) for (const key of deviceKeys) named.delete(key);
  }

  /** Whom each names is kept by hand: that may be half a million rows. */
  async #read(): Promise<void> {
    this.#list = await this.#kit.store.list();
    this.#sights = new Map(this.#list.map((template) => [template.id, sightOf(template)]));
  }
}

/** The values of templates that are kept in force. */
export const keptOf = (templates: readonly StoredTemplate[]): ParameterValues =>
  Object.assign({}, ...templates.filter(({ keep }) => keep).map(({ sheet }) => sheet));
