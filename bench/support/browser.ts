// The browser that benches measure in.
import { type Browser, chromium } from '@playwright/test';

export const openBrowser = (args: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args,
  });
