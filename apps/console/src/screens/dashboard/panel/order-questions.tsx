// What is asked before a device is told something: the text, the channel, or whether it is really meant.
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useDevice, useExtra } from '../../../live/hooks.ts';
import { useDeviceTitle } from '../../../parts/device-names.tsx';
import { channelName } from '../../../parts/tiles/tile-rules.ts';
import { Confirm, Prompt } from '../../../ui/question.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import type { Order } from './give-order.ts';

export type Asking = 'text' | 'mcu' | 'reboot' | 'restore' | 'format' | 'photo' | 'wakeup';
type QuestionProps = {
  id: string;
  asking: Asking;
  keep: ReactNode;
  give: (order: Order) => Promise<unknown>;
  onClose: () => void;
};

const Photo = ({ id, keep, give, onClose }: Omit<QuestionProps, 'asking'>): ReactElement => {
  const channels = useDevice(id)?.chmask ?? [];
  const names = useExtra(id)?.chnames ?? [];
  const [channel, choose] = useState(channels[0] ?? 1);
  return (
    <Confirm
      title={t('Photo of {device}', { device: useDeviceTitle(id) })}
      confirmText={t('Take photo')}
      onConfirm={() => give({ kind: 'photo', channel })}
      onClose={onClose}
    >
      <RadioField
        label={t('Channel')}
        value={channel}
        options={channels.map((number) => ({ value: number, name: channelName(number, names, channels) }))}
        onChange={choose}
      />
      {keep}
    </Confirm>
  );
};

type PlainKind = Exclude<Asking, 'text' | 'mcu' | 'photo'>;
type Words = { title: string; confirmText: string; about: string; danger: boolean };

const wordsOf = (kind: PlainKind, device: string): Words =>
  ({
    reboot: {
      title: t('Restart {device}?', { device }),
      confirmText: t('Restart'),
      about: t('The device records and reports nothing until it is back, which takes a minute or two.'),
      danger: true,
    },
    restore: {
      title: t('Restore the defaults of {device}?', { device }),
      confirmText: t('Restore defaults'),
      about: t('All its settings are as it was made. It may no longer know the address of this server.'),
      danger: true,
    },
    format: {
      title: t('Format the SD card of {device}?', { device }),
      confirmText: t('Format SD card'),
      about: t('All that the device itself has recorded is deleted for good. What the server has recorded stays.'),
      danger: true,
    },
    wakeup: {
      title: t('Wake up {device}?', { device }),
      confirmText: t('Wake up'),
      about: t(
        'A sleeping device reports for some minutes as if it drove, which takes from the battery of the vehicle.',
      ),
      danger: false,
    },
  })[kind];

/** Nothing is sent before it is answered. */
export const Question = ({ id, asking, keep, give, onClose }: QuestionProps): ReactElement => {
  const device = useDeviceTitle(id);
  if (asking === 'photo') return <Photo id={id} keep={keep} give={give} onClose={onClose} />;
  if (asking === 'text')
    return (
      <Prompt
        title={t('Send to {device}', { device })}
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
  if (asking === 'mcu')
    return (
      <Prompt
        title={t('MCU command to {device}', { device })}
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
  const { about, ...words } = wordsOf(asking, device);
  return (
    <Confirm {...words} onConfirm={() => give({ kind: asking })} onClose={onClose}>
      {about}
      {keep}
    </Confirm>
  );
};
