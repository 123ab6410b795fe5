// What the gateway counts of JT/T 808.

/** Counted over all connections, for the metrics. */
export type Jt808Counters = {
  frames: number;
  rejectedFrames: number;
  positions: number;
  unknownMessages: number;
  malformedMessages: number;
  encryptedMessages: number;
  /** Left unanswered: too much of their device waited already. */
  unkeptMessages: number;
};
