import type { Locator, Page } from '@playwright/test';
import { buildKmz, kmzModels } from '../../packages/testing/src/index.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, signIn, test } from '../support/story.ts';

const dockName = '东山机场';
const home = { lng: 113.95, lat: 22.54 };

/** Out to the north-east in three legs of about half a kilometre: at five times life half a minute of route. */
const points = [
  { lng: 113.951, lat: 22.541, height: 60, speed: 10, photo: true },
  { lng: 113.954, lat: 22.545, height: 80, speed: 10, photo: true },
  { lng: 113.957, lat: 22.549, height: 80, speed: 10, photo: true },
  { lng: 113.96, lat: 22.553, height: 80, speed: 10, photo: true },
];

/** A coarse fingerprint of the frame that is shown now; null before the first one was decoded. */
const frameOf = (page: Page): Promise<string | null> =>
  page.evaluate(`(() => {
    const video = document.querySelector('video');
    if (!video || video.readyState < 2 || video.videoWidth === 0) return null;
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    const pen = canvas.getContext('2d');
    pen.drawImage(video, 0, 0, 64, 36);
    const pixels = pen.getImageData(0, 0, 64, 36).data;
    // A picture that is one flat colour was not decoded.
    const levels = new Set(pixels.filter((_, index) => index % 4 === 0).map((level) => level >> 3));
    return levels.size < 4 ? null : pixels.join(',');
  })()`);

/** The number an instrument shows now; not a number while it shows a dash. */
const shownBy = async (instruments: Locator, label: string): Promise<number> =>
  Number.parseFloat(
    await instruments.locator('.ey-figure', { hasText: label }).locator('bdi').first().innerText(),
  );

async function importRoute(page: Page): Promise<void> {
  await page.goto('/#/RoutePlanning');
  await page.getByRole('button', { name: 'Import route' }).first().click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'north-east.kmz',
    mimeType: 'application/vnd.google-earth.kmz',
    buffer: Buffer.from(buildKmz({ model: kmzModels.m3td, points })),
  });
  await page.getByLabel('Name', { exact: true }).fill('东北巡检');
  await expect(page.getByText('No problems found')).toBeVisible();
  await page.getByRole('button', { name: 'Save route' }).click();
  await expect(page.getByText('Route “东北巡检” saved')).toBeVisible();
}

async function arrangeFlight(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Arrange a flight' }).click();
  await expect(page).toHaveURL(/FlyArrange/);
  await page.getByRole('radio', { name: dockName }).check();
  await page.getByLabel('Return altitude').fill('110');
  await page.getByRole('radio', { name: 'SD', exact: true }).check();
  await page.getByLabel('Task name').fill('晨检');
  await page.getByRole('button', { name: 'Arrange flight' }).click();
  await expect(page.getByText('Flight arranged')).toBeVisible();
}

/** The chip of an order in the list of orders. */
const order = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Orders' }).locator('.ey-chip', { hasText: name }).first();

// Seen once on a busy machine: a picture that the page asks for by itself was refused with 409, for a reason that was
// not kept. The page asks again by itself, and the story demands the picture below.
test.use({ drawnMaps: true, expectedFaults: withSlowPictures() });

test('an operator flies a route: import, arrange, take control, start, pause, resume, bring home, find the record', async ({
  page,
  product,
  caller,
}) => {
  const dock = await startDock(
    product,
    caller,
    { name: dockName, sn: 'SIMDOCK0001', droneSn: 'SIMDRONE0001', ...home },
    5,
  );
  try {
    await signIn(page);
    await importRoute(page);
    await arrangeFlight(page);

    await test.step('take control and start', async () => {
      await page.getByRole('link', { name: 'Go to the monitor and start' }).click();
      await expect(page.locator('[data-gate="ready"]')).toBeVisible();
      await page.getByRole('button', { name: 'Take control', exact: true }).click();
      await expect(page.getByText(/You control this dock/)).toBeVisible();
      await page.getByRole('button', { name: 'Start flight', exact: true }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(dockName);
      await expect(question).toContainText('Matrice 3TD');
      // The default is to do nothing; Enter by habit must not fly.
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      // Whoever goes on by keys comes round again, and does not leave the question standing behind.
      for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await question.getByRole('button', { name: 'Start flight', exact: true }).click();
    });

    const instruments = page.getByRole('region', { name: 'Instruments' });
    const flightPanel = page.getByRole('region', { name: 'Flight', exact: true }).first();
    await test.step('watch it climb and fly', async () => {
      await expect
        .poll(() => shownBy(instruments, 'Above take-off'), { timeout: 120_000 })
        .toBeGreaterThan(20);
      await expect(flightPanel.getByText(/^On the route \d+ %$/)).toBeVisible({ timeout: 120_000 });
    });

    await test.step('see a picture that was decoded and changes', async () => {
      await expect.poll(() => frameOf(page)).not.toBeNull();
      const first = await frameOf(page);
      await expect.poll(() => frameOf(page)).not.toBe(first);
    });

    await test.step('read why the lens is not changed under a route', async () => {
      await expect(
        page
          .getByRole('region', { name: 'Live picture', exact: true })
          .getByRole('combobox', { name: 'Lens', exact: true }),
      ).toHaveAccessibleDescription(
        'Cannot switch while in waypoint graphical mode or while an AI type exists',
      );
    });

    await test.step('pause and resume', async () => {
      await page.getByRole('button', { name: 'Pause route', exact: true }).click();
      await expect(order(page, 'Pause route')).toContainText('Done');
      await page.getByRole('button', { name: 'Resume route', exact: true }).click();
      await expect(order(page, 'Resume route')).toContainText('Done');
    });

    await test.step('bring it home', async () => {
      await page.getByRole('button', { name: /^Return home/ }).click();
      await expect(flightPanel.getByText('Returning home').first()).toBeVisible();
      // The dock has accepted it long ago; for people it is done when the aircraft is down.
      await expect(order(page, 'Return home')).toContainText('Returning home');
      await expect(order(page, 'Return home')).toContainText('Landing', { timeout: 120_000 });
      await expect(page.getByRole('link', { name: 'Show the flight record' })).toBeVisible({
        timeout: 180_000,
      });
      await expect(page.locator('.monitor-ended')).toContainText(
        'The task flight has ended; close the monitoring panel',
      );
    });

    await test.step('find the record', async () => {
      await page.getByRole('button', { name: 'Give back' }).click();
      await expect(page.getByText('Nobody controls this dock')).toBeVisible();
      await page.getByRole('link', { name: 'Show the flight record' }).click();
      const record = page.getByRole('dialog');
      await expect(record).toContainText('晨检');
      // A flight that somebody called home went as it was meant to: nothing of it is an alarm.
      await expect(record.getByText('Called home by an operator')).toHaveAttribute('data-tone', 'offline');
      await expect(record).toContainText('东北巡检');
      await expect(record).toContainText(dockName);
      for (const name of ['Start flight', 'Pause route', 'Resume route', 'Return home'])
        await expect(record).toContainText(name);
    });
  } finally {
    await dock.stop();
  }
});
