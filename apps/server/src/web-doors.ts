// The listening sockets of the web side: which there are, how they speak, and those that are opened beside them while the server runs.
import type { RequestListener, Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { ConnectionGate } from './kernel/web/connection-gate.ts';
import { createDualServer } from './kernel/web/dual-server.ts';
import { createInnerServer, createWebServer } from './kernel/web/http-server.ts';
import { closeServer, listenOn } from './kernel/web/listen.ts';
import type { Log } from './kernel/log.ts';
import { type TlsFiles, useCertificate } from './kernel/web/tls.ts';
import { type UpgradeHandler, refuseUpgrade, routeUpgrades } from './kernel/web/upgrade.ts';

export type DoorKit = {
  host: string;
  log: Log;
  gate: ConnectionGate;
  /** What every connection speaks; null: plain. */
  tls: TlsFiles | null;
  /** Beside plain ones, what encrypted connections meet. */
  alsoTls: TlsFiles | null;
};

/** What is served behind a port. */
export type Behind = { listener: RequestListener; upgrades: ReadonlyMap<string, UpgradeHandler> };
/** A port as it was asked for, and as it is open: they differ where 0 was asked for. */
type Door = { behind: Behind; asked: number; port: number; server: NetServer; speaking: readonly Server[] };

export type Wanted = { behind: Behind; port: number; key: string };
const isOf = (door: Door, { behind, port }: Wanted): boolean =>
  door.behind === behind && (door.port === port || door.asked === port);

const SSL_ONLY = 'This server speaks https only.';

/** The address of the same page by https. Not kept by browsers, so that it can be taken back. */
const redirection =
  (securePort: () => number): RequestListener =>
  ({ method, url = '/', headers: { host = '' } }, response) => {
    const own = `http://${host}`;
    if (!URL.canParse(own) || !(method === 'GET' || method === 'HEAD')) {
      const answer = JSON.stringify({ hasError: 1, message: SSL_ONLY, code: 'forbidden' });
      response.writeHead(403, { 'content-type': 'application/json; charset=utf-8', connection: 'close' }).end(answer);
      return;
    }
    const path = url.startsWith('/') ? url : '/';
    const location = `https://${new URL(own).hostname}:${securePort()}${path}`;
    response.writeHead(307, { location, 'cache-control': 'no-store' }).end();
  };

/** Serves nothing but the way to https. */
export const toHttps = (securePort: () => number): Behind => ({
  listener: redirection(securePort),
  upgrades: new Map([['*', (_request, socket) => refuseUpgrade(socket, 403, SSL_ONLY)]]),
});

export class WebDoors {
  readonly #kit: DoorKit;
  readonly #doors: Door[] = [];
  /** Those that the server was started with. */
  #first: readonly Door[] = [];

  constructor(kit: DoorKit) {
    this.#kit = kit;
  }

  /** Plain, encrypted, or both on one port, as this server speaks. Throws StartError with the key of what could not be opened. */
  async open(behind: Behind, port: number, key: string): Promise<number> {
    const { tls, alsoTls, gate } = this.#kit;
    if (tls !== null || alsoTls === null) return this.openAs(tls, behind, port, key);
    const [plain, secure] = [
      createInnerServer(null, behind.listener, gate),
      createInnerServer(alsoTls, behind.listener, gate),
    ] as const;
    return this.#listen(createDualServer(plain, secure, gate), [plain, secure], behind, { port, key });
  }

  async openAs(tls: TlsFiles | null, behind: Behind, port: number, key: string): Promise<number> {
    const server = createWebServer(tls, behind.listener, this.#kit.gate);
    return this.#listen(server, [server], behind, { port, key });
  }

  /** From now on, what nobody asks for is closed again by `settle`. */
  started(): void {
    this.#first = [...this.#doors];
  }

  /** The ports that are open. */
  get ports(): number[] {
    return this.#doors.map(({ port }) => port);
  }

  /**
   * Opens ports beside those of the start, where they are not open yet. Throws StartError, and leaves everything as it was, where
   * one cannot be opened. A port that another door of ours has only until `settle` is opened by that.
   */
  async also(wanted: readonly Wanted[]): Promise<void> {
    const before = [...this.#doors];
    const isPassing = (port: number): boolean => this.#added().some((door) => door.port === port);
    try {
      for (const one of wanted)
        if (!before.some((door) => isOf(door, one)) && !isPassing(one.port))
          // oxlint-disable-next-line no-await-in-loop -- the first that fails ends it
          await this.open(one.behind, one.port, one.key);
    } catch (error) {
      await this.#close(this.#doors.filter((door) => !before.includes(door)));
      throw error;
    }
  }

  /** `wanted` counts: other ports that were opened beside those of the start are closed, with everything that came by them. */
  async settle(wanted: readonly Wanted[]): Promise<void> {
    await this.#close(this.#added().filter((door) => !wanted.some((one) => isOf(door, one))));
    await this.also(wanted).catch((err: unknown) =>
      this.#kit.log.warn('a port is not open until the restart', { err }),
    );
  }

  /** New connections meet this certificate. */
  useCertificate(renewed: TlsFiles): void {
    for (const server of this.#doors.flatMap(({ speaking }) => speaking)) useCertificate(server, renewed);
  }

  async close(): Promise<void> {
    await this.#close([...this.#doors]);
  }

  #added(): Door[] {
    return this.#doors.filter((door) => !this.#first.includes(door));
  }

  async #listen(
    server: NetServer,
    speaking: readonly Server[],
    behind: Behind,
    { port, key }: { port: number; key: string },
  ): Promise<number> {
    const { log, gate, host } = this.#kit;
    for (const each of speaking) routeUpgrades(each, behind.upgrades, log, gate);
    const open = await listenOn(server, host, port, key);
    this.#doors.push({ behind, asked: port, port: open, server, speaking });
    return open;
  }

  async #close(doors: readonly Door[]): Promise<void> {
    for (const door of doors) this.#doors.splice(this.#doors.indexOf(door), 1);
    await Promise.all(doors.map(({ server }) => closeServer(server)));
  }
}
