import { batteryCalls, dockCalls, droneCalls } from '../../packages/domain/src/index.ts';
import { connectDock } from '../../packages/testing/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ sharing: 'devices' });

const battery = (sn: string, more: object = {}) => ({
  battery: {
    capacity_percent: 80,
    remain_flight_time: 1_800,
    return_home_power: 20,
    landing_power: 10,
    batteries: [
      { index: 0, sn, capacity_percent: 80, voltage: 22_500, temperature: 26, loop_times: 41, ...more },
    ],
  },
});

/** A dock with its aircraft, both of which speak. */
const connected = async ({ call, session }: Caller, mqtt: string, name: string, sn: string) => {
  const given = { name, sn, model: '3-2-0', vendor: 'DJI' as const, groupOID: session.groupOID };
  const { secret } = await call(dockCalls.add, given);
  const dock = await connectDock({ url: mqtt, sn, secret, droneSn: `A${sn}` });
  await dock.start();
  await dock.topology(true);
  await dock.osdParts();
  return dock;
};

test('a battery is found, accepted, and known again in another aircraft', async ({
  page,
  caller,
  product,
}) => {
  await signIn(page, 'admin', '/BatteryAdmin');
  await expect(page.getByRole('heading', { level: 1, name: 'Battery management' })).toBeVisible();
  const north = await connected(caller, product.mqtt, '北机场', 'DBATT0001');
  await north.droneOsd(battery('BATT00001'));
  // Whoever looks at the list asks for it again; nobody typed this battery.
  const row = page.getByRole('row').filter({ hasText: 'BATT00001' });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Found', { timeout: 2_000 });
  }).toPass();
  await expect(row).toContainText('41');
  await row.click();
  const drawer = page.getByRole('dialog', { name: 'BATT00001' });
  const fact = (name: string) =>
    drawer.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact('Cycles')).toContainText('41');
  await expect(fact('Where')).toContainText('(1)');
  await drawer.getByRole('button', { name: 'Accept' }).click();
  const accept = page.getByRole('dialog', { name: 'Accept 1 device' });
  await accept.getByRole('button', { name: 'Accept' }).click();
  await expect(accept).toHaveCount(0);
  await expect(fact('Standing')).toContainText('In service');

  const south = await connected(caller, product.mqtt, '南机场', 'DBATT0002');
  await south.droneOsd(battery('BATT00001', { loop_times: 42 }));
  const { list } = await caller.call(batteryCalls.query, { keyword: 'BATT00001' });
  const oid = list[0]?.oid ?? '';
  await expect.poll(async () => (await caller.call(batteryCalls.get, { oid })).cycles).toBe(42);
  await page.reload();
  await expect(fact('Cycles')).toContainText('42');
  await drawer.getByText('Events', { exact: true }).click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Moved from' }).first()).toBeVisible();
  await north.close();
  await south.close();
});

test('what a person typed of an aircraft stands beside what it says, until it is settled', async ({
  page,
  caller,
  product,
}) => {
  const dock = await connected(caller, product.mqtt, '东机场', 'DDIFF0001');
  await dock.wakeDrone();
  await dock.state({ firmware_version: '10.01.0312' }, 'drone');
  const found = async () => (await caller.call(droneCalls.query, { keyword: 'ADDIFF0001' })).list[0];
  await expect.poll(async () => (await found())?.seenAt ?? null).not.toBeNull();
  const oid = (await found())?.oid ?? '';
  await caller.call(droneCalls.edit, { oid, name: '东一号', model: 'M4TD' });
  await signIn(page, 'admin', `/UAVAdmin?open=${oid}`);
  const drawer = page.getByRole('dialog', { name: '东一号' });
  await expect(drawer.getByRole('note')).toContainText(
    'registered as “Matrice 4TD”, the device says “Matrice 3TD”',
  );
  await drawer.getByRole('button', { name: 'Take what it says' }).click();
  await expect(drawer.getByRole('note')).toHaveCount(0);

  await drawer.getByText('Compare with flights').click();
  await expect(drawer.getByText('It has no flights here yet')).toBeVisible();
  await expect(drawer.getByText(/aircraft .*, flights here 0$/)).toBeVisible();

  // A label for the device itself: printed alone, with a code that opens this record.
  await drawer.getByRole('button', { name: 'Label' }).click();
  const label = page.getByRole('dialog', { name: 'Label' });
  await expect(label.getByRole('img', { name: 'QR code that opens 东一号' })).toBeVisible();
  await expect(label.getByText(`/UAVAdmin?open=${oid}`)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(label.getByText('ADDIFF0001')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await label.getByRole('button', { name: 'Close' }).click();
  await expect(label).toHaveCount(0);

  await drawer.getByRole('button', { name: 'Retire' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByText('Retired').first()).toBeVisible();
  await drawer.getByRole('button', { name: 'Reinstate' }).click();
  await expect(page.getByText('In service again')).toBeVisible();
  await dock.close();
});
