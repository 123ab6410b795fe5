// Every message of this package in the order of its ids, one line each, and the look-up by id.
import type { Direction, Edition } from '../message.ts';
import { p8001GeneralReply } from './p8001-general-reply.ts';
import { p8003ResendRequest } from './p8003-resend-request.ts';
import { p8004TimeReply } from './p8004-time-reply.ts';
import { p8100RegisterReply } from './p8100-register-reply.ts';
import { p8103SetParameters } from './p8103-set-parameters.ts';
import { p8104QueryParameters } from './p8104-query-parameters.ts';
import { p8105Control } from './p8105-control.ts';
import { p8106QueryGivenParameters } from './p8106-query-given-parameters.ts';
import { p8107QueryAttributes } from './p8107-query-attributes.ts';
import { p8108UpgradePacket } from './p8108-upgrade-packet.ts';
import { p8201QueryLocation } from './p8201-query-location.ts';
import { p8202Track } from './p8202-track.ts';
import { p8203ConfirmAlarm } from './p8203-confirm-alarm.ts';
import { p8204LinkCheck } from './p8204-link-check.ts';
import { p8300Text } from './p8300-text.ts';
import { p8301EventList } from './p8301-event-list.ts';
import { p8302Question } from './p8302-question.ts';
import { p8303NewsMenu } from './p8303-news-menu.ts';
import { p8304News } from './p8304-news.ts';
import { p8400CallBack } from './p8400-call-back.ts';
import { p8401PhoneBook } from './p8401-phone-book.ts';
import { p8500VehicleControl } from './p8500-vehicle-control.ts';
import { p8600SetCircles } from './p8600-set-circles.ts';
import { p8601DeleteCircles } from './p8601-delete-circles.ts';
import { p8602SetRectangles } from './p8602-set-rectangles.ts';
import { p8603DeleteRectangles } from './p8603-delete-rectangles.ts';
import { p8604SetPolygon } from './p8604-set-polygon.ts';
import { p8605DeletePolygons } from './p8605-delete-polygons.ts';
import { p8606SetRoute } from './p8606-set-route.ts';
import { p8607DeleteRoutes } from './p8607-delete-routes.ts';
import { p8608QueryAreas } from './p8608-query-areas.ts';
import { p8700CollectRecorder } from './p8700-collect-recorder.ts';
import { p8701SetRecorder } from './p8701-set-recorder.ts';
import { p8702QueryDriverCard } from './p8702-query-driver-card.ts';
import { p8800MediaReply } from './p8800-media-reply.ts';
import { p8801Snapshot } from './p8801-snapshot.ts';
import { p8802SearchMedia } from './p8802-search-media.ts';
import { p8803UploadMedia } from './p8803-upload-media.ts';
import { p8804RecordAudio } from './p8804-record-audio.ts';
import { p8805UploadMediaItem } from './p8805-upload-media-item.ts';
import { p8900TransparentDown } from './p8900-transparent-down.ts';
import { p8a00PlatformRsaKey } from './p8a00-platform-rsa-key.ts';
import { p9208AttachmentRequest } from './p9208-attachment-request.ts';
import { p9212FileCompleteReply } from './p9212-file-complete-reply.ts';
import { t0001GeneralReply } from './t0001-general-reply.ts';
import { t0002Heartbeat } from './t0002-heartbeat.ts';
import { t0003Logout } from './t0003-logout.ts';
import { t0004TimeRequest } from './t0004-time-request.ts';
import { t0005ResendRequest } from './t0005-resend-request.ts';
import { t0100Register } from './t0100-register.ts';
import { t0102Authenticate } from './t0102-authenticate.ts';
import { t0104Parameters } from './t0104-parameters.ts';
import { t0107Attributes } from './t0107-attributes.ts';
import { t0108UpgradeResult } from './t0108-upgrade-result.ts';
import { t0200LocationReport } from './t0200-location-report.ts';
import { t0201LocationReply } from './t0201-location-reply.ts';
import { t0301EventReport } from './t0301-event-report.ts';
import { t0302Answer } from './t0302-answer.ts';
import { t0303NewsOrder } from './t0303-news-order.ts';
import { t0500VehicleControlReply } from './t0500-vehicle-control-reply.ts';
import { t0608AreaReply } from './t0608-area-reply.ts';
import { t0700RecorderReply } from './t0700-recorder-reply.ts';
import { t0701Waybill } from './t0701-waybill.ts';
import { t0702DriverCard } from './t0702-driver-card.ts';
import { t0704LocationBatch } from './t0704-location-batch.ts';
import { t0705CanFrames } from './t0705-can-frames.ts';
import { t0800MediaEvent } from './t0800-media-event.ts';
import { t0801MediaUpload } from './t0801-media-upload.ts';
import { t0802MediaList } from './t0802-media-list.ts';
import { t0805SnapshotReply } from './t0805-snapshot-reply.ts';
import { t0900TransparentUp } from './t0900-transparent-up.ts';
import { t0901CompressedReport } from './t0901-compressed-report.ts';
import { t0a00TerminalRsaKey } from './t0a00-terminal-rsa-key.ts';
import { t1210AttachmentList } from './t1210-attachment-list.ts';
import { t1211FileStart } from './t1211-file-start.ts';
import { t1212FileComplete } from './t1212-file-complete.ts';
import { t1300TextReply } from './t1300-text-reply.ts';
import { t1fc4UpgradeProgress } from './t1fc4-upgrade-progress.ts';
import { t6006TextReport } from './t6006-text-report.ts';

/** A message whose type is not known here: any MessageCodec fits. To encode, use the codec itself, which knows its type. */
export type AnyMessageCodec = {
  readonly id: number;
  readonly name: string;
  readonly direction: Direction;
  readonly decode: (body: Uint8Array, edition: Edition) => unknown;
  readonly encode: (message: never, edition: Edition) => Uint8Array;
};

export const messages: readonly AnyMessageCodec[] = [
  t0001GeneralReply,
  t0002Heartbeat,
  t0003Logout,
  t0004TimeRequest,
  t0005ResendRequest,
  t0100Register,
  t0102Authenticate,
  t0104Parameters,
  t0107Attributes,
  t0108UpgradeResult,
  t0200LocationReport,
  t0201LocationReply,
  t0301EventReport,
  t0302Answer,
  t0303NewsOrder,
  t0500VehicleControlReply,
  t0608AreaReply,
  t0700RecorderReply,
  t0701Waybill,
  t0702DriverCard,
  t0704LocationBatch,
  t0705CanFrames,
  t0800MediaEvent,
  t0801MediaUpload,
  t0802MediaList,
  t0805SnapshotReply,
  t0900TransparentUp,
  t0901CompressedReport,
  t0a00TerminalRsaKey,
  t1210AttachmentList,
  t1211FileStart,
  t1212FileComplete,
  t1300TextReply,
  t1fc4UpgradeProgress,
  t6006TextReport,
  p8001GeneralReply,
  p8003ResendRequest,
  p8004TimeReply,
  p8100RegisterReply,
  p8103SetParameters,
  p8104QueryParameters,
  p8105Control,
  p8106QueryGivenParameters,
  p8107QueryAttributes,
  p8108UpgradePacket,
  p8201QueryLocation,
  p8202Track,
  p8203ConfirmAlarm,
  p8204LinkCheck,
  p8300Text,
  p8301EventList,
  p8302Question,
  p8303NewsMenu,
  p8304News,
  p8400CallBack,
  p8401PhoneBook,
  p8500VehicleControl,
  p8600SetCircles,
  p8601DeleteCircles,
  p8602SetRectangles,
  p8603DeleteRectangles,
  p8604SetPolygon,
  p8605DeletePolygons,
  p8606SetRoute,
  p8607DeleteRoutes,
  p8608QueryAreas,
  p8700CollectRecorder,
  p8701SetRecorder,
  p8702QueryDriverCard,
  p8800MediaReply,
  p8801Snapshot,
  p8802SearchMedia,
  p8803UploadMedia,
  p8804RecordAudio,
  p8805UploadMediaItem,
  p8900TransparentDown,
  p8a00PlatformRsaKey,
  p9208AttachmentRequest,
  p9212FileCompleteReply,
];

const byId: ReadonlyMap<number, AnyMessageCodec> = new Map(messages.map((codec) => [codec.id, codec]));

/** The message with this id, undefined when this package does not know it: answer 0x8001 result 3 (section 9). */
export const findMessage = (id: number): AnyMessageCodec | undefined => byId.get(id);
