// The pictures of a photo order: when each came, as a link to it for who may see files of devices.
import { type DeviceOrder, fileAddress } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatTime } from '../../lib/time.ts';
import { useMay } from '../../live/session.ts';

/** Nothing for other orders, nor for one that was not carried out. */
export const OrderPictures = ({ order }: { order: DeviceOrder }): ReactElement | null => {
  const mayOpen = useMay('F_event');
  const { kind, state, pictures } = order;
  if (kind !== 'photo' || state !== 'done') return null;
  if (pictures.length === 0) return <span className="soft">{t('The picture has not come yet')}</span>;
  return (
    <>
      {pictures.map(({ file, time }) => {
        const text = t('Picture of {time}', { time: formatTime(time) });
        return mayOpen ? (
          <a key={file} href={fileAddress(file)} target="_blank" rel="noreferrer">
            {text}
          </a>
        ) : (
          <span key={file}>{text}</span>
        );
      })}
    </>
  );
};
