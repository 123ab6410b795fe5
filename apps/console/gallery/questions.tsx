// What comes up over the page: dialogs, questions and toasts. Each is opened by its button.
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../src/lib/i18n.ts';
import { Button } from '../src/ui/button.tsx';
import { Dialog } from '../src/ui/dialog.tsx';
import { Confirm, Prompt } from '../src/ui/question.tsx';
import { showToast, showUndo } from '../src/ui/toast.ts';
import { Sample, Section } from './sample.tsx';

const refuse = async (): Promise<never> => {
  throw new Error('Unknown device');
};
const lasting = (): Promise<never> => new Promise<never>(() => undefined);

/** A button that opens what it names. */
const Opens = ({ name, children }: { name: string; children: (close: () => void) => ReactNode }): ReactElement => {
  const [open, setOpen] = useState(false);
  return (
    <Sample state={name}>
      <Button aria-label={`Open ${name}`} onClick={() => setOpen(true)}>
        {t('Show')}
      </Button>
      {open && children(() => setOpen(false))}
    </Sample>
  );
};

const Confirms = (): ReactElement => (
  <Section name="Question">
    <Opens name="Dialog">
      {(close) => (
        <Dialog title={t('Copyright')} onClose={close}>
          {t('All rights reserved.')}
        </Dialog>
      )}
    </Opens>
    <Opens name="Confirm">
      {(close) => (
        <Confirm
          title={t('Remove device {device}?', { device: 'TRK-104' })}
          confirmText={t('Remove')}
          danger
          onConfirm={close}
          onClose={close}
        >
          {t(
            'It leaves the list. Its recordings and tracks stay until their time is over, and come back with the device.',
          )}
        </Confirm>
      )}
    </Opens>
    <Opens name="Confirm, typed">
      {(close) => (
        <Confirm
          title={t('Delete all recordings of {device}?', { device: 'TRK-104' })}
          confirmText={t('Delete')}
          danger
          typed="TRK-104"
          onConfirm={refuse}
          onClose={close}
        >
          {t(
            'All that the server has recorded of this device is deleted for good, what is protected too. What the device itself keeps stays.',
          )}
        </Confirm>
      )}
    </Opens>
    <Opens name="Confirm, busy">
      {(close) => (
        <Confirm title={t('Remove the request')} confirmText={t('Remove')} onConfirm={lasting} onClose={close}>
          {t('The request of {device} leaves the list, and nothing more is fetched for it.', { device: 'TRK-104' })}
        </Confirm>
      )}
    </Opens>
    <Opens name="Prompt">
      {(close) => (
        <Prompt
          title={t('New layout')}
          label={t('Layout name')}
          saveText={t('Save')}
          start={t('North')}
          problemOf={(text) =>
            text === 'A' ? t('There is a layout of this name already. Choose another name.') : undefined
          }
          onSave={close}
          onClose={close}
        />
      )}
    </Opens>
  </Section>
);

const tones = ['success', 'error', 'info', 'warning'] as const;

export const Questions = (): ReactElement => (
  <>
    <Confirms />
    <Section name="Toast">
      {tones.map((tone) => (
        <Sample key={tone} state={tone}>
          <Button
            aria-label={`Show ${tone}`}
            onClick={() =>
              showToast(tone, t('Allow again'), t('{device}: the next attempt is let in', { device: 'TRK-104' }))
            }
          >
            {t('Show')}
          </Button>
        </Sample>
      ))}
      <Sample state="undo">
        <Button aria-label="Show undo" onClick={() => showUndo(t('{device} removed', { device: 'TRK-104' }), refuse)}>
          {t('Show')}
        </Button>
      </Sample>
    </Section>
  </>
);
