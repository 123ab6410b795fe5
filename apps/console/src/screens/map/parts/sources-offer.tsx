// The offer of online tiles that an administrator answers once: on the map, not in its way.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../map.module.css';
import { useSourcesSave } from '../use-sources-save.ts';

export const SourcesOffer = ({
  updatetime,
  onChoose,
}: {
  updatetime: number;
  onChoose: () => void;
}): ReactElement | null => {
  const { busy, keepOffline } = useSourcesSave();
  const [gone, setGone] = useState(false);
  if (gone) return null;
  return (
    <section className={styles.offer} aria-label={t('Streets on the map')}>
      <div>
        <strong>{t('Streets on the map')}</strong>
        <p>
          {t(
            'This map came with the server and shows no streets. Online tiles do, but every browser then contacts their server.',
          )}
        </p>
      </div>
      <div className={styles.offerButtons}>
        <Button busy={busy} onClick={() => keepOffline(updatetime, () => setGone(true))}>
          {t('Keep the offline map')}
        </Button>
        <Button look="primary" onClick={onChoose}>
          {t('Online tiles…')}
        </Button>
      </div>
    </section>
  );
};
