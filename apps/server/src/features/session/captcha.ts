// The captcha of the sign-in page: keeps what was drawn, checks an answer once, gives the single-use ticket that Q02 carries.
import { randomBytes } from 'node:crypto';
import { addressGroup } from '../../kernel/web/client-address.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { DrawCaptcha } from './captcha-drawer.ts';

const VALID_MS = 5 * 60_000;
const ENTRY_LIMIT = 5000;
/** Open and being drawn, of one address: past that its own oldest goes, or it waits; nobody else loses one. */
const OPEN_PER_ADDRESS = 50;
const DRAWING_PER_ADDRESS = 5;

/** Comparison of an answer with the drawn text: case does not matter. */
export const captchaMatches = (text: string, given: string): boolean => text.toLowerCase() === given.toLowerCase();

export interface Captchas {
  /** Rejects with AppError `limit_reached` when too many are asked for at once. */
  create(address: string): Promise<{ id: string; svg: string }>;
  /** The ticket for a right answer, null for a wrong one. Either way the captcha is used up. */
  answer(id: string, given: string): string | null;
  /** Whether the ticket is good; it is used up by asking. */
  redeem(ticket: string): boolean;
}

const bound = (map: Map<string, unknown>): void => {
  if (map.size > ENTRY_LIMIT) for (const oldest of map.keys()) if (map.delete(oldest)) break;
};

export const createCaptchas = (clock: Clock, draw: DrawCaptcha): Captchas => {
  const open = new Map<string, { text: string; until: number; from: string }>();
  const drawing = new Map<string, number>();
  const tickets = new Map<string, number>();
  return {
    async create(address) {
      const from = addressGroup(address);
      const before = drawing.get(from) ?? 0;
      if (before >= DRAWING_PER_ADDRESS)
        throw new AppError('limit_reached', 'Too many verification codes are asked for. Try again.');
      drawing.set(from, before + 1);
      try {
        const { text, svg } = await draw();
        const id = randomBytes(12).toString('base64url');
        const own = [...open].filter(([, captcha]) => captcha.from === from);
        if (own.length >= OPEN_PER_ADDRESS) open.delete(own[0]?.[0] ?? '');
        open.set(id, { text, until: clock.monotonic() + VALID_MS, from });
        bound(open);
        return { id, svg };
      } finally {
        const left = (drawing.get(from) ?? 1) - 1;
        if (left > 0) drawing.set(from, left);
        else drawing.delete(from);
      }
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
