// Gives a device an order and says what came of it: in a notice, in the words of the documents for a text.
import {
  AppError,
  d12Ptz,
  d21Text,
  d22Reboot,
  d23Restore,
  d24Photo,
  d25Locate,
  d26Mcu,
  d27Doors,
  d28Format,
  d29Control,
  d30FetchMedia,
  d32RecordSound,
  d33Upload,
  type InputOf,
  WAKE_UP,
} from '@outrider/contract';
import { t } from '../../../lib/i18n.ts';
import { outcomeText } from '../../../lib/outcome-words.ts';
import { noToast } from '../../../lib/refusals.ts';
import { live } from '../../../live/index.ts';
import { titleNow } from '../../../parts/device-names.tsx';
import { showToast } from '../../../ui/toast.ts';

export type Order =
  | { kind: 'text'; text: string }
  | { kind: 'mcu'; command: string }
  | { kind: 'photo'; channel: number }
  | { kind: 'media'; id: number }
  | { kind: 'sound'; action: 'start' | 'stop'; seconds: number; stays: boolean }
  | { kind: 'doors'; doors: 'lock' | 'unlock' }
  | { kind: 'upload'; to: Omit<InputOf<typeof d33Upload>, 'I'> }
  | { kind: 'control'; to: Omit<InputOf<typeof d29Control>, 'I'> }
  | { kind: 'reboot' | 'restore' | 'locate' | 'format' | 'wakeup' };
type Answer = { R: string };

const ask = (id: string, order: Order, kept: boolean): Promise<Answer> => {
  const { connection } = live();
  const to = { I: id, ...(kept && { W: true }) };
  switch (order.kind) {
    case 'text':
      return connection.ask(d21Text, { ...to, A: order.text });
    case 'mcu':
      return connection.ask(d26Mcu, { ...to, A: order.command });
    case 'photo':
      return connection.ask(d24Photo, { ...to, C: order.channel });
    case 'media':
      return connection.ask(d30FetchMedia, { ...to, A: order.id });
    case 'sound':
      return connection.ask(d32RecordSound, {
        I: id,
        A: order.action,
        ...(order.action === 'start' && { S: order.seconds, X: order.stays }),
      });
    case 'doors':
      return connection.ask(d27Doors, { I: id, A: order.doors });
    case 'upload':
      return connection.ask(d33Upload, { ...to, ...order.to });
    case 'control':
      return connection.ask(d29Control, { I: id, ...order.to });
    case 'reboot':
      return connection.ask(d22Reboot, to);
    case 'restore':
      return connection.ask(d23Restore, to);
    case 'locate':
      return connection.ask(d25Locate, to);
    case 'format':
      return connection.ask(d28Format, to);
    case 'wakeup':
      return connection.ask(d12Ptz, { ...to, A: WAKE_UP });
  }
};

const titleOf = ({ kind }: Order, device: string): string =>
  ({
    text: t('Send to {device}', { device }),
    mcu: t('MCU command to {device}', { device }),
    photo: t('Photo of {device}', { device }),
    media: t('From the memory of {device}', { device }),
    sound: t('Sound in {device}', { device }),
    doors: t('Doors of {device}', { device }),
    upload: t('Upload from {device}', { device }),
    control: t('Power and connection of {device}', { device }),
    reboot: t('Restart {device}', { device }),
    restore: t('Restore defaults of {device}', { device }),
    locate: t('Position of {device}', { device }),
    format: t('Format the SD card of {device}', { device }),
    wakeup: t('Wake up {device}', { device }),
  })[kind];

/** As the documents spell them. */
const textFailures: Readonly<Record<string, string>> = {
  device_unsupported: 'Text not supported',
  device_offline: 'Deivice offline',
};
const failureText = (order: Order, error: unknown): string => {
  if (!(error instanceof AppError)) return t('Failed');
  const code = error.code === 'not_found' ? 'device_offline' : error.code; // both are R 404 on the main channel
  if (order.kind === 'text') return t(textFailures[code] ?? 'Failed');
  return outcomeText(code);
};
const silenceText = ({ kind }: Order): string => (kind === 'text' ? t('Text no response') : t('No answer'));

/** Says what came of it. Gives why the device did not take it; undefined where it did, or takes it when it is back. Never rejects. */
const tellDevice = async (id: string, order: Order, kept: boolean): Promise<string | undefined> => {
  const title = titleOf(order, titleNow(id));
  try {
    const { R } = await ask(id, order, kept);
    if (R === '1') showToast('success', title, t('Success'));
    else if (R === '2') showToast('info', title, t('Waits for the device'));
    else {
      showToast('warning', title, silenceText(order));
      return silenceText(order);
    }
    return undefined;
  } catch (error) {
    const text = failureText(order, error);
    showToast('error', title, text);
    return text;
  }
};

/** Gives whether the device took it, or takes it when it is back. Never rejects. */
export const giveOrder = async (id: string, order: Order, kept: boolean): Promise<boolean> =>
  (await tellDevice(id, order, kept)) === undefined;

/** The same for a question, which stays with what was typed and says why: rejects where the device did not take it. */
export const insistOrder = async (id: string, order: Order, kept: boolean): Promise<void> => {
  const why = await tellDevice(id, order, kept);
  if (why === undefined) return;
  const error = new Error(why);
  noToast(error); // it has had one
  throw error;
};
