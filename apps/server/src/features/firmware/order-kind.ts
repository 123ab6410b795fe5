// The order by which a device is told to fetch a firmware: told once, and asked before for the version that it has.
import { z } from 'zod';
import { AppError, NeverSentError } from '../../kernel/errors.ts';
import type { OrderEnd, OrderKind } from '../device-order/index.ts';
import { shownAddress } from './address.ts';
import type { DeviceVersions } from './versions.ts';

const DAY_MS = 86_400_000;

/** `url` holds the token, and name and password where there are some: the queue removes it when the order is over. */
const payload = z.object({ update: z.number(), url: z.string() });
export type FirmwarePayload = z.output<typeof payload>;

/** Who watches what was told. */
type Watching = {
  /** The device is about to be told; `version` is what it has, '' where it does not say. */
  before(id: number, version: string): Promise<void>;
  orderOver(order: FirmwarePayload, end: OrderEnd): void;
};

export const firmwareKind = (updates: Watching, versions: DeviceVersions): OrderKind<FirmwarePayload> => ({
  name: 'firmware',
  payload,
  keptMs: 7 * DAY_MS,
  again: false,
  merge: (_older, newer) => newer,
  detail: ({ url }) => withoutToken(shownAddress(url)),
  over: (order, end) => updates.orderOver(order, end),
  async send(link, { update, url }) {
    const version = await versions.readFrom(link).then(
      (read) => read.version,
      (error: unknown) => {
        // Some do not know the question; the upgrade itself will tell whether they are there.
        if (error instanceof AppError && error.code !== 'device_offline') return '';
        throw error instanceof AppError ? new NeverSentError() : error;
      },
    );
    await updates.before(update, version);
    await link.order('upgradeFrom', { url });
    return '';
  },
});

const withoutToken = (url: string): string => url.replace(/&t=[0-9a-f]{32}/, '');
