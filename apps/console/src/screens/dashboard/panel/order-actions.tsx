// What the selected device can be told to do: each button with its right, and a question before what should not happen by mistake.
import { getDeviceOrders } from '@outrider/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../live/session.ts';
import { useAbilities } from '../../../parts/device-orders/use-abilities.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { giveOrder, insistOrder, type Order } from './give-order.ts';
import { ControlDialog } from './control-dialog.tsx';
import { type Asking, Question } from './order-questions.tsx';
import { SoundDialog } from './sound-dialog.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { StoredMediaDialog } from './stored-media-dialog.tsx';

type ActionProps = { right: Parameters<typeof useMay>[0]; icon: IconName; text: string; onClick: () => void };
const Action = ({ right, icon, text, onClick }: ActionProps): ReactElement | null =>
  useMay(right) ? (
    <Button icon={icon} onClick={onClick}>
      {text}
    </Button>
  ) : null;

/** The buttons, for the row of actions of the panel. */
export const OrderActions = ({ id }: { id: string }): ReactElement => {
  const [asking, ask] = useState<Asking | 'control' | 'sound' | 'stored' | 'upload' | null>(null);
  const [kept, keep] = useState(false);
  const knowsWakeUp = useAbilities(id).has('wake-up');
  const client = useQueryClient();
  const again = (): void => void client.invalidateQueries({ queryKey: [getDeviceOrders.method, getDeviceOrders.path] });
  const give = (order: Order): Promise<boolean> => giveOrder(id, order, false).finally(again);
  const answer = (order: Order): Promise<void> => insistOrder(id, order, false).finally(again);
  const answerKept = (order: Order): Promise<void> => insistOrder(id, order, kept).finally(again);
  const open = (question: typeof asking): void => {
    keep(false);
    ask(question);
  };
  const close = (): void => ask(null);
  const keepField = <CheckboxField label={t('Keep it until the device is back')} on={kept} onChange={keep} />;
  return (
    <>
      <Action right="F_lmdvrs_textdevice" icon="edit" text={t('Send text')} onClick={() => open('text')} />
      <Action right="P_live" icon="camera" text={t('Take photo')} onClick={() => open('photo')} />
      <Action right="P_live" icon="storage" text={t('Stored in the device')} onClick={() => open('stored')} />
      <Action right="F_talk" icon="sound" text={t('Record sound')} onClick={() => open('sound')} />
      <Action right="level-1" icon="download" text={t('Upload to an FTP server')} onClick={() => open('upload')} />
      <Action right="F_gps" icon="follow" text={t('Ask for position')} onClick={() => void give({ kind: 'locate' })} />
      {knowsWakeUp && <Action right="F_lmdvrs_wakeup" icon="bell" text={t('Wake up')} onClick={() => open('wakeup')} />}
      <Action right="F_lmdvrs_reboot" icon="refresh" text={t('Restart')} onClick={() => open('reboot')} />
      <Action right="F_lmdvrs_restore" icon="undo" text={t('Restore defaults')} onClick={() => open('restore')} />
      <Action right="F_lmdvrs_format" icon="storage" text={t('Format SD card')} onClick={() => open('format')} />
      <Action right="F_lmdvrs_mcu" icon="plug" text={t('MCU command')} onClick={() => open('mcu')} />
      <Action right="admin" icon="plug" text={t('Doors and power')} onClick={() => open('control')} />
      {asking === 'control' && <ControlDialog id={id} give={answer} onClose={close} />}
      {asking === 'sound' && <SoundDialog id={id} give={answer} onClose={close} />}
      {asking === 'stored' && <StoredMediaDialog id={id} give={give} onClose={close} />}
      {asking === 'upload' && <UploadDialog id={id} keep={keepField} give={answerKept} onClose={close} />}
      {asking !== null && asking !== 'control' && asking !== 'sound' && asking !== 'stored' && asking !== 'upload' && (
        <Question id={id} asking={asking} keep={keepField} give={answerKept} onClose={close} />
      )}
    </>
  );
};
