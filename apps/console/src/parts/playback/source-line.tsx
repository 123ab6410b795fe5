// Where the footage that plays comes from, and where else the same second lies.
import { postRecordings } from '@outrider/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { send } from '../../lib/send.ts';
import { useMay } from '../../live/session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import styles from './playback.module.css';

const HOUR_MS = 3_600_000;
/** What is being recorded becomes known by itself. */
const REFRESH_MS = 30_000;

/** Whether the server has something of one of the channels at a moment, UTC ms; undefined while that is not known. */
export const useOnServer = (
  deviceId: string,
  channels: readonly number[],
  ms: number | undefined,
): boolean | undefined => {
  const may = useMay(postRecordings.right);
  const hour = Math.floor((ms ?? 0) / HOUR_MS) * HOUR_MS;
  const { data } = useQuery({
    queryKey: ['on-server', deviceId, hour],
    queryFn: ({ signal }) =>
      send(postRecordings, { deviceid: deviceId, from: hour, to: hour + HOUR_MS, join: 2 }, signal),
    enabled: may && ms !== undefined,
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined || ms === undefined) return undefined;
  return data.spans.some(({ channel, start, end }) => channels.includes(channel) && start <= ms && ms < end);
};

type SourceLineProps = {
  /** Where it plays from, in words. */
  here: string;
  /** What is known of the other place. */
  there: string;
  /** The way there at this very second; left out where it has nothing or may not be looked at. */
  way?: { icon: IconName; text: string; to: string } | undefined;
  icon: IconName;
};

export const SourceLine = ({ here, there, way, icon }: SourceLineProps): ReactElement => {
  const navigate = useNavigate();
  return (
    <p className={styles.source}>
      <Icon name={icon} />
      <b>{here}</b>
      <span className="soft">{there}</span>
      {way !== undefined && (
        <Button icon={way.icon} className={styles.way ?? ''} onClick={() => void navigate(way.to)}>
          {way.text}
        </Button>
      )}
    </p>
  );
};
