// The place of toasts on a page: there as soon as one is shown, or somebody is signed in who may see some.
import { lazy, Suspense, useEffect } from 'react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { toastsWanted, wantToasts } from './toast.ts';
import type { ToastsProps } from './toasts.tsx';

const None = (): ReactElement => <></>;

/** A page whose server is away goes on without toasts. */
const Toasts = lazy(() =>
  import('./toasts.tsx').then(
    (loaded) => ({ default: loaded.Toasts }),
    () => ({ default: None }),
  ),
);

/** `early`: before the first toast. */
export const ToastPlace = ({ early, ...props }: ToastsProps & { early: boolean }): ReactElement | null => {
  const wanted = useStore(toastsWanted);
  useEffect(() => {
    if (early) wantToasts();
  }, [early]);
  return wanted ? (
    <Suspense>
      <Toasts {...props} />
    </Suspense>
  ) : null;
};
