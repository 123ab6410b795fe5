// The files of events with how far asking for them is, and asking once more. Lines from the contract to the requests.
import { AppError, type DeviceFile, type FileRequest, postAskFiles, postEventFiles } from '@outrider/contract';
import type { Access, Caller } from '../../kernel/access/access.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { RequestProgress } from './request-state.ts';

export type AlarmFileCallsKit = {
  access: Access;
  requests: {
    progress: (eventSerials: readonly number[]) => Promise<RequestProgress[]>;
    askAgain: (eventSerial: number) => Promise<void>;
  };
  /** The files of these events that the caller may see. */
  filesOf: (caller: Caller, eventSerials: readonly number[]) => Promise<DeviceFile[]>;
  /** Of a device that is registered, or that is on line. */
  idOf: (deviceKey: number) => string | undefined;
};

/** The same words for an event of another group and for none. */
const unknown = (): AppError => new AppError('not_found', 'There is no such event with files.');

export const alarmFileCalls = ({ access, requests, filesOf, idOf }: AlarmFileCallsKit): CallHandler[] => {
  const seenBy = async (caller: Caller, serials: readonly number[]): Promise<FileRequest[]> =>
    (await requests.progress(serials)).flatMap(({ deviceKey, ...progress }) => {
      const deviceid = access.maySee(caller, deviceKey) ? idOf(deviceKey) : undefined;
      return deviceid === undefined ? [] : [{ deviceid, ...progress }];
    });
  return [
    handle(postEventFiles, async (caller, { serialno }) => ({
      files: await filesOf(caller, serialno),
      requests: await seenBy(caller, serialno),
    })),
    handle(postAskFiles, async (caller, { serialno }) => {
      if ((await seenBy(caller, [serialno])).length === 0) throw unknown();
      await requests.askAgain(serialno);
      const [now] = await seenBy(caller, [serialno]);
      if (now === undefined) throw unknown();
      return now;
    }),
  ];
};
