// What a device brings for one alarm, from the gateway's files port to the store of files. When the device is asked is in requests.ts.
import type {
  AlarmFileStart,
  AlarmUpload,
  AnnouncedFile,
  FileSink,
  IncomingFile,
  KeptFile,
} from '../../gateway/index.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AlarmFileStore, FileRequest } from './store.ts';

export type UploadKit = { store: AlarmFileStore; sink: FileSink; synced: () => Promise<void> };

/** Who hears how an upload goes. */
export type UploadEvents = {
  opened: () => void;
  /** A file begins, or goes on: gives what the device writes to. */
  arriving: (file: AnnouncedFile, incoming: IncomingFile) => IncomingFile;
  /** It could not be kept, for a reason that is not the device's. */
  notKept: (error: unknown) => void;
  /** A file is kept. */
  brought: (name: string) => Promise<void>;
  closed: () => void;
};

/** Files that one alarm may have over all its uploads: a device that renames them at each try must not fill the table. */
const MAX_LISTED = 255;

export class Upload implements AlarmUpload {
  readonly deviceKey: number;
  readonly alarmSign: string;
  private readonly request: FileRequest;
  private readonly kit: UploadKit;
  private readonly events: UploadEvents;

  constructor(request: FileRequest, kit: UploadKit, events: UploadEvents) {
    this.request = request;
    this.deviceKey = request.deviceKey;
    this.alarmSign = request.alarmSign;
    this.kit = kit;
    this.events = events;
  }

  async announce(files: readonly AnnouncedFile[]): Promise<void> {
    await this.list(files);
    this.events.opened();
  }

  async begin(file: AlarmFileStart): Promise<IncomingFile | null> {
    const { name } = file;
    const { request } = this;
    await this.list([file]);
    const listed = (await this.kit.store.files(request.eventSerial)).find((each) => each.name === name);
    if (listed?.kept === true) {
      await this.kit.synced(); // it may have failed when the file came
      return null;
    }
    return this.events.arriving(file, await this.opened(file));
  }

  private async opened({ name, sizeBytes, kind, channel }: AlarmFileStart): Promise<IncomingFile> {
    const { request } = this;
    const begun = this.kit.sink.begin({
      deviceKey: request.deviceKey,
      kind,
      channel,
      takenAtMs: request.takenMs,
      name,
      expectedBytes: sizeBytes,
      eventSerial: request.eventSerial,
      alarmSign: request.alarmSign,
      source: 'active safety',
      asked: true,
      identity: `${request.alarmNumber} ${name}`,
    });
    try {
      return await begun;
    } catch (error) {
      this.events.notKept(error);
      throw error;
    }
  }

  /** The device deletes a file once we call it complete: so only what outlasts a power cut is called that. */
  async kept({ name }: AnnouncedFile, kept: KeptFile | null): Promise<void> {
    await this.kit.store.keep(this.request.eventSerial, name, kept?.id ?? null);
    await this.kit.synced();
    await this.events.brought(name);
  }

  closed(): void {
    this.events.closed();
  }

  private async list(files: readonly AnnouncedFile[]): Promise<void> {
    const { eventSerial } = this.request;
    const known = await this.kit.store.files(eventSerial);
    const names = new Set([...known, ...files].map(({ name }) => name));
    if (names.size > MAX_LISTED) throw new AppError('limit_reached', 'The alarm has too many files.');
    // One statement takes each name once.
    const newest = new Map(files.map(({ name, sizeBytes }) => [name, { name, bytes: sizeBytes }]));
    await this.kit.store.list(eventSerial, [...newest.values()]);
  }
}
