import { batteryCalls, dockCalls, droneCalls } from '../../packages/domain/src/index.ts';
import { connectDock } from '../../packages/testing/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ sharing: 'devices' });

test('what is recorded of an aircraft is corrected with a reason, and a maintenance names its parts', async ({
  page,
  caller,
}) => {
  const given = { name: '修正', sn: 'CORRECT01', vendor: 'DJI' as const };
  const { oid } = await caller.call(droneCalls.add, given);
  await signIn(page, 'admin', `/UAVAdmin?open=${oid}`);
  const drawer = page.getByRole('dialog', { name: '修正', exact: true });
  const fact = (name: string) =>
    drawer.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await drawer.getByText('Compare with flights').click();
  await expect(fact('Landings recorded here')).toContainText('0');
  await drawer.getByRole('button', { name: 'Correct', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Correct what is recorded of 修正' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await form.getByLabel('Flights to add or take').fill('12');
  await form.getByLabel('Minutes in the air to add or take').fill('90');
  await form.getByLabel('Reason').fill('why');
  // Three characters are no reason.
  await expect(save).toBeDisabled();
  await form.getByLabel('Reason').fill('Flown with another console');
  await save.click();
  await expect(form).toHaveCount(0);
  await expect(drawer.getByText('corrected by +12')).toBeVisible();
  await expect(drawer.getByText('Programmes count by what is recorded here').first()).toBeVisible();
  await expect(
    drawer.getByRole('listitem').filter({ hasText: 'Flown with another console' }).first(),
  ).toBeVisible();

  for (const step of ['Note that maintenance is due', 'Begin maintenance', 'End maintenance']) {
    await drawer.getByRole('button', { name: step }).click();
    const noted = page.getByRole('dialog', { name: step });
    if (step === 'End maintenance') {
      await noted.getByRole('button', { name: 'Add a part' }).click();
      await noted.getByLabel('Part', { exact: true }).fill('Propeller');
      await noted.getByLabel('Part number').fill('P-77');
      await noted.getByLabel('Quantity').fill('4');
    }
    await noted.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(noted).toHaveCount(0);
  }
  const files = page.getByRole('dialog', { name: 'Attach maintenance files' });
  await files.getByRole('button', { name: 'Close' }).last().click();
  await expect(files).toHaveCount(0);
  await drawer.getByText('Events', { exact: true }).click();
  await expect(drawer.getByText('Propeller (part number P-77) × 4')).toBeVisible();
  await expect(drawer.getByText('Recorded sums corrected by', { exact: false })).toContainText('Flights +12');
});

test('a battery shows how it aged, that it is to be replaced soon, and how its dock stores it', async ({
  page,
  caller,
  product,
}) => {
  const { call, session } = caller;
  await signIn(page, 'admin', '/MaintenanceProgramme');
  await page.getByRole('button', { name: 'Add a programme' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Kind of device' }).click();
  await page.getByTitle('Battery', { exact: true }).click();
  await form.getByLabel('Name').fill('Old cells');
  await form.getByLabel('Replace soon from cycles').fill('200');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toHaveCount(0);

  const dockGiven = { name: '存储机场', sn: 'DTREND001', model: '3-2-0', vendor: 'DJI' as const };
  const { oid: dockOID, secret } = await call(dockCalls.add, { ...dockGiven, groupOID: session.groupOID });
  const dock = await connectDock({ url: product.mqtt, sn: 'DTREND001', secret, droneSn: 'ADTREND001' });
  await dock.start();
  await dock.topology(true);
  await dock.osdParts();
  await dock.state({ battery_store_mode: 1 });
  const cells = { capacity_percent: 80, temperature: 26, loop_times: 205 };
  await dock.droneOsd({
    battery: {
      capacity_percent: 80,
      remain_flight_time: 1_800,
      return_home_power: 20,
      landing_power: 10,
      batteries: [
        { ...cells, index: 0, sn: 'TRENDY0001', voltage: 22_500 },
        { ...cells, index: 1, sn: 'TRENDY0002', voltage: 22_380, loop_times: 3 },
      ],
    },
  });
  const found = async (keyword: string) => (await call(batteryCalls.query, { keyword })).list[0];
  await expect.poll(async () => (await found('TRENDY0001'))?.cycles ?? null).toBe(205);
  const oid = (await found('TRENDY0001'))?.oid ?? '';
  await page.goto('/#/BatteryAdmin');
  await expect(page.getByText('A battery is to be replaced soon when any of these is met')).toContainText(
    '200',
  );
  const row = page.getByRole('row').filter({ hasText: 'TRENDY0001' });
  await expect(row).toContainText('Replace soon');
  await page.getByRole('combobox', { name: 'Replace soon' }).click();
  await page.getByTitle('Replace soon', { exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'TRENDY0002' })).toHaveCount(0);
  await row.click();
  const drawer = page.getByRole('dialog', { name: 'TRENDY0001' });
  const fact = (name: string) =>
    drawer.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact('Replace soon')).toContainText('“Old cells”: Cycles from 200 on, now 205');
  await expect(fact('Voltage spread in its aircraft')).toContainText('0.12 V');
  await expect(async () => {
    expect((await call(batteryCalls.get, { oid })).storeMode).toBe('plan');
    await page.reload();
    await expect(fact('Storage mode')).toContainText('存储机场: planned storage, held at 55–60%', {
      timeout: 2_000,
    });
  }).toPass();
  await drawer.getByText('Trend', { exact: true }).click();
  await expect(drawer.getByRole('img', { name: /^Cycles: from 205 to 205/ })).toBeVisible();
  await drawer.getByText('As a table').click();
  await expect(drawer.getByRole('cell', { name: '205' })).toBeVisible();
  await drawer.getByRole('link', { name: 'Set it on the dock' }).click();
  await expect(page.getByRole('dialog', { name: '存储机场' })).toBeVisible();
  expect(page.url()).toContain(dockOID);
  await dock.close();
});
