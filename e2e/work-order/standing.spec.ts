import { workOrderCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

for (const language of storyLanguages<Language>(languages))
  test(`a count of orders narrows the list to them, in ${language}`, async ({ page, caller }) => {
    const name = `counted-${language}`;
    const { oid } = await caller.call(workOrderCalls.add, { name, class: `moss-${language}` });
    await caller.call(workOrderCalls.ignore, { oid, reason: 'test' });

    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/AlarmWorksheet');
    const standing = page.getByRole('region', { name: t('workOrder.standing') });
    await expect(standing).toContainText(`moss-${language}`);
    const ignored = standing.getByRole('button', { name: t('workOrder.state.ignored') });
    await expect(ignored).toHaveAttribute('aria-pressed', 'false');
    await ignored.click();
    await expect(ignored).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/state=ignored/);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`standing-${language}.png`) });

    const done = standing.getByRole('button', { name: t('workOrder.state.done') });
    await done.click();
    await expect(row).toBeHidden();
    await done.click();
    await expect(page).not.toHaveURL(/state=/);
    await expect(row).toBeVisible();
  });
