// What a page says and hears on the main channel, with the page's own time, which page.clock may drive. Works by a WebSocket that
// keeps a log inside the page; the real one does the talking.
import type { Page, WebSocketRoute } from '@playwright/test';
import { fromDeviceColumns, q03DeviceList } from '@outrider/contract';
import { type Json, asList } from '../integration/support/operator.ts';

/** One text on a socket of the page. `atMs` is the page's clock; `message` its first line. */
export type Frame = {
  way: 'sent' | 'received';
  atMs: number;
  socket: number;
  code: string;
  message: Record<string, unknown>;
};

/** The page's sockets: how each stands and every command frame, in order. */
export type SocketLog = {
  /** Addresses in the order they were opened. */
  opened: readonly string[];
  /** Numbers of the sockets that are closed. */
  closed: readonly number[];
  frames: readonly Frame[];
};

type RawLog = {
  opened: string[];
  closed: number[];
  frames: { way: Frame['way']; atMs: number; socket: number; text: string }[];
};

const install = (): void => {
  const log: RawLog = { opened: [], closed: [], frames: [] };
  Reflect.set(globalThis, 'socketLog', log);
  globalThis.WebSocket = class extends WebSocket {
    readonly #number: number;
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.#number = -1;
      if (String(url).includes('/event.cgi')) return; // not the main channel
      this.#number = log.opened.push(String(url)) - 1;
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string')
          for (const text of data.split('\n'))
            if (text !== '') log.frames.push({ way: 'received', atMs: Date.now(), socket: this.#number, text });
      });
      this.addEventListener('close', () => log.closed.push(this.#number));
    }
    override send(data: string | Blob | BufferSource): void {
      super.send(data);
      if (typeof data === 'string' && this.#number !== -1)
        log.frames.push({ way: 'sent', atMs: Date.now(), socket: this.#number, text: data.trim() });
    }
  };
};

/** Starts the log; call it before the page loads. Every load begins an empty one. */
export const logSockets = (page: Page): Promise<unknown> => page.addInitScript(install);

/** The log so far. */
export const readSockets = async (page: Page): Promise<SocketLog> => {
  const raw = await page.evaluate((): RawLog => Reflect.get(globalThis, 'socketLog'));
  const frames = raw.frames.map(({ text, ...rest }): Frame => {
    const message: Record<string, unknown> = JSON.parse(text);
    return { ...rest, message, code: String(message.M) };
  });
  return { opened: raw.opened, closed: raw.closed, frames };
};

/** Waits until the page has sent or received a code so many times, and gives those frames. */
export const framesOf = async (page: Page, way: Frame['way'], code: string, count = 1): Promise<readonly Frame[]> => {
  await page.waitForFunction(
    ([wantedWay, wantedCode, wantedCount]) => {
      const log: RawLog | undefined = Reflect.get(globalThis, 'socketLog');
      const start = `{"M":"${wantedCode}"`;
      const hits = log?.frames.filter((frame) => frame.way === wantedWay && frame.text.startsWith(start)) ?? [];
      return hits.length >= wantedCount;
    },
    [way, code, count] as const,
    // The page's own timers may stand still, so it is asked from outside at each animation frame of the real one.
    { polling: 50 },
  );
  const { frames } = await readSockets(page);
  return frames.filter((frame) => frame.way === way && frame.code === code);
};

/** The message with the devices of a list in rows, as they are documented; the console asks for columns. */
export const inRows = (message: Json): Json =>
  message.M !== q03DeviceList.code || typeof message.Z !== 'object' || Array.isArray(message.Z)
    ? message
    : { ...message, Z: fromDeviceColumns(message.Z) };

/** Puts `change` between server and page: it hears each line, lists in rows, and gives what the page gets, undefined for nothing. */
export const changeAnswers = (
  page: Page,
  change: (line: Record<string, unknown>) => Record<string, unknown> | undefined,
): Promise<void> =>
  page.routeWebSocket(/./, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      for (const line of String(text).split('\n')) {
        const changed = line === '' ? undefined : change(inRows(JSON.parse(line)));
        if (changed !== undefined) socket.send(`${JSON.stringify(changed)}\n`);
      }
    });
  });

/** Devices that nobody could drive here, in the place of the one real device of the list. */
export const withFleet = (made: Page, fleet: (real: Json) => readonly Json[]): Promise<void> =>
  changeAnswers(made, (line) =>
    line.M === 'Q03' && Array.isArray(line.Z) ? { ...line, Z: asList(line.Z).flatMap(fleet) } : line,
  );
