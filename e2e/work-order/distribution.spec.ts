import { orderSeverities, workOrderCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { makeLate } from '../support/database.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ sharing: 'records' });

/** Sets how long orders of a severity may stand before anybody has them. */
async function setTarget({ page, t }: Reader, severity: (typeof orderSeverities)[number]): Promise<void> {
  await page.getByRole('button', { name: t('orderTarget.title'), exact: true }).click();
  const targets = page.getByRole('dialog', { name: t('orderTarget.title') });
  await targets
    .getByRole('button', { name: t('orderTarget.add'), exact: true })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('orderTarget.add') });
  const choose = async (label: Parameters<typeof t>[0], option: Parameters<typeof t>[0]): Promise<void> => {
    await form.getByRole('combobox', { name: t(label) }).click();
    await page.getByTitle(t(option), { exact: true }).last().click();
  };
  await form.getByLabel(t('orderTarget.name')).fill(`target-${severity}`);
  await choose('orderTarget.state', 'workOrder.state.unassigned');
  await choose('orderTarget.severity', `workOrder.severity.${severity}`);
  await form.getByLabel(t('orderTarget.hours'), { exact: true }).fill('4');
  await choose('orderTarget.days', 'orderTarget.days.sundayToThursday');
  await form.getByLabel(t('orderTarget.fromHour')).fill('8');
  await form.getByLabel(t('orderTarget.toHour')).fill('18');
  await page.screenshot({ path: test.info().outputPath('target-form.png') });
  await form.getByRole('button', { name: t('app.save'), exact: true }).click();
  await expect(form).toBeHidden();
  const row = targets.getByRole('row').filter({ hasText: `target-${severity}` });
  await expect(row).toContainText(t('orderTarget.days.sundayToThursday'));
  await page.screenshot({ path: test.info().outputPath('targets.png') });
  await targets
    .getByRole('button', { name: t('app.close'), exact: true })
    .first()
    .click();
  await expect(targets).toBeHidden();
}

for (const language of storyLanguages<Language>(languages))
  test(`orders are one selection of map and list, in ${language}`, async ({ page, caller, product }) => {
    const found = `crack-${language}`;
    const at = 100 + languages.indexOf(language);
    await caller.call(workOrderCalls.add, { name: `near-${language}`, class: found, lng: at, lat: 22.5 });
    await caller.call(workOrderCalls.add, { name: `nowhere-${language}`, class: `leak-${language}` });

    const reader = readerOf(page, language);
    const { t, shown } = reader;
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

    await page.goto('/#/AlarmWorksheet');
    const severity = orderSeverities[languages.indexOf(language)] ?? 'high';
    await setTarget(reader, severity);
    const late = { name: `late-${language}`, class: found, severity };
    const { oid } = await caller.call(workOrderCalls.add, late);
    await makeLate(product, oid, 3);
    const lateOnly = page.getByRole('checkbox', { name: t('workOrder.lateOnly') });
    await lateOnly.click();
    await expect(lateOnly).toBeChecked();
    const lateRow = page.getByRole('row').filter({ hasText: late.name });
    await expect(lateRow).toContainText(shown('workOrder.lateBy'));
    await expect(lateRow).toContainText(t(`workOrder.severity.${severity}`));
    await expect(page.getByRole('row').filter({ hasText: `near-${language}` })).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath(`late-${language}.png`) });
  });
