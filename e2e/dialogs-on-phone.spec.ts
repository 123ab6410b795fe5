// Dialogs and sheets on a phone, upright and lying: whatever is asked in them, the buttons that answer it stay in the window.
import type { Locator, Page } from '@playwright/test';
import { useStage } from './fixture.ts';
import { openPanel } from './setup-dialog.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const named = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
/** What is opened from the details of a device, and the button that answers it. */
const asked = [
  ['Areas and routes', 'Add area or route'],
  ['Send text', 'Send'],
  ['Take photo', 'Take photo'],
  ['Stored in the device', 'Ask the device again'],
  ['Record sound', 'Send'],
  ['Upload to an FTP server', 'Upload'],
  ['Doors and power', 'Send'],
  ['Format SD card', 'Format SD card'],
  ['Device editor', 'Save'],
] as const;

const touch = { hasTouch: true, isMobile: true };
for (const [what, phone, size] of [
  ['stands', '13800000931', { width: 390, height: 844 }],
  ['lies', '13800000932', { width: 844, height: 390 }],
] as const)
  test(`the buttons of a dialog stay in the window of a phone that ${what}`, async ({ t }) => {
    test.slow();
    const { deviceId } = await stage.vehicle(t, { phone, channels: 2 });
    const context = { viewport: { width: 390, height: 844 }, ...touch };
    const page = await stage.signedIn(t, { path: `/blockview?device=${deviceId}&details=1`, context });
    // Turned when it is signed in: one that lies has no status line to wait for.
    await page.setViewportSize(size);
    const dialog = page.getByRole('dialog');
    const inSight = async (button: string): Promise<void> => {
      await expect(named(dialog, button)).toBeInViewport({ ratio: 1 });
      await expect(named(dialog, 'Close').first()).toBeInViewport({ ratio: 1 });
    };
    const details = page.getByRole('complementary', { name: 'Selected vehicle' });
    for (const [opener, button] of asked) {
      await named(details, opener).click();
      await inSight(button);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    await named(details, 'Areas and routes').click();
    await named(dialog, 'Add area or route').click();
    await expect(dialog.locator('.maplibregl-map')).toBeAttached();
    await inSight('Set in the device');
    await named(dialog, 'Cancel').click();
    await named(dialog, 'Close').click();
    await named(details, 'Remote Device Setting').click();
    await openPanel(page, 'Network');
    await inSight('Save');
  });
