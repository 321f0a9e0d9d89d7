import { dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ expectedFaults: [/ERR_FAILED/] });

for (const language of storyLanguages<Language>(languages))
  test(`pages, records and commands are found by name, and headings of the menu stay folded, in ${language}`, async ({
    page,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    const sn = `7CTDM${language.toUpperCase().replace('-', '')}01`;
    await caller.call(dockCalls.add, {
      name: '搜索机场',
      sn,
      droneSn: `AIR${sn}`,
      vendor: 'DJI',
      model: '3-2-0',
    });
    await signInAs(reader, '/personalInfo');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('no such');
    const field = page.getByRole('combobox', { name: t('shell.search') });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('no such');
    await expect(page.getByText(t('search.none'))).toBeVisible();

    // What could not be asked is not said to be nothing.
    await page.route('**/search/query.rest', (route) => route.abort());
    await field.fill(sn.toLowerCase());
    await expect(page.getByRole('dialog').getByRole('button', { name: t('app.retry') })).toBeVisible();
    await expect(page.getByText(t('search.none'))).toHaveCount(0);
    await page.unroute('**/search/query.rest');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('app.retry') })
      .click();
    await expect(page.getByRole('option', { selected: true })).toContainText(sn);
    await page.screenshot({ path: test.info().outputPath(`search-${language}.png`) });
    await field.press('Enter');
    await expect(page).toHaveURL(/#\/PortMonitorSee\?oid=/);

    await page.goto('/#/personalInfo');
    await page.keyboard.press('Control+k');
    await field.fill(t('login.signOut'));
    await expect(page.getByRole('option', { selected: true })).toContainText(t('login.signOut'));
    await field.fill(t('permission./RoleManagement'));
    await expect(page.getByRole('option', { selected: true })).toContainText(t('permission./RoleManagement'));
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
