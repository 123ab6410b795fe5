// What the choices of a download plan are called, and how a plan begins.
import {
  type DownloadPlan,
  GLOBAL_PLAN,
  type InputOf,
  type PlanDownloadType,
  type PlanMediaType,
  planDownloadTypes,
  type postDownloadPlan,
  ROOT_GROUP,
} from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

export type PlanDraft = Pick<InputOf<typeof postDownloadPlan>, 'eventDownloadPlan'>;
export type PlanFields = PlanDraft['eventDownloadPlan'];

export const CHANNELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export const modeName = (mode: PlanDownloadType): string =>
  ({ 0: t('Hidden'), 1: t('Download'), 2: t('Not Download'), 4: t('Discard') })[mode];
export const mediaName = (type: PlanMediaType): string =>
  ({
    1: t('Video'),
    3: t('Video with audio'),
    4: t('Snapshot'),
    5: t('Video and snapshot'),
    6: t('Video with audio and snapshot'),
  })[type];

/** Where the files of a plan go below its FTP target. */
export const pathName = (path: PlanFields['custompath']): string =>
  ({
    0: t('All in one folder'),
    1: t('A folder for each device'),
    2: t('A folder for each device, in it one for each day'),
  })[path];

export const blankPlan = (): PlanFields => ({
  deviceid: GLOBAL_PLAN,
  groupid: ROOT_GROUP,
  appdevid: Number.NaN,
  updateMode: 'GLOBAL',
  downloadtype: planDownloadTypes.notDownload,
  downloadplan: [1],
  streamtype: [],
  preoffset: null,
  postoffset: null,
  entimepart: false,
  timepart: '',
  timezone: '',
  timeoffset: null,
  intermission: 0,
  enupload: false,
  upload: '',
  custompath: 0,
  accoffonly: false,
  maxbackupsecs: 0,
  snapshotmode: 0,
  mediatype: '1',
  // There must be none yet.
  updatetime: 0,
});

/** By what it is edited and deleted. */
export const planName = (plan: DownloadPlan, groupName: (id: string) => string): string =>
  plan.updateMode === 'GROUP' ? `${plan.appdevid} ${groupName(plan.groupid)}` : planId(plan);

export const planId = ({ updateMode, deviceid, groupid, appdevid }: DownloadPlan): string =>
  updateMode === 'GROUP' ? `${appdevid} group ${groupid}` : `${appdevid} ${deviceid}`;
