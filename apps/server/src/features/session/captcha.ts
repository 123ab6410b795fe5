// The captcha of the sign-in page: makes pictures, checks an answer once, gives the single-use ticket that Q02 carries.
import { randomBytes } from 'node:crypto';
import svgCaptcha from 'svg-captcha';
import type { Clock } from '../../kernel/clock.ts';

const CAPTCHA_LENGTH = 5;
/** Letters without o and O, digits 1 to 9. */
const CAPTCHA_CHARACTERS = 'abcdefghijklmnpqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ123456789';
const VALID_MS = 5 * 60_000;
const ENTRY_LIMIT = 5000;

/** Comparison of an answer with the drawn text: case does not matter. */
export const captchaMatches = (text: string, given: string): boolean => text.toLowerCase() === given.toLowerCase();

export const drawCaptcha = (): { text: string; svg: string } => {
  const { text, data } = svgCaptcha.create({
    size: CAPTCHA_LENGTH,
    charPreset: CAPTCHA_CHARACTERS,
    ignoreChars: '',
    noise: 2,
    color: true,
    background: '#ffffff',
  });
  return { text, svg: data };
};

export interface Captchas {
  create(): { id: string; svg: string };
  /** The ticket for a right answer, null for a wrong one. Either way the captcha is used up. */
  answer(id: string, given: string): string | null;
  /** Whether the ticket is good; it is used up by asking. */
  redeem(ticket: string): boolean;
}

const bound = (map: Map<string, unknown>): void => {
  if (map.size > ENTRY_LIMIT) for (const oldest of map.keys()) if (map.delete(oldest)) break;
};

export const createCaptchas = (clock: Clock, draw = drawCaptcha): Captchas => {
  const open = new Map<string, { text: string; until: number }>();
  const tickets = new Map<string, number>();
  return {
    create() {
      const { text, svg } = draw();
      const id = randomBytes(12).toString('base64url');
      open.set(id, { text, until: clock.monotonic() + VALID_MS });
      bound(open);
      return { id, svg };
    },
    answer(id, given) {
      const captcha = open.get(id);
      open.delete(id);
      if (!captcha || captcha.until < clock.monotonic() || !captchaMatches(captcha.text, given)) return null;
      const ticket = randomBytes(18).toString('base64url');
      tickets.set(ticket, clock.monotonic() + VALID_MS);
      bound(tickets);
      return ticket;
    },
    redeem(ticket) {
      const until = tickets.get(ticket);
      tickets.delete(ticket);
      return until !== undefined && until >= clock.monotonic();
    },
  };
};
