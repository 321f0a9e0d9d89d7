import { robotCalls } from '../../packages/domain/src/index.ts';
import { connectOpenDevice, type OpenDeviceClient } from '../../packages/testing/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ sharing: 'devices' });

const closing: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** It goes on saying what it was told last, as devices do. */
const beating = (device: OpenDeviceClient) => {
  let now: Record<string, unknown> = {};
  const timer = setInterval(() => void device.state(now), 1_000);
  closing.push(async () => {
    clearInterval(timer);
    await device.close();
  });
  return {
    async says(differs: Record<string, unknown>): Promise<void> {
      now = differs;
      await device.state(now);
    },
  };
};

test('a robot is enrolled, driven and stopped', async ({ page, caller, product }) => {
  const sn = 'ROVER0001';
  await caller.call(robotCalls.add, { name: '巡检机器人', sn, vendor: 'own' });
  await signIn(page, 'admin', '/RobotAdmin');
  const row = page.getByRole('row').filter({ hasText: '巡检机器人' });
  await row.getByText('巡检机器人').click();
  const drawer = page.getByRole('dialog', { name: '巡检机器人' });
  await expect(drawer).toContainText('Not enrolled');
  await drawer.getByRole('button', { name: 'New sign-in' }).click();
  const secret = (await drawer.locator('.register-secret code').first().textContent()) ?? '';
  expect(secret.length).toBeGreaterThan(20);

  const device = await connectOpenDevice({ url: product.mqtt, sn, secret });
  const robot = beating(device);
  expect(await device.hello()).toMatchObject({ accepted: true });
  const at = { lng: 113.901, lat: 22.502 };
  await robot.says({ place: at, queue: [{ id: 'q1', name: '北门巡逻' }] });
  const live = drawer.getByRole('region', { name: 'Live state' });
  await expect(live).toContainText('Idle');
  await expect(live).toContainText('113.901000, 22.502000');
  await expect(live).toContainText('北门巡逻');
  await expect(live).toContainText('81 %');
  await expect(row).toContainText('Idle');

  const goTo = drawer.getByRole('button', { name: /^Go to/ });
  await expect(goTo).toHaveAttribute('aria-disabled', 'true');
  await drawer.getByRole('button', { name: 'Take control', exact: true }).click();
  await expect(goTo).toHaveAttribute('aria-disabled', 'false');
  await goTo.click();
  const dialog = page.getByRole('alertdialog', { name: 'Go to a place' });
  await dialog.getByLabel('Longitude').fill('113.9025');
  await dialog.getByLabel('Latitude').fill('22.5031');
  await dialog.getByLabel('Latitude').blur();
  await dialog.getByRole('button', { name: 'Go there' }).click();
  await expect
    .poll(() => device.orders.at(-1))
    .toMatchObject({
      name: 'goTo',
      arguments: { lng: 113.9025, lat: 22.5031 },
    });
  await device.send('progress', { id: device.orders.at(-1)?.id, state: 'running', percent: 20 });
  await robot.says({ place: at, mode: 'working', speed: 1.2, task: { id: 't', name: '前往', percent: 20 } });
  await expect(live).toContainText('Working');
  await expect(drawer.locator('.command-list li').first()).toContainText('Go to');

  await drawer.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.poll(() => device.orders.map(({ name }) => name)).toEqual(['goTo', 'stop']);
  await device.send('progress', { id: device.orders[0]?.id, state: 'cancelled' });
  await robot.says({ place: at, mode: 'fault', fault: { code: 'BUMPER', text: 'Bumper pressed' } });
  await expect(live).toContainText('Bumper pressed');
  await expect(row).toContainText('Fault');
  await expect(goTo).toHaveAttribute('aria-disabled', 'true');
  expect(device.orders).toHaveLength(2);
});
