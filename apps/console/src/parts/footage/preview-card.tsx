// The picture of a moment over the timeline, from the key pictures that the server recorded. Where none comes it says so.
import { postRecordedPreview } from '@outrider/contract';
import { useEffect, useMemo, useRef } from 'react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { t } from '../../lib/i18n.ts';
import { quietly } from '../../lib/refusals.ts';
import { send } from '../../lib/send.ts';
import { formatTime, systemClock } from '../../lib/time.ts';
import { useMay } from '../../live/session.ts';
import { PreviewDecoding } from '../../player/preview/preview-decoding.ts';
import { PreviewShelf } from '../../player/preview/preview-shelf.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { PreviewPlace } from '../record-timeline/timeline-props.ts';
import styles from './preview-card.module.css';

const shelfOf = (deviceId: string): PreviewShelf =>
  new PreviewShelf({
    clock: systemClock,
    decoding: new PreviewDecoding(systemClock),
    ask: async ({ channel, ms }, signal) =>
      (await quietly(send(postRecordedPreview, { deviceid: deviceId, channel, at: ms }, signal))).picture,
  });

/** For as long as a component shows the vehicle; undefined for who may not play recordings. */
const usePreviews = (deviceId: string): PreviewShelf | undefined => {
  const may = useMay(postRecordedPreview.right);
  const shelf = useMemo(() => (may ? shelfOf(deviceId) : undefined), [deviceId, may]);
  useEffect(() => () => shelf?.close(), [shelf]);
  return shelf;
};

const Drawn = ({ image, label }: { image: ImageBitmap; label: string }): ReactElement => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return;
    Object.assign(current, { width: image.width, height: image.height });
    current.getContext('2d')?.drawImage(image, 0, 0);
  }, [image]);
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need an address for each picture
  return <canvas ref={canvas} className={styles.picture} role="img" aria-label={label} />;
};

const PreviewCard = ({ shelf, place }: { shelf: PreviewShelf; place: PreviewPlace }): ReactElement => {
  const { channel, name, text } = place;
  const ms = Math.floor(place.ms / 1000) * 1000;
  useEffect(() => shelf.want({ channel, ms }), [shelf, channel, ms]);
  useEffect(() => () => shelf.want(undefined), [shelf]);
  const { standing, picture } = useStore(shelf.state);
  const [pointedAt, takenAt] = [formatTime(ms), formatTime(picture?.timeMs ?? ms)];
  return (
    <figure className={styles.card} data-standing={standing}>
      {picture !== undefined && (
        <Drawn image={picture.image} label={t('Picture of {name} at {time}', { name, time: takenAt })} />
      )}
      {takenAt !== pointedAt && <span className={`${styles.taken} num`}>{takenAt}</span>}
      {standing === 'looking' && (
        <span className={styles.looking}>
          <Spinner size={20} />
        </span>
      )}
      <figcaption className={styles.caption}>
        <span className="num">{pointedAt}</span> {text}
        {standing === 'none' && ` · ${t('No picture')}`}
      </figcaption>
    </figure>
  );
};

/** What a timeline draws where it is pointed at. */
export const usePreview = (deviceId: string): ((place: PreviewPlace) => ReactElement) | undefined => {
  const shelf = usePreviews(deviceId);
  return shelf && ((place) => <PreviewCard shelf={shelf} place={place} />);
};
