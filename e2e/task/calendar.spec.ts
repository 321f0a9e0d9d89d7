import { dockCalls, taskCalls } from '../../packages/domain/src/index.ts';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ sharing: 'results' });

const day = 86_400_000;
const dateIn = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10);

for (const language of storyLanguages<Language>(languages))
  test(`the runs of the weeks to come stand in a calendar, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const { groupOID, authToken } = caller.session;
    const routeOID = await uploadRouteTo(product.url, authToken);
    const sn = `CALENDAR${languages.indexOf(language)}`;
    const dockName = `日历机场${'甲乙丙'[languages.indexOf(language)]}`;
    const { oid: dockOID } = await caller.call(dockCalls.add, {
      name: dockName,
      sn,
      droneSn: `AIR${sn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    const name = `夜间巡检 ${language}`;
    await caller.call(taskCalls.add, {
      name,
      type: 'repeat',
      schedule: {
        timeZone: 'UTC',
        frequency: 'day',
        from: dateIn(1),
        time: '06:00',
        window: { until: '11:00', everyMinutes: 60 },
      },
      arrangement: { routeOID, dockOID, returnAltitude: 100, lostAction: 'return', clarity: 'hd' },
    });
    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/TaskManagerNew');
    await page.getByRole('tab', { name: t('task.calendar'), exact: true }).click();
    const calendar = page.getByRole('region', { name: t('task.calendar'), exact: true });
    // A week by dock; what no row stands for yet comes by itself.
    await expect(page).toHaveURL(/tab=calendar/);
    await calendar.getByRole('button', { name: t('task.calendar.after') }).click();
    const row = calendar.getByRole('row').filter({ hasText: dockName });
    await expect(row.getByRole('button', { name })).toHaveCount(42);
    await page.screenshot({ path: test.info().outputPath(`week-${language}.png`) });

    // The days that are shown, for the calendar that a person uses anyway.
    await calendar.getByRole('button', { name: t('list.export') }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: t('task.exportIcs') }).click();
    expect((await file).suggestedFilename()).toMatch(/\.ics$/);
    // A run is dragged to the next day; its conflicts stand there before it is dropped.
    const cells = row.getByRole('cell');
    const first = cells.nth(1).getByRole('button', { name }).first();
    await first.hover();
    await page.mouse.down();
    await cells.nth(2).hover();
    const preview = page.locator('.task-calendar-preview');
    await expect(preview).toContainText(t('refusal.runTaken'));
    await page.screenshot({ path: test.info().outputPath(`drag-${language}.png`) });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(preview).toHaveCount(0);
    // The same by keys, to a time that is free.
    await first.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('task.move'), exact: true }).press('Enter');
    const time = dialog.getByRole('textbox', { name: t('field.time'), exact: true });
    await time.fill('15:30');
    await time.press('Enter');
    const saved = dialog.getByRole('button', { name: t('app.save'), exact: true });
    await expect(dialog.getByRole('status')).toContainText(t('task.noConflicts'));
    await page.screenshot({ path: test.info().outputPath(`move-${language}.png`) });
    await saved.press('Enter');
    await expect(dialog).toHaveCount(0);
    // On the clocks of the reader.
    const moved = cells.nth(1).getByRole('button', { name: /23:30/ });
    await moved.press('Enter');
    await expect(dialog).toContainText(t('task.movedTo'));
    // And cancelled, with its reason.
    await dialog.getByRole('button', { name: t('task.cancelRun'), exact: true }).press('Enter');
    await dialog.getByRole('textbox', { name: t('field.reason') }).fill('节日');
    await page.screenshot({ path: test.info().outputPath(`cancel-${language}.png`) });
    await dialog.getByRole('button', { name: t('task.cancelRunNow'), exact: true }).click();
    await expect(moved).toHaveAccessibleName(new RegExp(t('task.run.cancelled')));

    await calendar.getByText(t('task.calendar.view.month'), { exact: true }).click();
    await expect(page).toHaveURL(/view=month/);
    const more = calendar.locator('.task-calendar-more');
    const month = calendar.locator('[data-view="month"]');
    await expect(month.getByRole('button', { name }).first()).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`month-${language}.png`) });
    // More runs than a cell has room for lead to their day.
    await more.last().click();
    await expect(page).toHaveURL(/view=day&date=/);
    await expect(more).toHaveCount(0);
    await expect(calendar.getByRole('button', { name })).toHaveCount(6);
    await page.screenshot({ path: test.info().outputPath(`day-${language}.png`) });

    await calendar.getByRole('button', { name }).first().press('Enter');
    await expect(dialog).toContainText(dockName);
    await expect(dialog).toContainText('06:00');
    await expect(dialog).toContainText(t('task.run.planned'));
    await page.screenshot({ path: test.info().outputPath(`run-${language}.png`) });
    await dialog.getByRole('button', { name: t('task.changeLater'), exact: true }).click();
    await expect(page).toHaveURL(/FlyArrange\?task=.*&later=/);
    await expect(page.getByRole('heading', { name: t('task.laterTitle') })).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`later-${language}.png`) });
    await page.goBack();
    await calendar.getByRole('button', { name }).first().press('Enter');
    await dialog.getByRole('button', { name: t('task.change'), exact: true }).click();
    await expect(page).toHaveURL(/FlyArrange\?task=/);
    // The calendar is found again where it was left.
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/view=day&date=/);
    await calendar.getByRole('button', { name: t('task.calendar.today'), exact: true }).click();
    await expect(page).not.toHaveURL(/date=/);
    // An address that somebody typed wrongly shows today, whose week may be over before the first run.
    await page.goto('/#/TaskManagerNew?tab=calendar&view=year&date=2027-02-30');
    await expect(calendar.getByRole('radio', { name: t('task.calendar.view.week') })).toBeChecked();
    await expect(
      calendar.getByRole('button', { name: t('task.calendar.today'), exact: true }),
    ).toBeDisabled();
  });
