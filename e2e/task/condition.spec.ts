import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { bringNear } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ waits: true });

const day = 86_400_000;
/** What flies in one language is still in the air in the next: it must not come too close. */
const places: Readonly<Record<Language, { sn: string; east: number }>> = {
  'zh-CN': { sn: 'CONDITION1', east: 0 },
  en: { sn: 'CONDITION2', east: 0.2 },
  ar: { sn: 'CONDITION3', east: 0.4 },
};

for (const language of storyLanguages<Language>(languages))
  test(`a task waits for its condition and then takes off, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const { sn, east } = places[language];
    const name = `条件巡检 ${language}`;
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken, east);
    const place = { name: '条件机场', sn, droneSn: `AIR${sn}`, lng: 113.95 + east, lat: 22.54 };
    const dock = await startDock(product, caller, place, 20);
    try {
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/FlyArrange?route=${routeOID}&dock=${dock.oid}`);
      const form = page.getByRole('main');
      await page.getByLabel(t('flight.taskName')).fill(name);
      const when = form.getByRole('group', { name: t('task.when'), exact: true });
      await when.getByRole('radio', { name: t('task.when.single') }).check();
      const tomorrow = new Date(Date.now() + day).toISOString().slice(0, 10);
      for (const [label, value] of [
        [t('task.date'), tomorrow],
        [t('field.time'), '08:30'],
      ] as const) {
        const field = when.getByLabel(label, { exact: true });
        // A picker that is just opening takes nothing yet.
        await expect(async () => {
          await field.fill(value);
          await field.press('Enter');
          await field.blur();
          await expect(field).toHaveValue(value, { timeout: 1_000 });
        }).toPass();
      }
      const condition = form.getByRole('group', { name: t('task.condition'), exact: true });
      const [onceReady] = t('task.flownOnceReady').split('{');
      await expect(when.getByText(t('task.flownByItself'))).toBeVisible();
      await expect(form.getByLabel(t('task.busyDock'), { exact: true })).toBeVisible();
      await condition.getByRole('checkbox', { name: t('task.condition.on') }).check();
      // What waits for a condition waits for its own dock as well.
      await expect(form.getByLabel(t('task.busyDock'), { exact: true })).toHaveCount(0);
      await expect(when.getByText(onceReady ?? '')).toBeVisible();
      await expect(when.getByText(t('task.flownByItself'))).toHaveCount(0);
      // What is out of its range becomes the nearest that is not.
      for (const [label, wrong, kept] of [
        ['task.conditionBattery', '5', '30'],
        ['task.conditionBattery', '300', '100'],
        ['task.conditionStorage', '0', '1'],
        ['task.conditionMinutes', '9000', '720'],
        ['task.conditionMinutes', '-3', '1'],
      ] as const) {
        const field = condition.getByLabel(t(label));
        await field.fill(wrong);
        await field.blur();
        await expect(field).toHaveValue(kept);
      }
      await condition.getByLabel(t('task.conditionStorage')).fill('500');
      await condition.getByLabel(t('task.conditionBattery')).fill('40');
      await condition.getByLabel(t('task.conditionMinutes')).fill('30');
      await expect(when.getByText(onceReady ?? '')).toContainText('30');
      await page.screenshot({ path: test.info().outputPath(`condition-${language}.png`), fullPage: true });
      await form.getByRole('button', { name: t('task.submit') }).click();
      await expect(page.getByText(t('task.arranged'))).toBeVisible();
      await page.getByRole('button', { name: t('task.toList') }).click();

      const row = page.getByRole('row').filter({ hasText: name });
      await bringNear(product, name, 8_000);
      await row.getByRole('button', { name: t('task.runs') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('row').filter({ hasText: t('task.run.launched') })).toBeVisible();
      const [begins] = t('task.run.reason.metCondition').split('{');
      await expect(dialog.getByText(begins ?? '')).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`begun-${language}.png`) });
    } finally {
      await dock.stop();
    }
  });
