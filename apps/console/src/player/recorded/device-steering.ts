// Speed and place of a playback that the device drives (D08): what it was asked for, and what it answered. Not: what follows from that.

/** What the device is asked for. */
export type Steering = { readonly speed: number } | { readonly toMs: number } | { readonly bySeconds: number };
export type Steered = { readonly generation: number; readonly timeMs: number; readonly speed: number };
/** It rejects when the device does not follow; nothing changes then. */
export type Steer = (streamId: number, request: Steering) => Promise<Steered>;

export class DeviceSteering {
  readonly #steer: (request: Steering) => Promise<Steered>;
  readonly #answered: (steered: Steered) => void;
  #wantedSpeed: number | undefined;

  /** `answered` hears where the device plays now, and how fast. */
  constructor(steer: (request: Steering) => Promise<Steered>, answered: (steered: Steered) => void) {
    this.#steer = steer;
    this.#answered = answered;
  }

  /** The speed that was asked for and is not answered yet. */
  get wantedSpeed(): number | undefined {
    return this.#wantedSpeed;
  }

  ask(request: Steering): void {
    if ('speed' in request) this.#wantedSpeed = request.speed;
    const settled = (): void => {
      if ('speed' in request && request.speed === this.#wantedSpeed) this.#wantedSpeed = undefined;
    };
    this.#steer(request).then(
      (steered) => {
        settled();
        this.#answered(steered);
      },
      settled, // who steers tells the operator why
    );
  }
}
