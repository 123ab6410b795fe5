// The two gauges of a device: how fast it drives and where it heads, in the operator's unit and words.
import type { Device } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { useLengthUnit } from '../lib/preferences.ts';
import { speedIn, speedUnit } from '../lib/units.ts';
import { DirectionGauge, SpeedGauge } from '../ui/gauges.tsx';
import styles from './device-gauges.module.css';
import { shownSpeed } from './device-place.ts';

/** The scale ends here, km/h, and changes its colour at each of the bands. */
const END_KMH = 220;
const BANDS_KMH = [50, 100, 150, 200] as const;

const compass = (): readonly string[] => [
  t('North'),
  t('North-east'),
  t('East'),
  t('South-east'),
  t('South'),
  t('South-west'),
  t('West'),
  t('North-west'),
];

/** 'East 90°'; a dash where the heading is not known. */
export const headingText = (heading: number | undefined): string =>
  heading === undefined ? '–' : `${compass()[Math.round(heading / 45) % 8] ?? ''} ${Math.round(heading)}°`;

/** Side by side, of any moment. Undefined: not known. */
export const SpeedAndHeading = ({
  speedKmh,
  heading,
}: {
  speedKmh: number | undefined;
  heading: number | undefined;
}): ReactElement => {
  const unit = useLengthUnit();
  return (
    <div className={styles.gauges}>
      <SpeedGauge
        name={t('Speed')}
        value={speedKmh === undefined ? undefined : speedIn(speedKmh, unit)}
        max={speedIn(END_KMH, unit)}
        bands={BANDS_KMH.map((kmh) => speedIn(kmh, unit))}
        unit={speedUnit(unit)}
      />
      <DirectionGauge
        name={t('Direction')}
        heading={heading}
        letters={[t('N'), t('E'), t('S'), t('W')]}
        word={headingText(heading)}
      />
    </div>
  );
};

/** Those of a device now. A speed that is not known any more leaves its gauge empty. */
export const DeviceGauges = ({ device }: { device: Device }): ReactElement => (
  <SpeedAndHeading speedKmh={shownSpeed(device)} heading={device.gps_info.data?.trackingAngle} />
);
