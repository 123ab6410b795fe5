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

  /** From now on, what `also` does not ask for is closed again. */
  started(): void {
    this.#first = [...this.#doors];
  }

  /**
   * Opens ports beside those of the start, where they are not open yet; the others that were opened so before are closed. Throws
   * StartError, and leaves everything as it was, where one cannot be opened.
   */
  async also(wanted: readonly { behind: Behind; port: number; key: string }[]): Promise<void> {
    const before = [...this.#doors];
    const has = (behind: Behind, port: number): boolean =>
      this.#doors.some((door) => door.behind === behind && (door.port === port || door.asked === port));
    try {
      for (const { behind, port, key } of wanted)
        // oxlint-disable-next-line no-await-in-loop -- the first that fails ends it
        if (!has(behind, port)) await this.open(behind, port, key);
    } catch (error) {
      await this.#close(this.#doors.filter((door) => !before.includes(door)));
      throw error;
    }
    const asked = (door: Door): boolean =>
      wanted.some(({ behind, port }) => door.behind === behind && (door.port === port || door.asked === port));
    await this.#close(this.#doors.filter((door) => !this.#first.includes(door) && !asked(door)));
  }

  /** New connections meet this certificate. */
  useCertificate(renewed: TlsFiles): void {
    for (const server of this.#doors.flatMap(({ speaking }) => speaking)) useCertificate(server, renewed);
  }

  async close(): Promise<void> {
    await this.#close([...this.#doors]);
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
