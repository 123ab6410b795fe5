// Where toasts appear. Loaded by toast-place.tsx, as the library is a tenth of what the sign-in page would wait for. Not: showing one (toast.ts).
import { useEffect } from 'react';
import type { ComponentProps, ReactElement } from 'react';
import { Toaster, toast } from 'sonner';
import { t, useLocale } from '../lib/i18n.ts';
import { startToasts } from './toast.ts';

export type ToastsProps = ComponentProps<typeof Toaster>;

export const Toasts = (props: ToastsProps): ReactElement => {
  useLocale(); // it stays where everything else is drawn again
  // After the effects of the toaster, which hears only of toasts that come after them.
  useEffect(() => startToasts(toast), []);
  return (
    <Toaster
      containerAriaLabel={t('Notifications')}
      toastOptions={{ closeButtonAriaLabel: t('Close toast') }}
      {...props}
    />
  );
};
