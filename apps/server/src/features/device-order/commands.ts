// Commands of the main channel that order something of a device.
import {
  d21Text,
  d22Reboot,
  d23Restore,
  d24Photo,
  d25Locate,
  d26Mcu,
  d27Doors,
  d29Control,
  type OrderResult,
  type OrderState,
} from '@outrider/contract';
import type { Devices, SeenDevice } from '../../kernel/access/access.ts';
import { answer, type ChannelSession, type CommandHandler } from '../../kernel/channel/channel.ts';
import { AppError } from '../../kernel/errors.ts';
import { controlKind, doorsKind, locateKind, mcuKind, photoKind, rebootKind, restoreKind, textKind } from './kinds.ts';
import type { OrderDesk } from './desk.ts';
import type { OrderQueue } from './queue.ts';

type Letters = { I: string; W?: boolean | undefined };
type Told = { R: OrderResult; I: string; O: number; S: OrderState };

/** Gives the order that a command says to the device it names, and answers in its letters. */
export type Teller = <P>(
  session: ChannelSession,
  letters: Letters,
  desk: OrderDesk<P>,
  payload: P,
  check?: (device: SeenDevice) => void,
) => Promise<Told>;

export const createTeller =
  (devices: Devices): Teller =>
  async ({ caller }, { I, W = false }, desk, payload, check = () => undefined) => {
    const device = devices.seen(caller, I);
    check(device);
    const { deviceKey, deviceId } = device;
    const asking = { device: { deviceKey, deviceId }, userName: caller.userName, payload, kept: W };
    const { result, order } = await desk.ask(asking);
    return { R: result, I, O: order.id, S: order.state };
  };

export const orderCommands = (queue: OrderQueue, tell: Teller): CommandHandler[] => {
  const [text, reboot, restore] = [queue.kind(textKind), queue.kind(rebootKind), queue.kind(restoreKind)];
  const [photo, locate] = [queue.kind(photoKind), queue.kind(locateKind)];
  const [mcu, doors, control] = [queue.kind(mcuKind), queue.kind(doorsKind), queue.kind(controlKind)];
  return [
    answer(d21Text, (session, letters) => {
      const { A, F } = letters;
      return tell(session, letters, text, { text: A, ...(F !== undefined && { flags: F }) });
    }),
    answer(d22Reboot, (session, letters) => tell(session, letters, reboot, {})),
    answer(d23Restore, (session, letters) => tell(session, letters, restore, {})),
    answer(d24Photo, (session, letters) =>
      tell(session, letters, photo, { channel: letters.C }, ({ channels }) => {
        if (!channels.includes(letters.C)) throw new AppError('not_found', `The device has no channel ${letters.C}`);
      }),
    ),
    answer(d25Locate, (session, letters) => tell(session, letters, locate, {})),
    answer(d26Mcu, (session, letters) => tell(session, letters, mcu, { command: letters.A })),
    answer(d27Doors, (session, letters) => tell(session, letters, doors, { doors: letters.A })),
    answer(d29Control, (session, letters) => {
      const { A: action, H: address, T: port, B: minutes = 0 } = letters;
      if (action !== 'connect') return tell(session, letters, control, { action });
      if (address === undefined || port === undefined)
        throw new AppError('invalid', 'Another server has an address and a port.');
      return tell(session, letters, control, { action, address, port, minutes });
    }),
  ];
};
