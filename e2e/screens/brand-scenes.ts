// The sign-in page as deployments make it their own: pictures beside and behind the form, a brand with another logo. The pictures
// stand in for files that such a deployment would bring.
import type { Page } from '@playwright/test';
import { type Deployment, brandOf } from '@outrider/contract';
import type { Screen } from './screen.ts';

const van =
  '<path d="M40 420h190l40 36h50v54H40z" fill="#e9b949"/><circle cx="104" cy="510" r="22" fill="#0b1620"/><circle cx="262" cy="510" r="22" fill="#0b1620"/>';
const sky =
  '<linearGradient id="g" x2="0" y2="1"><stop stop-color="#274a6b"/><stop offset="1" stop-color="#0e7c6b"/></linearGradient>';
const hills = '<path d="M0 380Q120 310 230 390T400 360V600H0z" fill="#0b2a38"/>';
const drawing = (more: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" preserveAspectRatio="xMidYMid slice">${sky}<path d="M0 0h400v600H0z" fill="url(#g)"/>${hills}${more}</svg>`;

/** Puts settings into the hosting page, as the configuration of a server would. */
const hosting =
  (settings: Partial<Deployment>) =>
  async (page: Page): Promise<void> => {
    await page.route('**/gms.js', async (route) => {
      const own = await (await route.fetch()).text();
      const body = `${own}Object.assign(window.gms, ${JSON.stringify(settings)});`;
      await route.fulfill({ contentType: 'text/javascript', body });
    });
    for (const [path, body] of [
      ['**/brand/side', drawing(van)],
      ['**/brand/background', drawing('')],
    ] as const)
      await page.route(path, (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  };

const signInPage = (name: string, settings: Partial<Deployment>): Screen => ({
  name,
  path: () => '/login',
  signedIn: false,
  onPhone: true,
  prepare: hosting(settings),
  ready: async (page) => {
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
  },
});

const { productName, logo } = brandOf(1);

export const brandScreens: readonly Screen[] = [
  signInPage('login-side-image', { sideImage: '/brand/side' }),
  signInPage('login-background', { backgroundImage: '/brand/background', contactHint: 'Call 02-5550-0100' }),
  signInPage('login-variant', { productName, logo }),
];
