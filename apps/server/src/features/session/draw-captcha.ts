// Draws one captcha: a few milliseconds of computing, so it runs in worker/captcha.worker.ts alone.
import svgCaptcha from 'svg-captcha';

const CAPTCHA_LENGTH = 5;
/** Letters without o and O, digits 1 to 9. */
const CAPTCHA_CHARACTERS = 'abcdefghijklmnpqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ123456789';

export type DrawnCaptcha = { text: string; svg: string };

export const drawCaptcha = (): DrawnCaptcha => {
  const { text, data } = svgCaptcha.create({
    size: CAPTCHA_LENGTH,
    charPreset: CAPTCHA_CHARACTERS,
    ignoreChars: '',
    noise: 2,
    color: true,
    background: '#ffffff',
  });
  return { text, svg: data };
};
