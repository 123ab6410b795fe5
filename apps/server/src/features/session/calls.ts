// The HTTP calls around signing in: captcha, cookie, who I am, the own password.
import {
  deleteBuffer,
  deleteSession,
  getCaptcha,
  getCaptchaImage,
  postCaptcha,
  postResume,
  postSession,
  postUserInfo,
  postVerifyUser,
  putPassword,
} from '@outrider/contract';
import { AppError } from '../../kernel/errors.ts';
import { type CallContext, type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Origin } from './guess-guard.ts';
import type { SessionService } from './service.ts';

const required = { captcha: 1 } as const;
const notRequired = { captcha: 0 } as const;
const done = { hasError: 0, message: '' } as const;

const verdictTexts = { valid: '', invalid: 'Invalid User', expired: 'This account has expired.' } as const;

const originOf = (address: string, { browser }: CallContext): Origin => ({
  address,
  browser: browser?.ticket ?? undefined,
});

export const sessionCalls = (service: SessionService): CallHandler[] => [
  handle(getCaptcha, () => (service.captchaRequired ? required : notRequired)),
  handle(getCaptchaImage, ({ address }) => {
    if (!service.captchaRequired) throw new AppError('not_found', 'No verification code is asked for here.');
    return service.captchas.create(address);
  }),
  handle(postCaptcha, (_caller, { id, answer }) => {
    const ticket = service.captchas.answer(id, answer);
    if (ticket === null) throw new AppError('invalid', 'The verification code you entered is incorrect');
    return { ...done, ticket };
  }),
  handle(postSession, async (_caller, _input, context) => {
    const session = context.token === null ? undefined : await service.sessions.find(context.token);
    if (!session || context.token === null) throw new AppError('invalid', 'Send the session token as a bearer token.');
    context.setSessionCookie(context.token, service.endsWithBrowser ? undefined : session.expiresMs);
    const known = context.browser && (await service.knowBrowser(context.token, context.browser.ticket));
    if (known) context.browser?.keep(known.ticket, known.expiresMs);
    return done;
  }),
  handle(postResume, async ({ address }, _input, context) => ({
    ...done,
    ...(await service.resumable(context.cookieToken ?? '', address)),
  })),
  handle(deleteSession, async (caller, _input, context) => {
    if (caller.sessionId !== null) await service.sessions.end(caller.sessionId);
    context.setSessionCookie(null);
    return done;
  }),
  handle(deleteBuffer, async () => {
    await service.forgetMembers();
    return { ...done, message: 'Success' };
  }),
  handle(postUserInfo, (caller, { brief }) => service.userInfo(caller, brief)),
  handle(postVerifyUser, async ({ address }, { username, password }, context) => {
    const result = await service.verify(username, password.toUpperCase(), originOf(address, context));
    return { result, message: verdictTexts[result] };
  }),
  handle(putPassword, async ({ address }, { username, password, newpass }, context) => {
    const change = { userName: username, current: password.toUpperCase(), next: newpass.toUpperCase() };
    await service.changePassword(change, { token: context.token, ...originOf(address, context) });
    return { ...done, message: 'Success' };
  }),
];
