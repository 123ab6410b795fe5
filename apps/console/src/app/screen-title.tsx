// The page's title follows the screen: 'Dashboard · Outrider'.
import type { ReactElement } from 'react';
import { matchPath } from 'react-router';
import { t } from '../lib/i18n.ts';
import { screens } from '../screens/index.ts';

export const ScreenTitle = ({ path }: { path: string }): ReactElement => {
  const screen = screens.find((s) => matchPath(s.path, path) !== null);
  return <title>{screen === undefined ? 'Outrider' : `${t(screen.title)} · Outrider`}</title>;
};
