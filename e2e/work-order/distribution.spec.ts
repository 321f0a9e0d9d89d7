import { workOrderCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

for (const language of storyLanguages<Language>(languages))
  test(`orders are one selection of map and list, in ${language}`, async ({ page, caller }) => {
    const found = `crack-${language}`;
    const at = 100 + languages.indexOf(language);
    await caller.call(workOrderCalls.add, { name: `near-${language}`, class: found, lng: at, lat: 22.5 });
    await caller.call(workOrderCalls.add, { name: `nowhere-${language}`, class: `leak-${language}` });

    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, `/WorkOrderDistributionSituation?keyword=${language}`);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: found });
    await expect(row).toContainText(t('workOrder.state.unassigned'));
    await page.getByRole('button', { name: t('workOrder.heat') }).click();
    await row.click();
    const card = page.getByRole('region', { name: t('workOrder.details') });
    await expect(card).toContainText(`22.500000, ${at}.000000`);
    await expect(page).toHaveURL(/order=/);
    await page.screenshot({ path: test.info().outputPath(`situation-${language}.png`) });
    // The choice stands in the address: a reload keeps it.
    await page.reload();
    await expect(card).toContainText(found);

    await card.getByRole('button', { name: t('app.close') }).click();
    await page.getByText(t('workOrder.byDepartment')).click();
    const department = page.locator('.orders-departments button').first();
    await department.click();
    await expect(department).toHaveAttribute('aria-pressed', 'true');
    await expect(row).toBeVisible();
    // Orders of yesterday and before are none of these.
    await page.getByRole('slider', { name: t('workOrder.youngest') }).press('ArrowDown');
    await expect(page.getByText(t('workOrder.noneFound'))).toBeVisible();
  });
