// Chooses the viewer page that the first segment names, and reads its address once.
import { viewerPageOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { readDownload, readLive, segmentsOf } from './address.ts';
import { DownloadPage } from './download-page.tsx';
import { ViewerAlert } from './frame.tsx';
import { LivePage } from './live-page.tsx';

type ViewerProps = { pathname: string; query: string };

const pageOf = ({ pathname, query }: ViewerProps): ReactElement | undefined => {
  const segments = segmentsOf(pathname);
  const page = viewerPageOf(pathname);
  if (segments === undefined || page === undefined) return undefined;
  if (page === 'live') {
    const address = readLive(segments);
    return address && <LivePage address={address} />;
  }
  if (page === 'dlplayback' || page === 'dlremote') {
    const address = readDownload(segments, query);
    return address && <DownloadPage page={page} address={address} />;
  }
  return undefined;
};

/** The page of an address; 'fail param' for one that cannot be read. */
export const Viewer = ({ pathname, query }: ViewerProps): ReactElement =>
  pageOf({ pathname, query }) ?? <ViewerAlert message={t('fail param')} />;
