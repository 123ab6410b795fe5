// The groups of devices and the one an administrator chose: asked after sign-in as level 0, its devices kept as the filter's `only`.
import type { GroupsChange, UserGroup } from '@outrider/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { Clock, Stop } from '../lib/time.ts';
import type { Session } from './session.ts';

/** Changes are told; this mends what was missed. */
const REFRESH_MS = 60_000;

export type GroupState = {
  /** Sorted by name. */
  readonly usergroup: readonly UserGroup[];
  /** The chosen group; '' for none. */
  readonly filterGroupid: string;
  /** It is the choice from before the page was loaded. */
  readonly restored: boolean;
  /** True while the devices of a group just chosen are asked for. */
  readonly asking: boolean;
  /** The devices of the chosen group could not be asked: what is shown may be more or less than the group. */
  readonly failed: boolean;
};

export type GroupKit = {
  clock: Clock;
  /** Written by this one only. */
  state: StoreApi<GroupState>;
  session: StoreApi<Session>;
  askGroups: () => Promise<readonly UserGroup[]>;
  /** The registered devices of a group and those below. Rejects with 'not-found' for one that is gone. */
  askDevices: (groupId: string) => Promise<readonly string[]>;
  /** Narrows every list, counter and the map; undefined for all devices. */
  narrow: (only: ReadonlySet<string> | undefined) => void;
  /** The choice outlives a reload. */
  remember: { read: () => string; write: (groupId: string) => void };
};

const byName = (groups: readonly UserGroup[]): readonly UserGroup[] =>
  groups.toSorted((a, b) => a.name.localeCompare(b.name));

/** Whether a group is another one or lies below it. */
const isBelow = (groups: readonly UserGroup[], groupId: string, top: string): boolean => {
  const parents = new Map(groups.map(({ groupid, parentid }) => [groupid, parentid]));
  let at: string | null | undefined = groupId;
  for (let steps = 0; steps <= parents.size && at !== null && at !== undefined; steps += 1) {
    if (at === top) return true;
    at = parents.get(at);
  }
  return false;
};

/** One question asked several times at once: which of its answers count, where one overtakes another. */
class InOrder {
  #asked = 0;
  #taken = 0;

  /** With each question; tells of its answer, once, that none which was asked for later has been taken. */
  next(): () => boolean {
    const mine = (this.#asked += 1);
    return () => {
      if (mine < this.#taken) return false;
      this.#taken = mine;
      return true;
    };
  }
}

/** Of who has none, or is signed out. */
export const noGroups: GroupState = {
  usergroup: [],
  filterGroupid: '',
  restored: false,
  asking: false,
  failed: false,
};

/** Made once for the page; follows the session by itself. */
export class Groups {
  readonly state: StoreApi<GroupState>;
  readonly #kit: GroupKit;
  #stopRefresh: Stop = () => {};
  #following = false;
  #ids: ReadonlySet<string> | undefined;
  #fleet = '';
  /** Whether this sign-in's choice is settled: remembered from before, or made since. */
  #settled = false;
  /** Goes up whenever an answer under way no longer counts. */
  #round = 0;
  readonly #groupsInOrder = new InOrder();
  readonly #devicesInOrder = new InOrder();

  constructor(kit: GroupKit) {
    this.#kit = kit;
    this.state = kit.state;
    kit.session.subscribe(({ loginFlag, level }) => this.#follow(loginFlag === 1 && level === 0));
  }

  /** Chooses a group; '' shows all devices again. */
  choose(groupId: string): void {
    this.#choose(groupId, false);
  }

  #choose(groupId: string, restored: boolean): void {
    this.#settled = true;
    this.#kit.remember.write(groupId);
    this.#round += 1;
    this.state.setState({ filterGroupid: groupId, restored, asking: groupId !== '', failed: false });
    if (groupId === '') this.#narrow(undefined);
    else void this.#askDevices(groupId);
  }

  /** The groups, or the devices in them, are others. */
  changed({ A, G }: GroupsChange): void {
    if (!this.#following) return;
    if (A === 'tree') return void this.#refresh();
    const { filterGroupid, usergroup } = this.state.getState();
    const concerned = G === undefined || isBelow(usergroup, G, filterGroupid);
    if (filterGroupid !== '' && concerned) void this.#askDevices(filterGroupid);
  }

  /** Which fleet there is: when it is another one, so may be the devices of the chosen group. */
  fleetChanged(fleet: string): void {
    if (fleet === this.#fleet) return;
    this.#fleet = fleet;
    if (this.state.getState().filterGroupid !== '') void this.#refresh();
  }

  #follow(administrator: boolean): void {
    if (administrator === this.#following) return;
    this.#following = administrator;
    this.#stopRefresh();
    this.#round += 1;
    this.#settled = false;
    if (administrator) {
      this.#stopRefresh = this.#kit.clock.every(REFRESH_MS, () => {
        if (this.#kit.session.getState().downSinceMs === undefined) void this.#refresh();
      });
      void this.#refresh();
    } else {
      this.state.setState(noGroups);
      this.#narrow(undefined);
    }
  }

  /** Chooses what was chosen before, once the groups are known: a server that was away at first can be asked later. */
  #restore(usergroup: readonly UserGroup[]): void {
    if (this.#settled) return;
    this.#settled = true;
    const stored = this.#kit.remember.read();
    if (usergroup.some(({ groupid }) => groupid === stored)) this.#choose(stored, true);
  }

  /** Both answers again; what cannot be asked stays as it was. */
  async #refresh(): Promise<void> {
    const round = this.#round;
    const isNewest = this.#groupsInOrder.next();
    try {
      const groups = await this.#kit.askGroups();
      if (round !== this.#round || !isNewest()) return undefined;
      this.state.setState({ usergroup: byName(groups) });
      this.#restore(groups);
      if (round !== this.#round) return undefined; // chosen just now, and asked for
    } catch (error) {
      return console.warn('the groups could not be asked', error instanceof Error ? error.message : error);
    }
    const { filterGroupid, usergroup } = this.state.getState();
    if (filterGroupid === '') return undefined;
    if (usergroup.every(({ groupid }) => groupid !== filterGroupid)) return this.choose('');
    return this.#askDevices(filterGroupid);
  }

  async #askDevices(groupId: string): Promise<void> {
    const round = this.#round;
    const isNewest = this.#devicesInOrder.next();
    try {
      const ids = await this.#kit.askDevices(groupId);
      if (round !== this.#round || !isNewest()) return;
      this.#narrow(new Set(ids));
      this.state.setState({ asking: false, failed: false });
    } catch (error) {
      console.warn('the devices of a group could not be asked', error instanceof Error ? error.message : error);
      if (round === this.#round && isNewest()) this.state.setState({ asking: false, failed: true });
    }
  }

  /** The same devices are the same set: nothing is drawn again for them. */
  #narrow(ids: ReadonlySet<string> | undefined): void {
    const before = this.#ids;
    if (ids !== undefined && before?.size === ids.size && [...ids].every((id) => before.has(id))) return;
    this.#ids = ids;
    this.#kit.narrow(ids);
  }
}
