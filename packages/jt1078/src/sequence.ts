// Tells whether packets were lost, from sequence numbers whose scope the standard leaves open. Used by assemble.ts.

/**
 * What a packet's number says. `whole`: nothing is missing. `stream`: something of this SIM and channel is missing before it.
 * `connection`: something is missing, and it can have belonged to any stream of the connection.
 */
export type SequenceVerdict = 'whole' | 'stream' | 'connection';

type View = { breaks: number; readonly last: Map<string, number> };

const FORGET_EVERY = 1024;
const MIN_HISTORY = 32;

/**
 * Follows the number per connection, per channel and per channel and kind at once and believes the view with the fewest breaks;
 * while views are equal a loss must show in all of them. When even the best view breaks at more than every second packet the
 * device does not count at all, and nothing is concluded.
 */
export class SequenceViews {
  private readonly connection: View = { breaks: 0, last: new Map() };
  private readonly channel: View = { breaks: 0, last: new Map() };
  private readonly kind: View = { breaks: 0, last: new Map() };
  private history = 0;

  /** `channelKey` names SIM and channel, `kindKey` also video, audio or transparent. */
  step(sequence: number, channelKey: string, kindKey: string): SequenceVerdict {
    const fewest = Math.min(this.connection.breaks, this.channel.breaks, this.kind.breaks);
    const counts = this.history < MIN_HISTORY || fewest * 2 <= this.history;
    let broken = true;
    let believesConnection = false;
    for (const [view, key] of [
      [this.connection, ''],
      [this.channel, channelKey],
      [this.kind, kindKey],
    ] as const) {
      const believed = view.breaks === fewest;
      const isBreak = advance(view, key, sequence);
      if (!believed) continue;
      if (!isBreak) broken = false;
      if (view === this.connection) believesConnection = true;
    }
    this.history += 1;
    if (this.history >= FORGET_EVERY) this.forgetHalf();
    if (!broken || !counts) return 'whole';
    return believesConnection ? 'connection' : 'stream';
  }

  /** Lets go of a stream that ended. */
  forget(channelKey: string, kindKey: string): void {
    this.channel.last.delete(channelKey);
    this.kind.last.delete(kindKey);
  }

  private forgetHalf(): void {
    this.history /= 2;
    for (const view of [this.connection, this.channel, this.kind]) view.breaks /= 2;
  }
}

/** Notes the number; true when it does not follow the last one of its key. The first of a key never breaks. */
const advance = (view: View, key: string, sequence: number): boolean => {
  const last = view.last.get(key);
  view.last.set(key, sequence);
  const isBreak = last !== undefined && ((last + 1) & 0xffff) !== sequence;
  if (isBreak) view.breaks += 1;
  return isBreak;
};
