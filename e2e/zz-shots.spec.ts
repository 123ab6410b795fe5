import { test } from 'node:test';
import { locationAt } from '../integration/support/device.ts';
import { useStage } from './fixture.ts';
const stage = useStage();
test('shots', async (t) => {
  const device = await stage.device(t, { phone: '013800000901' });
  await stage.register(device.id, 4, { vehicleid: 'TRK-901', drivername: '王小明' });
  const start = Math.floor(Date.now() / 1000) - 9 * 3600;
  let lat = 23.9567,
    lng = 120.5761;
  for (let i = 0; i < 900; i += 1) {
    const h = (Math.sin(i / 40) * 120 + i / 3 + 720) % 360;
    const v = i % 300 > 240 ? 0 : 20 + 70 * Math.abs(Math.sin(i / 25)) + (i % 200 === 50 ? 25 : 0);
    const d = (v / 3.6) * 30;
    lat += (d * Math.cos((h * Math.PI) / 180)) / 111320;
    lng += (d * Math.sin((h * Math.PI) / 180)) / 101600;
    device
      .locate(
        locationAt((start + i * 30) * 1000, {
          latitude: lat,
          longitude: lng,
          speedKmh: Math.round(v),
          direction: Math.round(h) % 360,
          alarm: i % 200 === 50 ? 2 : 0,
        }),
      )
      .catch(() => {});
    if (i % 100 === 99) await new Promise((r) => setTimeout(r, 300));
  }
  await new Promise((r) => setTimeout(r, 1500));
  const day = (ms: number) => {
    const d = new Date(ms);
    return `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`;
  };
  const url = `/gpsplayback?device=${device.id}&day=${day(start * 1000)}`;
  for (const theme of ['default', 'darkly'])
    for (const phone of [false, true]) {
      const page = await stage.signedIn(t, {
        path: url,
        phone,
        expected: /./,
        context: phone ? {} : { viewport: { width: 1440, height: 900 } },
        prepare: (p) => p.addInitScript((n) => localStorage.setItem('themeName', n), theme),
      });
      await page.waitForTimeout(4500);
      await page.screenshot({ path: `/tmp/x/h/g/shots/${theme}-${phone ? 'phone' : 'desk'}.png`, fullPage: phone });
      if (phone) continue;
      if (theme === 'darkly') continue;
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.waitForTimeout(4000);
      await page.getByRole('button', { name: /^Events \(/ }).click();
      await page.getByRole('table', { name: 'Events' }).locator('tbody tr').first().click();
      await page.waitForTimeout(1500);
      console.log(
        await page.evaluate(() =>
          [...document.querySelectorAll('.maplibregl-popup-content, .maplibregl-popup-content *')]
            .map((e) => {
              const r = e.getBoundingClientRect();
              return `${e.tagName} ${e.className} ${Math.round(r.left)}-${Math.round(r.right)}`;
            })
            .join('\n'),
        ),
      );
      await page.screenshot({ path: `/tmp/x/h/g/shots/${theme}-event.png` });
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await page.getByText('Path colours').click();
      await page.waitForTimeout(800);
      await page.screenshot({ path: `/tmp/x/h/g/shots/${theme}-list.png` });
      await page.getByRole('button', { name: 'Full View' }).click();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/x/h/g/shots/${theme}-full.png` });
    }
});
