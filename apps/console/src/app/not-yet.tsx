// The plain line of a route whose screen is not there yet.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { EmptyState } from '../ui/states.tsx';

/** `title` is the English name of the screen. */
export const NotYet = ({ title }: { title: string }): ReactElement => (
  <EmptyState title={t(title)}>{t('This screen is not part of this version yet.')}</EmptyState>
);
