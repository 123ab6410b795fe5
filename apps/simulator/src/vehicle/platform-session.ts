// A vehicle's standing with the platform: dials, registers or shows its code, keeps the link alive, dials again after a loss.
// What is said on the link otherwise is the vehicle's business.
import {
  p8100RegisterReply,
  t0002Heartbeat,
  t0004TimeRequest,
  t0100Register,
  t0102Authenticate,
} from '@outrider/jt808';
import type { LinkIdentity } from '@outrider/jt808';
import type { Timer } from '../clock.ts';
import { Dice, subSeed } from '../drive/dice.ts';
import type { Received } from '../link/joiner.ts';
import { SignalLink } from '../link/signal-link.ts';
import type { Address } from '../link/wire.ts';
import type { ResolvedOptions } from './options.ts';
import type { ParameterStore } from './parameter-store.ts';
import { PARAMETER } from './parameter-table.ts';
import { serversOf } from './server-list.ts';

const MAX_RECONNECT_MS = 60_000;
const IMEI_DIGITS = 15;
/** Failed attempts before the next server is tried. */
const TRIES_EACH = 2;
/** Failed attempts before a server that was only named for a while is left again. */
const VISIT_TRIES = 4;

/** A server that 0x8105 command 2 names: `untilMs` null stays until another order. `authCode` null registers there. */
export type Visit = { readonly address: Address; readonly authCode: string | null; readonly untilMs: number | null };

/** Where a vehicle stands with the platform. */
export type VehicleState =
  | 'stopped'
  | 'preparing'
  | 'offline'
  | 'connecting'
  | 'registering'
  | 'authenticating'
  | 'online';

export type SessionListener = {
  readonly online: (link: SignalLink) => void;
  readonly received: (link: SignalLink, message: Received) => void;
  readonly offline: () => void;
  /** The authentication code changed. */
  readonly codeChanged: () => void;
};

/** What the session says of the vehicle. */
export type SessionDevice = {
  readonly identity: LinkIdentity;
  readonly deviceId: string;
  readonly parameters: ParameterStore;
  readonly kept: { readonly firmware: string };
  readonly authCode: string | null;
};

export class PlatformSession {
  state: VehicleState = 'stopped';
  authCode: string | null;
  /** Links opened so far. */
  dials = 0;
  /** Where the last attempt went. */
  dialled: Address | null = null;
  /** Why the last attempt failed; null while online. */
  lastFailure: string | null = null;
  private readonly options: ResolvedOptions;
  private readonly identity: LinkIdentity;
  private readonly deviceId: string;
  private readonly parameters: ParameterStore;
  private readonly kept: SessionDevice['kept'];
  private readonly listener: SessionListener;
  private readonly dice: Dice;
  private link: SignalLink | null = null;
  private failures = 0;
  private visiting: { visit: Visit; homeCode: string | null } | null = null;
  private backoffMs: number;
  private heartbeatTimer: Timer | null = null;
  private dialTimer: Timer | null = null;
  private readonly enders = new Set<() => void>();

  constructor(options: ResolvedOptions, device: SessionDevice, listener: SessionListener) {
    this.options = options;
    this.identity = device.identity;
    this.deviceId = device.deviceId;
    this.parameters = device.parameters;
    this.kept = device.kept;
    this.authCode = device.authCode;
    this.listener = listener;
    this.dice = new Dice(subSeed(options.seed, 7));
    this.backoffMs = options.reconnectMs;
  }

  /** Opens a link now and registers or authenticates on it. */
  dial(): void {
    this.state = 'connecting';
    this.dials += 1;
    const { faults, seed, clock } = this.options;
    const address = this.nextServer();
    this.dialled = address;
    const link = new SignalLink(
      {
        address,
        identity: this.identity,
        clock,
        faults,
        seed: subSeed(seed, 100 + this.dials),
        answerTimeoutMs: this.setting(PARAMETER.answerTimeoutS, this.options.answerTimeoutMs),
        retries: this.parameters.number(PARAMETER.retries, 3),
      },
      {
        opened: () => (this.authCode === null ? this.register(link) : this.authenticate(link, this.authCode)),
        received: (message) => this.listener.received(link, message),
        closed: (reason) => this.lost(reason),
      },
    );
    this.link = link;
  }

  /** Breaks the link; the session dials again, after `awayMs` when given. */
  drop(awayMs?: number): void {
    if (awayMs !== undefined) this.backoffMs = awayMs;
    this.link?.close(true);
  }

  /** Goes to a server for a while, or back to its own (null). */
  visit(visit: Visit | null): void {
    if (this.visiting !== null) this.authCode = this.visiting.homeCode;
    this.visiting = visit === null ? null : { visit, homeCode: this.authCode };
    if (visit !== null) this.authCode = visit.authCode;
    this.failures = 0;
    this.drop();
  }

  /** The code of its own server, whichever one it is at. */
  get homeCode(): string | null {
    return this.visiting === null ? this.authCode : this.visiting.homeCode;
  }

  /** Away for so long, then begins at its own server. */
  restart(awayMs: number): void {
    if (this.visiting !== null) this.endVisit();
    this.failures = 0;
    this.drop(awayMs);
  }

  /** Without a code: registers on the next link. */
  forget(): void {
    this.visiting = null;
    this.authCode = null;
  }

  /** Takes a new heartbeat interval at once. */
  obey(): void {
    if (this.state === 'online' && this.link !== null) this.scheduleHeartbeat(this.link);
  }

  /** Ends for good; resolves when the link is closed. */
  stop(): Promise<void> {
    this.state = 'stopped';
    this.heartbeatTimer?.cancel();
    this.dialTimer?.cancel();
    const { link } = this;
    if (link === null) return Promise.resolve();
    return new Promise((resolve) => {
      this.enders.add(resolve);
      link.close(true);
    });
  }

  /** The main server first; after two attempts that came to nothing the next one, and so on in turn. */
  private nextServer(): Address {
    const visit = this.visiting?.visit;
    const over = visit !== undefined && visit.untilMs !== null && this.options.clock.now() >= visit.untilMs;
    if (visit !== undefined && !over && this.failures < VISIT_TRIES) return visit.address;
    if (visit !== undefined) this.endVisit();
    const own = serversOf(this.parameters, this.options);
    const server = own[Math.floor(this.failures / TRIES_EACH) % own.length];
    return server ?? this.options;
  }

  private endVisit(): void {
    this.authCode = this.visiting?.homeCode ?? null;
    this.visiting = null;
    this.failures = 0;
  }

  private register(link: SignalLink): void {
    this.state = 'registering';
    const register = {
      province: 0,
      city: 0,
      manufacturer: 'OUTRD',
      model: `SIM-${this.options.channels}CH`,
      terminalId: this.deviceId.slice(-7),
      plateColor: this.parameters.number(PARAMETER.plateColor, 2),
      plate: this.parameters.text(PARAMETER.plate),
    };
    const answered = (result: number, answer: Received): void => {
      if (result !== 0) {
        this.refused(link, `registration refused with ${result}`);
        return;
      }
      const code = p8100RegisterReply.decode(answer.body, link.codec.edition).authCode ?? '';
      this.authCode = code;
      this.listener.codeChanged();
      this.authenticate(link, code);
    };
    link.request(t0100Register, register, answered, () => link.close(true));
  }

  private authenticate(link: SignalLink, authCode: string): void {
    this.state = 'authenticating';
    const imei = this.deviceId.padStart(IMEI_DIGITS, '0').slice(-IMEI_DIGITS);
    const answered = (result: number): void => {
      if (result === 0) {
        this.accepted(link);
        return;
      }
      this.authCode = null; // a code of another life: register again on the next link
      this.listener.codeChanged();
      this.refused(link, `authentication refused with ${result}`);
    };
    const message = { authCode, imei, softwareVersion: this.kept.firmware };
    link.request(t0102Authenticate, message, answered, () => link.close(true));
  }

  private refused(link: SignalLink, why: string): void {
    this.lastFailure = why;
    link.close(true);
  }

  private accepted(link: SignalLink): void {
    this.state = 'online';
    this.backoffMs = this.options.reconnectMs;
    this.failures = 0;
    this.lastFailure = null;
    this.listener.online(link);
    this.scheduleHeartbeat(link);
    if (this.options.edition === '2019') link.send(t0004TimeRequest, {});
  }

  private lost(reason: string): void {
    const wasOnline = this.state === 'online';
    this.link = null;
    this.heartbeatTimer?.cancel();
    this.listener.offline();
    for (const resolve of this.enders) resolve();
    this.enders.clear();
    if (this.state === 'stopped') return;
    this.state = 'offline';
    if (!wasOnline) this.failures += 1;
    if (wasOnline || this.lastFailure === null) this.lastFailure = reason;
    const waitMs = this.backoffMs * this.dice.between(0.8, 1.2);
    this.backoffMs = Math.min(MAX_RECONNECT_MS, this.backoffMs * 2);
    this.dialTimer = this.options.clock.after(waitMs, () => this.dial());
  }

  private scheduleHeartbeat(link: SignalLink): void {
    this.heartbeatTimer?.cancel();
    this.heartbeatTimer = this.options.clock.after(this.setting(PARAMETER.heartbeatS, this.options.heartbeatMs), () => {
      link.request(
        t0002Heartbeat,
        {},
        () => undefined,
        () => link.close(true),
      );
      this.scheduleHeartbeat(link);
    });
  }

  /** A parameter in seconds once the platform set it, else the option in ms. */
  private setting(id: number, optionMs: number): number {
    return this.parameters.changed(id) ? Math.max(1, this.parameters.number(id, 10)) * 1000 : optionMs;
  }
}
