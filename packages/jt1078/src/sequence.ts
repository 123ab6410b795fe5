// Tells whether packets were lost, from sequence numbers whose scope the standard leaves open. Used by assemble.ts.

/**
 * What a packet's number says. `whole`: nothing is missing. `stream`: something of this SIM and channel is missing before it.
 * `connection`: something is missing, and it can have belonged to any stream of the connection.
 */
export type SequenceVerdict = 'whole' | 'stream' | 'connection';

/** The last number of whatever counts by itself; -1 before the first. */
type Counter = { last: number };
/** What one kind of one channel may be counted by, beside the connection. */
export type SequenceSource = { readonly channel: Counter; readonly kind: Counter };

const FORGET_EVERY = 1024;
const MIN_HISTORY = 32;

/**
 * Follows the number per connection, per channel and per channel and kind at once and believes the view with the fewest breaks;
 * while views are equal a loss must show in all of them. When even the best view breaks at more than every second packet the
 * device does not count at all, and nothing is concluded.
 */
export class SequenceViews {
  private readonly connection: Counter = { last: -1 };
  private readonly channels = new Map<string, Counter>();
  private connectionBreaks = 0;
  private channelBreaks = 0;
  private kindBreaks = 0;
  private history = 0;

  /** For the packets of one kind; `channelKey` names SIM and channel, whose kinds share a counter. */
  open(channelKey: string): SequenceSource {
    let channel = this.channels.get(channelKey);
    if (channel === undefined) {
      channel = { last: -1 };
      this.channels.set(channelKey, channel);
    }
    return { channel, kind: { last: -1 } };
  }

  step(sequence: number, { channel, kind }: SequenceSource): SequenceVerdict {
    const fewest = Math.min(this.connectionBreaks, this.channelBreaks, this.kindBreaks);
    const counts = this.history < MIN_HISTORY || fewest * 2 <= this.history;
    const believesConnection = this.connectionBreaks === fewest;
    const believesChannel = this.channelBreaks === fewest;
    const believesKind = this.kindBreaks === fewest;
    const connectionBroke = advance(this.connection, sequence);
    const channelBroke = advance(channel, sequence);
    const kindBroke = advance(kind, sequence);
    if (connectionBroke) this.connectionBreaks += 1;
    if (channelBroke) this.channelBreaks += 1;
    if (kindBroke) this.kindBreaks += 1;
    this.history += 1;
    if (this.history >= FORGET_EVERY) this.forgetHalf();
    const whole =
      (believesConnection && !connectionBroke) || (believesChannel && !channelBroke) || (believesKind && !kindBroke);
    if (whole || !counts) return 'whole';
    return believesConnection ? 'connection' : 'stream';
  }

  /** Lets go of a channel of which a stream ended; another stream of it begins to count again. */
  forget(channelKey: string): void {
    const channel = this.channels.get(channelKey);
    if (channel !== undefined) channel.last = -1;
    this.channels.delete(channelKey);
  }

  private forgetHalf(): void {
    this.history /= 2;
    this.connectionBreaks /= 2;
    this.channelBreaks /= 2;
    this.kindBreaks /= 2;
  }
}

/** Notes the number; true when it does not follow the last one. The first never breaks. */
const advance = (counter: Counter, sequence: number): boolean => {
  const { last } = counter;
  counter.last = sequence;
  return last >= 0 && ((last + 1) & 0xffff) !== sequence;
};
