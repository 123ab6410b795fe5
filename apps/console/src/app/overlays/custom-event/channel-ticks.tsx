// Eight channels, each with a tick for its download and one for taking it in the main stream.
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { CHANNELS, type CustomEventDraft, tickDownload, tickMainStream } from './custom-event-rules.ts';
import styles from './custom-event.module.css';

type RowProps = {
  name: string;
  help: string;
  ticks: ReadonlySet<number>;
  onTick: (channel: number, ticked: boolean) => void;
};

const Row = ({ name, help, ticks, onTick }: RowProps): ReactElement => (
  <fieldset className={styles.ticks}>
    <legend>
      {name} <span className="soft">{help}</span>
    </legend>
    {CHANNELS.map((channel) => (
      <label key={channel}>
        <input
          type="checkbox"
          className="form-check-input"
          checked={ticks.has(channel)}
          aria-label={`${name} ${channel}`}
          onChange={(event) => onTick(channel, event.target.checked)}
        />
        <span className="num">{channel}</span>
      </label>
    ))}
  </fieldset>
);

type ChannelTicksProps = { draft: CustomEventDraft; onChange: (draft: CustomEventDraft) => void };

export const ChannelTicks = ({ draft, onChange }: ChannelTicksProps): ReactElement => (
  <>
    <Row
      name={t('Download channel')}
      help={t('at least one')}
      ticks={draft.download}
      onTick={(channel, ticked) => onChange(tickDownload(draft, channel, ticked))}
    />
    <Row
      name={t('Main stream')}
      help={t('the others come in the sub-stream')}
      ticks={draft.mainStream}
      onTick={(channel, ticked) => onChange(tickMainStream(draft, channel, ticked))}
    />
  </>
);
