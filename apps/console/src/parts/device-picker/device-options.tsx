// The list of devices to tick: state and names of each.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { OptionList } from '../../ui/option-list.tsx';
import { DeviceGlyph } from '../device-glyph.tsx';
import { DeviceNames, namesText } from '../device-names.tsx';
import styles from './device-picker.module.css';

type OptionsProps = {
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
  onToggleAll: () => void;
};

const draw = (id: string): ReactElement => (
  <span className={styles.option}>
    <DeviceGlyph id={id} />
    <DeviceNames id={id} />
  </span>
);

export const DeviceOptions = (props: OptionsProps): ReactElement => (
  <OptionList label={t('Devices')} nameOf={namesText} draw={draw} {...props} />
);
