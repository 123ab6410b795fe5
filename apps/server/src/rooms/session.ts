// Signing in: who somebody is and what they may. Part of app.ts.
import type { DeviceRegistry } from '../features/device/index.ts';
import { type SessionFeature, sessionFeature } from '../features/session/index.ts';
import type { RoomKit } from './kit.ts';

const HOUR_MS = 3_600_000;

export const openSession = async (
  { base, config, roomLog, accounts, house, drawCaptcha }: RoomKit,
  devices: DeviceRegistry,
): Promise<SessionFeature> =>
  house.open(
    await sessionFeature({
      ...base,
      log: roomLog('session'),
      accounts,
      options: {
        captchaRequired: config.captcha,
        drawCaptcha,
        renewDays: config.passwordDays,
        lifetimeMs: config.sessionHours * HOUR_MS,
      },
      devices,
    }),
  );
