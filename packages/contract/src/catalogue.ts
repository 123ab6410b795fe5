// The written-out lists of everything that crosses the browser wire, in reading order. Tests and the reference walk them.
import { getActions, postAccessLog } from './access-log.ts';
import { s04UserList } from './account.ts';
import { getConnectRecorder, mapSetting } from './admin.ts';
import { deleteCustomEvent, getCustomEvents, postCustomEvent, putCustomEvent } from './custom-event.ts';
import {
  d01Register,
  d02Remove,
  postDevice,
  postGps,
  q03DeviceList,
  q04ChangedDevices,
  q05Device,
  q07GpsInfo,
  q11ExtraInfoList,
  q12ExtraInfo,
} from './device.ts';
import { postDeviceFiles, postFileTicket } from './device-file.ts';
import { postDeviceMessages, postDriverCards } from './device-message.ts';
import { putDeviceZone } from './device-zone.ts';
import { getEventDefine, getEventDefineDevice } from './event-definition.ts';
import { postAskFiles, postEventFiles } from './event-files.ts';
import { getNominatimStatus, postNominatimReverse } from './geocode.ts';
import { getIframes, getUserGroups, postGroupDevices } from './group.ts';
import {
  p01Subscribe,
  p02LiveUpdates,
  p03ListChanged,
  p04AccountChanged,
  p05GroupsChanged,
  q10StreamStatus,
} from './live.ts';
import { postStreamLog, postTalkLog } from './log.ts';
import { d08RemotePlayback } from './playback.ts';
import { d12Ptz } from './ptz.ts';
import { getWaitingRecorders, postAllowAgain } from './readmission.ts';
import { postRecordList } from './record-list.ts';
import {
  d13DeleteRecordings,
  d15DeleteSpan,
  postRecordings,
  q06RecordedMinutes,
  q08RecordedDays,
  q09Usage,
} from './recording.ts';
import { postReportPdf } from './report-pdf.ts';
import {
  deleteSession,
  getCaptcha,
  getCaptchaImage,
  getProtocol,
  getServer,
  getVideoLayout,
  postCaptcha,
  postSession,
  postUserInfo,
  postVerifyUser,
  putPassword,
  q01ServerInfo,
  q02Login,
} from './session.ts';
import { postMileageQuery, postTrips, q13DrivingStatistics } from './track-statistics.ts';
import { postTrackEvents, postTrackHours } from './track.ts';
import { getI18nConfig } from './translation.ts';

export const calls = [
  getServer,
  getProtocol,
  getCaptcha,
  getCaptchaImage,
  postCaptcha,
  getVideoLayout,
  postSession,
  deleteSession,
  postUserInfo,
  postVerifyUser,
  putPassword,
  getUserGroups,
  postGroupDevices,
  getIframes,
  postDevice,
  putDeviceZone,
  postGps,
  postDeviceMessages,
  postDriverCards,
  postTrackHours,
  postTrackEvents,
  postDeviceFiles,
  postFileTicket,
  postEventFiles,
  postAskFiles,
  getEventDefine,
  getEventDefineDevice,
  postRecordings,
  getConnectRecorder,
  getWaitingRecorders,
  postAllowAgain,
  mapSetting.load,
  mapSetting.save,
  getNominatimStatus,
  postNominatimReverse,
  postCustomEvent,
  getCustomEvents,
  putCustomEvent,
  deleteCustomEvent,
  postStreamLog,
  postTalkLog,
  getActions,
  postAccessLog,
  postTrips,
  postMileageQuery,
  postRecordList,
  postReportPdf,
  getI18nConfig,
] as const;

export const commands = [
  q01ServerInfo,
  q02Login,
  q03DeviceList,
  q04ChangedDevices,
  q05Device,
  q06RecordedMinutes,
  q07GpsInfo,
  q08RecordedDays,
  q09Usage,
  q10StreamStatus,
  q11ExtraInfoList,
  q12ExtraInfo,
  q13DrivingStatistics,
  d01Register,
  d02Remove,
  d08RemotePlayback,
  d12Ptz,
  d13DeleteRecordings,
  d15DeleteSpan,
  s04UserList,
  p01Subscribe,
] as const;

export const pushes = [p02LiveUpdates, p03ListChanged, p04AccountChanged, p05GroupsChanged] as const;
