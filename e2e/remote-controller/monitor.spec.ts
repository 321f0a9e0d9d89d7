import type { Page } from '@playwright/test';
import { phrases } from '../../packages/phrases/src/index.ts';
import { password } from '../support/product.ts';
import { expect, signIn, test } from '../support/story.ts';
import { startController, type SimulatedDock } from '../support/simulator.ts';
import { storyLanguages } from '../support/story-languages.ts';

const sn = 'RCSTORY0001';
const droneSn = 'HELDSTORY01';

let controller: SimulatedDock | null = null;
test.afterAll(() => controller?.stop());

/** What somebody beside the pilot would see. */
const beside = async (): Promise<{ controlledBy: string | null; services: string[] }> =>
  (await (await fetch(`${controller?.control}/controllers/${sn}`)).json()) as never;
const pilotWill = (consent: 'gives' | 'refuses') =>
  fetch(`${controller?.control}/controllers/${sn}/consent`, {
    method: 'POST',
    body: JSON.stringify(consent),
  });
const orders = async (method: string): Promise<number> =>
  (await beside()).services.filter((one) => one === method).length;

const consentOf = (page: Page) => page.getByRole('region', { name: 'Consent of the pilot' });

test('the pilot of a controller is asked, refuses, agrees, and gets control back', async ({
  page,
  context,
  caller,
  product,
}) => {
  controller = await startController(product, caller, { sn, droneSn, consent: 'refuses' });
  await signIn(page, 'admin', '/DaJiHandle');
  const row = page.getByRole('row').filter({ hasText: 'RC Plus 2' });
  await expect(row).toContainText('Found');
  const opened = context.waitForEvent('page');
  await row.getByRole('button', { name: 'Monitor' }).click();
  const monitor = await opened;
  await expect(monitor.getByRole('heading', { level: 1, name: 'RC Plus 2' })).toBeVisible();
  const figures = monitor.getByRole('region', { name: 'Controller', exact: true });
  await expect(figures).toContainText('76');
  await expect(figures).toContainText('time left not known yet');
  await expect(monitor.getByRole('list', { name: /links/i })).toContainText('Server–controller');
  await expect(monitor.getByText(droneSn)).toBeVisible();

  // Nobody asks the pilot without having control here first.
  const consent = consentOf(monitor);
  const ask = consent.getByRole('button', { name: 'Ask the pilot for control' });
  await expect(ask).toBeDisabled();
  await monitor.getByRole('button', { name: 'Take control' }).click();
  await expect(ask).toBeEnabled();

  await ask.click();
  await expect(consent.getByRole('status')).toContainText(/Pilot asked, waiting for consent: \d+ s/);
  await expect(consent.getByRole('status')).toContainText('The pilot refused');
  await expect(monitor.getByRole('list').filter({ hasText: 'Ask the pilot for control' })).toContainText(
    'The pilot refused',
  );
  const home = monitor.getByRole('button', { name: /^Return home/ });
  await expect(home).toContainText('The pilot has not agreed to control from here');
  expect(await orders('return_home')).toBe(0);

  await pilotWill('gives');
  await ask.click();
  await expect(consent.getByRole('status')).toContainText('The pilot agreed');
  await expect(consent).toContainText('both sticks of the controller have no effect');
  await home.click();
  await expect.poll(() => orders('return_home')).toBe(1);

  await consent.getByRole('button', { name: 'Give control back to the pilot' }).click();
  await expect(consent.getByRole('status')).toContainText('The pilot was not asked');
  await expect.poll(async () => (await beside()).controlledBy).toBeNull();
  await expect(home).toContainText('The pilot has not agreed');

  // Its record shows what it says now, with its age.
  await row.click();
  const drawer = page.getByRole('dialog', { name: 'RC Plus 2' });
  await expect(drawer).toContainText('Live values');
  await expect(drawer).toContainText(droneSn);
  await expect(drawer).toContainText('The pilot was not asked');
});

for (const language of storyLanguages(['zh-CN', 'ar'] as const))
  test(`the monitor says in ${language} what the pilot does`, async ({ page, caller, product }) => {
    const words = phrases(language);
    controller ??= await startController(product, caller, { sn, droneSn, consent: 'gives' });
    await page.goto(`/#/handShankMonitorSee?oid=${controller.oid}`);
    await page.getByRole('button', { name: words[`language.${language}`] }).click();
    await page.getByLabel(words['login.account']).fill('admin');
    await page.getByLabel(words['login.password'], { exact: true }).fill(password);
    await page.getByRole('button', { name: words['login.submit'], exact: true }).click();
    const consent = page.getByRole('region', { name: words['remoteController.consent'], exact: true });
    // What the pilot last answered stands until somebody asks again.
    const before = ['none', 'refused'] as const;
    const answers = before.map((answer) => words[`remoteController.consent.${answer}`]).join('|');
    await expect(consent.getByRole('status')).toContainText(new RegExp(answers));
    await pilotWill('refuses');
    await page.getByRole('button', { name: words['lease.take'], exact: true }).click();
    await consent.getByRole('button', { name: words['command.controlRequest'] }).click();
    await expect(consent.getByRole('status')).toContainText(words['remoteController.consent.refused']);
    await page.screenshot({ path: `test-results/controller-${language}.png` });
    await page.getByRole('button', { name: words['lease.release'], exact: true }).click();
    await expect(page.getByRole('button', { name: words['lease.take'], exact: true })).toBeVisible();
  });
