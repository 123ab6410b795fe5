// The dashboard's commands: register and remove a device, with the notices the documents name.
import { d01Register, d02Remove, d13DeleteRecordings } from '@outrider/contract';
import type { InputOf } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { live } from '../../live/index.ts';
import { titleNow } from '../../parts/device-names.tsx';
import { showToast } from '../../ui/toast.ts';

/** Registers a device. Throws AppError: 'conflict' when it is registered already. */
export const registerDevice = async (device: InputOf<typeof d01Register>): Promise<void> => {
  await live().connection.ask(d01Register, device);
  showToast('success', t('REGISTER DEVICE'), t('{device} added', { device: device.I }));
  live().connection.reload();
};

/** Takes a device out of the registered ones; its data stays until its retention ends. */
export const removeDevice = async (id: string): Promise<void> => {
  const name = titleNow(id);
  await live().connection.ask(d02Remove, { I: id });
  showToast('success', t('REMOVE DEVICE'), t('{device} removed', { device: name }));
  live().connection.reload();
};

/** Deletes all that the server has recorded of a device. */
export const deleteRecordings = async (id: string): Promise<void> => {
  await live().connection.ask(d13DeleteRecordings, { I: id });
  showToast('success', t('Delete Recorded Data'), t('Success'));
};
