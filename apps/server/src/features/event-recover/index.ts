// The door of event recover: whether planned recordings that this server lacks are fetched from the devices, and footage for events that
// came late.
import { AppError, type EventRecover, eventRecoverSetting } from '@outrider/contract';
import type { CallHandler } from '../../kernel/web/http.ts';
import { attempt } from '../custom-event/index.ts';
import { laneOf, type PlannedChannel, type RecordingFeature, type RecordingReader } from '../recording/index.ts';
import type { Footage } from '../remote-playback/index.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { RecoverDesk, type RecoverDeskKit, type Tried } from './desk.ts';
import type { Recovered, Span } from './lacking.ts';

export type EventRecoverKit = Pick<RecoverDeskKit, 'bus' | 'clock' | 'log' | 'isOnline' | 'online' | 'refusal'> & {
  settings: Pick<Settings, 'follow' | 'state' | 'save'>;
  recordings: Pick<RecordingFeature, 'planned' | 'keptDays'> & { reader: Pick<RecordingReader, 'spansWithGone'> };
  isRegistered: (deviceKey: number) => boolean;
  footage: Footage;
  /** Stores an event of code 98. `startMs`: since when it was lacking. */
  recovered: (deviceKey: number, startMs: number, note: string) => Promise<void>;
};

export type EventRecoverFeature = {
  /** Whether plans have footage fetched for events that came late. */
  takesLate: () => boolean;
  calls: CallHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  metrics(): Record<string, number>;
  close(): Promise<void>;
};

const USER_NAME = 'event recover';
const RECOVER_TASK = 'recover';
const lanes = (['main', 'sub'] as const).flatMap((stream) => [true, false].map((audio) => ({ stream, audio })));

const fetchPiece = async (
  { clock, footage }: Pick<EventRecoverKit, 'clock' | 'footage'>,
  deviceKey: number,
  { channel, stream, sound }: PlannedChannel,
  piece: Span,
  signal: AbortSignal,
): Promise<Tried> => {
  const mainChannels = stream === 'main' ? [channel] : [];
  const wanted = { deviceKey, deviceId: '', channels: [channel], mainChannels, audio: sound, userName: USER_NAME };
  const createdMs = clock.now();
  const came = await attempt(
    { footage, signal, protectUntilMs: createdMs, task: RECOVER_TASK },
    { ...wanted, ...piece, createdMs },
    () => undefined,
  );
  // Everything of the device is being deleted: that is no reason to go on with the next piece.
  if (came.state === 'cancelled') throw new AppError('conflict', came.message);
  return { footage: came.footage, again: came.again };
};

/** Words of the event: the channels, and until when (UTC); since when is the time of the event. */
const noteOf = ({ channels, endMs }: Recovered): string =>
  `Channels ${channels.join(', ')}, until ${new Date(endMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export const eventRecoverFeature = (kit: EventRecoverKit): EventRecoverFeature => {
  const { settings, recordings, footage, isRegistered, recovered } = kit;
  let chosen: EventRecover = { enable: '' };
  const desk = new RecoverDesk({
    ...kit,
    isOn: () => chosen.enable === '1',
    planned: (deviceKey) => (isRegistered(deviceKey) ? recordings.planned(deviceKey) : []),
    keptDays: (deviceKey) => recordings.keptDays(deviceKey),
    spansWithGone: (deviceKey, channel, ...span) =>
      recordings.reader.spansWithGone(
        deviceKey,
        [channel, ...lanes.map((lane) => laneOf({ channel, ...lane }))],
        ...span,
      ),
    listed: (...asked) => footage.listed(...asked),
    fetch: (...asked) => fetchPiece(kit, ...asked),
    recovered: (deviceKey, what) => recovered(deviceKey, what.startMs, noteOf(what)),
  });
  const unfollow = settings.follow(eventRecoverSetting, (held) => {
    chosen = held ?? { enable: '' };
    if (chosen.enable === '1') desk.start();
    else void desk.stop();
  });
  return {
    takesLate: () => chosen.enable !== '0',
    calls: settingCalls(settings, eventRecoverSetting, () => chosen),
    forgetDevices: (deviceKeys) => desk.forgetDevices(deviceKeys),
    metrics: () => desk.metrics(),
    close: () => {
      unfollow();
      return desk.close();
    },
  };
};
