// The list of devices to tick: state, id, vehicle and driver of each.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useDevice } from '../../live/hooks.ts';
import { OptionList } from '../../ui/option-list.tsx';
import { DeviceGlyph } from '../device-glyph.tsx';
import styles from './device-picker.module.css';

type OptionsProps = {
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onToggleAll: () => void;
};

const Names = ({ id }: { id: string }): ReactElement => {
  const device = useDevice(id);
  return (
    <span className={styles.option}>
      <DeviceGlyph id={id} />
      <bdi className={`${styles.id} num`}>{id}</bdi>
      <bdi>{device?.vehicleid}</bdi>
      <bdi className="soft">{device?.drivername}</bdi>
    </span>
  );
};

const draw = (id: string): ReactElement => <Names id={id} />;
const nameOf = (id: string): string => id;

export const DeviceOptions = (props: OptionsProps): ReactElement => (
  <OptionList label={t('Devices')} nameOf={nameOf} draw={draw} {...props} />
);
