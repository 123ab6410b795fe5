// The kinds of orders that this room has itself. How each goes over the wire is a row of gateway/jt808/orders/order-table.ts.
import { controlActions, textFlags } from '@outrider/contract';
import { z } from 'zod';
import type { OrderKind } from './kind.ts';
import { pictureWords } from './pictures.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The first serial port of a device (section 20 of the standard). */
const SERIAL_PORT_1 = 0x41;
const HEX = /^(?:[0-9a-f]{2}\s*)+$/i;

const none = z.object({});
const said = (): string => '';
/** Two of them are one. */
const same = (_older: object, newer: object): object => newer;

const textPayload = z.object({ text: z.string(), flags: z.number().optional() });
export const textKind: OrderKind<z.output<typeof textPayload>> = {
  name: 'text',
  payload: textPayload,
  keptMs: DAY_MS,
  again: true,
  detail: ({ text }) => text,
  async send(link, { text, flags }) {
    const has = (flag: number): boolean => flags !== undefined && (flags & flag) !== 0;
    await link.order('sendText', {
      text,
      urgent: has(textFlags.urgent),
      advertise: has(textFlags.advertise),
      faultCode: has(textFlags.faultCode),
      ...(flags !== undefined && { display: has(textFlags.display), readAloud: has(textFlags.speak) }),
    });
    return '';
  },
};

/** The device hangs up as it obeys, so it is told once only. */
const restarting = (name: 'reboot' | 'restore', order: 'reboot' | 'restoreDefaults'): OrderKind<object> => ({
  name,
  payload: none,
  keptMs: DAY_MS,
  again: false,
  endsLink: true,
  merge: same,
  detail: said,
  send: async (link) => {
    await link.order(order, {});
    return '';
  },
});
export const rebootKind = restarting('reboot', 'reboot');
export const restoreKind = restarting('restore', 'restoreDefaults');

const mcuPayload = z.object({ command: z.string() });
export const mcuKind: OrderKind<z.output<typeof mcuPayload>> = {
  name: 'mcu',
  payload: mcuPayload,
  keptMs: HOUR_MS,
  again: false,
  detail: ({ command }) => command,
  async send(link, { command }) {
    const content = HEX.test(command.trim())
      ? Buffer.from(command.replaceAll(/\s/g, ''), 'hex')
      : Buffer.from(command, 'utf8');
    await link.order('passThrough', { type: SERIAL_PORT_1, content });
    return '';
  },
};

const photoPayload = z.object({ channel: z.number() });
export const photoKind: OrderKind<z.output<typeof photoPayload>> = {
  name: 'photo',
  payload: photoPayload,
  keptMs: HOUR_MS,
  again: true,
  merge: (older, newer) => (older.channel === newer.channel ? newer : undefined),
  detail: ({ channel }) => `CH${channel}`,
  async send(link, { channel }) {
    const pictures = await link.order('takePhotos', { channel });
    return pictureWords(pictures);
  },
};

export const locateKind: OrderKind<object> = {
  name: 'locate',
  payload: none,
  keptMs: HOUR_MS,
  again: true,
  merge: same,
  detail: said,
  send: async (link) => {
    await link.order('locate', {});
    return '';
  },
};

const controlPayload = z.object({
  action: z.enum(controlActions),
  address: z.string().optional(),
  port: z.number().optional(),
  minutes: z.number().optional(),
});
/** A device that obeys is away: it is told once, and only now. */
export const controlKind: OrderKind<z.output<typeof controlPayload>> = {
  name: 'control',
  payload: controlPayload,
  keptMs: 60_000,
  again: false,
  endsLink: true,
  detail: ({ action, address, port }) => (action === 'connect' ? `${action} ${address}:${port}` : action),
  async send(link, { action, address = '', port = 0, minutes = 0 }) {
    if (action === 'connect') await link.order('connectTo', { address, tcpPort: port, minutes });
    else if (action === 'connect-back') await link.order('connectTo', 'usual');
    else
      await link.order(
        ({ 'power-off': 'powerOff', 'close-data': 'closeData', 'close-radio': 'closeRadio' } as const)[action],
        {},
      );
    return '';
  },
};

const doorsPayload = z.object({ doors: z.enum(['lock', 'unlock']) });
export const doorsKind: OrderKind<z.output<typeof doorsPayload>> = {
  name: 'doors',
  payload: doorsPayload,
  keptMs: 60_000, // until its turn comes: nobody keeps it for later
  again: false,
  detail: ({ doors }) => doors,
  async send(link, { doors }) {
    await link.order('setDoors', { doors });
    return '';
  },
};
