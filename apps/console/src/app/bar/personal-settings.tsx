// Language, theme, length unit and event notifications of this browser: the panel of the settings menu, also in the phone's drawer.
import type { ReactElement, ReactNode } from 'react';
import { deployment } from '../../lib/deployment.ts';
import { chooseLocale, offeredLocales, t, useLocale } from '../../lib/i18n.ts';
import { useLengthUnit, usePreference } from '../../lib/preferences.ts';
import { isThemeName, themeNames } from '../../lib/theme-names.ts';
import { applyTheme } from '../../lib/theme.ts';
import { mayDropUnsaved } from '../../lib/unsaved.ts';
import { useMay } from '../../live/session.ts';
import styles from './bar.module.css';
import { NotifySwitch } from './notify-switch.tsx';

type ChoiceProps = {
  label: string;
  look?: string | undefined;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
};

const Choice = ({ label, look = '', value, onChoose, children }: ChoiceProps): ReactElement => (
  <label className={styles.choice}>
    <span>{label}</span>
    <select className={`form-select ${look}`} value={value} onChange={(event) => onChoose(event.target.value)}>
      {children}
    </select>
  </label>
);

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The page is drawn again in it, and no form stays. */
const chooseLanguage = async (id: string): Promise<void> => {
  const chosen = offeredLocales().find((l) => l.id === id);
  if (chosen !== undefined && (await mayDropUnsaved())) await chooseLocale(chosen.id);
};

export const PersonalSettings = (): ReactElement => {
  const locale = useLocale();
  const unit = useLengthUnit();
  const [, setUnit] = usePreference('lengthUnit');
  const [theme, setTheme] = usePreference('themeName');
  const mayHear = useMay('F_event');
  const chooseTheme = (name: string): void => {
    if (!isThemeName(name)) return;
    setTheme(name);
    void applyTheme(name);
  };
  return (
    <div className={styles.personal}>
      <Choice label={t('Language')} look={styles.languages} value={locale} onChoose={(id) => void chooseLanguage(id)}>
        {offeredLocales().map(({ id, name, icon, tag }) => (
          <option key={id} value={id} lang={tag}>
            {icon !== '' && <img src={icon} alt="" width="18" height="12" />}
            {name}
          </option>
        ))}
      </Choice>
      <Choice label={t('Theme')} value={theme} onChoose={chooseTheme}>
        {themeNames.map((name) => (
          <option key={name} value={name}>
            {capital(name)}
          </option>
        ))}
      </Choice>
      {!deployment.forceKilometre && (
        <Choice label={t('Length unit')} value={unit} onChoose={setUnit}>
          <option value="kilometre">{t('Kilometre')}</option>
          <option value="mile">{t('Mile')}</option>
        </Choice>
      )}
      {mayHear && <NotifySwitch />}
      <p className={styles.note}>{t('Best resolution 1920x1080 pixel')}</p>
    </div>
  );
};
