// What a call needs to know of its request, and may set in the answer: cookies.
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  BROWSER_COOKIE,
  type FoundCredentials,
  SESSION_COOKIE,
  type SentCookies,
  browserTicket,
  cookieName,
  cookieToken,
} from '../access/credentials.ts';
import { AppError } from '../errors.ts';
import type { CallContext } from './http.ts';

/** By Accept-Encoding (RFC 9110, 12.5.3). Only who names it: for all others the answer is packed, or not, on its way out. */
const takesGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .toLowerCase()
    .split(',')
    .some((coding) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/.test(coding));

/** Aborted when the connection ends before the answer has been sent. */
const leavingSignal = (reply: FastifyReply): AbortSignal => {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new AppError('unavailable', 'The client has gone away.'));
  });
  return left.signal;
};

const cookieOptions = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'strict', secure }) as const;

export const cookiesOf = ({ headers: { cookie }, protocol }: FastifyRequest): SentCookies => ({
  cookie,
  secure: protocol === 'https',
});

/** What a call is told of its request besides caller and input. */
export const makeContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  { found, ownPage }: { found: FoundCredentials; ownPage: boolean },
): CallContext => {
  const sent = cookiesOf(request);
  const common = cookieOptions(sent.secure);
  const sessionCookie = cookieName(SESSION_COOKIE, sent.secure);
  const browserCookie = cookieName(BROWSER_COOKIE, sent.secure);
  return {
    signal: leavingSignal(reply),
    takesGzip: takesGzip(request.headers['accept-encoding']),
    token: found.credentials?.token ?? null,
    cookieToken: ownPage ? cookieToken(sent) : null,
    browser: {
      ticket: browserTicket(sent),
      keep: (ticket, expiresMs) =>
        void reply.setCookie(browserCookie, ticket, { ...common, expires: new Date(expiresMs) }),
    },
    setSessionCookie(token, expiresMs) {
      if (token === null) {
        // Another tab may have signed in since: its cookie is not ours to clear.
        const theirs = cookieToken(sent);
        if (theirs === null || theirs === found.credentials?.token) reply.clearCookie(sessionCookie, common);
      } else
        reply.setCookie(sessionCookie, token, {
          ...common,
          ...(expiresMs === undefined ? {} : { expires: new Date(expiresMs) }),
        });
    },
  };
};
