// What one main-channel connection, and all of them together, may take.
import type { JsonBounds } from '../web/bounded-json.ts';

export type ChannelLimits = {
  /** One message, all its lines together. */
  messageBytes: number;
  connections: number;
  connectionsPerAddress: number;
  /** So many may have their messages compressed, which takes a third of a MB each. */
  compressedConnections: number;
  /** Commands of one connection that run at the same time; more are read later. */
  runningCommands: number;
  messagesPerSecond: number;
  /** Lines of one message and of one second; blank ones do not count. */
  linesPerMessage: number;
  linesPerSecond: number;
  /** The same before a sign-in, where a message holds one line; those behind a line that signs in are read. */
  strangerMessagesPerSecond: number;
  strangerLineLength: number;
  /** What may wait unread for a push to be taken, and for the connection to live. */
  pushBufferBytes: number;
  bufferBytes: number;
  /** How long a reader may take nothing while something waits, how long a connection may be silent, and the time to sign in. */
  stallMs: number;
  idleMs: number;
  signInMs: number;
};

export const channelLimits: ChannelLimits = {
  messageBytes: 64 * 1024,
  connections: 5000,
  connectionsPerAddress: 500,
  compressedConnections: 300,
  runningCommands: 16,
  messagesPerSecond: 200,
  linesPerMessage: 5000,
  linesPerSecond: 10_000,
  strangerMessagesPerSecond: 20,
  strangerLineLength: 4096,
  pushBufferBytes: 512 * 1024,
  bufferBytes: 8 * 1024 * 1024,
  stallMs: 30_000,
  idleMs: 75_000,
  signInMs: 60_000,
};

/** Of one line. The number N of a request may be any JSON. */
export const lineBounds: JsonBounds = { depth: 16, keys: 2000, values: 10_000 };
