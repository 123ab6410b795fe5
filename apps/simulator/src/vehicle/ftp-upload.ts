// The upload of recordings to an FTP server (0x9206): the recorder is the client, in passive mode, one file for each recording. Over with
// 0x1206, which its owner sends; paused between two pieces of a file, and cancelled by hanging up.
import { connect, type Socket } from 'node:net';
import type { UploadRequest } from '@outrider/jt1078';

export type FtpServer = Pick<UploadRequest, 'address' | 'port' | 'userName' | 'password' | 'path'>;
export type FtpFile = { readonly name: string; readonly data: Uint8Array };

const PIECE_BYTES = 65_536;
const SILENT_MS = 30_000;

/** One control connection: commands one after the other, each with its answer. */
class Control {
  readonly #socket: Socket;
  #text = '';
  #wake: (() => void) | null = null;
  #ended = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8').on('data', (text: string) => {
      this.#text += text;
      this.#wake?.();
    });
    const end = (): void => {
      this.#ended = true;
      this.#wake?.();
    };
    socket.on('error', end).on('close', end);
  }

  /** The next whole answer; throws where it does not begin with one of these digits. */
  async answer(...wanted: readonly string[]): Promise<string> {
    for (;;) {
      const found = /^(\d{3}) .*\r\n/m.exec(this.#text);
      if (found !== null) {
        this.#text = this.#text.slice(found.index + found[0].length);
        if (!wanted.some((digit) => found[0].startsWith(digit))) throw new Error(`FTP: ${found[0].trim()}`);
        return found[0];
      }
      if (this.#ended) throw new Error('FTP: the server hung up');
      // oxlint-disable-next-line no-await-in-loop -- until there is one
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.#wake = null;
    }
  }

  ask(line: string, ...wanted: readonly string[]): Promise<string> {
    this.#socket.write(`${line}\r\n`);
    return this.answer(...wanted);
  }
}

const opened = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port }, () => resolve(socket));
    socket.setTimeout(SILENT_MS, () => socket.destroy());
    socket.once('error', reject);
  });

export class FtpUpload {
  readonly #request: FtpServer;
  readonly #sockets = new Set<Socket>();
  #paused: PromiseWithResolvers<void> | null = null;
  #cancelled = false;

  constructor(request: FtpServer) {
    this.#request = request;
  }

  /** Whether all of them are there. Never rejects. */
  async run(files: readonly FtpFile[]): Promise<boolean> {
    try {
      await this.#send(files);
      return true;
    } catch {
      return false;
    } finally {
      for (const socket of this.#sockets) socket.destroy();
    }
  }

  pause(): void {
    this.#paused ??= Promise.withResolvers<void>();
  }

  resume(): void {
    this.#paused?.resolve();
    this.#paused = null;
  }

  cancel(): void {
    this.#cancelled = true;
    this.resume();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #send(files: readonly FtpFile[]): Promise<void> {
    const { address, port, userName, password, path } = this.#request;
    const control = new Control(await this.#dial(address, port));
    await control.answer('2');
    const asked = await control.ask(`USER ${userName}`, '2', '3');
    if (asked.startsWith('3')) await control.ask(`PASS ${password}`, '2');
    await control.ask('TYPE I', '2');
    if (path !== '') await control.ask(`CWD ${path}`, '2');
    for (const { name, data } of files) {
      // oxlint-disable no-await-in-loop -- one file after the other
      await this.#going();
      const passive = await control.ask('PASV', '2');
      const [, high = '0', low = '0'] = /,(\d+),(\d+)\)/.exec(passive) ?? [];
      const line = await this.#dial(address, Number(high) * 256 + Number(low));
      await control.ask(`STOR ${name}`, '1');
      for (let at = 0; at < data.length; at += PIECE_BYTES) {
        await this.#going();
        await new Promise<void>((resolve, reject) => {
          line.write(data.subarray(at, at + PIECE_BYTES), (error) => (error ? reject(error) : resolve()));
        });
      }
      line.end();
      await control.answer('2');
      // oxlint-enable no-await-in-loop
    }
    await control.ask('QUIT', '2');
  }

  async #going(): Promise<void> {
    await this.#paused?.promise;
    if (this.#cancelled) throw new Error('cancelled');
  }

  async #dial(host: string, port: number): Promise<Socket> {
    const socket = await opened(host, port);
    this.#sockets.add(socket);
    return socket;
  }
}
