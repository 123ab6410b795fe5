// The headers that tell a browser what our pages may do.

/** Origins of online map tiles, added to what pages may fetch, and of the pages they may show inside. */
export type HeaderOptions = { tileOrigins: readonly string[]; frameOrigins: readonly string[] };

/**
 * Our pages run their own scripts only; workers (player, map) come from us or from blobs; sockets may go to our other ports
 * and, in a global deployment, to other servers.
 */
const contentSecurityPolicy = ({ tileOrigins, frameOrigins }: HeaderOptions): string => {
  const tiles = tileOrigins.length === 0 ? '' : ` ${tileOrigins.join(' ')}`;
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    `connect-src 'self' ws: wss:${tiles}`,
    `img-src 'self' data: blob:${tiles}`,
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

export const securityHeaders = (options: HeaderOptions): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(options),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
});
