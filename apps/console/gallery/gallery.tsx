// Starts the page of the widgets: theme and language at the top, below them every widget in every state.
import { StrictMode } from 'react';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster } from 'sonner';
import { chooseLocale, offeredLocales, startTexts, t, useLocale } from '../src/lib/i18n.ts';
import { readPreference, usePreference } from '../src/lib/preferences.ts';
import { darkThemes, isThemeName, themeNames } from '../src/lib/theme-names.ts';
import { applyTheme } from '../src/lib/theme.ts';
import { SelectField } from '../src/ui/select-field.tsx';
import { Buttons } from './buttons.tsx';
import { Fields } from './fields.tsx';
import styles from './gallery.module.css';
import { Lists } from './lists.tsx';
import { MoreFields } from './more-fields.tsx';
import { Questions } from './questions.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import '../src/ui/tokens.css';
// oxlint-disable-next-line import/no-unassigned-import -- a global sheet has nothing to assign
import '../src/ui/base.css';

const Head = (): ReactElement => {
  const [theme, setTheme] = usePreference('themeName');
  const shown = themeNames.find((name) => name === theme) ?? 'default';
  return (
    <header className={styles.head}>
      <h1>Widgets</h1>
      <SelectField
        label={t('Theme')}
        value={shown}
        options={themeNames}
        textOf={(name) => name}
        onChange={(name) => {
          setTheme(name);
          void applyTheme(name);
        }}
      />
      <SelectField
        label={t('Language')}
        value={useLocale()}
        options={offeredLocales().map(({ id }) => id)}
        textOf={(id) => offeredLocales().find((each) => each.id === id)?.name ?? id}
        onChange={(id) => void chooseLocale(id)}
      />
    </header>
  );
};

const Gallery = (): ReactElement => {
  const [theme] = usePreference('themeName');
  return (
    <>
      <main className={styles.page} key={useLocale()}>
        <Head />
        <Buttons />
        <Fields />
        <MoreFields />
        <Lists />
        <Questions />
      </main>
      <Toaster expand closeButton theme={isThemeName(theme) && darkThemes.has(theme) ? 'dark' : 'light'} />
    </>
  );
};

const theme = readPreference('themeName');
await Promise.all([applyTheme(isThemeName(theme) ? theme : 'default'), startTexts()]);
const root = document.querySelector('#root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
