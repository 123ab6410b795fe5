// The restart of the server. Where the console moves to another port by it, this page follows as soon as it answers there.
import { postReboot, protocolSetting } from '@outrider/contract';
import type { ReplyOf } from '@outrider/contract';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { useCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { systemClock } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/question.tsx';
import { showToast } from '../../ui/toast.ts';
import { originAfter } from './origin-after.ts';
import styles from './protocol.module.css';

const TRY_MS = 1000;

/** A page may not fetch from another port, but open sockets there. */
const answers = (origin: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/command`);
    socket.addEventListener('open', () => {
      socket.close();
      resolve(true);
    });
    socket.addEventListener('error', () => resolve(false));
  });

/** Goes to the same page there once it answers. */
const useFollow = (origin: string | undefined): void => {
  useEffect(() => {
    if (origin === undefined) return undefined;
    let asking = false;
    const ask = async (): Promise<void> => {
      if (asking) return;
      asking = true;
      const { pathname, search } = globalThis.location;
      if (await answers(origin)) globalThis.location.assign(`${origin}${pathname}${search}`);
      asking = false;
    };
    return systemClock.every(TRY_MS, () => void ask());
  }, [origin]);
};

export const RestartServer = (): ReactElement => {
  const { data } = useCall(protocolSetting.load, {});
  const reboot = useSave(postReboot);
  const [asking, ask] = useState(false);
  const [origin, follow] = useState<string>();
  useFollow(origin);
  const restart = async (saved: ReplyOf<typeof protocolSetting.load> | undefined): Promise<void> => {
    const { updatetime: _at, updateby: _by, fixed: _fixed, ...ports } = saved ?? {};
    const { message } = await reboot.mutateAsync(ports);
    showToast('success', t(message), '');
    const after = saved && originAfter(globalThis.location, saved);
    if (after !== undefined && after !== globalThis.location.origin) follow(after);
  };
  return (
    <div className={styles.restart}>
      {origin === undefined ? (
        <p className="soft">{t('People stay signed in; recorders and pictures come back by themselves.')}</p>
      ) : (
        <output>{t('The console moves to {address}. This page follows.', { address: origin })}</output>
      )}
      <Button onClick={() => ask(true)} busy={reboot.isPending}>
        {t('Reboot')}
      </Button>
      {asking && (
        <Confirm
          title={t('Reboot the server?')}
          confirmText={t('Reboot')}
          danger
          onConfirm={() => restart(data)}
          onClose={() => ask(false)}
        >
          {t('For some seconds nobody reaches the server, and recordings have a gap.')}
        </Confirm>
      )}
    </div>
  );
};
