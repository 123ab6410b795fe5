// One device in a talk: asked, connected, heard, ended. What is said to it comes from a voice track, what it says goes up. How long it may be
// silent: gateway/jt1078/talk-line.ts.
import { AppError, type TalkMode, type TalkState } from '@outrider/contract';
import { DEVICE_OFFLINE } from '../../kernel/errors.ts';
import type {
  LinkRegistry,
  SoundAttributes,
  TalkEnd,
  TalkFlow,
  TalkFrame,
  TalkSink,
  VoiceBlock,
} from '../../gateway/index.ts';
import type { Clock, Timer } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { ASSUMED_FORMAT, FormatWatch, formatOfAttributes, type VoiceFormat } from './voice-format.ts';

export type TalkTarget = { deviceKey: number; deviceId: string; channel: number };

export type TalkPartyKit = {
  clock: Clock;
  log: Log;
  links: LinkRegistry;
  mode: TalkMode;
  /** Somebody keeps the sound. */
  recorded?: boolean;
  /** Who else talks with a device, in words; '' when nobody is known. */
  whoTalks: (deviceKey: number) => string;
};

export type TalkPartyEvents = {
  changed(party: TalkParty): void;
  /** The device can hear in this format from now on, or null: it cannot. */
  listens(party: TalkParty, format: VoiceFormat | null): void;
  frame(frame: TalkFrame): void;
};

type State = TalkState['state'];

/** A device that speaks does so at once; one that says nothing by now gets the most common coding. */
const FORMAT_WITHIN_MS = 1_500;
/** The talk outlives the JT/T 808 link for so long, in case the device signs in again (7.3). */
const LINK_GRACE_MS = 30_000;
const restartable: ReadonlySet<State> = new Set(['offline', 'refused', 'timeout', 'busy', 'limit', 'ended']);

export class TalkParty {
  readonly target: TalkTarget;
  state: State = 'ended';
  message = '';
  sinceMs: number;
  startedMs: number;
  /** Of the first time the device dialled in. */
  connectedMs: number | null = null;
  /** Of the end of the last try; null while it runs. */
  endedMs: number | null = null;
  /** How long the operator spoke while the device was connected. */
  spokenMs = 0;
  private readonly kit: TalkPartyKit;
  private readonly events: TalkPartyEvents;
  private flow: TalkFlow | null = null;
  private connected = false;
  private watch = new FormatWatch();
  private attributes: VoiceFormat | null = null;
  private format: VoiceFormat | null = null;
  private assume = false;
  private formatTimer: Timer | null = null;
  private linkTimer: Timer | null = null;
  private attempt = 0;
  private asking = new AbortController();

  constructor(kit: TalkPartyKit, target: TalkTarget, events: TalkPartyEvents) {
    this.kit = kit;
    this.target = target;
    this.events = events;
    this.startedMs = kit.clock.now();
    this.sinceMs = this.startedMs;
  }

  get running(): boolean {
    return !restartable.has(this.state);
  }

  describe(): TalkState {
    const { state, message, sinceMs } = this;
    return {
      deviceid: this.target.deviceId,
      mode: this.kit.mode,
      state,
      message,
      format: this.format?.text ?? '',
      sinceMs,
      ...(this.kit.recorded === true && { recorded: true }),
    };
  }

  /** Asks the device; nothing while it is asked or connected already. */
  start(): void {
    if (this.running) return;
    this.attempt += 1;
    this.asking = new AbortController();
    this.endedMs = null;
    this.set('connecting', 'Asking the device');
    const link = this.kit.links.get(this.target.deviceKey);
    if (link === undefined) {
      this.fail('offline', DEVICE_OFFLINE);
      return;
    }
    const attempt = this.attempt;
    const { channel } = this.target;
    const { mode } = this.kit;
    link.startTalk({ channel, kind: mode }, this.sink(attempt), this.asking.signal).then(
      (flow) => this.accepted(flow, attempt),
      (error: unknown) => this.refused(error, attempt),
    );
  }

  write(block: VoiceBlock, spoken: boolean): void {
    const sent = this.flow?.write(block) ?? false;
    if (sent && spoken) this.spokenMs += block.durationMs;
  }

  linkChanged(online: boolean): void {
    this.linkTimer?.cancel();
    this.linkTimer = null;
    if (online || !this.running) return;
    this.linkTimer = this.kit.clock.after(LINK_GRACE_MS, () => {
      const { deviceId } = this.target;
      this.end('offline', DEVICE_OFFLINE).catch((err: unknown) =>
        this.kit.log.error('talk not stopped', { deviceId, err }),
      );
    });
  }

  /** Ends it; the device is told when it was asked. Resolves when that is done. */
  async end(state: 'ended' | 'offline' = 'ended', message = ''): Promise<void> {
    if (!this.running) return;
    const { flow } = this;
    this.fail(state, message);
    await flow?.stop();
  }

  private sink(attempt: number): TalkSink {
    const current = (action: () => void): void => {
      if (attempt === this.attempt && this.running) action();
    };
    return {
      connected: () =>
        current(() => {
          this.connected = true;
          this.connectedMs ??= this.kit.clock.now();
          this.join();
        }),
      lost: () =>
        current(() => {
          this.disconnected();
          this.set('waiting', 'The connection of the device broke');
        }),
      frame: (frame) => current(() => this.hear(frame)),
      ended: (end, reason) => current(() => this.fail(...wording(end, reason))),
    };
  }

  private accepted(flow: TalkFlow, attempt: number): void {
    if (attempt !== this.attempt || !this.running) {
      flow.stop().catch((err: unknown) => this.kit.log.error('talk not stopped', { err }));
      return;
    }
    this.flow = flow;
    if (!this.connected) this.set('waiting', 'The device accepted, waiting for its connection');
    if (this.kit.mode !== 'listen') void this.askAttributes(attempt);
    this.join();
  }

  private async askAttributes(attempt: number): Promise<void> {
    const said = await this.soundAttributes();
    if (attempt !== this.attempt || !this.running) return;
    this.attributes = said ? formatOfAttributes(said) : null;
    // A device that only listens sends nothing to learn from: there is nothing more to wait for.
    if (this.kit.mode === 'broadcast') this.assume = true;
    this.join();
  }

  /** Undefined where the device is silent or refuses: what its packets say, or the most common coding, serves. */
  private async soundAttributes(): Promise<SoundAttributes | undefined> {
    try {
      return await this.kit.links.get(this.target.deviceKey)?.order('soundAttributes', {});
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /** Connected and accepted: finds the format the device wants to hear, as soon as one is known. */
  private join(): void {
    if (!this.connected || this.flow === null) return;
    if (this.kit.mode === 'listen') {
      this.set('playing', '');
      return;
    }
    const format = this.watch.format ?? this.attributes ?? (this.assume ? ASSUMED_FORMAT : null);
    if (format === null) {
      this.formatTimer ??= this.kit.clock.after(FORMAT_WITHIN_MS, () => {
        this.assume = true;
        this.join();
      });
      return;
    }
    this.formatTimer?.cancel();
    this.formatTimer = null;
    if (this.state === 'playing' && format === this.format) return;
    this.format = format;
    this.events.listens(this, format);
    this.set('playing', '');
  }

  private hear(frame: TalkFrame): void {
    if (this.watch.hear(frame)) this.join();
    this.events.frame(frame);
  }

  private disconnected(): void {
    this.connected = false;
    this.formatTimer?.cancel();
    this.formatTimer = null;
    this.events.listens(this, null);
  }

  private refused(error: unknown, attempt: number): void {
    if (attempt !== this.attempt || !this.running) return;
    const { deviceId, deviceKey } = this.target;
    if (!(error instanceof AppError)) {
      this.kit.log.error('talk request failed', { deviceId, err: error });
      this.fail('refused', 'The request to the device failed');
      return;
    }
    const state = failures[error.code] ?? 'refused';
    this.fail(state, (state === 'busy' && this.kit.whoTalks(deviceKey)) || error.message);
  }

  private fail(state: State, message: string): void {
    this.asking.abort();
    this.linkTimer?.cancel();
    this.linkTimer = null;
    this.disconnected();
    this.flow = null;
    this.endedMs = this.kit.clock.now();
    this.set(state, message);
  }

  private set(state: State, message: string): void {
    if (state !== this.state) this.sinceMs = this.kit.clock.now();
    this.state = state;
    this.message = message;
    this.events.changed(this);
  }
}

const failures: Partial<Record<AppError['code'], State>> = {
  device_offline: 'offline',
  device_timeout: 'timeout',
  conflict: 'busy',
  limit_reached: 'limit',
};

const wording = (end: TalkEnd, reason: string): [State, string] => {
  if (end === 'timeout' || end === 'refused') return [end, reason];
  return ['ended', reason];
};
