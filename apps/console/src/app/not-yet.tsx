// The plain line of a route whose screen is not there yet.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';
import { EmptyState } from '../ui/states.tsx';

export const NotYet = (): ReactElement => <EmptyState title={t('This screen is not part of this version yet.')} />;
