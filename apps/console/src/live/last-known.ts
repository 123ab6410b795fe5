// The fleet as it was last known, for a start without the server: kept for who saved the password, gone when he signs out. Not: where
// it is kept (lib/kept-texts.ts).
import type { Device, ExtraInfo, Right, ServerInfo } from '@outrider/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { KeptTexts } from '../lib/kept-texts.ts';
import { nextTask } from '../lib/time.ts';
import type { Clock, Stop } from '../lib/time.ts';
import type { DeviceStore } from './devices.ts';
import type { PositionStore } from './positions.ts';
import type { Session } from './session.ts';

/** Often enough for a shift, seldom enough for a disk. */
const KEEP_EVERY_MS = 60_000;
/** The first list is there by then. */
const FIRST_KEEP_MS = 5000;
/** So many devices are written down in one go; the page breathes in between. */
const SLICE = 500;
const NAME = 'last-known';
const VERSION = 1;

/** The first of the kept texts; the others are slices of devices, then of extra infos. */
type Head = {
  version: number;
  /** Whose list it is: another user's is not shown. */
  userName: string;
  serverHost: string;
  keptMs: number;
  level: number;
  rights: readonly Right[];
  server: ServerInfo | undefined;
  deviceSlices: number;
};

export type LastKnownKit = {
  texts: KeptTexts;
  clock: Clock;
  session: StoreApi<Session>;
  devices: DeviceStore;
  positions: PositionStore;
  /** Whether this browser saved the password, and for which server. */
  saved: () => { userName: string; serverHost: string } | undefined;
};

/** Keeps and gives back. `close` ends the keeping. */
export class LastKnown {
  readonly #kit: LastKnownKit;
  #stop: Stop = () => {};
  /** What is being written down; undefined while nothing is. */
  #keeping: Promise<void> | undefined;

  constructor(kit: LastKnownKit) {
    this.#kit = kit;
  }

  /** Begins to keep what comes. */
  start(): void {
    const { clock } = this.#kit;
    const stopFirst = clock.after(FIRST_KEEP_MS, () => void this.keep());
    const stopEvery = clock.every(KEEP_EVERY_MS, () => void this.keep());
    this.#stop = () => {
      stopFirst();
      stopEvery();
    };
  }

  /** Writes the list down when there is one and the connection stands: what is from before is kept already. */
  async keep(): Promise<void> {
    const { session, devices, saved } = this.#kit;
    const { loginFlag, userName, downSinceMs } = session.getState();
    const who = saved();
    const current = loginFlag === 1 && downSinceMs === undefined && devices.loaded && who?.userName === userName;
    if (who === undefined || !current || this.#keeping !== undefined) return;
    this.#keeping = this.#write(who);
    await this.#keeping;
    this.#keeping = undefined;
  }

  async #write(who: { userName: string; serverHost: string }): Promise<void> {
    const { session, devices, saved, clock, texts } = this.#kit;
    const { level, rights, server } = session.getState();
    const all = [...devices.all()];
    const slices = await this.#inSlices(all);
    const extras = await this.#inSlices(all.flatMap(({ deviceid }) => devices.extra(deviceid) ?? []));
    const head: Head = {
      version: VERSION,
      ...who,
      keptMs: clock.now(),
      level,
      rights: [...rights],
      server,
      deviceSlices: slices.length,
    };
    // Signed out while slices were being made: nothing of it may stay behind.
    if (saved()?.userName === who.userName) await texts.write(NAME, [JSON.stringify(head), ...slices, ...extras]);
  }

  /** Also what is being written down at this moment. */
  async forget(): Promise<void> {
    const { texts } = this.#kit;
    await texts.forget(NAME);
    if (this.#keeping === undefined) return;
    await this.#keeping;
    await texts.forget(NAME);
  }

  /** Shows what was kept for who is about to sign in, as from before. False when there is nothing, or a connection by now. */
  async show(): Promise<boolean> {
    const { texts, session, devices, positions, saved } = this.#kit;
    const [first, ...slices] = await texts.read(NAME);
    const head = first === undefined ? undefined : readHead(first);
    const who = saved();
    if (head === undefined || who === undefined || session.getState().loginFlag !== 0) return false;
    if (head.userName !== who.userName || head.serverHost !== who.serverHost) return false;
    const list = rowsOf<Device>(slices.slice(0, head.deviceSlices));
    devices.replaceAll(list);
    positions.replaceAll(list);
    devices.setExtras(rowsOf<ExtraInfo>(slices.slice(head.deviceSlices)));
    session.setState({
      loginFlag: 1,
      userName: head.userName,
      level: head.level,
      rights: new Set(head.rights),
      server: head.server,
      downSinceMs: head.keptMs,
    });
    return true;
  }

  close(): void {
    this.#stop();
  }

  async #inSlices(rows: readonly unknown[]): Promise<string[]> {
    const texts: string[] = [];
    for (let i = 0; i < rows.length; i += SLICE) {
      texts.push(JSON.stringify(rows.slice(i, i + SLICE)));
      // oxlint-disable-next-line no-await-in-loop -- one slice a turn on purpose: no long task
      await nextTask(this.#kit.clock);
    }
    return texts;
  }
}

const readHead = (text: string): Head | undefined => {
  const head: Head = JSON.parse(text);
  return head.version === VERSION ? head : undefined;
};

/** Rows of slices that this version wrote itself. */
const rowsOf = <T>(slices: readonly string[]): T[] => slices.flatMap((slice): T[] => JSON.parse(slice));
