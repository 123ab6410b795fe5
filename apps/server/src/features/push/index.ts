// Outgoing pushes: the switch over all of them, and their delivery: signed, again after a failure, in order for each server.
import { createHmac } from 'node:crypto';
import { DEFAULT_PUSH_PORT, type PushRequest, type PushSettings, pushSetting } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../kernel/storage/db.ts';
import type { CallHandler } from '../../kernel/web/http.ts';
import {
  type MayBePrivate,
  type OutgoingRequest,
  refusalOfAddress,
  sendOut,
} from '../../kernel/web/outgoing-request.ts';
import { type Outbox, assertTaken } from '../outbox/index.ts';
import { type Settings, settingCalls } from '../settings/index.ts';

export type Pushes = {
  /** Whether events are pushed at all. */
  enabled(): boolean;
  /** Why nothing can be pushed to this address; undefined where nothing is known against it. */
  refusal(address: string): string | undefined;
  /** Within the caller's transaction, after which the outbox is kicked. */
  add(requests: readonly PushRequest[], within: Database): Promise<void>;
};

export type PushKit = {
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
  outbox: Outbox;
  clock: Clock;
  mayBePrivate: MayBePrivate;
};

const request = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

/** A server that has too much to do, whatever it is sent. Any other refusal is of this very request. */
const isAway = (status: number): boolean => status === 429 || status === 503;

/** An address without a port is reached at the one that is set. */
const withPort = (address: string, port: number): string => {
  const url = new URL(address);
  const named = /^https?:\/\/[^/?#]*:\d+([/?#]|$)/i.test(address);
  if (url.protocol === 'http:' && !named) url.port = String(port);
  return url.href;
};

const signed = (asked: OutgoingRequest, secret: string, id: number, nowMs: number): OutgoingRequest => {
  const { pathname, search } = new URL(asked.url);
  const timestamp = String(Math.floor(nowMs / 1000));
  const text = [timestamp, asked.method, `${pathname}${search}`, asked.body].join('\n');
  const headers = {
    'user-agent': 'Outrider',
    ...asked.headers,
    'x-outrider-delivery': String(id),
    'x-outrider-timestamp': timestamp,
    ...(secret !== '' && {
      'x-outrider-signature': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
    }),
  };
  return { ...asked, headers };
};

export const pushFeature = ({ settings, outbox, clock, mayBePrivate }: PushKit) => {
  let chosen: PushSettings = { enable: false, port: DEFAULT_PUSH_PORT, secret: '' };
  const desk = outbox.kind('push', {
    schema: request,
    async send(asked, { id, signal }) {
      if (!chosen.enable) throw new AppError('unavailable', 'Pushes are switched off.');
      const outgoing = signed({ ...asked, url: withPort(asked.url, chosen.port) }, chosen.secret, id, clock.now());
      const { status } = await sendOut(outgoing, { clock, may: mayBePrivate, signal });
      assertTaken(status, `It answered ${status}`, isAway);
    },
  });
  let started = false;
  const close = settings.follow(pushSetting, (next) => {
    chosen = next ?? { enable: false, port: DEFAULT_PUSH_PORT, secret: '' };
    if (started) void desk.wake().catch(() => undefined); // else it is tried when its pause is over
    started = true;
  });
  const pushes: Pushes = {
    enabled: () => chosen.enable,
    refusal: (address) => refusalOfAddress(address, mayBePrivate),
    add: (requests, within) =>
      desk.add(
        requests.map((payload) => ({ lane: `push ${new URL(payload.url).origin}`, payload })),
        within,
      ),
  };
  const calls: CallHandler[] = settingCalls(settings, pushSetting, () => chosen);
  return { calls, pushes, close };
};
