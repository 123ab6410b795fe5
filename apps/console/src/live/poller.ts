// Runs what poll.ts decides on one signed-in channel: asks lists, feeds the stores, hears the pushes, flashes the heartbeat.
import {
  AppError,
  p01Subscribe,
  p02LiveUpdates,
  p03ListChanged,
  p04AccountChanged,
  p05GroupsChanged,
  p06LiveColumns,
  p07Strangers,
  q01ServerInfo,
  q10StreamStatus,
} from '@outrider/contract';
import { q03DeviceList, q04ChangedDevices, q11ExtraInfoList, q12ExtraInfo } from '@outrider/contract';
import type { Device, ExtraInfo, GroupsChange, LiveUpdate, ServerInfo, StreamStatus } from '@outrider/contract';
import type { Clock, Stop } from '../lib/time.ts';
import type { Channel, Message } from './channel.ts';
import { decodeColumns, decodeDevice, decodeDevices, decodeExtra, decodeRows, decodeUpdate } from './decode-device.ts';
import type { DeviceStore } from './devices.ts';
import { pollStart, stepPoll } from './poll.ts';
import type { PollEffect, PollInput, PollState } from './poll.ts';
import type { PositionStore } from './positions.ts';

const HEARTBEAT_MS = 500;
/** Above it the extra info of all devices is asked at once. */
const MAX_SINGLE_EXTRAS = 10;

export type PollerKit = {
  clock: Clock;
  devices: DeviceStore;
  positions: PositionStore;
  onServerInfo: (info: ServerInfo) => void;
  /** The server info misses what this console needs: the server is older, or newer. */
  onOtherVersion: () => void;
  onStreamStatus: (status: StreamStatus) => void;
  onHeartbeat: (lit: boolean) => void;
  /** Level and rights of the account are others from now on. */
  onAccount: (account: { level: number; flags: string }) => void;
  /** The groups, or the devices in them, are others. */
  onGroupsChanged: (change: GroupsChange) => void;
};

/** A list to its end; `unread` where a part of it could not be read. */
type Batches = { readonly fin: Message; readonly collected: readonly Device[]; readonly unread: Error | undefined };

/** Lives as long as its channel. */
export class Poller {
  readonly #channel: Channel;
  readonly #kit: PollerKit;
  readonly #timers = new Map<'poll' | 'stream' | 'heartbeat' | 'rest', Stop>();
  #state: PollState = pollStart;
  #closed = false;
  /** The newest update of each device since a list was asked for, whose rows may be older. */
  #sinceAsked: Map<string, LiveUpdate> | undefined;
  /** The full list is asked for in columns, until a server sent some that cannot be read here. */
  #columns = true;

  constructor(channel: Channel, kit: PollerKit) {
    this.#channel = channel;
    this.#kit = kit;
  }

  /** Signed in: server info first, then everything else. */
  start(): void {
    this.#step({ kind: 'signed-in' });
  }

  /** Asks the full list again. */
  reload(): void {
    this.#step({ kind: 'list-outdated' });
  }

  /** While a disk is formatted no list is asked. */
  pause(paused: boolean): void {
    this.#step({ kind: paused ? 'pause' : 'resume' });
  }

  /** A message that answers no request. */
  hear(message: Message): void {
    if (message.M === p03ListChanged.code) {
      const { success, data } = p03ListChanged.payload.safeParse(message);
      if (success && data.I !== undefined) this.#hearEdited(data.I);
      else this.#step({ kind: 'list-moved' });
    }
    if (message.M === p04AccountChanged.code) {
      const { success, data } = p04AccountChanged.payload.safeParse(message);
      if (success) this.#kit.onAccount({ level: data.L, flags: data.F });
    }
    if (message.M === p05GroupsChanged.code) {
      const { success, data } = p05GroupsChanged.payload.safeParse(message);
      this.#kit.onGroupsChanged(success ? data : { A: 'tree' });
    }
    if (message.M === p07Strangers.code) this.#merge(decodeRows(message.Z, decodeDevice));
    if (message.M === p06LiveColumns.code) this.#takeUpdates(decodeColumns(message));
    if (message.M === p02LiveUpdates.code) this.#takeUpdates(decodeRows(message.Z, decodeUpdate));
  }

  close(): void {
    this.#closed = true;
    this.#state = pollStart;
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
    this.#kit.onHeartbeat(false);
  }

  #takeUpdates(updates: readonly LiveUpdate[]): void {
    for (const update of updates) this.#sinceAsked?.set(update.i, update);
    this.#kit.devices.applyLive(updates);
    this.#kit.positions.applyLive(updates);
  }

  #step(input: PollInput): void {
    if (this.#closed) return;
    const { state, effects } = stepPoll(this.#state, input);
    this.#state = state;
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: PollEffect): void {
    switch (effect.kind) {
      case 'ask-server-info':
        return this.#try(this.#askServerInfo());
      case 'ask-full-list':
        return this.#try(this.#askList(undefined));
      case 'ask-changed-list':
        return this.#try(this.#askList(effect));
      case 'ask-extra-info':
        return this.#try(this.#askExtraInfo());
      case 'ask-stream-status':
        return this.#try(this.#askStreamStatus());
      case 'subscribe':
        return this.#try(this.#channel.ask(p01Subscribe, { A: 'all', D: true }));
      case 'poll-in':
        return this.#after('poll', effect.ms, () => this.#step({ kind: 'poll-due' }));
      case 'stream-status-in':
        return this.#after('stream', effect.ms, () => this.#step({ kind: 'stream-status-due' }));
      case 'rest':
        return this.#after('rest', effect.ms, () => this.#step({ kind: 'rested' }));
      default:
        return effect satisfies never;
    }
  }

  async #askServerInfo(): Promise<void> {
    try {
      const { Z } = await this.#channel.ask(q01ServerInfo, {});
      this.#kit.onServerInfo(Z);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'internal')) {
        this.#step({ kind: 'server-info-failed' });
        throw error;
      }
      this.#kit.onOtherVersion(); // the fleet can be shown all the same
    }
    this.#step({ kind: 'server-info' });
  }

  /** Collects the batches and takes them over only when 'fin' ended them. */
  async #askList(since: { token: string; cursor: number } | undefined): Promise<void> {
    const told = (this.#sinceAsked = new Map<string, LiveUpdate>());
    try {
      const { fin, collected } =
        since === undefined
          ? await this.#fullList()
          : await this.#batches(q04ChangedDevices.code, { T: since.token, C: since.cursor });
      if (this.#closed) return;
      const token = typeof fin.T === 'string' ? fin.T : '';
      const cursor = typeof fin.C === 'number' ? fin.C : 0;
      const goesOn = since !== undefined && Array.isArray(fin.L);
      if (since === undefined) this.#replace(collected);
      else if (goesOn) this.#move(collected, fin.L);
      else if (token === since.token) this.#merge(collected);
      this.#takeUpdates([...told.values()]);
      this.#sinceAsked = undefined;
      this.#flash();
      this.#step({ kind: 'list-done', token, cursor, devices: this.#kit.devices.size, goesOn });
    } catch (error) {
      this.#sinceAsked = undefined;
      this.#step({ kind: 'list-failed' });
      throw error;
    }
  }

  /** Rows, where the columns of a server of another version cannot be read. A server that knows no columns sends rows anyway. */
  async #fullList(): Promise<Batches> {
    if (this.#columns) {
      const list = await this.#batches(q03DeviceList.code, { D: 1 });
      if (list.unread === undefined) return list;
      this.#columns = false;
      console.warn('the list is asked for in rows', list.unread.message);
    }
    return this.#batches(q03DeviceList.code, {});
  }

  async #batches(code: string, body: Message): Promise<Batches> {
    const collected: Device[] = [];
    let unread: Error | undefined;
    const fin = await this.#channel.askList(code, body, (batch) => {
      try {
        for (const device of decodeDevices(batch)) collected.push(device);
      } catch (error) {
        unread = error instanceof Error ? error : new Error('unreadable');
      }
    });
    return { fin, collected, unread };
  }

  #replace(devices: readonly Device[]): void {
    this.#kit.devices.replaceAll(devices);
    this.#kit.positions.replaceAll(devices);
  }

  #merge(devices: readonly Device[]): void {
    this.#kit.devices.merge(devices);
    this.#kit.positions.merge(devices);
  }

  /** Some devices came, some went; what else changed came with them. */
  #move(devices: readonly Device[], gone: unknown): void {
    const ids = Array.isArray(gone) ? gone.filter((id) => typeof id === 'string') : [];
    this.#kit.devices.remove(ids);
    this.#kit.positions.remove(ids);
    const came = devices.filter(({ deviceid }) => this.#kit.devices.extra(deviceid) === undefined);
    this.#merge(devices);
    if (came.length > MAX_SINGLE_EXTRAS) this.#try(this.#askExtraInfo());
    else for (const { deviceid } of came) this.#try(this.#askExtraOf(deviceid));
  }

  /** The list is the same; none are named where they are too many. */
  #hearEdited(ids: readonly string[]): void {
    if (ids.length === 0 || ids.length > MAX_SINGLE_EXTRAS) return this.#step({ kind: 'extras-outdated' });
    for (const id of ids) this.#try(this.#askExtraOf(id));
    return undefined;
  }

  async #askExtraOf(deviceid: string): Promise<void> {
    const { Z } = await this.#channel.ask(q12ExtraInfo, { I: deviceid });
    if (!this.#closed) this.#kit.devices.setExtras([Z]);
  }

  async #askExtraInfo(): Promise<void> {
    const collected: ExtraInfo[] = [];
    await this.#channel.askList(q11ExtraInfoList.code, {}, (rows) => {
      for (const extra of decodeRows(rows, decodeExtra)) collected.push(extra);
    });
    if (!this.#closed) this.#kit.devices.setExtras(collected);
  }

  async #askStreamStatus(): Promise<void> {
    const { Z } = await this.#channel.ask(q10StreamStatus, {});
    if (!this.#closed) this.#kit.onStreamStatus(Z);
  }

  #flash(): void {
    this.#kit.onHeartbeat(true);
    this.#after('heartbeat', HEARTBEAT_MS, () => this.#kit.onHeartbeat(false));
  }

  #after(name: 'poll' | 'stream' | 'heartbeat' | 'rest', ms: number, run: () => void): void {
    this.#timers.get(name)?.();
    this.#timers.set(name, this.#kit.clock.after(ms, run));
  }

  /** A failed poll needs no answer: the next one comes by itself, and a lost connection is shown by its owner. */
  #try(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.#closed) console.warn('a poll failed', error instanceof Error ? error.message : error);
    });
  }
}
