// What the selected device can be told to do: each button with its right, and a question before what should not happen by mistake.
import { getDeviceOrders } from '@outrider/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { useMay } from '../../../live/session.ts';
import { CancelOrder } from '../../../parts/device-orders/cancel-order.tsx';
import { orderKindText, orderStateText } from '../../../parts/device-orders/order-words.ts';
import { isOpen, useOrders } from '../../../parts/device-orders/use-orders.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { Confirm, Prompt } from '../../../ui/question.tsx';
import { giveOrder, type Order } from './give-order.ts';
import styles from './device-panel.module.css';

type Asking = 'text' | 'mcu' | 'reboot' | 'restore';
type QuestionProps = {
  id: string;
  asking: Asking;
  keep: ReactNode;
  give: (order: Order) => Promise<void>;
  onClose: () => void;
};

const Question = ({ id, asking, keep, give, onClose }: QuestionProps): ReactElement => {
  switch (asking) {
    case 'text':
      return (
        <Prompt
          title={t('Send to {device}', { device: id })}
          label={t('Text')}
          saveText={t('Send')}
          help={t('The device shows it to the driver and reads it aloud.')}
          maxLength={512}
          onSave={(text) => give({ kind: 'text', text })}
          onClose={onClose}
        >
          {keep}
        </Prompt>
      );
    case 'mcu':
      return (
        <Prompt
          title={t('MCU command to {device}', { device: id })}
          label={t('Command')}
          saveText={t('Send')}
          help={t('Pairs of hexadecimal digits go as bytes, anything else as text.')}
          maxLength={1000}
          onSave={(command) => give({ kind: 'mcu', command })}
          onClose={onClose}
        >
          {keep}
        </Prompt>
      );
    case 'reboot':
      return (
        <Confirm
          title={t('Restart {device}?', { device: id })}
          confirmText={t('Restart')}
          danger
          onConfirm={() => give({ kind: 'reboot' })}
          onClose={onClose}
        >
          {t('The device records and reports nothing until it is back, which takes a minute or two.')}
          {keep}
        </Confirm>
      );
    case 'restore':
      return (
        <Confirm
          title={t('Restore the defaults of {device}?', { device: id })}
          confirmText={t('Restore defaults')}
          danger
          onConfirm={() => give({ kind: 'restore' })}
          onClose={onClose}
        >
          {t('All its settings are as it was made. It may no longer know the address of this server.')}
          {keep}
        </Confirm>
      );
  }
};

type ActionProps = { right: Parameters<typeof useMay>[0]; icon: IconName; text: string; onClick: () => void };
const Action = ({ right, icon, text, onClick }: ActionProps): ReactElement | null =>
  useMay(right) ? (
    <Button icon={icon} onClick={onClick}>
      {text}
    </Button>
  ) : null;

/** The buttons, for the row of actions of the panel. */
export const OrderActions = ({ id, channel }: { id: string; channel: number }): ReactElement => {
  const [asking, ask] = useState<Asking | null>(null);
  const [kept, keep] = useState(false);
  const client = useQueryClient();
  const again = (): void => void client.invalidateQueries({ queryKey: [getDeviceOrders.method, getDeviceOrders.path] });
  const give = (order: Order, isKept = false): Promise<void> => giveOrder(id, order, isKept).finally(again);
  const open = (question: Asking): void => {
    keep(false);
    ask(question);
  };
  return (
    <>
      <Action right="F_lmdvrs_textdevice" icon="edit" text={t('Send text')} onClick={() => open('text')} />
      <Action
        right="P_live"
        icon="camera"
        text={t('Take photo')}
        onClick={() => void give({ kind: 'photo', channel })}
      />
      <Action right="F_gps" icon="follow" text={t('Ask for position')} onClick={() => void give({ kind: 'locate' })} />
      <Action right="F_lmdvrs_reboot" icon="refresh" text={t('Restart')} onClick={() => open('reboot')} />
      <Action right="F_lmdvrs_restore" icon="undo" text={t('Restore defaults')} onClick={() => open('restore')} />
      <Action right="F_lmdvrs_mcu" icon="plug" text={t('MCU command')} onClick={() => open('mcu')} />
      {asking !== null && (
        <Question
          id={id}
          asking={asking}
          keep={<CheckboxField label={t('Keep it until the device is back')} on={kept} onChange={keep} />}
          give={(order) => give(order, kept)}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
};

/** What is still to be delivered to the device, or was not answered yet. */
export const OpenDeviceOrders = ({ id }: { id: string }): ReactElement | null => {
  const navigate = useNavigate();
  const { data } = useOrders(id);
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.orders} aria-label={t('Orders')}>
      <header>
        <h3>{t('Orders')}</h3>
        <Button look="bare" onClick={() => void navigate(`/deviceorders?find=${encodeURIComponent(id)}`)}>
          {t('All orders')}
        </Button>
      </header>
      <ul>
        {data.filter(isOpen).map((order) => (
          <li key={order.id}>
            <span>
              {orderKindText(order.kind)} <bdi className="soft">{order.detail}</bdi>
            </span>
            <span className="soft">{orderStateText(order.state)}</span>
            <CancelOrder order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
};
