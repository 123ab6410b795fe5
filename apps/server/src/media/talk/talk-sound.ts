// What somebody who keeps the sound of a talk gets of it, and how the sound of a device becomes samples. Files are not here.
import { createAudioDecoder, type AudioDecoder } from '@outrider/media';
import type { TalkFrame } from '../../gateway/index.ts';

/** Called on the main thread: must not throw and must not wait. All samples are 8 kHz mono, and end now. */
export interface TalkSound {
  said(pcm: Int16Array): void;
  heard(pcm: Int16Array): void;
  end(): void;
}

/** Undefined where the sound of talks is not kept. */
export type KeepTalkSound = (talkId: string) => TalkSound | undefined;

const RATE_HZ = 8000;

/** Decodes one device. */
export class DeviceEar {
  private decoder: AudioDecoder | null = null;
  private payloadType = -1;
  private lastUs: number | null = null;

  /** Null for what is no sound that can be decoded here. */
  hear({ payloadType, body, presentationUs, discontinuity }: TalkFrame): Int16Array | null {
    if (this.decoder === null || payloadType !== this.payloadType) {
      this.decoder = createAudioDecoder(payloadType);
      this.payloadType = payloadType;
      this.lastUs = null;
    }
    const deltaMs = this.lastUs === null || discontinuity ? undefined : (presentationUs - this.lastUs) / 1000;
    this.lastUs = presentationUs;
    const decoded = this.decoder.decode(body, deltaMs);
    return decoded?.sampleRate === RATE_HZ ? decoded.pcm : null;
  }
}
