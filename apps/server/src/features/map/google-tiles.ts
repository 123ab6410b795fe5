// Google's map tiles: a session for all browsers, which Google gives for a key and which ends after some days. Nothing is asked without a key,
// or while another source of the map is chosen.
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { errorText } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type MayBePrivate, sendOut } from '../../kernel/web/outgoing-request.ts';

export type GoogleTilesKit = { clock: Clock; log: Log; service: string; mayBePrivate: MayBePrivate };

const LOOK_MS = 60_000;
const AGAIN_MS = 600_000;
const SECOND_MS = 1000;
/** A session is renewed before browsers find it ended. */
const BEFORE_END_MS = 86_400_000;
const MAX_ZOOM = 22;

/** `expiry` in seconds since 1970, as text. */
const created = z.object({ session: z.string().min(1).max(2000), expiry: z.coerce.number() });
const refused = z.object({ error: z.object({ message: z.string() }) });
type Session = { key: string; session: string; endsMs: number };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export class GoogleTiles {
  trouble = '';
  #key = '';
  #chosen = false;
  #session: Session | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;
  readonly #kit: GoogleTilesKit;
  readonly #closing = new AbortController();
  readonly #looking: { cancel(): void };

  constructor(kit: GoogleTilesKit) {
    this.#kit = kit;
    this.#looking = kit.clock.every(LOOK_MS, () => this.#look());
  }

  get chosen(): boolean {
    return this.#chosen;
  }

  get hasKey(): boolean {
    return this.#key !== '';
  }

  /** A key or a choice that is new is tried at once. */
  use(change: { key?: string; chosen?: boolean }): void {
    const { key = this.#key, chosen = this.#chosen } = change;
    if (key === this.#key && chosen === this.#chosen) return;
    if (key !== this.#key) this.#session = undefined;
    [this.#key, this.#chosen, this.trouble] = [key, chosen, ''];
    this.#askedMs = Number.NEGATIVE_INFINITY;
    this.#look();
  }

  /** Undefined while there is no session. */
  tiles(): { tilesUrl: string; attribution: string; maxZoom: number } | undefined {
    const { clock, service } = this.#kit;
    const session = this.#session;
    if (!this.#chosen || session === undefined || session.endsMs <= clock.now()) return undefined;
    const query = new URLSearchParams({ session: session.session, key: session.key }).toString();
    return { tilesUrl: `${service}/v1/2dtiles/{z}/{x}/{y}?${query}`, attribution: '© Google', maxZoom: MAX_ZOOM };
  }

  close(): void {
    this.#looking.cancel();
    this.#closing.abort();
  }

  #look(): void {
    const { clock, log } = this.#kit;
    const isFresh = (this.#session?.endsMs ?? 0) - clock.now() > BEFORE_END_MS;
    if (!this.#chosen || this.#key === '' || isFresh || clock.monotonic() - this.#askedMs < AGAIN_MS) return;
    this.#askedMs = clock.monotonic();
    const key = this.#key;
    this.#create(key).then(
      (session) => {
        if (key === this.#key) [this.#session, this.trouble] = [session, ''];
      },
      (error: unknown) => {
        if (this.#closing.signal.aborted || key !== this.#key) return;
        this.trouble = errorText(error);
        log.warn('no session for Google map tiles', { reason: this.trouble });
      },
    );
  }

  async #create(key: string): Promise<Session> {
    const { clock, service, mayBePrivate: may } = this.#kit;
    const answer = await sendOut(
      {
        method: 'POST',
        url: `${service}/v1/createSession?${new URLSearchParams({ key }).toString()}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mapType: 'roadmap', language: 'en-US', region: 'US' }),
      },
      { clock, may, signal: this.#closing.signal },
    );
    const said = parsed(answer.text);
    const session = created.safeParse(said).data;
    if (answer.status === 200 && session) return { key, session: session.session, endsMs: session.expiry * SECOND_MS };
    throw new Error(refused.safeParse(said).data?.error.message ?? `It answered ${answer.status}`);
  }
}
