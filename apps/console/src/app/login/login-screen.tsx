// Sign-in.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';

export const LoginScreen = (): ReactElement => <h1>{t('Sign in')}</h1>;
