// The dashboard's commands: register and remove a device, with the notices the documents name.
import { d01Register, d02Remove } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { connection } from '../../live/index.ts';
import { showToast } from '../../ui/toast.ts';

export type NewDevice = {
  id: string;
  channels: number;
  driver: string;
  memo: string;
  plate: string;
  /** Index of its picture. */
  icon: number;
  names: readonly string[];
};

/** Registers a device. Throws AppError: 'conflict' when it is registered already. */
export const registerDevice = async (device: NewDevice): Promise<void> => {
  await connection.ask(d01Register, {
    I: device.id,
    C: device.channels,
    Z: {
      drivername: device.driver,
      vehicleid: device.memo,
      plate: device.plate,
      icon: device.icon,
      chnames: device.names.slice(0, device.channels),
    },
  });
  showToast('success', t('REGISTER DEVICE'), t('{device} added', { device: device.id }));
  connection.reload();
};

/** Takes a device out of the registered ones; its data stays until its retention ends. */
export const removeDevice = async (id: string): Promise<void> => {
  await connection.ask(d02Remove, { I: id });
  showToast('success', t('REMOVE DEVICE'), t('{device} removed', { device: id }));
  connection.reload();
};
