import { randomUUID } from 'node:crypto';
import {
  commandCalls,
  dayIn,
  dayLater,
  departmentCalls,
  flightCalls,
  leaseCalls,
  statisticsCalls,
} from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import type { Caller } from '../support/calls.ts';
import { addFlown } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// The link is cut on purpose, and a code is spent twice.
test.use({ waits: true, drawnMaps: true, expectedFaults: [/ERR_INTERNET_DISCONNECTED|401|WebSocket/] });

/** Arranges a flight and starts it from another place, as soon as its check is passed. */
async function fly(caller: Caller, dockOID: string, routeOID: string): Promise<void> {
  const arranged = { returnAltitude: 100, lostAction: 'return', clarity: 'hd' } as const;
  const flight = await caller.call(flightCalls.add, { routeOID, dockOID, ...arranged });
  const tabId = 'tab-of-story';
  await expect(async () => {
    const { epoch } = await caller.call(leaseCalls.take, { oid: dockOID, control: 'flight', tabId });
    expect((await caller.call(flightCalls.gate, { oid: flight.oid })).ready).toBe(true);
    const { nonce } = await caller.call(commandCalls.challenge, { oid: dockOID, method: 'startJob' });
    const click = { key: randomUUID(), tabId, issuedAt: Date.now(), epoch, nonce };
    await caller.call(commandCalls.startJob, { oid: dockOID, flightOID: flight.oid, ...click });
  }).toPass({ timeout: 60_000 });
}

const sizes = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 1024, height: 768 },
];

for (const language of storyLanguages<Language>(languages))
  test(`a leader comes from the console to the cockpit, and sees what is going on, in ${language}`, async ({
    page,
    context,
    product,
    caller,
  }) => {
    const { groupOID, authToken } = caller.session;
    const dock = await startDock(product, caller, {
      name: '驾驶舱机场',
      sn: `COCKPIT${language}`,
      droneSn: `AIRCOCKPIT${language}`,
      lng: 113.95,
      lat: 22.54,
    });
    const routeOID = await uploadRouteTo(product.url, authToken);
    await addFlown(product, dock.oid, routeOID, 6);
    await caller.call(departmentCalls.save, { oid: groupOID, type: 'leaderCockpit' });
    const today = dayIn('Asia/Shanghai', Date.now());
    const period = { from: dayLater(today, -29), days: 30 };
    await expect
      .poll(async () => {
        const { measures } = await caller.call(statisticsCalls.screenOverview, period);
        return measures.find(({ measure }) => measure === 'flights')?.total ?? 0;
      })
      .toBeGreaterThan(0);

    const reader = readerOf(page, language);
    const { t, shown } = reader;
    await signInAs(reader, '/');
    await expect(page).toHaveURL(/\/screen\/#\/CockpitOption$/);
    await page.getByRole('button', { name: t('permission./CockpitLarge') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('permission./CockpitLarge') })).toBeVisible();

    await test.step('numbers are those of the call', async () => {
      const now = page.getByRole('region', { name: t('cockpit.now') });
      await expect(now).toContainText('1');
      const numbers = page.getByRole('region', { name: shown('cockpit.numbers') });
      const number = numbers.locator('.number', { hasText: t('statistics.measure.flights') }).first();
      const { measures } = await caller.call(statisticsCalls.screenOverview, period);
      const flights = measures.find(({ measure }) => measure === 'flights')?.total ?? 0;
      await expect(number.locator('bdi').first()).toHaveText(`${flights}`);
    });

    await test.step('a flight that begins appears by itself, and leads to its monitor', async () => {
      await fly(caller, dock.oid, routeOID);
      const flights = page.getByRole('region', { name: t('cockpit.flights') });
      await expect(flights.getByRole('link')).toHaveAttribute(
        'href',
        new RegExp(`/#/PortMonitorSee\\?oid=${dock.oid}$`),
        { timeout: 120_000 },
      );
      await expect(flights.locator('.flying-figures')).toContainText(/[1-9]/);
    });

    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.screenshot({
        path: test.info().outputPath(`large-${size.width}x${size.height}-${language}.png`),
      });
    }
    await page.setViewportSize({ width: 1920, height: 1080 });

    await test.step('a lost network is said, with the age of what stands there', async () => {
      await context.setOffline(true);
      await expect(page.getByRole('alert')).toContainText(t('cockpit.notLive'));
      await expect(page.getByText(shown('cockpit.failed')).first()).toBeVisible({ timeout: 90_000 });
      await page.screenshot({ path: test.info().outputPath(`lost-${language}.png`) });
      await context.setOffline(false);
      await expect(page.getByText(t('cockpit.notLive'))).toHaveCount(0);
      await expect(page.getByText(shown('cockpit.failed'))).toHaveCount(0);
    });

    await test.step('a reload finds the session, the other cockpit is a choice away', async () => {
      await page.reload();
      await expect(
        page.getByRole('heading', { level: 1, name: t('permission./CockpitLarge') }),
      ).toBeVisible();
      await page.goto('/screen/#/Cockpit/TotalPerception');
      await page.reload();
      const docks = page.getByRole('region', { name: t('cockpit.docks'), exact: true });
      // The stories of other languages have docks of that name in the same product.
      await expect(docks.getByRole('link').first()).toContainText('驾驶舱机场');
      await page.screenshot({ path: test.info().outputPath(`total-${language}.png`) });
    });

    await test.step('a used link says so and leads back to the console', async () => {
      // A link from elsewhere loads the page; from its own page only the address would change.
      await page.goto('about:blank');
      await page.goto('/screen/#/CockpitLarge?jwt=spent-before-this-one&route=%2FCockpitLarge');
      await expect(page.getByRole('alert')).toHaveText(t('cockpit.refused.codeSpent'));
      await expect(page).toHaveURL(/\/screen\/#\/CockpitLarge$/);
      await expect(page.getByRole('link', { name: t('cockpit.toConsole') })).toHaveAttribute('href', '../');
    });
    await dock.stop();
  });

test('the menu leads whoever is permitted to a cockpit, whose department does not', async ({
  page,
  context,
  caller,
}) => {
  await caller.call(departmentCalls.save, { oid: caller.session.groupOID, type: 'department' });
  const reader = readerOf(page, 'zh-CN');
  await signInAs(reader, '/');
  await expect(page).toHaveURL(/#\/DataStatistics/);
  const opened = context.waitForEvent('page');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: reader.t('permission./CockpitOption') })
    .click();
  const screen = await opened;
  await expect(screen).toHaveURL(/\/screen\/#\/CockpitOption/);
  await screen.getByRole('button', { name: reader.t('permission./CockpitLarge') }).click();
  await expect(screen.getByRole('region', { name: reader.t('cockpit.now') })).toBeVisible();
  await screen.close();
});

test('a screen is made a display by its code, and shows a new one once it is revoked', async ({
  page,
  browser,
}) => {
  await page.goto('/screen/#/Display');
  const code = page.locator('.entrance-code');
  await expect(code).toHaveText(/\d{4} \d{4}/);
  // Nobody chooses a language before a wall: its browser's is taken.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const first = await code.innerText();
  await page.screenshot({ path: test.info().outputPath('code.png') });

  // Whoever confirms it sits elsewhere.
  const desk = await browser.newContext();
  const reader = readerOf(await desk.newPage(), 'ar');
  const { t, shown } = reader;
  await signInAs(reader, '/operation?tab=displays');
  await reader.page
    .getByRole('button', { name: t('cockpit.displayAdd'), exact: true })
    .first()
    .click();
  const form = reader.page.getByRole('dialog', { name: t('cockpit.displayAdd') });
  await form.getByLabel(t('cockpit.displayCode')).fill(first);
  await form.getByLabel(t('field.name')).fill('大厅');
  await reader.page.screenshot({ path: test.info().outputPath('display-form.png') });
  await form.getByRole('button', { name: t('app.save'), exact: true }).click();
  await expect(form).toBeHidden();
  const row = reader.page.getByRole('row').filter({ hasText: '大厅' });
  await expect(row).toContainText(t('permission./CockpitLarge'));

  await expect(page.locator('.head h1')).toBeVisible();
  // It finds its way by itself, and has none to the console.
  await page.reload();
  await expect(page.locator('.head h1')).toBeVisible();
  await expect(page.locator('.head a')).toHaveCount(0);

  await reader.page.screenshot({ path: test.info().outputPath('displays.png') });
  await row.getByRole('button', { name: shown('cockpit.displayRevoke') }).click();
  const question = reader.page.getByRole('alertdialog');
  await question.getByRole('button', { name: t('cockpit.displayRevokeVerb'), exact: true }).click();
  await expect(row).toHaveCount(0);
  await expect(code).toHaveText(/\d{4} \d{4}/);
  expect(await code.innerText()).not.toBe(first);
  await desk.close();
});
