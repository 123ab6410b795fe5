// Where a channel's stream is: the stream port first, then the page's own port, which a reverse proxy may be all there is of.
// Pure.

export type StreamPlace = {
  /** The page's own protocol, host:port and host. */
  readonly secure: boolean;
  readonly host: string;
  readonly hostname: string;
  readonly streamPort: number | undefined;
};

/** Addresses of `ws.cgi`, best first; the stream choice is appended by who opens them. */
export const streamAddresses = (
  { secure, host, hostname, streamPort }: StreamPlace,
  deviceId: string,
  channel: number,
  delayMs: 40 | 120,
): readonly string[] => {
  const scheme = secure ? 'wss' : 'ws';
  const query = `ws.cgi?deviceid=${encodeURIComponent(deviceId)}&channel=${channel}&delay=${delayMs}`;
  const own = `${scheme}://${host}/${query}`;
  const direct = streamPort === undefined ? own : `${scheme}://${hostname}:${streamPort}/${query}`;
  return direct === own ? [own] : [direct, own];
};
