// All remote playbacks of now: which sockets are one playback, how many there may be, how they are steered, and their end on every
// path.
import { AppError, MAX_PLAYBACK_CHANNELS, TOO_MANY_CHANNELS } from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Caller } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { PlaySeat } from '../playback/index.ts';
import type { KeptSource as KeptPlace, KeptWriter, RecordingCursor } from '../recording/index.ts';
import { ChannelPlay } from './channel-play.ts';
import type { ChannelSocket } from './channel-socket.ts';
import type { Leg } from './channel-step.ts';
import type { Claim, Claims } from './claims.ts';
import { DeviceSource } from './device-source.ts';
import type { FootageSource, FootageSpan } from './footage.ts';
import { KeptSource } from './kept-source.ts';
import { soon } from './soon.ts';
import type { RecordList, RecordLists, RecordQuestion } from './record-lists.ts';
import { RemotePlay, type PlayStatus } from './remote-play.ts';
import { nextLeg } from './route.ts';
import { Turns } from './turns.ts';

export type PlayPlace = { deviceKey: number; deviceId: string; channel: number; stream: 'main' | 'sub' };
export type PlayRequest = PlayPlace & {
  streamId: number;
  /** The span, UTC ms. Where in it a playback begins that does not run yet, and under which generation. */
  startMs: number;
  endMs: number;
  atMs: number;
  generation: number;
  speed: number;
  cover: boolean;
};

export type RemotePlaysKit = {
  clock: Clock;
  bus: Bus;
  log: Log;
  links: LinkRegistry;
  lists: RecordLists;
  claims: Claims;
  utcOffsetMinutes: (deviceKey: number) => number;
  hasSound: (deviceKey: number, channel: number) => boolean;
  kept: (source: FootageSource, fromMs: number, toMs: number) => Promise<FootageSpan[]>;
  openKept: (source: FootageSource, fromMs: number) => Promise<RecordingCursor>;
  keep: (place: KeptPlace) => KeptWriter;
};

/** Devices have one disk and a thin link. */
const MAX_OF_DEVICE = MAX_PLAYBACK_CHANNELS;
const MAX_OF_USER = 36;
const MAX_OF_SERVER = 300;
/** A device's clock may be ahead. */
const FUTURE_MS = 60_000;

export type PlayOrder = {
  channel?: number | undefined;
  speed?: number | undefined;
  jumpMs?: number | undefined;
  toMs?: number | undefined;
};

/** `seats`: who plays each channel, also while its device rests. */
type Running = { play: RemotePlay; userId: number; deviceKey: number; seats: Map<number, Claim> };

/** The way of one channel to its device, see turns.ts. */
type Turn = { resume: () => Promise<string | undefined>; rest: () => void };

export class RemotePlays {
  private readonly kit: RemotePlaysKit;
  private readonly running = new Map<string, Running>();
  private readonly leaving = new Set<Promise<void>>();
  private readonly stops: (() => void)[];
  private readonly turns: Turns;
  private closed = false;

  constructor(kit: RemotePlaysKit) {
    this.kit = kit;
    const { bus, links } = kit;
    this.turns = new Turns(kit.clock, kit.claims);
    this.stops = [
      bus.subscribe('link.online', ({ deviceKey }) => this.each(deviceKey, (channel) => channel.retry())),
      bus.subscribe('link.offline', ({ deviceKey }) => {
        if (links.get(deviceKey) === undefined) this.each(deviceKey, (channel) => channel.linkLost());
      }),
    ];
  }

  /**
   * Begins a channel. `evicted`: another socket of the same playback took its place. Rejects with AppError `limit_reached`, also where
   * this channel of the device is played elsewhere.
   */
  async begin(caller: Caller, request: PlayRequest, socket: ChannelSocket, evicted: () => void): Promise<PlaySeat> {
    const { deviceKey, channel } = request;
    const { claims } = this.kit;
    const name = nameOf(caller.userId, request.streamId, deviceKey);
    await this.running.get(name)?.seats.get(channel)?.yieldUp();
    await this.turns.clear(request);
    this.checkLimits(caller, request, name);
    const entry = this.running.get(name) ?? this.open(name, caller, request);
    const channelPlay: ChannelPlay = this.channelOf(request, socket, entry.play, {
      resume: () => this.turns.resume(request, claim, () => entry.seats.get(channel) !== claim),
      rest: () => claims.release(deviceKey, channel, claim),
    });
    const leave = (): Promise<void> => this.leave(name, entry, channelPlay, claim, request);
    const claim: Claim = {
      kind: 'play',
      userId: caller.userId,
      name,
      yieldUp: async () => {
        evicted();
        await leave();
      },
    };
    claims.take(deviceKey, channel, claim);
    entry.seats.set(channel, claim);
    entry.play.add(channelPlay);
    return {
      request: (said) => {
        if ('at' in said) return entry.play.at(said.at, said.generation ?? 0);
        entry.play.seek(said.seek, said.generation);
        entry.play.setSpeed(said.speed);
      },
      leave,
    };
  }

  /** How a playback of the caller stands; undefined where it does not run. */
  standing(caller: Caller, deviceKey: number, streamId: number): PlayStatus | undefined {
    return this.running.get(nameOf(caller.userId, streamId, deviceKey))?.play.status();
  }

  /** D08. Throws AppError `not_found` where the caller plays no such stream. */
  steer(caller: Caller, deviceKey: number, streamId: number, order: PlayOrder): PlayStatus {
    const entry = this.running.get(nameOf(caller.userId, streamId, deviceKey));
    if (entry === undefined) throw new AppError('not_found', 'This playback does not run');
    const { play } = entry;
    const { channel, speed, jumpMs, toMs } = order;
    if (channel !== undefined && !play.has(channel))
      throw new AppError('not_found', `Channel ${channel} is not played`);
    if (toMs !== undefined) play.seek(toMs);
    else if (jumpMs !== undefined && jumpMs !== 0) play.seek(play.status().timeMs + jumpMs);
    if (speed !== undefined) play.setSpeed(speed);
    return play.status(channel);
  }

  metrics(): Record<string, number> {
    return { remote_playbacks: this.running.size, remote_playback_channels: this.kit.claims.count('play') };
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const stop of this.stops) stop();
    const all = [...this.running.values()].flatMap(({ play }) =>
      [...play.all()].map((channel) => play.remove(channel)),
    );
    this.running.clear();
    await soon(this.kit.clock, Promise.all([...all, ...this.leaving]));
  }

  private each(deviceKey: number, action: (channel: ChannelPlay) => void): void {
    for (const entry of this.running.values())
      if (entry.deviceKey === deviceKey) for (const channel of entry.play.all()) action(channel);
  }

  private checkLimits({ userId }: Caller, request: PlayRequest, name: string): void {
    if (this.closed) throw new AppError('unavailable', 'The server stops');
    const taken = this.turns.taken(request, userId);
    if (taken !== undefined) throw new AppError('limit_reached', taken);
    if ((this.running.get(name)?.play.size ?? 0) >= MAX_PLAYBACK_CHANNELS)
      throw new AppError('limit_reached', TOO_MANY_CHANNELS);
    if (this.kit.claims.countOf(request.deviceKey) >= MAX_OF_DEVICE)
      throw new AppError('limit_reached', `At most ${MAX_OF_DEVICE} channels of a device play at once`);
    if (this.channels((each) => each.userId === userId) >= MAX_OF_USER)
      throw new AppError('limit_reached', `An account plays at most ${MAX_OF_USER} channels of devices at once`);
    if (this.channels() >= MAX_OF_SERVER)
      throw new AppError('limit_reached', 'The server plays as many channels of devices as it can');
  }

  /** Channels that are open, also those at their end. */
  private channels(counts: (entry: Running) => boolean = () => true): number {
    return [...this.running.values()].filter(counts).reduce((sum, { play }) => sum + play.size, 0);
  }

  private open(name: string, caller: Caller, { deviceKey, startMs, endMs, ...request }: PlayRequest): Running {
    const entry = {
      play: new RemotePlay(this.kit.clock, { startMs, endMs }, request),
      userId: caller.userId,
      deviceKey,
      seats: new Map<number, Claim>(),
    };
    this.running.set(name, entry);
    return entry;
  }

  private async leave(
    name: string,
    entry: Running,
    channel: ChannelPlay,
    claim: Claim,
    place: PlayPlace,
  ): Promise<void> {
    if (entry.seats.get(place.channel) === claim) entry.seats.delete(place.channel);
    const left = entry.play.remove(channel).finally(() => {
      this.kit.claims.release(place.deviceKey, place.channel, claim);
      this.leaving.delete(left);
    });
    this.leaving.add(left);
    if (entry.play.size === 0 && this.running.get(name) === entry) this.running.delete(name);
    await left;
  }

  private channelOf(request: PlayRequest, socket: ChannelSocket, { span }: RemotePlay, turn: Turn): ChannelPlay {
    const { kit } = this;
    const { deviceKey, deviceId, channel, stream } = request;
    const source: FootageSource = { deviceKey, channel, stream, audio: true };
    return new ChannelPlay(
      {
        plan: async (fromMs, tried) => {
          const leg = await this.plan(source, fromMs, span.endMs, tried);
          const taken = leg.from === 'device' ? await turn.resume() : undefined;
          return taken === undefined ? leg : { from: 'busy', message: taken };
        },
        rest: () => turn.rest(),
        open: (leg, speed, events) =>
          leg.from === 'kept'
            ? new KeptSource(
                () => kit.openKept(source, leg.startMs),
                { endMs: Math.min(leg.endMs + 1, span.endMs), speed },
                events,
              )
            : new DeviceSource(kit, { deviceKey, channel, stream, content: 'av', speed, ...leg }, events),
        keep: () => kit.keep({ deviceKey, deviceId, channel, stream, audio: true }),
        onError: (what, err) => kit.log.error(what, { deviceId, channel, err }),
      },
      { channel, stream, socket, startMs: request.startMs },
    );
  }

  private async plan(source: FootageSource, fromMs: number, endMs: number, tried: boolean): Promise<Leg> {
    if (fromMs > this.kit.clock.now() + FUTURE_MS) return { from: 'nothing', state: 'none' };
    const kept = await this.kit.kept(source, fromMs, endMs);
    const { deviceKey, channel, stream } = source;
    if (!tried) return nextLeg({ fromMs, endMs, kept });
    const question = { deviceKey, channel, fromMs: Math.floor(fromMs / 1000) * 1000, toMs: endMs };
    const list = await this.list(question);
    if (list === undefined) {
      const isAway = this.kit.links.get(deviceKey) === undefined;
      return { from: 'nothing', state: isAway ? 'away' : 'unplayed' };
    }
    const own = list.records.filter(
      (record) => record.channel === channel && record.stream === stream && record.kind !== 'audio',
    );
    return nextLeg({ fromMs, endMs, kept, records: own });
  }

  /** Undefined where the device does not say what it has either. A takeover ends the question, which is then put over the new link. */
  private async list(question: RecordQuestion): Promise<RecordList | undefined> {
    const { lists, links } = this.kit;
    const link = links.get(question.deviceKey);
    try {
      return await lists.ask(question);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const now = links.get(question.deviceKey);
      const isTakenOver = error.code === 'device_offline' && now !== undefined && now !== link;
      return isTakenOver ? this.list(question) : undefined;
    }
  }
}

const nameOf = (userId: number, streamId: number, deviceKey: number): string => `${userId} ${streamId} ${deviceKey}`;
