// Keeps the console connected: signs in, reconnects 10 s after a loss, writes the session. Not: polling (poller.ts), one
// connection (channel.ts).
import { AppError, q02Login } from '@outrider/contract';
import type { Command, InputOf, ReplyOf } from '@outrider/contract';
import type { StoreApi } from 'zustand/vanilla';
import { t } from '../lib/i18n.ts';
import type { Stop } from '../lib/time.ts';
import { Channel } from './channel.ts';
import type { OpenSocket } from './channel.ts';
import { Poller } from './poller.ts';
import type { PollerKit } from './poller.ts';
import { RememberedAddresses } from './remembered-addresses.ts';
import type { AskAddresses } from './remembered-addresses.ts';
import { grantedRights, signedOut } from './session.ts';
import type { Session } from './session.ts';

const RECONNECT_MS = 10_000;
/** A port behind a firewall gives no answer at all; after this the next address is tried. */
const OPEN_TIMEOUT_MS = 4000;

/** What signs in: name and hash, with a captcha ticket where one is asked for, a token pair, or the token of a session. */
export type Credentials = InputOf<typeof q02Login>;

export type ConnectionKit = Omit<PollerKit, 'onServerInfo' | 'onOtherVersion' | 'onHeartbeat' | 'onAccount'> & {
  open: OpenSocket;
  session: StoreApi<Session>;
  disabledRights: readonly string[];
  /** The addresses to try, best first; asked again for each connection. */
  addresses: AskAddresses;
  /** The session token of HTTP calls, '' when signed out. */
  onToken: (token: string) => void;
};

/** A sign-in that is about to end is renewed this long before, on the same connection. */
const RENEW_BEFORE_MS = 60_000;
/** Browsers keep no longer timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type Outcome = { resolve: () => void; reject: (error: Error) => void };

const unreachable = (): AppError => new AppError('unavailable', t('The server cannot be reached'));
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && !['unavailable', 'internal'].includes(error.code);

/** The console's one connection. Made once; `signOut` ends what runs. */
export class Connection {
  readonly #kit: ConnectionKit;
  readonly #addresses: RememberedAddresses;
  #channel: Channel | undefined;
  #poller: Poller | undefined;
  #credentials: Credentials | undefined;
  /** The token of the session: a connection made again needs neither the password nor another captcha. */
  #token = '';
  #outcome: Outcome | undefined;
  #stopTimer: Stop = () => {};
  #stopRenewal: Stop = () => {};
  /** When the sign-in ends by the server's clock, unix seconds. */
  #endsAt = 0;
  /** Goes up whenever what was under way no longer counts. */
  #round = 0;

  constructor(kit: ConnectionKit) {
    this.#kit = kit;
    this.#addresses = new RememberedAddresses(kit.clock, kit.addresses);
  }

  /**
   * Signs in and stays connected. Resolves when the server said yes. Rejects with the server's code when it refused
   * (loginFlag 2, nothing is tried again) and with 'unavailable' when it could not be reached: with `keepTrying` it goes on
   * trying every 10 s, else it gives up. `token`: of a session to go on with; where it has ended, the credentials sign in.
   */
  signIn(credentials: Credentials, keepTrying: boolean, token = ''): Promise<void> {
    this.signOut();
    this.#credentials = credentials;
    this.#token = token;
    return new Promise((resolve, reject) => {
      this.#outcome = {
        resolve,
        reject: (error) => {
          if (!keepTrying && !isRefusal(error)) this.signOut();
          reject(error);
        },
      };
      void this.#connect();
    });
  }

  /** Signs out: sockets closed, devices forgotten, nothing tried again. */
  signOut(): void {
    this.#drop();
    this.#credentials = undefined;
    this.#outcome = undefined;
    this.#addresses.forget();
    this.#takeToken('');
    this.#kit.devices.clear();
    this.#kit.positions.clear();
    this.#kit.session.setState({ ...signedOut });
  }

  /** Sends a command. Throws AppError with the server's reason, or 'unavailable' while the connection is down. */
  ask<C extends Command>(command: C, input: InputOf<C>, waitMs?: number): Promise<ReplyOf<C>> {
    if (this.#channel === undefined || this.#poller === undefined)
      return Promise.reject(new AppError('unavailable', t('The connection to the server is down')));
    return this.#channel.ask(command, input, waitMs);
  }

  /** The list on screen is out of date, for instance after registering a device: asks the full one. */
  reload(): void {
    this.#poller?.reload();
  }

  /** While a disk is formatted no list is asked. */
  pausePolling(paused: boolean): void {
    this.#poller?.pause(paused);
  }

  /** Tries again now instead of waiting out the 10 s. */
  retryNow(): void {
    if (this.#credentials === undefined || this.#channel !== undefined) return;
    this.#stopTimer();
    void this.#connect();
  }

  #drop(): void {
    this.#round += 1;
    this.#stopTimer();
    this.#stopRenewal();
    this.#poller?.close();
    this.#channel?.close();
    this.#poller = undefined;
    this.#channel = undefined;
  }

  async #connect(): Promise<void> {
    this.#drop();
    const round = this.#round;
    const addresses = await this.#addresses.get();
    for (const address of addresses) {
      if (round !== this.#round) return;
      // One after the other on purpose: the second address is only for when the first does not open.
      // oxlint-disable-next-line no-await-in-loop
      const channel = await this.#openAt(address, round);
      if (round !== this.#round) return channel?.close();
      if (channel !== undefined) return this.#enter(channel, round);
    }
    if (round === this.#round) this.#lost();
    return undefined;
  }

  /** The open channel, or undefined when this address does not answer. */
  #openAt(address: string, round: number): Promise<Channel | undefined> {
    return new Promise((resolve) => {
      const channel: Channel = new Channel(address, this.#kit.open, this.#kit.clock, {
        onOpen: () => {
          this.#stopTimer();
          resolve(channel);
        },
        onPush: (message) => this.#poller?.hear(message),
        onClose: () => {
          resolve(undefined);
          if (round === this.#round && this.#channel === channel) this.#lost();
        },
      });
      this.#stopTimer();
      this.#stopTimer = this.#kit.clock.after(OPEN_TIMEOUT_MS, () => {
        channel.close();
        resolve(undefined);
      });
    });
  }

  async #enter(channel: Channel, round: number): Promise<void> {
    const credentials = this.#credentials;
    if (credentials === undefined) return;
    this.#channel = channel;
    try {
      const reply = await this.#askIn(channel, credentials);
      if (round !== this.#round) return;
      this.#takeToken(reply.K);
      this.#kit.session.setState({
        loginFlag: 1,
        userName: reply.U,
        passwordHash: 'P' in credentials ? credentials.P : '',
        resumed: 'K' in credentials,
        level: reply.L,
        rights: grantedRights(reply.F, this.#kit.disabledRights),
        refusal: '',
        otherVersion: false,
        downSinceMs: undefined,
      });
      this.#poller = this.#pollerOf(channel);
      this.#poller.start();
      this.#endsAt = reply.T;
      this.#renewInTime(channel);
      this.#outcome?.resolve();
      this.#outcome = undefined;
    } catch (error) {
      if (round === this.#round) this.#failed(error instanceof Error ? error : unreachable());
    }
  }

  /** Goes on with the session while there is one, else signs in with the credentials: it may have ended in the meantime. */
  async #askIn(channel: Channel, credentials: Credentials): Promise<ReplyOf<typeof q02Login>> {
    if (this.#token === '') return channel.ask(q02Login, credentials);
    try {
      return await channel.ask(q02Login, { K: this.#token });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error;
      return channel.ask(q02Login, credentials);
    }
  }

  #takeToken(token: string): void {
    this.#token = token;
    this.#kit.onToken(token);
  }

  /** How long the sign-in still holds, by the server's clock as far as it is known: this browser's may be days wrong. */
  #leftMs(): number {
    const { clock, session } = this.#kit;
    return this.#endsAt * 1000 - clock.now() - session.getState().clockOffsetMs;
  }

  /** The server ends sign-ins after some hours; a shift is longer. */
  #renewInTime(channel: Channel): void {
    this.#stopRenewal();
    const delayMs = this.#leftMs() - RENEW_BEFORE_MS;
    if (delayMs <= 0) return; // too short to renew: the server closes it, and the reconnection signs in again
    this.#stopRenewal = this.#kit.clock.after(Math.min(delayMs, MAX_TIMER_MS), () => void this.#renew(channel));
  }

  async #renew(channel: Channel): Promise<void> {
    const credentials = this.#credentials;
    if (credentials === undefined || channel !== this.#channel) return;
    if (this.#leftMs() > RENEW_BEFORE_MS) return this.#renewInTime(channel);
    try {
      const reply = await this.#askIn(channel, credentials);
      if (channel !== this.#channel) return undefined;
      this.#takeToken(reply.K);
      this.#endsAt = reply.T;
      return this.#renewInTime(channel);
    } catch {
      return undefined; // a refusal shows when the server ends the old sign-in; a lost connection is already being remade
    }
  }

  #pollerOf(channel: Channel): Poller {
    const { session, clock } = this.#kit;
    return new Poller(channel, {
      ...this.#kit,
      onServerInfo: (server) => {
        session.setState({ server, clockOffsetMs: server.time * 1000 - clock.now() });
        this.#renewInTime(channel);
      },
      onOtherVersion: () => session.setState({ otherVersion: true }),
      onHeartbeat: (heartbeat) => session.setState({ heartbeat }),
      onAccount: ({ level, flags }) =>
        session.setState({ level, rights: grantedRights(flags, this.#kit.disabledRights) }),
    });
  }

  /** The server refused (over for good), or the connection went away in between (tried again). */
  #failed(error: Error): void {
    if (!isRefusal(error)) return this.#lost(error);
    const outcome = this.#outcome;
    this.#drop();
    this.#outcome = undefined;
    this.#credentials = undefined;
    this.#takeToken('');
    this.#kit.devices.clear();
    this.#kit.positions.clear();
    this.#kit.session.setState({ ...signedOut, loginFlag: 2, refusal: error.message });
    return outcome?.reject(error);
  }

  #lost(reason: Error = unreachable()): void {
    const outcome = this.#outcome;
    this.#drop();
    this.#outcome = undefined;
    const { session, clock } = this.#kit;
    session.setState((s) => ({ downSinceMs: s.downSinceMs ?? clock.now(), heartbeat: false }));
    this.#stopTimer = clock.after(RECONNECT_MS, () => void this.#connect());
    outcome?.reject(reason);
  }
}
