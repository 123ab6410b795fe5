// Every JT/T 808 message JT/T 1078 adds, in the order of the ids, one line each, and the look-up by id.
import type { AnyMessageCodec } from '@outrider/jt808';
import { p9003QueryAvAttributes } from './p9003-query-av-attributes.ts';
import { p9101LiveRequest } from './p9101-live-request.ts';
import { p9102LiveControl } from './p9102-live-control.ts';
import { p9105TransmissionStatus } from './p9105-transmission-status.ts';
import { p9201PlaybackRequest } from './p9201-playback-request.ts';
import { p9202PlaybackControl } from './p9202-playback-control.ts';
import { p9205QueryResources } from './p9205-query-resources.ts';
import { p9206UploadRequest } from './p9206-upload-request.ts';
import { p9207UploadControl } from './p9207-upload-control.ts';
import { p9301PtzRotate } from './p9301-ptz-rotate.ts';
import { p9302PtzFocus } from './p9302-ptz-focus.ts';
import { p9303PtzAperture } from './p9303-ptz-aperture.ts';
import { p9304PtzWiper } from './p9304-ptz-wiper.ts';
import { p9305PtzInfrared } from './p9305-ptz-infrared.ts';
import { p9306PtzZoom } from './p9306-ptz-zoom.ts';
import { t1003AvAttributes } from './t1003-av-attributes.ts';
import { t1005PassengerFlow } from './t1005-passenger-flow.ts';
import { t1205ResourceList } from './t1205-resource-list.ts';
import { t1206UploadFinished } from './t1206-upload-finished.ts';

/** In the order of the ids. */
export const messages: readonly AnyMessageCodec[] = [
  t1003AvAttributes,
  t1005PassengerFlow,
  t1205ResourceList,
  t1206UploadFinished,
  p9003QueryAvAttributes,
  p9101LiveRequest,
  p9102LiveControl,
  p9105TransmissionStatus,
  p9201PlaybackRequest,
  p9202PlaybackControl,
  p9205QueryResources,
  p9206UploadRequest,
  p9207UploadControl,
  p9301PtzRotate,
  p9302PtzFocus,
  p9303PtzAperture,
  p9304PtzWiper,
  p9305PtzInfrared,
  p9306PtzZoom,
];

const byId: ReadonlyMap<number, AnyMessageCodec> = new Map(messages.map((codec) => [codec.id, codec]));

/** The message with this id; undefined when JT/T 1078 has none. */
export const findMessage = (id: number): AnyMessageCodec | undefined => byId.get(id);
