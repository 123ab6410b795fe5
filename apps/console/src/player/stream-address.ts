// Where a channel's stream is, live or recorded, or a random one: the stream port first, then the page's own port, which a reverse proxy may be all there is of.
// Pure.

export type StreamPlace = {
  /** The page's own protocol, host:port and host. */
  readonly secure: boolean;
  readonly host: string;
  readonly hostname: string;
  readonly streamPort: number | undefined;
  /** Who asks, where no session of this browser does: user and password stand in the query then. */
  readonly account?: { readonly user: string; readonly password: string };
};

/** What of a query says who asks; '' where the session's cookie does. */
const accountQuery = ({ account }: Pick<StreamPlace, 'account'>): string =>
  account === undefined
    ? ''
    : `&user=${encodeURIComponent(account.user)}&password=${encodeURIComponent(account.password)}`;

/** What is asked for: a channel of a device, or a random stream by its number. */
export type StreamRequest = { readonly deviceId: string; readonly channel: number } | { readonly randomStream: number };

const queryOf = (request: StreamRequest): string =>
  'randomStream' in request
    ? `deviceid=*&streamid=${request.randomStream}`
    : `deviceid=${encodeURIComponent(request.deviceId)}&channel=${request.channel}`;

/** Addresses of `ws.cgi` with a query, best first, and with the account where there is one. */
export const socketAddresses = (place: StreamPlace, query: string): readonly string[] => {
  const { secure, host, hostname, streamPort } = place;
  const scheme = secure ? 'wss' : 'ws';
  const path = `ws.cgi?${query}${accountQuery(place)}`;
  const own = `${scheme}://${host}/${path}`;
  const direct = streamPort === undefined ? own : `${scheme}://${hostname}:${streamPort}/${path}`;
  return direct === own ? [own] : [direct, own];
};

/** Of a live stream; the stream choice is appended by who opens them. */
export const streamAddresses = (place: StreamPlace, request: StreamRequest, delayMs: 40 | 120): readonly string[] =>
  socketAddresses(place, `${queryOf(request)}&delay=${delayMs}`);
