import { readFile } from 'node:fs/promises';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addFlown } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ sharing: 'records' });

for (const language of storyLanguages<Language>(languages))
  test(`rows are scrolled, columns chosen, kept as a view and exported, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const at = languages.indexOf(language);
    const dockName = `总表机场${'甲乙丙'[at]}`;
    const { groupOID, authToken } = caller.session;
    const routeOID = await uploadRouteTo(product.url, authToken);
    const { oid: dockOID } = await caller.call(dockCalls.add, {
      name: dockName,
      sn: `TABLE${at}`,
      droneSn: `AIRTABLE${at}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    await addFlown(product, dockOID, routeOID, 60);

    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/asyncTable');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('permission./asyncTable'));
    const table = page.getByRole('table', { name: t('asyncTable.flights') });
    await page.getByRole('textbox', { name: t('flight.search') }).fill(dockName);
    await expect(table.getByRole('row').nth(1)).toContainText(dockName);

    // Only the rows in sight are drawn, of a page of many.
    await page.goto(`/#/asyncTable?keyword=${encodeURIComponent(dockName)}&size=200`);
    await expect(table).toHaveAttribute('aria-rowcount', '121');
    expect(await table.getByRole('row').count()).toBeLessThan(60);

    const drone = table.getByRole('columnheader', { name: t('flight.drone') });
    await expect(drone).toHaveCount(1);
    const columns = page.locator('.ey-table-foot button').first();
    await columns.click();
    await page.getByRole('checkbox', { name: t('flight.drone') }).uncheck();
    await expect(drone).toHaveCount(0);
    await page.keyboard.press('Escape');
    await columns.click();

    await page.getByRole('button', { name: t('list.views') }).click();
    await page.getByRole('textbox', { name: t('list.viewName') }).fill(`view-${language}`);
    await page.getByRole('button', { name: t('list.viewSave') }).click();
    await page.reload();
    await expect(drone).toHaveCount(0);
    await page.goto('/#/asyncTable');
    await page.getByRole('button', { name: t('list.views') }).click();
    await page.getByRole('button', { name: `view-${language}`, exact: true }).click();
    await expect(page).toHaveURL(/keyword=/);
    await expect(table.getByRole('row').nth(1)).toContainText(dockName);
    await page.screenshot({ path: test.info().outputPath(`table-${language}.png`) });

    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: t('list.export') }).click();
    await page.getByRole('menuitem', { name: t('list.exportCsv') }).click();
    const lines = (await readFile(await (await arrives).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(121);

    await table
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: t('asyncTable.ordersOfFlight') })
      .click();
    await expect(page.getByText(t('asyncTable.noneFound'))).toBeVisible();
    await page.getByRole('tab', { name: t('asyncTable.telemetry') }).click();
    await expect(page.getByText(t('asyncTable.chooseDrone'))).toBeVisible();
  });
