// Signing in: who somebody is and what they may. Part of app.ts.
import type { DeviceRegistry } from '../features/device/index.ts';
import { type DrawCaptcha, type SessionFeature, sessionFeature } from '../features/session/index.ts';
import type { RoomKit } from './kit.ts';

const HOUR_MS = 3_600_000;

export const openSession = async (
  { room, config, accounts, house }: RoomKit,
  devices: DeviceRegistry,
  drawCaptcha: DrawCaptcha | undefined,
): Promise<SessionFeature> =>
  house.open(
    await sessionFeature({
      ...room('session'),
      accounts,
      options: {
        captchaRequired: config.captcha,
        drawCaptcha,
        renewDays: config.passwordDays,
        endsWithBrowser: config.sessionLife === 'browser',
        lifetimeMs: config.sessionHours * HOUR_MS,
      },
      devices,
    }),
  );
