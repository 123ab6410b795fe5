// The kinds of orders about what a recorder keeps itself, and about sound in the vehicle.
import { mediaCauses, storedMediaKinds } from '@outrider/contract';
import { z } from 'zod';
import type { OrderKind } from '../device-order/index.ts';

const HOUR_MS = 3_600_000;

const mediaPayload = z.object({
  what: z.union([
    z.object({ id: z.number() }),
    z.object({
      kind: z.enum(storedMediaKinds),
      channel: z.number(),
      cause: z.enum(mediaCauses),
      fromMs: z.number(),
      toMs: z.number(),
    }),
  ]),
  remove: z.boolean(),
});

/** Files that came before are known again, so it may be asked for twice. */
export const mediaKind: OrderKind<z.output<typeof mediaPayload>> = {
  name: 'media',
  payload: mediaPayload,
  keptMs: 24 * HOUR_MS,
  again: true,
  detail: ({ what }) => ('id' in what ? `#${what.id}` : `${what.kind} CH${what.channel} ${what.cause}`),
  async send(link, { what, remove }) {
    if ('id' in what) await link.order('fetchMedium', { id: what.id, remove });
    else await link.order('fetchMedia', { ...what, remove });
    return '';
  },
};

const soundPayload = z.object({
  action: z.enum(['start', 'stop']),
  seconds: z.number(),
  keepOnDevice: z.boolean(),
});

export const soundKind: OrderKind<z.output<typeof soundPayload>> = {
  name: 'sound',
  payload: soundPayload,
  keptMs: 60_000, // until its turn comes: nobody keeps it for later
  again: false,
  detail: ({ action, seconds }) => (action === 'start' ? `${seconds} s` : action),
  async send(link, sound) {
    await link.order('recordSound', sound);
    return '';
  },
};
