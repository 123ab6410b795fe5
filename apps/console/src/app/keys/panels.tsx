// The shell's own panels and the keys that open them.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { ShortcutsDialog } from '../../parts/shortcuts/shortcuts-dialog.tsx';
import { QuickBar } from '../quick-bar/quick-bar.tsx';
import { closePanel, usePanel } from './panel-store.ts';
import { useShellKeys } from './use-shell-keys.ts';

/** For who is signed in. */
export const ShellPanels = (): ReactElement | null => {
  useShellKeys();
  const open = usePanel();
  if (open === 'quick') return <QuickBar onClose={closePanel} />;
  return open === 'keys' ? <ShortcutsDialog title={t('Keyboard shortcuts')} onClose={closePanel} /> : null;
};
