// Where the main channel and the event socket are reached: their own port first, then the page's. Pure.

export type ChannelPlace = {
  /** The page's own protocol, host and host:port. */
  page: { secure: boolean; host: string };
  /** Host without port. */
  serverHost: string;
  commandPort: number;
  /** The server is the one the page came from, so its main port answers /command as well. */
  own: boolean;
};

/** An IPv6 address goes into brackets unless it has them. */
const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/** The addresses to try, best first. On https the command port is tried as wss. */
export const channelAddresses = ({ page, serverHost, commandPort, own }: ChannelPlace): readonly string[] => {
  const scheme = page.secure ? 'wss' : 'ws';
  const direct = `${scheme}://${bracketed(serverHost)}:${commandPort}/`;
  return own ? [direct, `${scheme}://${page.host}/command`] : [direct];
};

export type EventPlace = { page: { secure: boolean; host: string; hostname: string }; streamPort: number | undefined };

/** The addresses of the event socket, best first. The cookie of the session speaks for the page. */
export const eventAddresses = ({ page, streamPort }: EventPlace): readonly string[] => {
  const scheme = page.secure ? 'wss' : 'ws';
  const own = `${scheme}://${page.host}/event.cgi`;
  const direct = streamPort === undefined ? own : `${scheme}://${page.hostname}:${streamPort}/event.cgi`;
  return direct === own ? [own] : [direct, own];
};
