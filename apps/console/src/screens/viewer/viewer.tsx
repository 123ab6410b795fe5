// Chooses the viewer page that the first segment names, and reads its address once.
import { viewerPageOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { readDownload, readLive, readPlayback, readRemote, segmentsOf } from './address.ts';
import { DownloadPage } from './download-page.tsx';
import { ViewerAlert } from './frame.tsx';
import { LivePage } from './live-page.tsx';
import { PlaybackPage } from './playback-page.tsx';
import { RemotePage } from './remote-page.tsx';

type ViewerProps = { pathname: string; query: string };

const shown = <A,>(address: A | undefined, page: (address: A) => ReactElement): ReactElement | undefined =>
  address === undefined ? undefined : page(address);

const pageOf = ({ pathname, query }: ViewerProps): ReactElement | undefined => {
  const segments = segmentsOf(pathname);
  const page = viewerPageOf(pathname);
  if (segments === undefined || page === undefined) return undefined;
  switch (page) {
    case 'live':
      return shown(readLive(segments), (address) => <LivePage address={address} />);
    case 'playback':
      return shown(readPlayback(segments), (address) => <PlaybackPage address={address} />);
    case 'remote':
      return shown(readRemote(segments), (address) => <RemotePage address={address} />);
    case 'dlplayback':
    case 'dlremote':
      return shown(readDownload(segments, query), (address) => <DownloadPage page={page} address={address} />);
    default:
      page satisfies never;
      return undefined;
  }
};

/** The page of an address; 'fail param' for one that cannot be read. */
export const Viewer = ({ pathname, query }: ViewerProps): ReactElement =>
  pageOf({ pathname, query }) ?? <ViewerAlert message={t('fail param')} />;
