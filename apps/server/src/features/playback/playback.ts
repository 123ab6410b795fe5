// One playback: up to nine channels on one clock. Runs the steps that next-step.ts decides, and heeds what its viewers say. Who may
// watch is playback-socket.ts.
import {
  AppError,
  KEYS_ONLY_SPEED,
  MAX_PLAYBACK_CHANNELS,
  type PlaybackControl,
  TOO_MANY_CHANNELS,
} from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { Pace } from '../../kernel/work/pace.ts';
import { nextStep, type Standing } from './next-step.ts';
import { PlayClock } from './play-clock.ts';
import type { PlaySeat } from './play-door.ts';
import { PlaybackChannel, type PlaybackReader, type PlaybackSocket, type PlaybackSource } from './playback-channel.ts';

export type PlaybackKit = { clock: Clock; log: Log; reader: PlaybackReader };

/** So often is looked again while nothing is due, and while a download waits for its reader. */
const LOOK_MS = 100;
const COVER_LOOK_MS = 10;
/** A channel that joins with so little played since begins where it asked to, else at the clock. */
const JOIN_MS = 10_000;

type Member = { number: number; channel: PlaybackChannel; saidSpeed: number };

export class Playback {
  private readonly kit: PlaybackKit;
  private readonly cover: boolean;
  private readonly play: PlayClock;
  private readonly onEmpty: () => void;
  private members: Member[] = [];
  private leaving: PlaybackChannel[] = [];
  private generation = 0;
  private numbers = 0;
  private running: Promise<void> | null = null;
  private wake: (() => void) | null = null;

  constructor(kit: PlaybackKit, begin: { timeMs: number; speed: number; cover: boolean }, onEmpty: () => void) {
    this.kit = kit;
    this.cover = begin.cover;
    this.play = new PlayClock(begin.timeMs, begin.speed);
    this.onEmpty = onEmpty;
  }

  get channels(): number {
    return this.members.length;
  }

  /** Throws AppError limit_reached past nine channels. The same channel again takes the place of the socket before. */
  join(source: PlaybackSource, socket: PlaybackSocket, timeMs: number): PlaySeat {
    const before = this.members.find(({ channel }) => isSame(channel.source, source));
    if (before === undefined && this.members.length >= MAX_PLAYBACK_CHANNELS)
      throw new AppError('limit_reached', TOO_MANY_CHANNELS);
    before?.channel.cut();
    if (before !== undefined) this.drop(before);
    const nowMs = this.now();
    const near = this.cover || !this.play.begun || Math.abs(this.play.playedSince(timeMs, nowMs)) <= JOIN_MS;
    const begin = { timeMs: near ? timeMs : this.play.position(nowMs), generation: this.generation };
    this.numbers += 1;
    const member: Member = {
      number: this.numbers,
      channel: new PlaybackChannel(this.kit.reader, source, socket, begin),
      saidSpeed: this.play.speed,
    };
    this.members.push(member);
    this.look();
    return {
      request: (request) => this.heed(member, request),
      leave: () => {
        this.drop(member);
        this.look();
        if (this.members.length === 0) this.onEmpty();
      },
    };
  }

  /** Resolves when every file is closed. */
  async close(): Promise<void> {
    for (const member of this.members) this.drop(member); // each makes a new list
    this.look();
    await this.running;
  }

  private get keysOnly(): boolean {
    return !this.cover && this.play.speed >= KEYS_ONLY_SPEED;
  }

  private now(): number {
    return this.kit.clock.monotonic();
  }

  private drop(member: Member): void {
    if (!this.members.includes(member)) return;
    this.members = this.members.filter((each) => each !== member);
    this.play.forget(member.number, this.now());
    this.leaving.push(member.channel);
  }

  private heed(member: Member, request: PlaybackControl): void {
    if (this.cover || !this.members.includes(member)) return;
    if ('seek' in request) this.seek(request);
    else this.report(member, request);
    this.look();
  }

  private seek({ seek, generation, speed }: Extract<PlaybackControl, { seek: number }>): void {
    if (generation <= this.generation) return;
    this.generation = generation;
    this.play.seek(seek, speed);
    for (const member of this.members) {
      member.saidSpeed = speed;
      member.channel.seek(seek, generation);
    }
  }

  private report(member: Member, { at, speed, generation }: Extract<PlaybackControl, { at: number }>): void {
    if (generation !== undefined && generation !== this.generation) return;
    const nowMs = this.now();
    if (member.channel.isIdleAt(at)) this.play.forget(member.number, nowMs);
    else this.play.report(member.number, at, speed, nowMs);
    if (speed === member.saidSpeed) return;
    // Each viewer says its speed again and again: what counts is who changes it.
    member.saidSpeed = speed;
    const before = this.keysOnly;
    this.play.setSpeed(speed, nowMs);
    if (before && !this.keysOnly) this.fillIn(this.play.position(nowMs), speed);
  }

  /** Between the key frames that were sent ahead, every frame is wanted now. */
  private fillIn(timeMs: number, speed: number): void {
    this.play.seek(timeMs, speed);
    for (const { channel } of this.members) channel.restart(timeMs);
  }

  private look(): void {
    this.wake?.();
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
  }

  private async run(): Promise<void> {
    const pace = new Pace(this.kit.clock);
    while (this.members.length > 0 || this.leaving.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- a step decides what the next one is
      await this.closeLeaving();
      // oxlint-disable-next-line no-await-in-loop
      if (this.members.length > 0) await this.step();
      // oxlint-disable-next-line no-await-in-loop -- what is read already is sent without a turn of the event loop
      await pace.rest();
    }
  }

  private async closeLeaving(): Promise<void> {
    const gone = this.leaving;
    this.leaving = [];
    for (const channel of gone)
      // oxlint-disable-next-line no-await-in-loop -- rarely more than one
      await channel.close().catch((err: unknown) => this.kit.log.warn('recording not closed', { err }));
  }

  private async step(): Promise<void> {
    const nowMs = this.now();
    const { members } = this;
    const standings = members.map(({ channel }) => channel.standing(nowMs));
    const horizonMs = this.cover ? Number.POSITIVE_INFINITY : this.play.horizon(nowMs);
    const step = nextStep(standings, horizonMs, this.play.begun);
    if (step.do === 'read') await Promise.all(step.channels.map((i) => this.read(members[i], nowMs)));
    else if (step.do === 'skip') this.play.skip(step.fromMs, step.toMs, nowMs);
    else if (step.do === 'send') this.send(members[step.channel], nowMs);
    else {
      this.holdBack(standings, nowMs);
      await this.rest(nowMs);
    }
  }

  /** The server's own clock does not run away from a reader that takes nothing, nor past the end. */
  private holdBack(standings: readonly Standing[], nowMs: number): void {
    if (!this.play.alone) return;
    const held = standings.flatMap(({ blocked, next, nextMs }) => (blocked && next === 'ready' ? [nextMs] : []));
    const over = standings.every(({ next }) => next === 'over');
    const latestMs = Math.min(...held, over ? Math.max(...standings.map(({ doneMs }) => doneMs)) : Infinity);
    if (latestMs < this.play.position(nowMs)) this.play.hold(latestMs, nowMs);
  }

  /** A boundary: what cannot be read is told to its viewer, the others go on. */
  private async read(member: Member | undefined, nowMs: number): Promise<void> {
    try {
      await member?.channel.read(this.keysOnly, nowMs, this.kit.clock.now());
    } catch (err) {
      this.kit.log.error('recording not read', { ...member?.channel.source, err });
      member?.channel.failed(nowMs);
    }
  }

  private send(member: Member | undefined, nowMs: number): void {
    if (member !== undefined) this.play.sent(member.channel.send(this.keysOnly), nowMs);
  }

  private async rest(nowMs: number): Promise<void> {
    for (const member of this.members) if (!member.channel.flush(nowMs)) member.channel.cut();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.wake = resolve;
    const timer = this.kit.clock.after(this.cover ? COVER_LOOK_MS : LOOK_MS, resolve);
    await promise;
    this.wake = null;
    timer.cancel();
  }
}

const isSame = (a: PlaybackSource, b: PlaybackSource): boolean =>
  a.deviceKey === b.deviceKey && a.channel === b.channel;
