import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

for (const language of storyLanguages<Language>(languages))
  test(`pages are found by name, and headings of the menu stay folded, in ${language}`, async ({ page }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/personalInfo');

    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: t('shell.searchPages') });
    await expect(field).toBeFocused();
    await field.fill('no such page');
    await expect(page.getByText(t('shell.noPageFound'))).toBeVisible();
    await field.fill(t('permission./RoleManagement'));
    await expect(page.getByRole('option', { selected: true })).toContainText(t('permission./RoleManagement'));
    await page.screenshot({ path: test.info().outputPath(`page-search-${language}.png`) });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/RoleManagement/);
    await expect(field).toHaveCount(0);

    const menu = page.getByRole('navigation', { name: t('shell.menu') });
    const heading = menu.getByRole('button', { name: t('permission.group.watch') });
    const entry = menu.getByRole('link', { name: t('permission./DataStatistics') });
    await expect(entry).toBeVisible();
    await heading.press('Enter');
    await expect(heading).toHaveAttribute('aria-expanded', 'false');
    await expect(entry).toHaveCount(0);
    await page.reload();
    await expect(heading).toHaveAttribute('aria-expanded', 'false');
    await expect(entry).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath(`menu-folded-${language}.png`) });
  });
