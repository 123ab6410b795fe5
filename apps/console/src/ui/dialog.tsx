// The one dialog, on Bootstrap's modal: focus stays inside, Escape closes, after a question where something would be lost. Questions made of it:
// question.tsx.
import { useContext, useId, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import Modal from 'react-bootstrap/Modal';
import { t } from '../lib/i18n.ts';
import { OverEveryPath, useUnsaved } from '../lib/unsaved.ts';
import type { Way } from '../lib/unsaved.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons at the foot, the main one last. */
  actions?: ReactNode;
  /** True: a click outside and Escape do not close it. */
  fixed?: boolean;
  /** True: a click outside does not close it, Escape does. */
  kept?: boolean;
  /** Room for a form of two columns or a list. */
  wide?: boolean;
  /** Nearly the whole page, for pictures; all of it on a phone. */
  room?: boolean;
  /** As wide as the page, but for a hundredth at each side. */
  full?: boolean;
  /** A long form: it scrolls, and its buttons stay in sight. */
  long?: boolean;
  /** Opened from another dialog, which it covers. */
  above?: boolean;
  /**
   * Something in it is not saved: a click outside, Escape and the cross ask before it is dropped, and so do a step back, a new language,
   * closing the tab and another modal in its place. Its own buttons do what they say.
   */
  unsaved?: boolean;
  /** That is being saved: where it leads to is not asked about. */
  saving?: boolean;
};

/**
 * Where the path stays a dialog does, too, but a step back may close the part of the screen that it was opened from. Where it does not, the
 * dialog closes: what somebody has discarded is gone.
 */
const useDialogUnsaved = (unsaved: boolean, close: () => void): void => {
  const isOver = useContext(OverEveryPath);
  const isDroppedBy = ({ from, to, step }: Way): boolean =>
    !isOver && (from.pathname !== to.pathname || (step && from.search !== to.search));
  useUnsaved(unsaved, { isOver, isDroppedBy, close });
};

/** Asks before what was changed is dropped. */
export const Discard = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }): ReactElement => (
  <Dialog
    title={t('Discard the changes?')}
    onClose={onKeep}
    above
    actions={
      <>
        <Button onClick={onKeep}>{t('Keep editing')}</Button>
        <Button look="danger" onClick={onDiscard}>
          {t('Discard')}
        </Button>
      </>
    }
  >
    {t('What you changed here is not saved.')}
  </Dialog>
);

/** Shown while it is mounted. */
export const Dialog = ({
  title,
  onClose,
  children,
  actions,
  fixed = false,
  kept = false,
  wide = false,
  room = false,
  full = false,
  long = false,
  above = false,
  unsaved = false,
  saving = false,
}: DialogProps): ReactElement => {
  const titleId = useId();
  const [asks, setAsks] = useState(false);
  useDialogUnsaved(unsaved && !saving, onClose);
  const leave = (): void => (unsaved ? setAsks(true) : onClose());
  return (
    <Modal
      show
      onHide={leave}
      centered
      scrollable={long}
      backdrop={fixed || kept ? 'static' : true}
      keyboard={!fixed}
      aria-labelledby={titleId}
      {...(wide ? { dialogClassName: styles.wide ?? '' } : {})}
      {...(room ? { dialogClassName: styles.room ?? '', fullscreen: 'md-down' } : {})}
      {...(full ? { dialogClassName: styles.full ?? '' } : {})}
      {...(above ? { className: styles.above ?? '', backdropClassName: styles.aboveBackdrop ?? '' } : {})}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {!fixed && <Button look="bare" icon="close" aria-label={t('Close')} onClick={leave} />}
      </div>
      <div className={long ? `${styles.body} ${styles.long}` : styles.body}>{children}</div>
      {actions !== undefined && <div className={styles.foot}>{actions}</div>}
      {asks && unsaved && <Discard onKeep={() => setAsks(false)} onDiscard={onClose} />}
    </Modal>
  );
};
