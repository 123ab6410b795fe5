// Where the streams of this session are and who asks for them. Which address a channel has is the player's stream-address.ts. Pure.
import type { Session } from './session.ts';

/** Where an older server, which does not say, listens for streams. */
export const STREAM_PORT_DEFAULT = 8900;

/** What the server says of its ports, undefined without an answer. */
type Protocol = { readonly streamings: readonly number[] } | undefined;

/** Where streams are: the first port that is told; undefined where none is, and the page's own port serves. */
export const streamPortOf = (protocol: Protocol): number | undefined => protocol?.streamings[0];

/** Field names as the documents have them. */
export type StreamInfo = { streamIp: string; streamPort: number; UserName: string; Sha256Pass: string };

/** `serverHost`: the server of this session. */
export const streamInfoOf = (
  { userName, passwordHash }: Pick<Session, 'userName' | 'passwordHash'>,
  serverHost: string,
  protocol: Protocol,
): StreamInfo => ({
  streamIp: serverHost,
  streamPort: streamPortOf(protocol) ?? STREAM_PORT_DEFAULT,
  UserName: userName,
  Sha256Pass: passwordHash,
});
