// The door of what recorders keep themselves: which pictures, sounds and clips there are, fetching them, and recording sound in a vehicle.
import {
  AppError,
  d30FetchMedia,
  d31FetchAllMedia,
  d32RecordSound,
  mediaCauses,
  postStoredMedia,
} from '@outrider/contract';
import type { LinkRegistry } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import { deviceOffline } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { DeviceOrderFeature } from '../device-order/index.ts';
import { mediaKind, soundKind } from './kinds.ts';
import { lookFor } from './look-for.ts';

type Kit = {
  links: LinkRegistry;
  devices: Devices;
  orders: Pick<DeviceOrderFeature, 'kind' | 'tell'>;
  /** The files of a device that are kept under these identities. */
  filesOf: (deviceKey: number, identities: readonly string[]) => Promise<ReadonlyMap<string, number>>;
};

export type StoredMediaFeature = { calls: CallHandler[]; commands: CommandHandler[] };

/** To be opened before the orders resume. */
export const storedMediaFeature = ({ links, devices, orders, filesOf }: Kit): StoredMediaFeature => {
  const [media, sound] = [orders.kind(mediaKind), orders.kind(soundKind)];
  return {
    calls: [
      handle(postStoredMedia, async (caller, { deviceid, kind, channel = 0, start = null, end = null, cause }) => {
        const { deviceKey } = devices.seen(caller, deviceid);
        const link = links.get(deviceKey);
        if (link === undefined) throw deviceOffline();
        const asked = { kind, channel, fromMs: start, toMs: end };
        const held = await lookFor(link, asked, cause === undefined ? mediaCauses : [cause]);
        const files = await filesOf(
          deviceKey,
          held.map(({ identity }) => identity),
        );
        return held.map(({ identity, takenMs, latitude, longitude, ...medium }) => ({
          ...medium,
          time: takenMs,
          lat: latitude,
          lng: longitude,
          file: files.get(identity) ?? null,
        }));
      }),
    ],
    commands: [
      answer(d30FetchMedia, (session, letters) =>
        orders.tell(session, letters, media, { what: { id: letters.A }, remove: letters.X ?? false }),
      ),
      answer(d31FetchAllMedia, (session, letters) => {
        const { A: kind, C: channel, B: fromMs, E: toMs, Y: cause, X: remove = false } = letters;
        if (toMs < fromMs) throw new AppError('invalid', 'The end is before the start.');
        return orders.tell(session, letters, media, { what: { kind, channel, cause, fromMs, toMs }, remove });
      }),
      answer(d32RecordSound, (session, letters) => {
        const { A: action, S: seconds = 30, X: keepOnDevice = false } = letters;
        return orders.tell(session, letters, sound, { action, seconds, keepOnDevice });
      }),
    ],
  };
};
