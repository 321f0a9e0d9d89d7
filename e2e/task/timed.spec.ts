import type { Locator } from '@playwright/test';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { bringNear } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ waits: true });

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'TIMEDDOCK1',
  en: 'TIMEDDOCK2',
  ar: 'TIMEDDOCK3',
};

/** Types what a picker takes and closes it. One that is just opening takes nothing yet, and shows what it had. */
const type = (field: Locator, value: string): Promise<void> =>
  expect(async () => {
    await field.fill(value);
    await field.press('Enter');
    await field.blur();
    await expect(field).toHaveValue(value, { timeout: 1_000 });
  }).toPass();

for (const language of storyLanguages<Language>(languages))
  test(`a task takes off by itself, is paused, and says what became of each run, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const sn = serials[language];
    const name = `巡检 ${language}`;
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
    const place = { name: '定时机场', sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const dock = await startDock(product, caller, place, 20);
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/FlyArrange?route=${routeOID}&dock=${dock.oid}`);
      const form = page.getByRole('main');
      const docks = page.getByRole('group', { name: t('field.dock'), exact: true });
      await page.getByLabel(t('flight.taskName')).fill(name);
      const when = form.getByRole('group', { name: t('task.when'), exact: true });
      await when.getByRole('radio', { name: t('task.when.repeat') }).check();
      const submit = form.getByRole('button', { name: t('task.submit') });
      await form.getByLabel(t('task.remark'), { exact: true }).fill(`周报 ${language}`);

      // Nothing is sent before it is whole, and each field says what it lacks.
      await submit.click();
      await expect(when.getByRole('alert')).toHaveText([t('task.fault.date'), t('task.fault.time')]);
      await type(when.getByLabel(t('task.from')), '2027-03-29');
      await type(when.getByLabel(t('field.time'), { exact: true }), '08:30');
      await when.getByRole('combobox', { name: t('task.frequency') }).click();
      await page.getByTitle(t('task.frequency.week'), { exact: true }).click();
      await submit.click();
      await expect(when.getByRole('alert')).toHaveText([t('task.fault.weekdays')]);
      for (const day of ['task.weekday.TU', 'task.weekday.TH'] as const)
        await when.getByRole('checkbox', { name: t(day), exact: true }).check();
      // Its next runs stand there while it is typed, on the clocks of its zone.
      const runs = when.getByRole('region', { name: t('task.nextRuns') }).getByRole('listitem');
      await expect(runs.locator('bdi')).toHaveText([
        '2027-03-30 08:30',
        '2027-04-01 08:30',
        '2027-04-06 08:30',
        '2027-04-08 08:30',
        '2027-04-13 08:30',
      ]);
      // By the sun over the dock that is chosen, and back.
      const startBy = when.getByRole('combobox', { name: t('task.startBy') });
      await startBy.click();
      await page.getByTitle(t('task.startBy.sunrise'), { exact: true }).click();
      await expect(runs.locator('bdi').first()).toHaveText(/^2027-03-30 06:\d\d$/);
      await page.screenshot({ path: test.info().outputPath(`arrange-${language}.png`), fullPage: true });
      await startBy.click();
      await page.getByTitle(t('task.startBy.clock'), { exact: true }).click();
      await expect(runs.locator('bdi').first()).toHaveText('2027-03-30 08:30');
      await submit.click();
      await expect(page.getByText(t('task.arranged'))).toBeVisible();
      await page.getByRole('button', { name: t('task.toList') }).click();

      const row = page.getByRole('row').filter({ hasText: name });
      await expect(row).toContainText(t('task.status.scheduled'));
      // Paused with a reason, and resumed: nothing of it flies meanwhile.
      await row.getByRole('button', { name: t('task.pause') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('task.pauseReason')).fill('大风');
      await dialog.getByRole('button', { name: t('task.pause'), exact: true }).click();
      await expect(row).toContainText('大风');
      await row.getByRole('button', { name: t('task.resume') }).click();
      await expect(row).toContainText(t('task.status.scheduled'));

      // Changed as a whole: what it was arranged with stands in the form, and only the time is another one.
      await row.getByRole('button', { name: t('task.change') }).click();
      await expect(page.getByRole('heading', { name: t('task.change') })).toBeVisible();
      await expect(page.getByLabel(t('flight.taskName'))).toHaveValue(name);
      await expect(form.getByLabel(t('task.remark'), { exact: true })).toHaveValue(`周报 ${language}`);
      await expect(when.getByRole('checkbox', { name: t('task.weekday.TH'), exact: true })).toBeChecked();
      await type(when.getByLabel(t('field.time'), { exact: true }), '09:15');
      await expect(runs.first().locator('bdi')).toHaveText('2027-03-30 09:15');
      await form.getByRole('button', { name: t('app.save'), exact: true }).click();
      await page.getByRole('button', { name: t('task.toList') }).click();
      await expect(row).toContainText('09:15');

      // What is arranged once is not typed again: a copy has it all, and may be kept as a template.
      await row.getByRole('button', { name: t('task.copy') }).click();
      await expect(page.getByLabel(t('flight.taskName'))).toHaveValue(`${name} ${t('task.copyMark')}`);
      await expect(when.getByLabel(t('field.time'), { exact: true })).toHaveValue('09:15');
      await form.getByRole('button', { name: t('taskTemplate.save') }).click();
      await page.getByRole('dialog').getByLabel(t('taskTemplate.name')).fill(`模板 ${language}`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('app.save'), exact: true })
        .click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goto('/#/FlyArrange');
      await page.getByRole('button', { name: t('task.beginWith') }).click();
      await page
        .getByRole('row')
        .filter({ hasText: `模板 ${language}` })
        .getByRole('button', { name: t('taskTemplate.use') })
        .click();
      await expect(page).toHaveURL(/FlyArrange\?template=/);
      await expect(when.getByRole('checkbox', { name: t('task.weekday.TH'), exact: true })).toBeChecked();
      await expect(docks.getByRole('radio', { checked: true })).toHaveCount(1);
      await page.goto('/#/TaskManagerNew');
      await row.getByRole('button', { name: t('task.favour') }).click();
      await expect(row.getByRole('button', { name: t('task.unfavour') })).toBeVisible();

      await bringNear(product, name, 8_000);
      await row.getByRole('button', { name: t('task.runs') }).click();
      await expect(dialog.getByRole('row').filter({ hasText: t('task.run.launched') })).toBeVisible();
      await expect(dialog.getByRole('row').filter({ hasText: t('task.run.planned') })).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`runs-${language}.png`) });
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await page.goto('/#/TaskManagerNew?tab=flights');
      const flight = page.getByRole('row').filter({ hasText: name });
      await expect(flight).toContainText(t('flight.outcome.done'), { timeout: 90_000 });

      // A run that the check refuses says which item, and nobody finds it as flown.
      const failed = await fetch(`${dock.control}/docks/${sn}/failures`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'rain' }),
      });
      expect(failed.ok).toBe(true);
      await bringNear(product, name, 4_000);
      await page.goto('/#/TaskManagerNew');
      await row.getByRole('button', { name: t('task.runs') }).click();
      await expect(
        dialog
          .getByRole('row')
          .filter({ hasText: t('task.run.missed') })
          .filter({ hasText: t('gate.rain') }),
      ).toBeVisible();
      await expect(dialog.getByText(shown('task.run.reason.gateBlocked'))).toBeVisible();
      // What becomes of it is chosen, once; what is left may be flown by hand: the way to that is there.
      await dialog.getByRole('button', { name: t('task.choose') }).click();
      await page.getByRole('button', { name: t('task.choice.leave'), exact: true }).click();
      await expect(page.getByText(shown('task.chosen'))).toBeVisible();
      await dialog.getByRole('button', { name: t('task.arrangeAgain') }).click();
      await expect(page).toHaveURL(/FlyArrange\?route=.+&dock=.+&taskOID=/);
      await expect(docks.getByRole('radio', { checked: true })).toHaveCount(1);
    } finally {
      await dock.stop();
    }
  });
