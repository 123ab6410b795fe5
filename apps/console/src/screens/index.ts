// The route table: one row a screen, in the order of the menus. A screen's own index.ts holds its row.
import type { ScreenRoute } from '../lib/screen-route.ts';
import { accessLog } from './access-log/index.ts';
import { audioTest } from './audio-test/index.ts';
import { connectRecorder } from './connect-recorder/index.ts';
import { dashboard } from './dashboard/index.ts';
import { gpsPlayback } from './gps-playback/index.ts';
import { idle } from './idle/index.ts';
import { iframe } from './iframe/index.ts';
import { liveView } from './live-view/index.ts';
import { map } from './map/index.ts';
import { mileage } from './mileage/index.ts';
import { videoPlayback } from './playback/index.ts';
import { randomLive } from './random-live/index.ts';
import { remotePlayback } from './remote-playback/index.ts';
import { streamLog } from './stream-log/index.ts';
import { talkLog } from './talk-log/index.ts';
import { treeView } from './tree-view/index.ts';
import { videoTest } from './video-test/index.ts';

export const screens: readonly ScreenRoute[] = [
  dashboard,
  map,
  liveView,
  treeView,
  randomLive,
  gpsPlayback,
  videoPlayback,
  remotePlayback,
  videoTest,
  audioTest,
  accessLog,
  streamLog,
  talkLog,
  mileage,
  connectRecorder,
  iframe,
  idle,
];
