import { workOrderCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ sharing: 'records' });

for (const language of storyLanguages<Language>(languages))
  test(`several orders are merged, and given together, in ${language}`, async ({ page, caller }) => {
    const word = `several-${language}`;
    const add = (name: string) => caller.call(workOrderCalls.add, { name: `${word}-${name}`, class: word });
    const [first] = [await add('a'), await add('b'), await add('c')];
    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, `/AlarmWorksheet?keyword=${word}`);
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${word}-${name}` });
    const bar = page.getByRole('toolbar', { name: t('workOrder.title') });
    const dialog = page.getByRole('dialog');

    await rowOf('a').getByRole('checkbox').check();
    await rowOf('b').getByRole('checkbox').check();
    await bar.getByRole('button', { name: t('workOrder.mergeSeveral') }).click();
    await dialog.getByRole('radio', { name: `${word}-a` }).check();
    await page.screenshot({ path: test.info().outputPath(`merge-${language}.png`) });
    await dialog.getByRole('button', { name: t('workOrder.move.merge'), exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf('b')).toContainText(t('workOrder.merged'));

    await rowOf('a').getByRole('checkbox').check();
    await rowOf('c').getByRole('checkbox').check();
    await bar.getByRole('button', { name: t('workOrder.assignSeveral') }).click();
    await dialog.getByLabel(t('workOrder.toPerson')).click();
    await page.locator('.ant-select-item-option').first().click();
    await page.screenshot({ path: test.info().outputPath(`assign-${language}.png`) });
    await dialog.getByRole('button', { name: t('workOrder.move.assign'), exact: true }).click();
    await expect(dialog).toBeHidden();
    for (const name of ['a', 'c']) await expect(rowOf(name)).toContainText(t('workOrder.state.toBeClaimed'));

    await page.goto(`/#/WarnWorkDetails?oid=${first?.oid}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: t('workOrder.mergedHere') })).toBeVisible();
    await expect(main.locator('.order-log li').filter({ hasText: t('workOrder.move.merge') })).toContainText(
      `${word}-b`,
    );
    await page.screenshot({ path: test.info().outputPath(`merged-${language}.png`) });
  });
