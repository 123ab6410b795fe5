// The rows of the device editor that the form has no control for: ticks and names of channels, their order, days with a default, the data
// volume. Each draws one text or number of the record.
import { channelFlags, flaggedChannels, MAX_CHANNEL_NAME, maxNetFlowOf, megabytesOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { FieldGroup } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TickRow } from '../../../ui/tick-row.tsx';
import styles from './device-editor.module.css';

type OwnField<V> = { label: string; value: V; onChange: (value: V) => void; problem: string | undefined };
type ChannelsField = OwnField<string> & { count: number };

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** A text with one character a channel. `ticked`: the character that a tick stands for. */
export const FlagsField = (props: ChannelsField & { ticked: '0' | '1'; help?: string }): ReactElement => {
  const { label, value, onChange, problem, count, ticked, help } = props;
  const numbers = numbersTo(count);
  const others = (channels: readonly number[]): number[] => numbers.filter((channel) => !channels.includes(channel));
  const ones = flaggedChannels(value);
  return (
    <TickRow
      label={label}
      help={help}
      error={problem}
      numbers={numbers}
      ticked={ticked === '1' ? ones : others(ones)}
      onChange={(channels) => onChange(channelFlags(ticked === '1' ? channels : others(channels), count))}
    />
  );
};

/** Names joined by commas, one field each: no comma in a name, and none longer than it may be. */
export const NamesField = ({ label, value, onChange, problem, count }: ChannelsField): ReactElement => {
  const names = value.split(',');
  const nameAt = (channel: number): string => names[channel - 1] ?? '';
  const rename = (channel: number, name: string): void =>
    onChange(
      numbersTo(count)
        .map((each) => (each === channel ? name.replaceAll(',', '').slice(0, MAX_CHANNEL_NAME) : nameAt(each)))
        .join(','),
    );
  return (
    <FieldGroup label={label} error={problem}>
      <div className={styles.names}>
        {numbersTo(count).map((channel) => (
          <label key={channel}>
            <span className="num">{channel}</span>
            <input
              className="form-control"
              aria-label={t('Name of channel {channel}', { channel })}
              value={nameAt(channel)}
              maxLength={MAX_CHANNEL_NAME}
              onChange={(event) => rename(channel, event.target.value)}
            />
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};

/** The channels joined by commas in the order of their tiles; a button moves one towards the front. */
export const OrderField = ({ label, value, onChange, problem }: OwnField<string>): ReactElement => {
  const order = value.split(',');
  const forward = (at: number): void =>
    onChange(order.toSpliced(at - 1, 2, order[at] ?? '', order[at - 1] ?? '').join(','));
  return (
    <FieldGroup label={label} error={problem}>
      <ol className={styles.order}>
        {order.map((channel, at) => (
          <li key={channel}>
            <Button
              disabled={at === 0}
              aria-label={t('Channel {channel} further to the front', { channel })}
              onClick={() => forward(at)}
            >
              {at > 0 && '‹ '}
              {channel}
            </Button>
          </li>
        ))}
      </ol>
    </FieldGroup>
  );
};

/** Days, or 0 for what the server has for all: the box alone gives 0. `usual`: what stands there once it is unticked. */
export const DaysField = (props: OwnField<number> & { usual: number }): ReactElement => {
  const { label, value, onChange, problem, usual } = props;
  const byDefault = value === 0;
  return (
    <div className={styles.days}>
      <CheckboxField
        label={`${label}: ${t('Default')}`}
        on={byDefault}
        onChange={(on) => onChange(on ? 0 : usual)}
        error={byDefault ? problem : undefined}
      />
      {!byDefault && (
        <NumberField
          label={label}
          unit={t('days')}
          value={value}
          error={problem}
          onChange={(days) => onChange(days === 0 ? Number.NaN : days)}
        />
      )}
    </div>
  );
};

export const TalkChannelField = (props: OwnField<number> & { count: number }): ReactElement => (
  <SelectField
    label={props.label}
    value={props.value}
    options={numbersTo(props.count)}
    textOf={String}
    error={props.problem}
    onChange={props.onChange}
  />
);

export const VolumeField = ({ label, value, onChange, problem }: OwnField<number>): ReactElement => (
  <NumberField
    label={label}
    unit="MB"
    value={megabytesOf(value)}
    error={problem}
    onChange={(megabytes) => onChange(maxNetFlowOf(megabytes))}
  />
);
