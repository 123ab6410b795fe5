// The panels that a recorder fills which knows the vendor block: each control with its limits, and what the recorder got and does.
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import type { Vehicle } from '../apps/simulator/src/index.ts';
import { useStage } from './fixture.ts';
import { dialog, field, group, openOnBlock, openPanel, save, saved } from './setup-dialog.ts';
import { becomes } from './support/becomes.ts';
import { expect, test } from './test.ts';

const stage = useStage();

const settings = (vehicle: Vehicle): Record<string, unknown> => ({ ...vehicle.kept.settings.values });
const refuses = async (page: Page, name: string, value: string): Promise<void> => {
  await field(page, name).fill(value);
  await expect(save(page)).toBeDisabled();
};
const takes = async (page: Page, name: string, value: string): Promise<void> => {
  await field(page, name).fill(value);
  await expect(save(page)).toBeEnabled();
};

test('[A-PARAMG-001] [A-PARAMG-002] [A-PARAMG-003] the G-sensor: a switch, three sliders with their hint, and presets', async ({
  t,
}) => {
  const { page, vehicle, puts } = await openOnBlock(stage, t);
  await openPanel(page, 'G-sensor');
  await expect(field(page, 'Pushes are measured')).toBeChecked();
  const axes = ['Axis X', 'Axis Y', 'Axis Z'].map((name) => field(page, name));
  for (const axis of axes) {
    await expect(axis).toHaveAttribute('type', 'range');
    await expect(axis).toHaveAttribute('min', '0');
    await expect(axis).toHaveAttribute('max', '512');
  }
  const [x] = axes;
  assert.ok(x);
  for (const [value, hint] of [
    ['100', 'Sensitivity: high'],
    ['170', 'Sensitivity: high'],
    ['250', 'Sensitivity: medium'],
    ['400', 'Sensitivity: low'],
  ] as const) {
    await x.fill(value);
    await expect(x).toHaveAccessibleDescription(hint);
  }
  for (const [preset, values] of [
    ['Car', ['77', '102', '128']],
    ['Bus', ['77', '77', '154']],
    ['Truck', ['384', '384', '435']],
  ] as const) {
    await group(page, 'Presets').getByRole('button', { name: preset }).click();
    for (const [i, axis] of axes.entries()) await expect(axis).toHaveValue(values[i] ?? '');
  }
  await field(page, 'Pushes are measured').click();
  await saved(page);
  assert.deepEqual(puts, [{ g_sensor_en: 0, g_sensor_x: 384, g_sensor_y: 384, g_sensor_z: 435 }]);
  const { g_sensor_en, g_sensor_x, g_sensor_z } = settings(vehicle);
  assert.deepEqual([g_sensor_en, g_sensor_x, g_sensor_z], [false, 384, 435]);
});

test('[A-PARAMO-001] [A-PARAMO-003] [A-PARAMO-004] [A-PARAME-001] [A-PARAME-002] texts in the picture, sound and streams', async ({
  t,
}) => {
  const { page, vehicle, puts } = await openOnBlock(stage, t);
  await openPanel(page, 'Text on the picture');
  for (const name of ['Plate', 'Plate on the picture', 'Driver', 'Speed on the picture', 'Second text area'])
    await expect(field(page, name)).toHaveCount(1);
  const names = group(page, 'Name of the channel').getByRole('textbox');
  await expect(names).toHaveCount(4);
  await names.nth(1).fill('');
  await names.nth(1).pressSequentially('ABCDEFGHIJKLMNO');
  await expect(names.nth(1)).toHaveValue('ABCDEFGHIJKL');
  const driver = field(page, 'Driver');
  await driver.pressSequentially('ABCDEFGHIJKLMNOPQRST');
  await expect(driver).toHaveValue('ABCDEFGHIJKLMNO');
  await refuses(page, 'Driver', 'b!');
  await expect(dialog(page).getByText('Letters A to Z and digits only.')).toBeVisible();
  await takes(page, 'Driver', 'Wang1');
  await field(page, 'Second text area').click();
  await saved(page);
  assert.deepEqual(Object.keys(puts[0] ?? {}).toSorted(), ['preosd_chname', 'preosd_driver', 'preosd_region2en']);
  const { preosd_driver, preosd_chname, preosd_region2en } = vehicle.kept.settings.values;
  assert.deepEqual([preosd_driver, preosd_chname[1], preosd_region2en], ['Wang1', 'ABCDEFGHIJKL', true]);

  await openPanel(page, 'Streams and recording');
  for (const name of [
    'Main stream: Resolution',
    'Main stream: Frame rate',
    'Sub-stream: Resolution',
    'Sub-stream: Frame rate',
    'Sub-stream: Bit rate',
    'Sound',
    'Volume of the microphones',
    'Volume of the loudspeaker',
  ])
    await expect(field(page, name)).toHaveCount(1);
  for (const name of ['Volume of the microphones', 'Volume of the loudspeaker']) {
    for (const bad of ['-1', '101']) await refuses(page, name, bad);
    for (const good of ['100', '0']) await takes(page, name, good);
  }
  await refuses(page, 'Sub-stream: Frame rate', '16');
  await takes(page, 'Sub-stream: Frame rate', '10');
  await saved(page);
  assert.deepEqual(puts[1], { enc_aig: 0, enc_aog: 0, enc_sfps: 10 });
  assert.deepEqual([vehicle.kept.settings.values.enc_aig, vehicle.parameters.raw(0x0075)[4]], [0, 10]);
});

test('[A-PARAMS-001] [A-PARAMS-003] [A-PARAMS-006] [A-PARAMS-007] [A-PARAMS-008] [A-PARAMS-009] zone, daylight saving, temperatures and the time after ignition off', async ({
  t,
}) => {
  const { page, vehicle, puts } = await openOnBlock(stage, t);
  await openPanel(page, 'System');
  await expect(field(page, 'Time zone')).toBeVisible(); // options are not waited for
  const zones = await field(page, 'Time zone')
    .locator('option')
    .evaluateAll((all) => all.map((each) => Number((each as HTMLOptionElement).value)));
  assert.ok(zones.length > 40 && Math.min(...zones) === -43_200 && Math.max(...zones) === 43_200);
  await field(page, 'Time zone').selectOption('UTC+01:00');

  const off = field(page, 'On after ignition off');
  for (const [typed, taken] of [
    ['90000', '86400'],
    ['-5', '-1'],
    ['600', '600'],
  ] as const) {
    await off.fill(typed);
    await expect(off).toHaveValue(taken);
  }
  const warm = field(page, 'Temperature: upper limit');
  await warm.fill('30.5');
  await expect(warm).toHaveAccessibleDescription('86.9 °F');
  const cold = field(page, 'Temperature: lower limit');
  await cold.fill('-18.5');
  await expect(cold).toHaveAccessibleDescription('-1.3 °F');

  const days = dialog(page).getByRole('region', { name: 'Daylight saving time' });
  const shown = days.locator('output').first();
  await expect(shown).toContainText('Start: –, end: –');
  // This month and the two before: the later day first.
  const pick = (day: number): Promise<void> =>
    days.locator('td:not([data-outside])').getByText(String(day), { exact: true }).click();
  await pick(20);
  await days.getByRole('button', { name: /previous/i }).click();
  await pick(10);
  const put = async (): Promise<[string, string]> => {
    const [, first = '', last = ''] = /Start: (\S+), end: (\S+)/.exec(await shown.innerText()) ?? [];
    return [first, last];
  };
  await becomes(async () => (await put()).map((day) => day.slice(-2)), ['10', '20']);
  const [first, last] = await put();
  assert.ok(first < last, `${first} ${last}`);
  await days.getByRole('button', { name: 'Reset' }).click();
  await expect(shown).toContainText('Start: –, end: –');
  await pick(5);
  await pick(6);
  await saved(page);
  const [values = {}] = puts;
  assert.deepEqual(
    [values['sys_tz'], values['sys_accoffsec'], values['sys_temper'], values['sys_tempul']],
    [3600, 600, -185, 305],
  );
  assert.match(String(values['sys_dst']), /^\d{4}-\d\d-05\/\d{4}-\d\d-06$/);
  const { sys_tz, sys_tempul, sys_dst } = vehicle.kept.settings.values;
  assert.deepEqual([sys_tz, sys_tempul, sys_dst], [3600, 305, values['sys_dst']]);
});

test('[A-PARAMS-002] [A-PARAMN-001] [A-PARAM-019] each setting of system and network is there, and sent under its own name', async ({
  t,
}) => {
  const { page, vehicle, puts } = await openOnBlock(stage, t);
  const change = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      const control = field(page, name);
      const kind = await control.evaluate((each) => `${each.tagName} ${each.getAttribute('type') ?? ''}`);
      if (kind.startsWith('SELECT')) {
        const now = await control.inputValue();
        const others = await control
          .locator('option')
          .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
        await control.selectOption(others.find((each) => each !== now) ?? '');
      } else if (kind.endsWith('checkbox')) await control.click();
      else if (kind.endsWith('text') || kind.endsWith('password')) await control.fill('10.9.8.7');
      else await control.fill('21');
    }
  };
  await openPanel(page, 'System');
  await change([
    'Time zone',
    'On after ignition off',
    'Lowest supply voltage',
    'Both cards as one',
    'Source of the speed',
    'Pulses per kilometre',
    'Speed limit',
    'Guard while parked',
    'Overspeed period',
    'Longest stop',
    'Temperature: lower limit',
    'Temperature: upper limit',
    'Emergency input: active level',
    'Door input: active level',
    'Turn signals are told',
    'Pictures on the monitor',
  ]);
  const days = dialog(page).getByRole('region', { name: 'Daylight saving time' });
  for (const day of ['8', '9']) await days.locator('td:not([data-outside])').getByText(day, { exact: true }).click();
  await saved(page);
  const system =
    'tz dst accoffsec workvoltage dualsdextend spden spdparam spdlimit gguard osperiod idleperiod temper tempul eisp edsp turn livemode';
  assert.deepEqual(
    Object.keys(puts[0] ?? {}).toSorted(),
    system
      .split(' ')
      .map((key) => `sys_${key}`)
      .toSorted(),
  );
  assert.deepEqual([vehicle.parameters.number(0x55, 0), vehicle.kept.settings.values.sys_livemode], [21, 12]);

  await openPanel(page, 'Network');
  await change([
    'Heartbeat',
    'Wi-Fi: Network name',
    'Wi-Fi: Password',
    'Second server: Address',
    'Second server: Used',
    'Second server: Heartbeat',
    'FTP server: Used',
    'FTP server: Address',
    'FTP server: User and password',
    'FTP server: Interval',
  ]);
  await group(page, 'FTP server: Cameras').getByRole('checkbox').nth(1).click();
  for (const bad of ['24:00:00', '12:60:00', '7']) {
    await refuses(page, 'Online: From', bad);
    await expect(dialog(page).getByText('This is a time from 00:00:00 to 23:59:59.')).toBeVisible();
  }
  for (const good of ['23:59:59', '00:00:00', '06:30:00']) await takes(page, 'Online: From', good);
  await takes(page, 'Online: Until', '22:00:05');
  // The same machine under another name.
  await field(page, 'Server: Address').fill('localhost');
  await saved(page);
  const network =
    'hbsec wfssid wfpwd server 2nden 2ndserver 2ndhb ftpen ftpserver ftplogin ftpch ftpsec onlinest onlineed';
  const sent = Object.keys(puts[1] ?? {});
  for (const key of network.split(' ')) assert.ok(sent.includes(`net_${key}`), `net_${key} of ${sent.join(' ')}`);
  const { net_wfpwd, net_onlinest, net_ftpch, net_2ndhb } = vehicle.kept.settings.values;
  assert.deepEqual([net_wfpwd, net_onlinest, net_ftpch, net_2ndhb], ['10.9.8.7', '06:30:00', 3, 21]);
  await expect(field(page, 'Wi-Fi: Password')).toHaveValue('********');
  await becomes(() => vehicle.parameters.number(1, 0), 21);
});

/** What the monitor of a recorder of so many cameras can show, as the list says it. */
const monitorModes = [
  [1, 'Camera 1'],
  [2, 'Camera 1, Camera 2, Cameras 1–2'],
  [4, 'Camera 1, Camera 2, Camera 3, Camera 4, Cameras 1–2, Cameras 3–4, Cameras 1–4'],
  [
    8,
    'Camera 1, Camera 2, Camera 3, Camera 4, Camera 5, Camera 6, Camera 7, Camera 8, ' +
      'Cameras 1–2, Cameras 3–4, Cameras 5–6, Cameras 7–8, Cameras 1–4, Cameras 5–8, Cameras 1–8',
  ],
] as const;

for (const [cameras, modes] of monitorModes)
  test(`[A-DEVEDIT-025] the list of live modes is the one of ${cameras} cameras`, async ({ t }) => {
    const { page } = await openOnBlock(stage, t, cameras);
    await openPanel(page, 'System');
    const list = field(page, 'Pictures on the monitor');
    await expect(list.locator('option')).toHaveText(modes.split(', '));
    await expect(list.locator('option:checked')).toHaveText('Camera 1');
  });

test('[A-PARAMC-001] [A-PARAMV-001] [A-PARAMV-002] [A-PARAMV-003] [A-PARAMV-004] [A-PARAM-008] [A-PARAM-009] cameras, alarms and another maker: lists as lists', async ({
  t,
}) => {
  const { page, vehicle, puts } = await openOnBlock(stage, t);
  await openPanel(page, 'Camera');
  for (const name of ['Recording', 'Mirrored']) await expect(group(page, name).getByRole('checkbox')).toHaveCount(4);
  await expect(group(page, 'Position').getByRole('combobox')).toHaveCount(4);
  await group(page, 'Recording').getByRole('checkbox').nth(2).click();
  await group(page, 'Mirrored').getByRole('checkbox').nth(1).click();
  await group(page, 'Position').getByRole('combobox').nth(3).selectOption('Driver');
  await saved(page);
  assert.deepEqual(puts[0], { cam_rec: [1, 1, 0, 1], cam_mirror: [0, 1, 0, 0], cam_campos: [0, 0, 0, 4] });
  assert.deepEqual(vehicle.kept.settings.values.cam_rec, [true, true, false, true]);
  assert.ok(vehicle.kept.disk.saved.pauses['3'], 'camera 3 is not recorded any more');

  await openPanel(page, 'Events and alarms');
  const shown = group(page, 'Alarms on the monitor').getByRole('checkbox', { name: /Video signal lost/ });
  await expect(shown).toHaveCount(4);
  await shown.nth(3).click();
  await group(page, 'Alarms that are sent').getByRole('checkbox').first().click();
  const priority = field(page, 'Priority of alarms');
  await expect(priority.locator('option')).toHaveText(
    ['pri1', 'pri2', 'pri3', 'pri4', 'pri5', 'pri6'].map((name, i) => `Level ${i + 1} (${name})`),
  );
  await priority.selectOption('Level 4 (pri4)');
  const combined = group(page, 'Combined alarms: what is combined').getByRole('combobox');
  await expect(combined).toHaveCount(4);
  await combined.nth(0).selectOption('3');
  await expect(combined.nth(1).locator('option[value="3"]')).toBeDisabled();
  await expect(combined.nth(1).locator('option[value="0"]')).toBeEnabled();
  await combined.nth(1).selectOption('2');
  await group(page, 'Combined alarms: on the monitor').getByRole('checkbox').first().click();
  await group(page, 'Combined alarms: priority').getByRole('combobox').nth(1).selectOption('Level 6 (pri6)');
  await group(page, 'Motion is an alarm').getByRole('checkbox').first().click();
  await saved(page);
  assert.deepEqual(puts[1], {
    event_almshow: 0b1000_1111,
    event_almpush: 0xf_fffe,
    event_almpri: 4,
    event_comalmno: [3, 2, 0, 0],
    event_comalmshow: 1,
    event_comalmpri: [1, 6, 1, 1],
    event_mden: [1, 0, 0, 0],
  });
  assert.deepEqual(vehicle.kept.settings.values.event_comalmno, [3, 2, 0, 0]);

  await openPanel(page, 'Driver assistance');
  await group(page, 'Alarms of the driver assistance')
    .getByRole('listitem')
    .filter({ hasText: 'Lane departure' })
    .getByRole('checkbox', { name: 'Level 1' })
    .click();
  const entries = group(page, 'Motovis ADAS').getByRole('spinbutton');
  await expect(entries).toHaveCount(2);
  await entries.nth(1).fill('45');
  await group(page, 'Motovis ADAS').getByRole('button', { name: 'Add' }).click();
  await saved(page);
  assert.deepEqual(puts[2]?.['MotovisAdas'], [1, 45, 0]);
  assert.deepEqual(vehicle.kept.settings.values.MotovisAdas, [1, 45, 0]);
  await openPanel(page, 'Driver monitoring');
  await group(page, 'Alarms of the driver monitoring')
    .getByRole('listitem')
    .filter({ hasText: 'Phone' })
    .getByRole('checkbox', { name: 'Level 1' })
    .click();
  await saved(page);
  assert.deepEqual(
    [Object.keys(puts[2] ?? {}).includes('event_adasen'), Object.keys(puts[3] ?? {})],
    [true, ['event_dsmen']],
  );

  const wide = await openOnBlock(stage, t, 8);
  await openPanel(wide.page, 'Events and alarms');
  await expect(
    group(wide.page, 'Alarms on the monitor').getByRole('checkbox', { name: /Video signal lost/ }),
  ).toHaveCount(8);
});

test('[A-PARAM-010] [A-PARAM-011] values that only the device knows: a control for each of seven sorts, with name, prefix and unit', async ({
  t,
}) => {
  const { page, vehicle } = await openOnBlock(stage, t);
  await openPanel(page, 'Raw list');
  const own = group(page, 'Values that only this device knows');
  const of = (name: string): Locator => own.getByLabel(name, { exact: true });
  await expect(of('buzzer')).toBeChecked();
  await expect(of('screen_off')).toHaveValue('60');
  await expect(own.getByText('Screen off · after')).toBeVisible();
  await expect(own.getByText('s', { exact: true })).toBeVisible();
  await expect(of('quiet_from')).toHaveValue('22:00:00');
  await expect(own.getByRole('group', { name: 'lamps' }).getByRole('checkbox')).toHaveCount(3);
  await expect(own.getByRole('group', { name: 'steps' }).getByRole('spinbutton')).toHaveCount(2);
  await expect(of('voice').locator('option')).toHaveText(['low', 'high']);
  await expect(of('greeting')).toHaveValue('Good day');
  const set = (name: string): Locator => own.getByRole('button', { name: `Set ${name}` });
  for (const bad of ['4', '601']) {
    await of('screen_off').fill(bad);
    await expect(set('screen_off')).toBeDisabled();
  }
  await of('quiet_from').fill('24:00:00');
  await expect(set('quiet_from')).toBeDisabled();
  const put = async (name: string, change: () => Promise<unknown>, value: unknown): Promise<void> => {
    await change();
    await set(name).click();
    await becomes(() => vehicle.kept.own.saved[name], value, name);
    await expect(set(name)).toBeDisabled();
  };
  await put('screen_off', () => of('screen_off').fill('90'), 90);
  await put('buzzer', () => of('buzzer').click(), 0);
  await put('quiet_from', () => of('quiet_from').fill('21:30:00'), '21:30:00');
  await put('lamps', () => own.getByRole('group', { name: 'lamps' }).getByRole('checkbox').nth(1).click(), 7);
  await put(
    'steps',
    () => own.getByRole('group', { name: 'steps' }).getByRole('spinbutton').nth(0).fill('11'),
    [11, 20],
  );
  await put('voice', () => of('voice').selectOption('low'), 1);
  await put('greeting', () => of('greeting').fill('Hello'), 'Hello');
});
