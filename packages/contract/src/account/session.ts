// Signing in and who I am: Q02, the session cookie, user info, the password, the captcha switch.
import { z } from 'zod';
import { call, command } from '../speak/speak.ts';
import { bodyCredentials, newPasswordHash, outcome, passwordHash, userName } from '../speak/wire.ts';

/**
 * U and P, or the token pair e and h of a sign-in link; `k` is the single-use captcha ticket where one is required. K is the
 * token of a session that has not ended: a connection made again, or a sign-in that is about to end, needs no password then.
 */
export const loginRequest = z.union([
  z.object({ U: userName, P: passwordHash, k: z.string().max(128).optional() }),
  z.object({ e: z.string().min(1).max(128), h: z.string().min(1).max(128) }),
  z.object({ K: z.string().min(1).max(128) }),
]);
/** U the account's name, L its level, F the rights in table order, K the session token (a secret), T when it ends (unix s). */
export const loginReply = z.object({
  U: userName,
  L: z.number().int().min(0),
  F: z.string(),
  K: z.string(),
  T: z.number().int(),
});
export const q02Login = command({
  code: 'Q02',
  right: 'public',
  audit: { action: 'Sign in', secret: { P: true, k: true, e: true, h: true, K: true }, user: 'U', unless: 'K' },
  input: loginRequest,
  reply: loginReply,
  batched: false,
  about:
    'Signs in on this connection. Every other command before a success answers R 401. With K the session of that token goes on: it keeps its token and gets its full time again. R 419: the password is right, but the account has expired.',
  example: {
    input: { U: 'admin', P: '0'.repeat(64) },
    reply: { U: 'admin', L: 0, F: '111', K: 'kX…', T: 1_790_000_000 },
  },
});

/** Version, licence and clock of the server. `timezone` is the server's offset in minutes east of UTC; `time` unix seconds. */
export const serverInfo = z.object({
  version: z.string(),
  maxlicense: z.number().int(),
  expire: z.string(),
  serverip: z.string(),
  timezone: z.number().int(),
  username: z.string(),
  time: z.number(),
});
export type ServerInfo = z.output<typeof serverInfo>;

/** The first number of a version, 3 of '3.12.7': what must agree between a page and its server. NaN where there is none. */
export const mainVersion = (version: string): number => Number.parseInt(/\d+/.exec(version)?.[0] ?? '', 10);
export const q01ServerInfo = command({
  code: 'Q01',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({}),
  reply: z.object({ Z: serverInfo }),
  batched: false,
  about: 'Server info. maxlicense 0 means unlimited, an empty expire means never.',
  example: {
    input: {},
    reply: {
      Z: {
        version: '0.1.0',
        maxlicense: 0,
        expire: '',
        serverip: '192.0.2.1',
        timezone: 480,
        username: 'admin',
        time: 1_790_000_000,
      },
    },
  },
});

export const getServer = call({
  method: 'GET',
  path: '/api/server',
  right: 'public',
  input: z.object({}),
  reply: z.object({ server: z.string() }),
  about: "'global' where one console may sign in to several servers, else 'local'.",
  example: { input: {}, reply: { server: 'local' } },
});

export const getCaptcha = call({
  method: 'GET',
  path: '/gkserver/captcha',
  right: 'public',
  input: z.object({}),
  reply: z.object({ captcha: z.union([z.literal(0), z.literal(1)]) }),
  about: 'captcha 1: sign-in needs a captcha ticket.',
  example: { input: {}, reply: { captcha: 0 } },
});

export const getCaptchaImage = call({
  method: 'GET',
  path: '/gkserver/captcha/image',
  right: 'public',
  input: z.object({}),
  reply: z.object({ id: z.string(), svg: z.string() }),
  about: 'A new captcha: 5 characters, letters without o and O, digits 1-9. Valid five minutes, for one answer.',
  example: { input: {}, reply: { id: 'c1', svg: '<svg/>' } },
});

export const postCaptcha = call({
  method: 'POST',
  path: '/gkserver/captcha',
  right: 'public',
  audit: 'reads',
  input: z.object({ id: z.string().max(64), answer: z.string().max(16) }),
  reply: outcome.extend({ ticket: z.string().optional() }),
  about: 'Checks an answer, case-insensitively; success gives the single-use ticket that Q02 carries as k.',
  example: { input: { id: 'c1', answer: 'aB3dE' }, reply: { hasError: 0, message: '', ticket: 't1' } },
});

export const postSession = call({
  method: 'POST',
  path: '/gkserver/session',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({}),
  reply: outcome,
  about: 'Turns the bearer token of the request into an HttpOnly cookie, for files and sockets of this page.',
  example: { input: {}, reply: { hasError: 0, message: '' } },
});

export const postResume = call({
  method: 'POST',
  path: '/gkserver/session/resume',
  right: 'public',
  audit: 'reads',
  input: z.object({}),
  reply: outcome.extend({ token: z.string(), username: z.string() }),
  about:
    "The token of the living session whose cookie this page's browser sent, and whose it is; both '' where there is none. Only to a page of this server: the Origin is checked. Q02 with it as K goes on with that session.",
  example: { input: {}, reply: { hasError: 0, message: '', token: 'kX…', username: 'admin' } },
});

export const deleteSession = call({
  method: 'DELETE',
  path: '/gkserver/session',
  right: 'signed-in',
  audit: { action: 'Sign out', secret: {} },
  input: z.object({}),
  reply: outcome,
  about: 'Ends the session of the request and clears the cookie.',
  example: { input: {}, reply: { hasError: 0, message: '' } },
});

export const userInfo = z.object({
  username: userName,
  permission: z.number().int().min(0),
  flags: z.string(),
  expire: z.string(),
  childrens: z.array(z.object({ groupid: z.string(), name: z.string() })),
  devices: z.array(z.string()),
});
export type UserInfo = z.output<typeof userInfo>;
export const postUserInfo = call({
  method: 'POST',
  path: '/gkcommon/userinfo',
  right: 'signed-in',
  audit: 'reads',
  input: z.object({ ...bodyCredentials, brief: z.boolean().optional() }),
  reply: userInfo,
  about:
    "The caller's account, the groups it reaches and the ids of its devices; with brief true without these, of which there may be thousands.",
  example: {
    input: { username: 'admin', password: '0'.repeat(64) },
    reply: {
      username: 'admin',
      permission: 0,
      flags: '111',
      expire: '',
      childrens: [{ groupid: '1', name: 'North' }],
      devices: ['13800000101'],
    },
  },
});

export const putPassword = call({
  method: 'PUT',
  path: '/gkserver/passwd',
  right: 'public',
  audit: { action: 'Change password', secret: { newpass: true, password: true }, user: 'username' },
  input: z.object({ newpass: newPasswordHash, username: userName, password: passwordHash }),
  reply: outcome,
  about:
    'Changes the own password; the current hash is the proof, a session alone is not enough. Ends all other sessions of the account and its sign-in links. Where the deployment says so, it renews an account that has expired.',
  example: {
    input: { newpass: '1'.repeat(64), username: 'admin', password: '0'.repeat(64) },
    reply: { hasError: 0, message: 'Success' },
  },
});

/** expired: name and hash are right, and the account's time is over. */
export const verdict = z.object({ result: z.enum(['valid', 'invalid', 'expired']), message: z.string() });
export const postVerifyUser = call({
  method: 'POST',
  path: '/gkserver/verifyUser',
  right: 'public',
  audit: 'reads',
  input: z.object({ username: userName, password: passwordHash }),
  reply: verdict,
  about: 'Whether name and hash are right, without signing in. Failures slow further tries down like those of Q02.',
  example: {
    input: { username: 'admin', password: '0'.repeat(64) },
    reply: { result: 'invalid', message: 'Invalid User' },
  },
});

export const videoLayout = z.object({
  simpleLiveLayout: z.string().regex(/^\d+x\d+$/),
  simplePlaybackLayout: z.string().regex(/^\d+x\d+$/),
});
export const getVideoLayout = call({
  method: 'GET',
  path: '/gkserver/videolayout',
  right: 'public',
  input: z.object({}),
  reply: videoLayout,
  about: 'Default grids of the simple live and playback pages, columns x rows.',
  example: { input: {}, reply: { simpleLiveLayout: '4x2', simplePlaybackLayout: '4x2' } },
});
