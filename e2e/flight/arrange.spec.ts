import type { Page } from '@playwright/test';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { firstRoles, flightCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addPerson, addRole } from '../permission/visitor.ts';
import { withoutGraphics } from '../support/no-graphics.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ waits: true, expectedFaults: withSlowPictures(/\b503\b.*startJob\.rest/) });

const rights = firstRoles.operator;

/** Opens a choice and takes the first of what it offers, or what is found by a name. */
const choose = async (page: Page, label: string, found?: string): Promise<void> => {
  const field = page.getByLabel(label, { exact: true });
  await field.click();
  if (found !== undefined) await field.fill(found);
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await (found === undefined ? options.first() : options.filter({ hasText: found }).first()).click();
  await page.keyboard.press('Escape');
};

for (const language of storyLanguages<Language>(languages))
  test(`a flight with AI types is arranged for somebody else, acknowledged, changed and flown, in ${language}`, async ({
    page,
    browser,
    product,
    caller,
  }) => {
    const at = languages.indexOf(language);
    const sn = `ARRANGE${at}`;
    // Each language has a place of its own, so that the nearest dock is its own.
    const east = at * 0.05;
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken, east);
    const name = `安排机场${'甲乙丙'[at]}`;
    const place = { name, sn, droneSn: `AIR${sn}`, lng: 113.95 + east, lat: 22.54 };
    const dock = await startDock(product, caller, place, 20);
    const role = await addRole(caller, `fliers-${sn}`, rights);
    const person = await addPerson(product, caller, `wei${sn.toLowerCase()}`, role, rights);
    const context = await browser.newContext({ baseURL: product.url });
    await context.addInitScript(withoutGraphics);
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/FlyArrange?route=${routeOID}`);

      await test.step('the nearest able dock is proposed, and its ways and heights are drawn', async () => {
        await page.getByRole('radio', { name: t('arrange.automatic') }).check();
        await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible();
        await expect(page.getByRole('radio', { name })).toBeChecked();
        const drawing = page.getByRole('figure', { name: t('planner.profile') });
        await expect(drawing.getByText(t('planner.profile.return'))).toBeVisible();
        await expect(page.locator('.flown-findings').getByRole('listitem')).toHaveCount(2);
      });

      await test.step('a range that no detector has is refused beside its field', async () => {
        await choose(page, t('flight.aiTypes'));
        await page.getByLabel(t('flight.aiRange')).fill('60');
        await choose(page, t('flight.workOrderType'));
        await choose(page, t('flight.assignee'), person.account);
        await page.getByLabel(t('flight.taskName')).fill(name);
        await page.getByRole('button', { name: t('flight.submit'), exact: true }).click();
        await expect(
          page.getByRole('alert').filter({ hasText: shown('arrange.aiRangeFault') }),
        ).toBeVisible();
        await page.getByLabel(t('flight.aiRange')).fill('37');
        await page.getByRole('button', { name: t('flight.submit'), exact: true }).click();
        await expect(page.getByText(t('flight.arranged'))).toBeVisible();
      });

      const { list } = await caller.call(flightCalls.query, { dockOID: dock.oid, pageNum: 1, pageSize: 5 });
      const [flight] = list;
      const oid = flight?.oid ?? '';
      const now = async () => caller.call(flightCalls.get, { oid });
      expect(flight).toMatchObject({ assignment: 'automatic', aiRange: 37, acknowledgement: 'waiting' });
      expect(flight?.aiTypes).toHaveLength(1);
      expect(flight?.workOrderType).not.toBeNull();

      const second = readerOf(await context.newPage(), language);
      await test.step('its assignee acknowledges it in a browser of their own', async () => {
        await signInAs(second, `/TaskManagerNew?tab=flights&open=${oid}`, person);
        await second.page.getByRole('button', { name: t('flight.acknowledge'), exact: true }).click();
        await expect.poll(async () => (await now()).acknowledgement).toBe('given');
        await expect(
          second.page.getByText(t('flight.acknowledgement.given'), { exact: true }).first(),
        ).toBeVisible();
      });

      await test.step('a change of the range keeps everything else', async () => {
        await page.setViewportSize({ width: 3200, height: 900 });
        await page.goto('/#/TaskManagerNew?tab=flights');
        const row = page.getByRole('row').filter({ hasText: name });
        await expect(
          row.getByRole('cell', { name: t('flight.acknowledgement.given'), exact: true }),
        ).toBeVisible();
        await row.getByRole('button', { name: t('app.edit'), exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(t('flight.aiRange')).fill('45');
        await dialog.getByRole('button', { name: t('app.save'), exact: true }).click();
        await expect.poll(async () => (await now()).aiRange).toBe(45);
        const { aiTypes, workOrderType, assigneeOID, acknowledgement, assignment } = await now();
        expect({ aiTypes, workOrderType, assigneeOID, assignment }).toEqual({
          aiTypes: flight?.aiTypes,
          workOrderType: flight?.workOrderType,
          assigneeOID: flight?.assigneeOID,
          assignment: 'automatic',
        });
        expect(acknowledgement).toBe('given');
      });

      await test.step('its assignee flies it', async () => {
        const { page: theirs } = second;
        await theirs.goto(`/#/PortMonitorSee?oid=${dock.oid}&taskOID=${flight?.taskOID ?? ''}`);
        await expect(theirs.locator('[data-gate="ready"]')).toBeVisible();
        await theirs.getByRole('button', { name: t('lease.take'), exact: true }).click();
        const order = theirs.locator('.command-startJob');
        await expect(order).toHaveAttribute('aria-disabled', 'false');
        await order.click();
        await theirs
          .getByRole('alertdialog')
          .getByRole('button', { name: t('command.startJob'), exact: true })
          .click();
        await expect.poll(async () => (await now()).outcome, { timeout: 180_000 }).toBe('done');
      });
    } finally {
      await context.close();
      await dock.stop();
    }
  });
