// What is pressed, and what stands where there is nothing else to show.
import type { ReactElement } from 'react';
import { t } from '../src/lib/i18n.ts';
import { Button } from '../src/ui/button.tsx';
import { CopyButton } from '../src/ui/copy-button.tsx';
import { EmptyState, ErrorPanel, Notice, Skeleton } from '../src/ui/states.tsx';
import { Tabs } from '../src/ui/tabs.tsx';
import { Toggle } from '../src/ui/toggle.tsx';
import { Kept, Sample, Section } from './sample.tsx';

const looks = ['plain', 'primary', 'danger', 'bare'] as const;

const States = (): ReactElement => (
  <Section name="States">
    <Sample state="empty">
      <EmptyState title={t('No devices yet')} action={<Button icon="plus">{t('Add device')}</Button>}>
        {t('A recorder appears here as soon as it knows the address of this server and calls it.')}
      </EmptyState>
    </Sample>
    <Sample state="error">
      <ErrorPanel error={new Error(t('The connection was lost'))} retry={() => undefined} />
    </Sample>
    <Sample state="loading">
      <Skeleton rows={4} />
    </Sample>
    {(['calm', 'warn', 'bad'] as const).map((tone) => (
      <Sample key={tone} state={tone} wide>
        <Notice tone={tone} onDismiss={() => undefined}>
          {t('The firewall in front of the server must let these through.')}
        </Notice>
      </Sample>
    ))}
  </Section>
);

const tabs = () => [
  { id: 'limits', name: t('Speed') },
  { id: 'video', name: t('Playback'), changed: true },
  { id: 'audio', name: t('Sound'), disabled: true },
  { id: 'network', name: t('Connection') },
  { id: 'long', name: t('Width of the details') },
];

export const Buttons = (): ReactElement => (
  <>
    <Section name="Button">
      {looks.map((look) => (
        <Sample key={look} state={look}>
          <Button look={look} icon="plus">
            {t('Add device')}
          </Button>{' '}
          <Button look={look} busy>
            {t('Save')}
          </Button>{' '}
          <Button look={look} disabled>
            {t('Save')}
          </Button>
        </Sample>
      ))}
      <Sample state="toggle">
        <Kept<boolean> first>
          {(on, turn) => (
            <Toggle pressed={on} onClick={() => turn(!on)}>
              {t('Map')}
            </Toggle>
          )}
        </Kept>{' '}
        <Toggle pressed={false} disabled>
          {t('Multi')}
        </Toggle>{' '}
        <CopyButton text="203.0.113.7" what={t('Server address')} />
      </Sample>
    </Section>
    <Section name="Tabs">
      {[false, true].map((side) => (
        <Sample key={String(side)} state={side ? 'down the side' : 'along the top'} wide>
          <Kept first="limits">
            {(open, onOpen) => (
              <Tabs label={t('Settings')} side={side} tabs={tabs()} open={open} onOpen={onOpen}>
                <p>{tabs().find(({ id }) => id === open)?.name}</p>
              </Tabs>
            )}
          </Kept>
        </Sample>
      ))}
    </Section>
    <States />
  </>
);
