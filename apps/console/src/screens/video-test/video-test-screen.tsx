// The video test page: any stream by its address, with its figures, for finding out why there is no picture.
import { getProtocol } from '@outrider/contract';
import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { streamPortOf } from '../../live/stream-info.ts';
import { LiveTile } from '../../player/live-tile.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { addressOf, problemsOf, saidBy } from './test-address.ts';
import type { TestDraft, TestProblem } from './test-address.ts';
import styles from './video-test.module.css';

type FormProps = { start: TestDraft; playing: boolean; onPlay: (draft: TestDraft) => void; onStop: () => void };

const Form = ({ start, playing, onPlay, onStop }: FormProps): ReactElement => {
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft);
  const error = (of: TestProblem, text: string): string | undefined => (tried && problems.has(of) ? text : undefined);
  const change = (part: Partial<TestDraft>): void => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problems.size === 0) onPlay(draft);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('Stream address')}
        help={t('Host and port of the stream sockets, or the whole address of a stream')}
        error={error(
          'server',
          t('A host and a port, like fleet.example.org:8900, or an address like ws://host/ws.cgi?…'),
        )}
        value={draft.server}
        onChange={(event) => change(saidBy(event.target.value.trim()))}
      />
      <Field
        label={t('Device ID')}
        help={t('* lets the server pick a channel')}
        error={error('device', t('1 to 31 letters, digits, dots, underscores or hyphens; or *'))}
        value={draft.device}
        onChange={(event) => change({ device: event.target.value.trim() })}
      />
      <Field
        label={t('Channel')}
        inputMode="numeric"
        error={error('channel', t('A number from 1 to 64'))}
        value={draft.channel}
        onChange={(event) => change({ channel: event.target.value.trim() })}
      />
      <Field
        label={t('Badge')}
        help={t('A text over the picture; may stay empty')}
        value={draft.badge}
        maxLength={40}
        onChange={(event) => change({ badge: event.target.value })}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" icon="live">
          {t('Play')}
        </Button>
        <Button disabled={!playing} onClick={onStop}>
          {t('Stop')}
        </Button>
      </div>
    </form>
  );
};

export const VideoTestScreen = (): ReactElement => {
  const { data, isPending } = useCall(getProtocol, {});
  const [shown, setShown] = useState<TestDraft & { readonly run: number }>();
  if (isPending) return <Skeleton />;
  const { hostname, host, protocol } = globalThis.location;
  const port = streamPortOf(data);
  const start: TestDraft = {
    server: port === undefined ? host : `${hostname}:${port}`,
    device: '',
    channel: '1',
    badge: '',
  };
  return (
    <div className={styles.screen}>
      <div>
        <h1>{t('Video test')}</h1>
        <Form
          start={start}
          playing={shown !== undefined}
          onPlay={(draft) => setShown({ ...draft, run: (shown?.run ?? 0) + 1 })}
          onStop={() => setShown(undefined)}
        />
      </div>
      <div className={styles.picture}>
        {shown === undefined ? (
          <EmptyState icon="live" title={t('No stream is open')}>
            {t('Fill in the fields and press Play.')}
          </EmptyState>
        ) : (
          <LiveTile
            key={shown.run}
            deviceId={shown.device}
            channel={Number(shown.channel)}
            device={shown.device}
            name={`ch${Number(shown.channel)}`}
            addresses={[addressOf(shown, protocol === 'https:')]}
            badge={shown.badge}
            withStatistics
            active={false}
            onActive={() => {}}
          />
        )}
      </div>
    </div>
  );
};
