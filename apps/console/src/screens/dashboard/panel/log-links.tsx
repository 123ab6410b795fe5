// Links to the pages of what the selected device writes about itself: its log, and the driving recorder of the vehicle. They open on the
// stream port in a tab of their own; the session's cookie says who asks.
import { logPageRights, type LogPageType } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t, useLocale } from '../../../lib/i18n.ts';
import { systemClock, zoneMinutes } from '../../../lib/time.ts';
import { useMay } from '../../../live/session.ts';
import { useStreamPlace } from '../../../parts/tiles/use-addresses.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { logPageAddress } from './log-page-address.ts';

type LogLinkProps = { id: string; type: LogPageType; online: boolean; text: string };

const LogLink = ({ id, type, online, text }: LogLinkProps): ReactElement | null => {
  const may = useMay(logPageRights[type]);
  const lang = useLocale();
  const place = useStreamPlace();
  if (!may || place === undefined) return null;
  if (!online)
    return (
      <Button icon="external" disabled title={t('Device offline')}>
        {text}
      </Button>
    );
  const asked = { type, deviceid: id, timezone: zoneMinutes(systemClock.now()), lang };
  return (
    <LinkButton icon="external" href={logPageAddress(place, asked)} target="_blank" rel="noreferrer">
      {text}
    </LinkButton>
  );
};

export const LogLinks = ({ id, online }: { id: string; online: boolean }): ReactElement => (
  <>
    <LogLink id={id} type="syslog" online={online} text={t('System log')} />
    <LogLink id={id} type="carbox" online={online} text={t('Driving recorder')} />
  </>
);
