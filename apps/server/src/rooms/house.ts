// The shape of a room, and the house that keeps the open ones: what they offer to the web side, to the metrics and to each other's ends is
// found here, so that a new room is one line where it is opened.
import type { KeepsOfDevices } from '../features/device/index.ts';
import type { CgiFile, CgiHandler } from '../kernel/web/cgi.ts';
import type { CommandHandler } from '../kernel/channel/channel.ts';
import type { CallHandler } from '../kernel/web/http.ts';
import type { UpgradeHandler } from '../kernel/web/upgrade.ts';

/** What a room may bring; whatever else it has is its offer to other rooms. */
export type Room = {
  readonly calls?: readonly CallHandler[];
  readonly commands?: readonly CommandHandler[];
  /** Serve /web.cgi by their types. */
  readonly cgi?: readonly CgiHandler[];
  /** Files with paths of their own beside it, on the same ports. */
  readonly fileDoors?: readonly CgiFile[];
  /** Serve /ws.cgi by their types. */
  readonly streams?: Readonly<Record<string, UpgradeHandler>>;
  metrics?(): Record<string, number>;
  /** Removes what it keeps of devices that were dropped. */
  forgetDevices?: KeepsOfDevices['forgetDevices'];
  /** Takes over what another program changed. */
  reload?(): Promise<void>;
  close?(): Promise<void> | void;
};

export class House {
  readonly #rooms: Room[] = [];

  /** Keeps an open room, and hands it back. */
  readonly open = <R extends Room>(room: R): R => {
    this.#rooms.push(room);
    return room;
  };

  /** What people and programs can ask for, besides sockets. */
  content(): { calls: CallHandler[]; commands: CommandHandler[]; cgi: CgiHandler[]; files: CgiFile[] } {
    return {
      calls: this.#rooms.flatMap(({ calls }) => calls ?? []),
      commands: this.#rooms.flatMap(({ commands }) => commands ?? []),
      cgi: this.#rooms.flatMap(({ cgi }) => cgi ?? []),
      files: this.#rooms.flatMap(({ fileDoors }) => fileDoors ?? []),
    };
  }

  streams(): Record<string, UpgradeHandler> {
    return Object.assign({}, ...this.#rooms.map(({ streams }) => streams));
  }

  metrics(): Record<string, number> {
    return Object.assign({}, ...this.#rooms.map((room) => room.metrics?.()));
  }

  keepersOfDevices(): KeepsOfDevices[] {
    return this.#rooms.filter((room): room is Room & KeepsOfDevices => room.forgetDevices !== undefined);
  }

  async reload(): Promise<void> {
    await Promise.all(this.#rooms.map(async (room) => room.reload?.()));
  }

  /** Closes in reverse; the first failure is thrown after all have been closed. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const room of this.#rooms.splice(0).toReversed()) {
      try {
        await room.close?.();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
