// The door of the JT/T 808 package: what server, simulator and jt1078 may use. In the order of the protocol reference.
export { ALARM_BITS, alarmsOf } from './alarm-bits.ts';
export type { AlarmBit } from './alarm-bits.ts';
export { ByteReader, ByteWriter, fromHex, toHex } from './bytes.ts';
export { DecodeError } from './errors.ts';
export { encodeFrame, FrameSplitter, readFrame } from './frame.ts';
export type { Frame, FrameError, FrameEvent, RejectedFrame } from './frame.ts';
export { decodeGbk, encodeGbk } from './gbk.ts';
export { decodeHeader, encodeHeader, readHeader, terminalIdOf } from './header.ts';
export type { Header, HeaderFields, HeaderLayout, HeaderReading, Tolerance } from './header.ts';
export { activeSafetyItem, decodeItem, itemValue, standardItem } from './items.ts';
export type { ItemsError, ItemValue, LocationItem, StandardItemId, StandardItemValues } from './items.ts';
export { LinkCodec } from './link-codec.ts';
export type { EncodedMessage, LinkIdentity } from './link-codec.ts';
export { altitudeM, decodeLocation, encodeLocation, hasFix, LOCATION_BASE_LENGTH } from './location.ts';
export type { LocationBase, LocationReport } from './location.ts';
export { decodeLocationCore } from './location-core.ts';
export type { LocationCore } from './location-core.ts';
export { message } from './message.ts';
export type { Direction, Edition, MessageCodec } from './message.ts';
export { decodeParameter, makeParameter, parameterRow, PARAMETERS } from './parameters.ts';
export type {
  ForbiddenPeriod,
  Parameter,
  ParameterList,
  ParameterRow,
  ParameterType,
  ParameterValue,
} from './parameters.ts';
export { loadOf, STATUS_BITS, statusOf } from './status-bits.ts';
export type { StatusBit } from './status-bits.ts';
export { powerItem, storageItem, temperaturesItem, vendorReadings } from './vendor-items.ts';
export type { StorageState, VendorReadings } from './vendor-items.ts';
export { Subpackages } from './subpackages.ts';
export type { SubpackageEffect } from './subpackages.ts';
export { decodeTime, decodeTimeBytes, encodeTime, STANDARD_OFFSET_MINUTES } from './time.ts';
export { findMessage, messages } from './messages/index.ts';
export type { AnyMessageCodec } from './messages/index.ts';
export type { EmptyBody } from './messages/empty-body.ts';
export { t0001GeneralReply } from './messages/t0001-general-reply.ts';
export type { GeneralReply } from './messages/t0001-general-reply.ts';
export { t0002Heartbeat } from './messages/t0002-heartbeat.ts';
export { t0003Logout } from './messages/t0003-logout.ts';
export { t0004TimeRequest } from './messages/t0004-time-request.ts';
export { registerEdition, t0100Register } from './messages/t0100-register.ts';
export type { Register } from './messages/t0100-register.ts';
export { t0102Authenticate } from './messages/t0102-authenticate.ts';
export type { Authenticate } from './messages/t0102-authenticate.ts';
export { t0200LocationReport } from './messages/t0200-location-report.ts';
export { GENERAL_RESULT, p8001GeneralReply } from './messages/p8001-general-reply.ts';
export { p8100RegisterReply } from './messages/p8100-register-reply.ts';
export type { RegisterReply } from './messages/p8100-register-reply.ts';
export { p8104QueryParameters } from './messages/p8104-query-parameters.ts';
export { p8107QueryAttributes } from './messages/p8107-query-attributes.ts';
export { p8201QueryLocation } from './messages/p8201-query-location.ts';
export { p8204LinkCheck } from './messages/p8204-link-check.ts';
export { p8003ResendRequest } from './messages/p8003-resend-request.ts';
export type { ResendRequest } from './messages/p8003-resend-request.ts';
export { p8004TimeReply } from './messages/p8004-time-reply.ts';
export type { TimeReply } from './messages/p8004-time-reply.ts';
export { p8103SetParameters } from './messages/p8103-set-parameters.ts';
export type { SetParameters } from './messages/p8103-set-parameters.ts';
export { CONTROL, p8105Control } from './messages/p8105-control.ts';
export type { Control } from './messages/p8105-control.ts';
export { p8106QueryGivenParameters } from './messages/p8106-query-given-parameters.ts';
export type { QueryGivenParameters } from './messages/p8106-query-given-parameters.ts';
export { p8108UpgradePacket } from './messages/p8108-upgrade-packet.ts';
export type { UpgradePacket } from './messages/p8108-upgrade-packet.ts';
export { p8202Track } from './messages/p8202-track.ts';
export type { Track } from './messages/p8202-track.ts';
export { p8203ConfirmAlarm } from './messages/p8203-confirm-alarm.ts';
export type { ConfirmAlarm } from './messages/p8203-confirm-alarm.ts';
export { t0005ResendRequest } from './messages/t0005-resend-request.ts';
export { t0104Parameters } from './messages/t0104-parameters.ts';
export type { Parameters } from './messages/t0104-parameters.ts';
export { t0107Attributes } from './messages/t0107-attributes.ts';
export type { Attributes } from './messages/t0107-attributes.ts';
export { t0108UpgradeResult } from './messages/t0108-upgrade-result.ts';
export type { UpgradeResult } from './messages/t0108-upgrade-result.ts';
export { t0201LocationReply } from './messages/t0201-location-reply.ts';
export type { LocationReply } from './messages/t0201-location-reply.ts';
export { t0500VehicleControlReply } from './messages/t0500-vehicle-control-reply.ts';
export { splitLocationBatch, t0704LocationBatch } from './messages/t0704-location-batch.ts';
export type { LocationBatch, LocationBodies } from './messages/t0704-location-batch.ts';
export type { IdList, WireTime } from './fields.ts';
export { alarmSignKey, decodeAlarmSign, makeAlarmSign } from './active-safety/alarm-sign.ts';
export type { AlarmSign } from './active-safety/alarm-sign.ts';
export { decodeActiveSafetyItem, encodeActiveSafetyItem } from './active-safety/items.ts';
export type {
  ActiveSafetyValue,
  AdasAlarm,
  BlindSpotAlarm,
  DriverAlarm,
  HarshDrivingAlarm,
  TireAlarm,
  TireEntry,
} from './active-safety/items.ts';
export { decodeActiveSafetyParameter, encodeActiveSafetyParameter } from './active-safety/parameters.ts';
export type {
  ActiveSafetyParameter,
  AdasParameters,
  BlindSpotParameters,
  DriverParameters,
  TireParameters,
} from './active-safety/parameters.ts';
export { AttachmentSplitter, encodeFileChunk } from './active-safety/file-chunk.ts';
export type { AttachmentEvent, BrokenStream, FileChunk } from './active-safety/file-chunk.ts';
export type { AlarmNumber } from './active-safety/alarm-number.ts';
export type { AttachmentFile } from './active-safety/attachment-file.ts';
export type { PeripheralDescription, PeripheralState } from './active-safety/peripherals.ts';
export {
  AREA_SOUTH,
  AREA_SPEED_LIMIT,
  AREA_TIMED,
  AREA_WEST,
  SEGMENT_SOUTH,
  SEGMENT_SPEED_LIMIT,
  SEGMENT_TIMED,
  SEGMENT_WEST,
} from './area.ts';
export type {
  AreaList,
  AreaPoint,
  AreaSpan,
  Circle,
  Polygon,
  Rectangle,
  Route,
  RoutePoint,
  SpeedLimit,
} from './area.ts';
export { findJpeg, isJpeg } from './media-item.ts';
export type { MediaItem } from './media-item.ts';
export type { MediaFilter } from './media-filter.ts';
export { decodeRecorderBlock, encodeRecorderBlock } from './recorder-block.ts';
export type { RecorderBlock, RecorderBlockDirection } from './recorder-block.ts';
export type { RsaKey } from './rsa-key.ts';
export { PERIPHERAL_DESCRIPTION, PERIPHERAL_STATE } from './transparent.ts';
export type { TransparentContent } from './transparent.ts';
export {
  decodeVendorBlock,
  encodeVendorBlock,
  isVendorBlock,
  VENDOR_BLOCK_TERMINAL_BIT,
  VENDOR_BODY_BYTES,
  VENDOR_COMMANDS,
  VENDOR_RESULT,
  vendorCommandCode,
} from './vendor-block.ts';
export type { VendorBlock, VendorBody, VendorCommand } from './vendor-block.ts';
export { VENDOR_SETTINGS } from './vendor-settings.ts';
export type { VendorSetting, VendorSettingValues } from './vendor-settings.ts';
export { p8300Text } from './messages/p8300-text.ts';
export type { TextMessage } from './messages/p8300-text.ts';
export { p8301EventList } from './messages/p8301-event-list.ts';
export type { DriverEvent, EventList } from './messages/p8301-event-list.ts';
export { p8302Question } from './messages/p8302-question.ts';
export type { Question, QuestionAnswer } from './messages/p8302-question.ts';
export { p8303NewsMenu } from './messages/p8303-news-menu.ts';
export type { NewsMenu, NewsMenuEntry } from './messages/p8303-news-menu.ts';
export { p8304News } from './messages/p8304-news.ts';
export type { News } from './messages/p8304-news.ts';
export { p8400CallBack } from './messages/p8400-call-back.ts';
export type { CallBack } from './messages/p8400-call-back.ts';
export { p8401PhoneBook } from './messages/p8401-phone-book.ts';
export type { Contact, PhoneBook } from './messages/p8401-phone-book.ts';
export { p8500VehicleControl } from './messages/p8500-vehicle-control.ts';
export type { VehicleControl, VehicleControlItem } from './messages/p8500-vehicle-control.ts';
export { p8600SetCircles } from './messages/p8600-set-circles.ts';
export { p8601DeleteCircles } from './messages/p8601-delete-circles.ts';
export { p8602SetRectangles } from './messages/p8602-set-rectangles.ts';
export { p8603DeleteRectangles } from './messages/p8603-delete-rectangles.ts';
export { p8604SetPolygon } from './messages/p8604-set-polygon.ts';
export { p8605DeletePolygons } from './messages/p8605-delete-polygons.ts';
export { p8606SetRoute } from './messages/p8606-set-route.ts';
export { p8607DeleteRoutes } from './messages/p8607-delete-routes.ts';
export { p8608QueryAreas } from './messages/p8608-query-areas.ts';
export type { AreaQuery } from './messages/p8608-query-areas.ts';
export { p8700CollectRecorder } from './messages/p8700-collect-recorder.ts';
export type { CollectRecorder } from './messages/p8700-collect-recorder.ts';
export { p8701SetRecorder } from './messages/p8701-set-recorder.ts';
export type { SetRecorder } from './messages/p8701-set-recorder.ts';
export { p8702QueryDriverCard } from './messages/p8702-query-driver-card.ts';
export { p8800MediaReply } from './messages/p8800-media-reply.ts';
export type { MediaReply } from './messages/p8800-media-reply.ts';
export { p8801Snapshot } from './messages/p8801-snapshot.ts';
export type { Snapshot } from './messages/p8801-snapshot.ts';
export { p8802SearchMedia } from './messages/p8802-search-media.ts';
export { p8803UploadMedia } from './messages/p8803-upload-media.ts';
export type { UploadMedia } from './messages/p8803-upload-media.ts';
export { p8804RecordAudio } from './messages/p8804-record-audio.ts';
export type { RecordAudio } from './messages/p8804-record-audio.ts';
export { p8805UploadMediaItem } from './messages/p8805-upload-media-item.ts';
export type { UploadMediaItem } from './messages/p8805-upload-media-item.ts';
export { p8900TransparentDown } from './messages/p8900-transparent-down.ts';
export type { PeripheralQuery } from './messages/p8900-transparent-down.ts';
export { p8a00PlatformRsaKey } from './messages/p8a00-platform-rsa-key.ts';
export { p9208AttachmentRequest } from './messages/p9208-attachment-request.ts';
export type { AttachmentRequest } from './messages/p9208-attachment-request.ts';
export { p9212FileCompleteReply } from './messages/p9212-file-complete-reply.ts';
export type { FileCompleteReply, MissingRange } from './messages/p9212-file-complete-reply.ts';
export { t0301EventReport } from './messages/t0301-event-report.ts';
export type { EventReport } from './messages/t0301-event-report.ts';
export { t0302Answer } from './messages/t0302-answer.ts';
export type { Answer } from './messages/t0302-answer.ts';
export { t0303NewsOrder } from './messages/t0303-news-order.ts';
export type { NewsOrder } from './messages/t0303-news-order.ts';
export { decodeStoredAreas, t0608AreaReply } from './messages/t0608-area-reply.ts';
export type { AreaReply, StoredAreas } from './messages/t0608-area-reply.ts';
export { t0700RecorderReply } from './messages/t0700-recorder-reply.ts';
export type { RecorderReply } from './messages/t0700-recorder-reply.ts';
export { t0701Waybill } from './messages/t0701-waybill.ts';
export type { Waybill } from './messages/t0701-waybill.ts';
export { t0702DriverCard } from './messages/t0702-driver-card.ts';
export type { CardHolder, DriverCard } from './messages/t0702-driver-card.ts';
export { t0705CanFrames } from './messages/t0705-can-frames.ts';
export type { CanFrame, CanReport } from './messages/t0705-can-frames.ts';
export { t0800MediaEvent } from './messages/t0800-media-event.ts';
export { t0801MediaUpload } from './messages/t0801-media-upload.ts';
export type { MediaUpload } from './messages/t0801-media-upload.ts';
export { t0802MediaList } from './messages/t0802-media-list.ts';
export type { MediaList, StoredMedia } from './messages/t0802-media-list.ts';
export { t0805SnapshotReply } from './messages/t0805-snapshot-reply.ts';
export type { SnapshotReply } from './messages/t0805-snapshot-reply.ts';
export { t0900TransparentUp } from './messages/t0900-transparent-up.ts';
export type { PeripheralReport } from './messages/t0900-transparent-up.ts';
export { t0901CompressedReport } from './messages/t0901-compressed-report.ts';
export type { CompressedReport } from './messages/t0901-compressed-report.ts';
export { t0a00TerminalRsaKey } from './messages/t0a00-terminal-rsa-key.ts';
export { t1210AttachmentList } from './messages/t1210-attachment-list.ts';
export type { AttachmentList, AttachmentListFile } from './messages/t1210-attachment-list.ts';
export { t1211FileStart } from './messages/t1211-file-start.ts';
export { t1212FileComplete } from './messages/t1212-file-complete.ts';
export { t1300TextReply } from './messages/t1300-text-reply.ts';
export type { TextReply } from './messages/t1300-text-reply.ts';
export { t1fc4UpgradeProgress } from './messages/t1fc4-upgrade-progress.ts';
export type { UpgradeProgress } from './messages/t1fc4-upgrade-progress.ts';
export { t6006TextReport } from './messages/t6006-text-report.ts';
export type { TextReport } from './messages/t6006-text-report.ts';
