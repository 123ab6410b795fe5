// Whether the frames of a flow are timed by their own stamps, as they should be, or by when they arrived: only the former may be read late.

type Last = { presentationUs: number; stampMs: number };

/** So many frames in a row, seconds of them. */
const PROVED_AFTER = 100;

export class Steadiness {
  private readonly last: Partial<Record<'video' | 'audio', Last>> = {};
  private steady = 0;

  get proved(): boolean {
    return this.steady >= PROVED_AFTER;
  }

  /** Where a frame was put in time. One step of its kind that its stamp does not say, and all begins over. */
  take(
    kind: 'video' | 'audio',
    { presentationUs, stampMs }: { presentationUs: number; stampMs: number | undefined },
  ): void {
    const last = this.last[kind];
    if (stampMs === undefined) this.steady = 0;
    else if (last === undefined) this.last[kind] = { presentationUs, stampMs };
    else {
      const byStampUs = (stampMs - last.stampMs) * 1000;
      if (presentationUs - last.presentationUs !== byStampUs) this.steady = 0;
      else if (byStampUs > 0) this.steady += 1;
      last.presentationUs = presentationUs;
      last.stampMs = stampMs;
    }
  }
}
