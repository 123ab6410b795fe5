// What takes a device out of reach, and the doors of its vehicle: off, off line, to another server and back.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useDeviceTitle } from '../../../parts/device-names.tsx';
import { type ControlChoice, controlWords } from '../../../parts/device-orders/order-detail.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Confirm } from '../../../ui/question.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import styles from './device-panel.module.css';
import type { Order } from './give-order.ts';

type ControlDialogProps = { id: string; give: (order: Order) => Promise<unknown>; onClose: () => void };

const choices = () => {
  const name = controlWords();
  return [
    { value: 'lock' as const, name: name.lock },
    { value: 'unlock' as const, name: name.unlock },
    { value: 'close-data' as const, name: name['close-data'], about: t('Until it is started again.') },
    { value: 'close-radio' as const, name: name['close-radio'], about: t('Until it is started again.') },
    { value: 'power-off' as const, name: name['power-off'], about: t('Somebody has to switch it on in the vehicle.') },
    { value: 'connect' as const, name: name.connect, about: t('It leaves this one.') },
    { value: 'connect-back' as const, name: name['connect-back'] },
  ];
};

const MOST_PORT = 65_535;
const USUAL_PORT = 6808;
const USUAL_MIN = 30;
const isWhole = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high;

export const ControlDialog = ({ id, give, onClose }: ControlDialogProps): ReactElement => {
  const [choice, choose] = useState<ControlChoice>('lock');
  const [address, setAddress] = useState('');
  const [port, setPort] = useState(USUAL_PORT);
  const [minutes, setMinutes] = useState(USUAL_MIN);
  const problems = {
    address: /^[^\s;]+$/.test(address.trim()) ? undefined : t('An address has no spaces and no semicolon.'),
    port: isWhole(port, 1, MOST_PORT) ? undefined : t('A port is between 1 and 65535.'),
    minutes: isWhole(minutes, 0, MOST_PORT) ? undefined : t('0 to 65535 minutes'),
  };
  const problem = choice === 'connect' ? (problems.address ?? problems.port ?? problems.minutes) : undefined;
  const order = (): Order => {
    if (choice === 'lock' || choice === 'unlock') return { kind: 'doors', doors: choice };
    if (choice !== 'connect') return { kind: 'control', to: { A: choice } };
    return { kind: 'control', to: { A: choice, H: address.trim(), T: port, B: minutes } };
  };
  return (
    <Confirm
      title={t('Doors, power and connection of {device}', { device: useDeviceTitle(id) })}
      confirmText={t('Send')}
      danger
      unsaved={choice !== 'lock' || address !== '' || port !== USUAL_PORT || minutes !== USUAL_MIN}
      onConfirm={() => (problem === undefined ? give(order()) : Promise.reject(new Error(problem)))}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <RadioField label={t('What it is told')} labelHidden value={choice} options={choices()} onChange={choose} />
        {choice === 'connect' && (
          <>
            <Field label={t('Address')} value={address} onChange={(event) => setAddress(event.target.value)} />
            <NumberField label={t('Port')} value={port} onChange={setPort} error={problems.port} />
            <NumberField
              label={t('For')}
              unit={t('min')}
              help={t('0: for good')}
              value={minutes}
              onChange={setMinutes}
              error={problems.minutes}
            />
          </>
        )}
      </div>
    </Confirm>
  );
};
