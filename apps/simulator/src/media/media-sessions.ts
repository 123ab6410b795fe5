// The media connections of one vehicle by what they are for: dialled, dialled again after radio loss, closed. What is sent on
// them is the flow's business.
import type { Clock, Timer } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Address } from '../link/wire.ts';
import { MediaLink } from './media-link.ts';
import type { MediaLinkListener } from './media-link.ts';

const REDIAL_MS = 1500;

/** What runs on a connection while it is open. */
export type Flow = { readonly start: () => void; readonly stop: () => void };

/** Where a request wants its media: exactly one of the two ports is set. */
export type Destination = { readonly address: string; readonly tcpPort: number; readonly udpPort: number };

export type SessionsOptions = {
  readonly clock: Clock;
  readonly simDigits: string;
  readonly faults: Faults;
  readonly seed: number;
};

type Session = { link: MediaLink | null; flow: Flow | null; redial: Timer | null; ended: boolean };

/** What to run on a connection, and who hears what comes back on it. */
export type Plan = {
  readonly channel: number;
  readonly flow: (link: MediaLink) => Flow;
  readonly heard?: MediaLinkListener['heard'];
  readonly ended?: () => void;
};

export class MediaSessions {
  private readonly options: SessionsOptions;
  private readonly sessions = new Map<string, Session & { readonly plan: Plan }>();
  private dials = 0;

  constructor(options: SessionsOptions) {
    this.options = options;
  }

  get size(): number {
    return this.sessions.size;
  }

  has(key: string): boolean {
    return this.sessions.has(key);
  }

  /** Dials; an older connection for the same key is closed first. False when the destination names no port. */
  open(key: string, to: Destination, plan: Plan): boolean {
    const transport = to.tcpPort > 0 ? 'tcp' : 'udp';
    const port = transport === 'tcp' ? to.tcpPort : to.udpPort;
    if (to.address === '' || port === 0) return false;
    this.close(key);
    if (this.options.faults.neverVideo === 'no-connect') return true;
    const session = { link: null, flow: null, redial: null, ended: false, plan };
    this.sessions.set(key, session);
    this.dial(key, session, { host: to.address, port, transport });
    return true;
  }

  /** False when there was none. */
  close(key: string, atOnce = false): boolean {
    const session = this.sessions.get(key);
    if (session === undefined) return false;
    this.sessions.delete(key);
    session.ended = true;
    session.flow?.stop();
    session.redial?.cancel();
    session.link?.close(atOnce);
    session.plan.ended?.();
    return true;
  }

  closeAll(): void {
    for (const key of this.sessions.keys()) this.close(key, true);
  }

  private dial(key: string, session: Session & { readonly plan: Plan }, address: Address): void {
    const { clock, simDigits, faults, seed } = this.options;
    const { channel, flow, heard } = session.plan;
    this.dials += 1;
    const link = new MediaLink(
      { address, simDigits, channel, clock, faults, seed: seed + this.dials },
      {
        opened: () => {
          if (session.ended || faults.neverVideo === 'no-data') return;
          session.flow = flow(link);
          session.flow.start();
        },
        heard: heard ?? (() => undefined),
        closed: () => {
          if (session.ended || session.link !== link) return;
          session.flow?.stop();
          // Radio loss is followed by another dial; a platform that hung up is not.
          if (faults.cutEveryS === undefined) this.close(key);
          else session.redial = clock.after(REDIAL_MS, () => this.dial(key, session, address));
        },
      },
    );
    session.link = link;
  }
}
