// Authenticates WebSocket requests, and plain requests on the ports of sockets: by query, bearer token, or the cookie of a page of ours.
import type { IncomingMessage } from 'node:http';
import type { Access, Caller } from '../access/access.ts';
import { findCredentials, isOwnOrigin } from '../access/credentials.ts';
import { AppError } from '../errors.ts';

export type SocketAccessKit = {
  access: Access;
  queryCredentials: boolean;
  allowedOrigins: readonly string[];
  addressOf: (request: IncomingMessage) => string;
  /** The host that the browser asked, also behind a trusted proxy. */
  hostOf: (request: IncomingMessage) => string | undefined;
  /** The browser asked by https. */
  isSecure: (request: IncomingMessage) => boolean;
  /** Where our pages come from; known once the server listens. */
  pagePorts: () => readonly number[];
};

/** Throws AppError `unauthenticated` without credentials, `forbidden` when another page uses our cookie. */
export const createSocketAuthenticator =
  ({ access, queryCredentials, allowedOrigins, addressOf, hostOf, isSecure, pagePorts }: SocketAccessKit) =>
  async (request: IncomingMessage, url: URL): Promise<Caller> => {
    const { authorization, cookie, origin } = request.headers;
    const sent = { authorization, cookie, secure: isSecure(request), query: url.searchParams };
    const found = findCredentials(sent, queryCredentials);
    if (!found.credentials) throw new AppError('unauthenticated', 'Sign in first.');
    if (found.source === 'cookie' && !isOwnOrigin(origin, hostOf(request), allowedOrigins, pagePorts()))
      throw new AppError('forbidden', 'This socket was not opened by a page of this server.');
    return access.authenticate(found.credentials, addressOf(request));
  };

/** True when a page of ours sent the request, from whatever port of this host. */
export const createPageFinder =
  ({ allowedOrigins, hostOf, pagePorts }: Pick<SocketAccessKit, 'allowedOrigins' | 'hostOf' | 'pagePorts'>) =>
  (request: IncomingMessage): boolean =>
    isOwnOrigin(request.headers.origin, hostOf(request), allowedOrigins, pagePorts());

/**
 * The same for a GET that is no socket: a browser names no origin where the page and what it asks are of one host, so only another
 * page's is refused.
 */
export const createRequestAuthenticator =
  ({ access, queryCredentials, allowedOrigins, addressOf, hostOf, isSecure, pagePorts }: SocketAccessKit) =>
  async (request: IncomingMessage, url: URL, body?: unknown): Promise<Caller> => {
    const { authorization, cookie, origin } = request.headers;
    const sent = { authorization, cookie, secure: isSecure(request), query: url.searchParams, body };
    const found = findCredentials(sent, queryCredentials);
    if (!found.credentials) throw new AppError('unauthenticated', 'Sign in first.');
    if (
      found.source === 'cookie' &&
      origin !== undefined &&
      !isOwnOrigin(origin, hostOf(request), allowedOrigins, pagePorts())
    )
      throw new AppError('forbidden', 'This was not asked by a page of this server.');
    return access.authenticate(found.credentials, addressOf(request));
  };
