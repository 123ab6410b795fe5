// The page's title follows the screen: 'Dashboard · Outrider'.
import type { ReactElement } from 'react';
import { usePhone } from '../lib/device-kind.ts';
import { deployment } from '../lib/deployment.ts';
import { t } from '../lib/i18n.ts';
import { screenOf } from '../screens/index.ts';

/** Nothing for a screen that brings its own title. */
export const ScreenTitle = ({ path }: { path: string }): ReactElement | null => {
  const screen = screenOf(path);
  const phone = usePhone();
  const title = phone ? (screen?.phoneTitle ?? screen?.title) : screen?.title;
  if (title === '') return null;
  return <title>{title === undefined ? deployment.productName : `${t(title)} · ${deployment.productName}`}</title>;
};
