// What the page tells the workers of all players, live and recorded: one hand-over to whatever session runs.
import type { Allowance, ToPlayer } from '../messages.ts';

type SharedOrder = Extract<
  ToPlayer,
  { kind: 'visible' | 'sound' | 'snapshot' | 'element-failed' | 'allow' | 'canvas' }
>;

/** The part of a session that all players have. */
export interface SharedSession {
  setVisible(visible: boolean): void;
  setSound(on: boolean, port: MessagePort | undefined): void;
  snapshot(id: number): Promise<void>;
  elementFailed(): void;
  allow(allowance: Allowance): void;
  takeCanvas(canvas: OffscreenCanvas, id: number): void;
}

export const takeShared = (session: SharedSession | undefined, order: SharedOrder): void => {
  switch (order.kind) {
    case 'visible':
      session?.setVisible(order.visible);
      break;
    case 'sound':
      session?.setSound(order.on, order.port);
      break;
    case 'snapshot':
      void session?.snapshot(order.id);
      break;
    case 'element-failed':
      session?.elementFailed();
      break;
    case 'allow':
      session?.allow(order.allowance);
      break;
    case 'canvas':
      session?.takeCanvas(order.canvas, order.id);
      break;
    default:
      order satisfies never;
  }
};
