// The headers that tell a browser what our pages may do.

export type HeaderOptions = {
  /** Origins of online map tiles, added to what pages may fetch. */
  tileOrigins: readonly string[];
  /** Origins of other servers that pages may ask. */
  connectOrigins: readonly string[];
  /** Origins of the pages that ours may show inside. */
  frameOrigins: readonly string[];
  /** Origins of other consoles of this server: other names of it, whose sockets may be opened as well. */
  allowedOrigins: readonly string[];
  /** The name and port by which the browser asked, as it said them. */
  host: string | undefined;
  /** A console that may sign in to several servers: their sockets are none of ours. */
  anyServer: boolean;
  /** The page comes by https. On plain http browsers complain about what they then ignore. */
  secure: boolean;
  /** https with a certificate that browsers know: they are to come by https only from then on. */
  strictTransport: boolean;
};

/** Names and IPv4 addresses. A policy cannot name an IPv6 address, and what else a client says does not get into a header. */
const HOST_NAME = /^([A-Za-z0-9_.-]{1,253})(:\d{1,5})?$/;

/** The host may hold what ends a part of a header: 'https://x;sandbox' would be a rule of its own. */
const ORIGIN = /^https?:\/\/((\*\.)?[A-Za-z0-9_.-]{1,253}|\[[A-Fa-f0-9:.]{2,45}\])(:\d{1,5})?$/;

/** Whether an origin can stand in our headers; another one is left out of them. */
export const isNamable = (origin: string): boolean => ORIGIN.test(origin);

const nameOf = (host: string): string | undefined => HOST_NAME.exec(host)?.[1];

/** Sockets go to this server only: its page's port and its others, which a policy names as any port of the same name. */
const socketSources = ({ host, anyServer, allowedOrigins }: HeaderOptions): string => {
  const own = anyServer ? undefined : nameOf(host ?? '');
  if (own === undefined) return 'ws: wss:';
  const others = allowedOrigins.flatMap((origin) => (URL.canParse(origin) ? (nameOf(new URL(origin).host) ?? []) : []));
  return [...new Set([own, ...others])].map((name) => `ws://${name}:* wss://${name}:*`).join(' ');
};

/** Pictures of people come from the stream port, which a policy names as any port of the same name. */
const pictureSources = ({ host, anyServer, secure }: HeaderOptions): string => {
  if (anyServer) return 'http: https:';
  const own = nameOf(host ?? '');
  return own === undefined ? '' : `${secure ? 'https' : 'http'}://${own}:*`;
};

/** Our pages run their own scripts only; workers (player, map) come from us or from blobs. */
const contentSecurityPolicy = (options: HeaderOptions): string => {
  const { tileOrigins, connectOrigins, frameOrigins } = options;
  const tiles = tileOrigins.length === 0 ? '' : ` ${tileOrigins.join(' ')}`;
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    [`connect-src 'self' ${socketSources(options)}${tiles}`, ...connectOrigins].join(' '),
    `img-src 'self' data: blob: ${pictureSources(options)}${tiles}`.trim(),
    "media-src 'self' blob: mediastream:",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    ['frame-src', "'self'", ...frameOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
};

/**
 * What our pages use of a browser's devices, and what neither they nor a page inside them gets. External pages get camera and microphone:
 * a page can hand on only what it has itself.
 */
const permissionsPolicy = ({ frameOrigins }: HeaderOptions): string =>
  [
    `microphone=(${['self', ...frameOrigins.map((origin) => `"${origin}"`)].join(' ')})`,
    frameOrigins.length === 0 ? 'camera=()' : `camera=(self ${frameOrigins.map((origin) => `"${origin}"`).join(' ')})`,
    'fullscreen=(self)',
    'autoplay=(self)',
    'clipboard-write=(self)',
    ...[
      'accelerometer',
      'display-capture',
      'geolocation',
      'gyroscope',
      'hid',
      'magnetometer',
      'midi',
      'payment',
      'serial',
      'usb',
      'xr-spatial-tracking',
    ].map((name) => `${name}=()`),
  ].join(', ');

const YEAR_S = 31_536_000;

const namable = (options: HeaderOptions): HeaderOptions => ({
  ...options,
  tileOrigins: options.tileOrigins.filter(isNamable),
  connectOrigins: options.connectOrigins.filter(isNamable),
  frameOrigins: options.frameOrigins.filter(isNamable),
});

export const securityHeaders = (asked: HeaderOptions): Record<string, string> => {
  const options = namable(asked);
  return {
    'content-security-policy': contentSecurityPolicy(options),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(options),
    ...(options.secure && { 'cross-origin-opener-policy': 'same-origin' }),
    ...(options.strictTransport && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  };
};
