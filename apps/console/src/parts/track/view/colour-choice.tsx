// The colours of the drawn path: a few to press, any other from the browser's own picker. Remembered in this browser.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { usePreference } from '../../../lib/preferences.ts';
import { colourOr, CURRENT_COLOUR, FULL_COLOUR, swatches } from './colours.ts';
import styles from './track.module.css';

export type PathColours = {
  readonly full: string;
  readonly current: string;
  setFull: (colour: string) => void;
  setCurrent: (colour: string) => void;
};

export const usePathColours = (): PathColours => {
  const [full, setFull] = usePreference('trackFullColour');
  const [current, setCurrent] = usePreference('trackCurrentColour');
  return { full: colourOr(full, FULL_COLOUR), current: colourOr(current, CURRENT_COLOUR), setFull, setCurrent };
};

type ChoiceProps = { label: string; colour: string; onChange: (colour: string) => void };

const Choice = ({ label, colour, onChange }: ChoiceProps): ReactElement => (
  <fieldset className={styles.colour} aria-label={label}>
    <label>
      {label}
      <input
        type="color"
        value={colour.toLowerCase()}
        onChange={(event) => onChange(colourOr(event.target.value, colour))}
      />
    </label>
    <span className={styles.swatches}>
      {swatches.map((swatch) => (
        <button
          key={swatch}
          type="button"
          aria-label={`${label}: ${swatch}`}
          aria-pressed={swatch === colour}
          style={{ background: swatch }}
          onClick={() => onChange(swatch)}
        />
      ))}
    </span>
  </fieldset>
);

export const ColourChoice = ({ colours }: { colours: PathColours }): ReactElement => (
  <details className={styles.colours}>
    <summary>{t('Path colours')}</summary>
    <Choice label={t('Full path')} colour={colours.full} onChange={colours.setFull} />
    <Choice label={t('Current part')} colour={colours.current} onChange={colours.setCurrent} />
  </details>
);
