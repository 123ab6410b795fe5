// Where the streams of this session are and who asks for them. Which address a channel has is the player's stream-address.ts. Pure.
import type { Session } from './session.ts';

/** Where an older server, which does not say, listens for streams. */
export const STREAM_PORT_DEFAULT = 8900;

/** Field names as the documents have them. */
export type StreamInfo = { streamIp: string; streamPort: number; UserName: string; Sha256Pass: string };

/** `protocol` is the server's answer about its ports, undefined without one; `serverHost` the server of this session. */
export const streamInfoOf = (
  { userName, passwordHash }: Pick<Session, 'userName' | 'passwordHash'>,
  serverHost: string,
  protocol: { readonly streamings: readonly number[] } | undefined,
): StreamInfo => ({
  streamIp: serverHost,
  streamPort: protocol?.streamings[0] ?? STREAM_PORT_DEFAULT,
  UserName: userName,
  Sha256Pass: passwordHash,
});
