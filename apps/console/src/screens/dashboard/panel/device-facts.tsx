// What is known of the selected device, fact by fact; those it never told are left out.
import { carMemoTypes } from '@outrider/contract';
import type { Device } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { formatZone } from '../../../lib/time.ts';
import { coordinatesText, placeOf } from '../../../parts/device-place.ts';
import { Age } from '../../../ui/live-text.tsx';
import { RecordingCell, SdCell } from '../cells.tsx';
import { MemoCell } from '../memo-cell.tsx';
import { reportedMs } from '../device-values.ts';
import { Fact } from '../../../ui/fact.tsx';
import styles from './device-panel.module.css';

const temperatures = ({ temperature, loop }: Device): string => {
  const told = [temperature, ...loop].map((celsius) => celsius?.toFixed(1) ?? '–');
  return temperature === null && loop.length === 0 ? '' : `${told.join(' / ')} °C`;
};

/** Texts as they are: names of every script, markup in them is just text. */
const texts = (device: Device): readonly (readonly [name: string, text: string])[] => [
  [t('Device Memo'), device.vehicleid],
  [t('Driver'), device.drivername],
  [t('Driving licence'), device.driverlicense],
  [t('Plate'), device.plate],
  [t('Extra memo'), device.extid],
  [t('Voltage'), device.voltage === null ? '' : `${device.voltage.toFixed(1)} V`],
  [t('Temperature'), temperatures(device)],
  [t('Disk used'), device.health === null ? '' : `${device.health} %`],
  [t('Time zone'), device.timezone === null ? '' : formatZone(device.timezone * 60)],
];

export const DeviceFacts = ({ device }: { device: Device }): ReactElement => {
  const place = placeOf(device);
  const reported = reportedMs(device);
  return (
    <dl className={styles.facts}>
      <Fact name={place?.manual === true ? t('Manual location') : t('Position')}>
        {place === undefined ? '–' : coordinatesText(place)}
      </Fact>
      <Fact name={t('Last report')}>{reported === 0 ? '–' : <Age timeMs={reported} />}</Fact>
      {texts(device).map(
        ([name, text]) =>
          text !== '' && (
            <Fact key={name} name={name}>
              <bdi>{text}</bdi>
            </Fact>
          ),
      )}
      <Fact name={t('SD')}>
        <SdCell id={device.deviceid} />
      </Fact>
      <Fact name={t('Recording status')}>
        <RecordingCell id={device.deviceid} />
      </Fact>
      {carMemoTypes.map((type) => (
        <Fact key={type} name={t('Car memo {number}', { number: type + 1 })}>
          <MemoCell id={device.deviceid} type={type} />
        </Fact>
      ))}
    </dl>
  );
};
