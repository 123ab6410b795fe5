// The players of a playback, one for each channel: made and closed as channels come and go, and one heard at most.
import type { ChannelProgress } from './group-rules.ts';
import type { PlaybackPlayer } from './playback-player.ts';

export class GroupPlayers {
  readonly #make: (channel: number, heard: () => void) => PlaybackPlayer;
  readonly #players = new Map<number, PlaybackPlayer>();

  /** `make` gives the player of a channel, which calls `heard` when it is to be heard from now on. */
  constructor(make: (channel: number, heard: () => void) => PlaybackPlayer) {
    this.#make = make;
  }

  /** How each channel stands. */
  get progress(): readonly ChannelProgress[] {
    return [...this.#players.values()].map(({ progress }) => progress);
  }

  /** Any of them draws its pictures itself. */
  get anyDraws(): boolean {
    return [...this.#players.values()].some(({ draws }) => draws);
  }

  of(channel: number): PlaybackPlayer | undefined {
    return this.#players.get(channel);
  }

  /** Makes those that are missing, closes those that are not among them. */
  set(channels: readonly number[]): void {
    for (const [channel, player] of this.#players)
      if (!channels.includes(channel)) {
        player.close();
        this.#players.delete(channel);
      }
    for (const channel of channels)
      if (!this.#players.has(channel))
        this.#players.set(
          channel,
          this.#make(channel, () => this.#muteOthers(channel)),
        );
  }

  each(tell: (player: PlaybackPlayer) => void): void {
    for (const player of this.#players.values()) tell(player);
  }

  #muteOthers(channel: number): void {
    for (const [other, player] of this.#players) if (other !== channel) player.voice.mute();
  }
}
