// Authenticates WebSocket requests: by query, bearer token, or the cookie of a page of ours.
import type { IncomingMessage } from 'node:http';
import type { Access, Caller } from './access.ts';
import { findCredentials, isOwnOrigin } from './credentials.ts';
import { AppError } from './errors.ts';

export type SocketAccessKit = {
  access: Access;
  queryCredentials: boolean;
  allowedOrigins: readonly string[];
  addressOf: (request: IncomingMessage) => string;
  /** Where our pages come from; known once the server listens. */
  pagePort: () => number | undefined;
};

/** Throws AppError `unauthenticated` without credentials, `forbidden` when another page uses our cookie. */
export const createSocketAuthenticator =
  ({ access, queryCredentials, allowedOrigins, addressOf, pagePort }: SocketAccessKit) =>
  async (request: IncomingMessage, url: URL): Promise<Caller> => {
    const { authorization, cookie, origin, host } = request.headers;
    const found = findCredentials({ authorization, cookie, query: url.searchParams }, queryCredentials);
    if (!found.credentials) throw new AppError('unauthenticated', 'Sign in first.');
    if (found.source === 'cookie' && !isOwnOrigin(origin, host, allowedOrigins, pagePort()))
      throw new AppError('forbidden', 'This socket was not opened by a page of this server.');
    return access.authenticate(found.credentials, addressOf(request));
  };
