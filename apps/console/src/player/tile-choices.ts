// What somebody chose in live tiles, for tiles that are made again: after a look back, after a lost link. Who shows the tiles holds it as long
// as it shows them; with other tiles it begins empty.
import type { LivePlayer } from './live-player.ts';
import type { StreamChoice } from './messages.ts';
import type { SoundState } from './tile-voice.ts';

type TileChoice = { readonly stream: StreamChoice | undefined; readonly sound: SoundState };

/** Of the tiles of one device, by channel. */
export class TileChoices {
  readonly #choices = new Map<number, TileChoice>();

  /** Undefined: the one that is set for the channel. */
  streamOf(channel: number): StreamChoice | undefined {
    return this.#choices.get(channel)?.stream;
  }

  /** A tile of the channel has this player now. */
  give(channel: number, { voice }: LivePlayer): void {
    const sound = this.#choices.get(channel)?.sound;
    if (sound?.on === true) voice.hear(sound.gain);
  }

  /** The tile goes. */
  take(channel: number, { stream, voice }: LivePlayer): void {
    this.#choices.set(channel, { stream, sound: voice.state.getState() });
  }

  /** A channel that is switched off begins like any other when it is switched on. */
  keepOnly(channels: readonly number[]): void {
    for (const channel of this.#choices.keys()) if (!channels.includes(channel)) this.#choices.delete(channel);
  }
}
