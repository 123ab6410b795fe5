// The audio test page: what the microphone hears as level and spectrum, before anybody talks with a driver. Secure pages only.
import type { ReactElement } from 'react';
import { isSecurePage } from '../../lib/device-kind.ts';
import { t } from '../../lib/i18n.ts';
import { SecurePageNeeded } from '../../parts/talk/talk-gate.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/states.tsx';
import styles from './audio-test.module.css';
import { Meters } from './meters.tsx';
import { useMicrophone } from './use-microphone.ts';

const Test = (): ReactElement => {
  const { meter, asking, problem, start, stop } = useMicrophone();
  return (
    <div className={styles.panel}>
      <div className={styles.buttons}>
        {meter === undefined ? (
          <Button look="primary" icon="mic" busy={asking} onClick={start}>
            {t('Start listening')}
          </Button>
        ) : (
          <Button icon="micOff" onClick={stop}>
            {t('Stop listening')}
          </Button>
        )}
        <span className="soft">
          {meter === undefined
            ? t('Nothing is sent: this page only shows what the microphone hears.')
            : t('{name}, {rate} Hz', { name: meter.name || t('Microphone'), rate: meter.sampleRate })}
        </span>
      </div>
      {problem !== '' && <Notice tone="warn">{problem}</Notice>}
      <Meters meter={meter} />
    </div>
  );
};

export const AudioTestScreen = (): ReactElement => (
  <div className={styles.screen}>
    <h1>{t('Audio test')}</h1>
    {isSecurePage() ? <Test /> : <SecurePageNeeded />}
  </div>
);
