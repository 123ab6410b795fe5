// Fetches a file over HTTP as a recorder does: as it comes, with name and password of the address, and from where a broken connection
// stopped. Certificates are not looked at, as recorders do not.
import { request as overHttp } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import type { Clock, Timer } from '../clock.ts';

const MAX_TRIES = 30;
const AGAIN_MS = 1000;
const SILENCE_MS = 30_000;
const OK = 200;
const PARTIAL = 206;
const BUSY: readonly number[] = [429, 503];
/** A throttled download takes so many pieces a second. */
const PIECES_PER_S = 10;

export type DownloadKit = {
  readonly clock: Clock;
  readonly url: string;
  /** Bytes a second, null as fast as they come. */
  readonly bytesPerS: number | null;
  /** False: no more of it is read, and nothing more is said. */
  readonly took: (bytes: Uint8Array, received: number, total: number) => boolean;
  /** Null: all of it came; else why not. */
  readonly ended: (failure: string | null) => void;
};

export class FirmwareDownload {
  private readonly kit: DownloadKit;
  private request: ClientRequest | null = null;
  private timer: Timer | null = null;
  private received = 0;
  private total = -1;
  private tag: string | undefined;
  private triesLeft = MAX_TRIES;
  private over = false;

  constructor(kit: DownloadKit) {
    this.kit = kit;
    this.dial();
  }

  close(): void {
    this.over = true;
    this.timer?.cancel();
    this.request?.destroy();
  }

  private dial(): void {
    const { url } = this.kit;
    if (!/^https?:/.test(url) || !URL.canParse(url)) {
      this.end('not an address');
      return;
    }
    const resume =
      this.received === 0 ? {} : { range: `bytes=${this.received}-`, ...(this.tag && { 'if-range': this.tag }) };
    const send = url.startsWith('https:') ? overHttps : overHttp;
    const request = send(authorised(url), {
      headers: { ...resume, ...authorisation(url) },
      rejectUnauthorized: false,
      timeout: SILENCE_MS,
    });
    this.request = request;
    request.on('timeout', () => request.destroy(new Error('silence')));
    request.on('error', (error) => this.broke(error.message));
    request.on('response', (response) => this.read(response));
    request.end();
  }

  private read(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response;
    if (statusCode !== OK && statusCode !== PARTIAL) {
      response.resume();
      if (BUSY.includes(statusCode)) this.broke('busy');
      else this.end(`answered ${statusCode}`);
      return;
    }
    if (statusCode === OK && this.received > 0) {
      this.end('the file is another one now');
      return;
    }
    if (this.total < 0) this.total = Number(headers['content-length'] ?? -1);
    this.tag = headers.etag;
    response.on('data', (bytes: Buffer) => this.take(response, bytes));
    response.on('aborted', () => this.broke('the connection broke'));
    response.on('end', () => {
      if (this.received === this.total) this.end(null);
      else this.broke('the connection broke');
    });
  }

  private take(response: IncomingMessage, bytes: Buffer): void {
    if (this.over) return;
    this.received += bytes.length;
    this.triesLeft = MAX_TRIES;
    if (!this.kit.took(bytes, this.received, this.total)) {
      this.close();
      return;
    }
    const { bytesPerS, clock } = this.kit;
    if (bytesPerS === null) return;
    response.pause();
    const waitMs = Math.max(1000 / PIECES_PER_S, (bytes.length / bytesPerS) * 1000);
    this.timer = clock.after(waitMs, () => response.resume());
  }

  private broke(why: string): void {
    if (this.over || this.request === null) return;
    this.request.destroy();
    this.request = null;
    this.triesLeft -= 1;
    if (this.triesLeft <= 0) this.end(why);
    else this.timer = this.kit.clock.after(AGAIN_MS, () => this.dial());
  }

  private end(failure: string | null): void {
    if (this.over) return;
    this.close();
    this.kit.ended(failure);
  }
}

const authorised = (url: string): URL => {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
};

const authorisation = (url: string): Record<string, string> => {
  const { username, password } = new URL(url);
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
};
