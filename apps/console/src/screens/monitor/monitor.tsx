// Chooses the monitor page that the path names.
import { monitorPageOf } from '@outrider/contract';
import type { MonitorPage } from '@outrider/contract';
import type { ReactElement } from 'react';
import { GeoArrayPage } from './geo-page.tsx';
import { UploadPage } from './upload-page.tsx';
import { CoverPage, RequestArrayPage } from './task-pages.tsx';
import { DeviceArrayPage, DownloadSettingsPage, HeartbeatPage } from './pages.tsx';
import { TestDevicePage } from './testdev-page.tsx';
import { TestProtocolPage } from './testvcp-page.tsx';

const pages: Readonly<Record<MonitorPage, () => ReactElement>> = {
  hbmonitor: HeartbeatPage,
  dlmonitor: DownloadSettingsPage,
  devarray: DeviceArrayPage,
  testdev: TestDevicePage,
  testvcp: TestProtocolPage,
  covermonitor: CoverPage,
  requestarray: RequestArrayPage,
  ftpmonitor: UploadPage,
  geoarray: GeoArrayPage,
};

export const Monitor = ({ pathname }: { pathname: string }): ReactElement | null => {
  const page = monitorPageOf(pathname);
  if (page === undefined) return null;
  const Page = pages[page];
  return <Page />;
};
