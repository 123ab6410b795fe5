// The copyright notice of a deployment that has one, with the name and version of the product.
import type { ReactElement } from 'react';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export const CopyrightModal = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Dialog
    title={t('Copyright')}
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        {t('OK')}
      </Button>
    }
  >
    <p>
      <strong>{deployment.productName}</strong> {deployment.version}
    </p>
    <p style={{ whiteSpace: 'pre-line', margin: 0 }}>{t(deployment.copyright)}</p>
  </Dialog>
);
