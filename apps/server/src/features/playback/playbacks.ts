// All playbacks: sockets of one account with one number belong together. Counts and bounds them.
import { AppError } from '@outrider/contract';
import type { PlaybackSocket, PlaybackSource } from './playback-channel.ts';
import type { PlaySeat } from './play-door.ts';
import { Playback, type PlaybackKit } from './playback.ts';

export type PlaybackLimits = { playbacks: number; playbacksPerUser: number };
export type PlaybackBegin = { streamid: number; spbtime: number; speed: number; cover: number };

export class Playbacks {
  private readonly kit: PlaybackKit;
  private readonly limits: PlaybackLimits;
  private readonly all = new Map<string, { userId: number; playback: Playback }>();

  constructor(kit: PlaybackKit, limits: PlaybackLimits) {
    this.kit = kit;
    this.limits = limits;
  }

  /** Throws AppError limit_reached: too many playbacks, or channels in one. */
  join(userId: number, begin: PlaybackBegin, source: PlaybackSource, socket: PlaybackSocket): PlaySeat {
    const key = `${userId}:${begin.streamid}`;
    const timeMs = Math.round(begin.spbtime * 1000);
    const known = this.all.get(key)?.playback;
    return (known ?? this.open(key, userId, begin, timeMs)).join(source, socket, timeMs);
  }

  metrics(): Record<string, number> {
    const all = [...this.all.values()];
    return {
      playbacks: all.length,
      playback_channels: all.reduce((sum, { playback }) => sum + playback.channels, 0),
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.all.values()].map(({ playback }) => playback.close()));
    this.all.clear();
  }

  private open(key: string, userId: number, { speed, cover }: PlaybackBegin, timeMs: number): Playback {
    const { playbacks, playbacksPerUser } = this.limits;
    if (this.all.size >= playbacks)
      throw new AppError('limit_reached', `The server has ${playbacks} open playbacks already`);
    const own = [...this.all.values()].filter((each) => each.userId === userId).length;
    if (own >= playbacksPerUser)
      throw new AppError('limit_reached', `This account has ${playbacksPerUser} open playbacks already`);
    const playback = new Playback(this.kit, { timeMs, speed, cover: cover === 1 }, () => {
      // One that empties late is not the one that took its place.
      if (this.all.get(key)?.playback === playback) this.all.delete(key);
    });
    this.all.set(key, { userId, playback });
    return playback;
  }
}
