// The order by which a device is told to fetch a firmware: told once, and asked before for the version that it has.
import { firmwareWay } from '@outrider/contract';
import { z } from 'zod';
import type { DeviceLink } from '../../gateway/index.ts';
import { AppError, NeverSentError } from '../../kernel/errors.ts';
import type { OrderEnd, OrderKind } from '../device-order/index.ts';
import { shownAddress } from './address.ts';
import type { DeviceVersions } from './versions.ts';

const DAY_MS = 86_400_000;

/** `url` holds the token, and name and password where there are some: the queue removes it when the order is over. */
const payload = z.object({ update: z.number(), url: z.string(), way: firmwareWay.default('link') });
export type FirmwarePayload = z.output<typeof payload>;

/** Who watches what was told. */
type Watching = {
  /** The device is about to be told; `version` is what it has, '' where it does not say. */
  before(id: number, version: string): Promise<void>;
  /** Sends the file in packets, which goes on after this. Rejects as `DeviceLink.order` does, with device_unsupported for a file elsewhere. */
  sendPackets(id: number, link: DeviceLink, manufacturer: string): Promise<void>;
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
  async send(link, { update, url, way }) {
    const { version, manufacturer } = await versions.readFrom(link).catch((error: unknown) => {
      // Some do not know the question; the upgrade itself will tell whether they are there.
      if (error instanceof AppError && error.code !== 'device_offline') return { version: '', manufacturer: '' };
      throw error instanceof AppError ? new NeverSentError() : error;
    });
    await updates.before(update, version);
    if (way !== 'packets' && (await takesLink(link, url, way === 'auto'))) return '';
    await updates.sendPackets(update, link, manufacturer);
    return 'In packets';
  },
});

/** False: it says that it does not know links, where `mayFall`. */
const takesLink = async (link: DeviceLink, url: string, mayFall: boolean): Promise<boolean> => {
  try {
    await link.order('upgradeFrom', { url });
    return true;
  } catch (error) {
    if (mayFall && error instanceof AppError && error.code === 'device_unsupported') return false;
    throw error;
  }
};

const withoutToken = (url: string): string => url.replace(/&t=[0-9a-f]{32}/, '');
