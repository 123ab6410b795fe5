// fw.cgi: the files of the firmware store for devices, on the stream port and the main port. A device opens the one file that it was told to
// fetch, with a token, while its update is under way; anybody else needs to be an administrator.
import { FIRMWARE_PATH } from '@outrider/contract';
import { assertMay } from '../../kernel/access/authorise.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CgiFile } from '../../kernel/web/cgi.ts';
import type { SentFile } from '../../kernel/web/send-file.ts';
import type { StoredFirmware } from './store.ts';
import type { FirmwareUpdates } from './updates.ts';

type Kit = {
  find: (id: string) => Promise<StoredFirmware | undefined>;
  pathOf: (id: string) => string;
  updates: Pick<FirmwareUpdates, 'byToken' | 'fetched'>;
  /** What the network carries to a device. */
  carried: (deviceKey: number, bytes: number) => void;
};

/** Sent at the same time: in all, and of one update. A device that broke off and comes back may have an old one still open. */
const MOST = 64;
const MOST_OF_ONE = 3;
const WHOLE = 100;
const unknown = (): AppError => new AppError('not_found', 'There is no such firmware.');

export type FirmwareDoor = CgiFile & { count(): number };

export const firmwareDoor = ({ find, pathOf, updates, carried }: Kit): FirmwareDoor => {
  const running = new Map<string, number>();
  let total = 0;
  /** Throws `limit_reached`: the device tries again by itself. Gives what ends it. */
  const begin = (who: string): (() => void) => {
    const own = running.get(who) ?? 0;
    if (total >= MOST || own >= MOST_OF_ONE) throw new AppError('limit_reached', 'Too many are fetching firmware.');
    running.set(who, own + 1);
    total += 1;
    return () => {
      total -= 1;
      const left = (running.get(who) ?? 1) - 1;
      if (left > 0) running.set(who, left);
      else running.delete(who);
    };
  };
  const fileOf = ({ id, fileName, bytes, sha256 }: StoredFirmware): SentFile => ({
    path: pathOf(id),
    bytes,
    name: fileName,
    type: 'application/octet-stream',
    tag: `"${sha256.slice(0, 32)}"`,
  });
  return {
    path: FIRMWARE_PATH,
    count: () => total,
    async find({ id = '', t: token = '' }, caller) {
      const open = updates.byToken(token);
      const update = open?.firmwareId === id ? open : undefined;
      if (update === undefined) assertMay(await caller(), 'admin');
      const firmware = await find(id);
      if (firmware === undefined) throw unknown();
      const ended = begin(update === undefined ? id : token);
      const { bytes } = firmware;
      return {
        ...fileOf(firmware),
        ended,
        ...(update !== undefined && {
          sent: (end: number, piece: number) => {
            carried(update.deviceKey, piece);
            updates.fetched(token, Math.floor((end / bytes) * WHOLE));
          },
        }),
      };
    },
  };
};
