// A page of somebody else inside the console: the deployment's entry of this index. It may run its scripts, but not reach ours.
import { getIframes } from '@outrider/contract';
import type { IframeEntry } from '@outrider/contract';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { Navigate, useParams } from 'react-router';
import { useCall } from '../../lib/calls.ts';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { readTab, writeTab } from '../../lib/tab-memory.ts';
import { Icon } from '../../ui/icon.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import styles from './iframe.module.css';
import { entryAt, sandboxOf } from './external-page.ts';

/**
 * A page that was added while the console is open is not in the policy that came with the console: the browser refuses it. The whole page
 * is loaded again then, once, and comes with the policy of now.
 */
const useNewPolicy = (url: string): void => {
  useEffect(() => {
    const hear = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective !== 'frame-src' || readTab('framePolicy') === url) return;
      writeTab('framePolicy', url);
      globalThis.location.reload();
    };
    document.addEventListener('securitypolicyviolation', hear);
    return () => document.removeEventListener('securitypolicyviolation', hear);
  }, [url]);
};

const Page = ({ entry }: { entry: IframeEntry }): ReactElement => {
  const [loaded, setLoaded] = useState(false);
  useNewPolicy(entry.url);
  return (
    <div className={styles.screen}>
      <title>{`${entry.title} · ${deployment.productName}`}</title>
      <div className={styles.head}>
        <h1>{entry.title}</h1>
        {!loaded && <output className="soft">{t('Loading')}</output>}
        <a href={entry.url} target="_blank" rel="noreferrer">
          <Icon name="external" size={14} /> {t('Open in a tab of its own')}
        </a>
      </div>
      <iframe
        className={styles.page}
        src={entry.url}
        title={entry.title}
        allow="camera; microphone; fullscreen; clipboard-write"
        sandbox={sandboxOf(entry.url, globalThis.location.href)}
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
};

export const IframeScreen = (): ReactElement => {
  const { index = '' } = useParams();
  const { data, error, refetch } = useCall(getIframes, {});
  if (data === undefined)
    return error === null ? <Skeleton /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  const entry = entryAt(data, index);
  return entry === undefined ? <Navigate key={index} to="/" replace /> : <Page key={index} entry={entry} />;
};
