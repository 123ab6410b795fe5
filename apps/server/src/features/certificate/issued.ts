// A certificate of an authority: asked for, kept with what came of it, and renewed a month before it ends.
import { createServer } from 'node:http';
import { domainsIn } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { closeServer, listenOn } from '../../kernel/web/listen.ts';
import type { Issue } from '../../kernel/web/issue.ts';
import type { TlsFiles } from '../../kernel/web/tls.ts';
import type { Settings } from '../settings/index.ts';
import { checkCertificate, factsOf } from './check.ts';

export type IssuedKit = {
  settings: Pick<Settings, 'get' | 'set'>;
  clock: Clock;
  log: Log;
  issue: Issue;
  host: string;
  /** Where the authority is answered. */
  port: number;
  changed: () => void;
};

const KEY = 'acme';
const kept = z.object({
  domains: z.string(),
  email: z.string(),
  accountKey: z.string(),
  cert: z.string(),
  key: z.string(),
  text: z.string(),
  timeMs: z.number(),
});
type Kept = z.output<typeof kept>;
const NOTHING: Kept = { domains: '', email: '', accountKey: '', cert: '', key: '', text: '', timeMs: 0 };

const RENEW_MS = 30 * 86_400_000;
const LOOK_MS = 6 * 3_600_000;
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/;
const ISSUED = 'The certificate was issued.';

export class Issued {
  readonly #kit: IssuedKit;
  readonly #answers = new Map<string, string>();
  readonly #timer: { cancel(): void };
  #busy: Promise<unknown> | null = null;

  constructor(kit: IssuedKit) {
    this.#kit = kit;
    this.#timer = kit.clock.every(LOOK_MS, () => this.#renewInTime());
  }

  get state(): Kept & { toMs: number } {
    const now = this.#kept;
    return { ...now, toMs: now.cert === '' ? 0 : factsOf(now.cert).toMs };
  }

  /** Undefined: there is none. */
  get files(): TlsFiles | undefined {
    const { cert, key } = this.state;
    return cert === '' ? undefined : { cert, key };
  }

  /** The answer to a question of the authority at this path; undefined: it is none. */
  answerTo(path: string): string | undefined {
    return this.#answers.get(CHALLENGE.exec(path)?.[1] ?? '');
  }

  /** Gives what came of it, in words. Rejects with AppError: `conflict` while one is asked for, `unavailable` with the authority's words. */
  get(domains: string, email: string): Promise<string> {
    if (this.#busy !== null) throw new AppError('conflict', 'A certificate is being asked for already.');
    const asking = this.#get(domains, email).finally(() => {
      this.#busy = null;
    });
    this.#busy = asking;
    return asking;
  }

  renew(): Promise<string> {
    const { domains, email } = this.state;
    if (domains === '') throw new AppError('invalid', 'There is no certificate to be renewed: get one first.');
    return this.get(domains, email);
  }

  async close(): Promise<void> {
    this.#timer.cancel();
    await this.#busy?.catch(() => undefined);
  }

  get #kept(): Kept {
    return this.#kit.settings.get(KEY, kept) ?? NOTHING;
  }

  /** The rest of what is kept stays, such as the account of a try that failed. */
  #keep(changed: Partial<Kept>): Promise<void> {
    return this.#kit.settings.set(KEY, { ...this.#kept, ...changed });
  }

  #renewInTime(): void {
    const { toMs, domains } = this.state;
    const { clock, log } = this.#kit;
    if (toMs === 0 || domains === '' || this.#busy !== null || toMs - clock.now() > RENEW_MS) return;
    this.renew().then(
      () => log.info('certificate of the authority renewed'),
      (err: unknown) => log.warn('certificate of the authority not renewed, tried again later', { err }),
    );
  }

  async #get(domains: string, email: string): Promise<string> {
    const { clock, issue, changed } = this.#kit;
    const { accountKey, cert: before } = this.#kept;
    const closed = await this.#open();
    try {
      const { cert, key } = await issue({
        domains: domainsIn(domains),
        email,
        accountKey,
        keepAccount: (made) => this.#keep({ accountKey: made }),
        answers: this.#answers,
      });
      checkCertificate({ cert, key }, clock.now());
      await this.#keep({ domains, email, cert, key, text: ISSUED, timeMs: clock.now() });
      changed();
      return ISSUED;
    } catch (error) {
      const text = `No certificate: ${errorText(error)}${closed.trouble}`;
      await this.#keep({ ...(before === '' && { domains, email }), text, timeMs: clock.now() });
      throw new AppError('unavailable', text, { cause: error });
    } finally {
      this.#answers.clear();
      await closed.close();
    }
  }

  /** Answers the authority at its port meanwhile. Where that is taken, by our own pages or a proxy, those have to. */
  async #open(): Promise<{ trouble: string; close: () => Promise<void> }> {
    const server = createServer({ requestTimeout: 10_000 }, ({ url = '' }, response) => {
      const answer = this.answerTo(url);
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(answer ?? '');
    });
    try {
      await listenOn(server, this.#kit.host, this.#kit.port, 'acmePort');
      return { trouble: '', close: () => closeServer(server) };
    } catch (error) {
      return { trouble: ` (${errorText(error)})`, close: async () => undefined };
    }
  }
}
