import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { flightCalls, flightKeepingCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

for (const language of storyLanguages<Language>(languages))
  test(`records are held, and rules of how long they stay are seen before they are saved, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const at = languages.indexOf(language);
    const name = `保留机场${'甲乙丙'[at]}`;
    const sn = `KEEPDOCK${at}`;
    const dock = await startDock(
      product,
      caller,
      { name, sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 },
      20,
    );
    try {
      const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
      const { oid } = await caller.call(flightCalls.add, {
        routeOID,
        dockOID: dock.oid,
        returnAltitude: 100,
        lostAction: 'return',
        clarity: 'sd',
        taskName: name,
      });
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/TaskManagerNew?tab=flights&open=${oid}`);
      await page.getByLabel(t('media.holdReason')).fill('事故调查');
      await page.getByRole('button', { name: t('media.hold'), exact: true }).click();
      await expect(page.getByText('事故调查')).toBeVisible();
      expect((await caller.call(flightCalls.get, { oid })).heldReason).toBe('事故调查');
      await page.getByRole('button', { name: t('media.release'), exact: true }).click();
      await expect(page.getByText(t('flight.holdNone'))).toBeVisible();
      await page.goto('/#/TaskManagerNew?tab=flights');
      // Where there is room the list names what stands in the record.
      const usual = page.viewportSize();
      await page.setViewportSize({ width: 2400, height: 900 });
      for (const column of ['flight.drone', 'flight.executor', 'flight.endTime', 'field.department'] as const)
        await expect(page.getByRole('columnheader', { name: t(column), exact: true })).toBeVisible();
      if (usual) await page.setViewportSize(usual);
      await page.getByRole('button', { name: t('flight.retention'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('flight.retention') });
      const save = dialog.getByRole('button', { name: t('app.save'), exact: true });
      await dialog.getByLabel(t('detail.key.timedDays')).fill('3650');
      await expect(save).toBeDisabled();
      await dialog.getByRole('button', { name: t('media.preview') }).click();
      await expect(dialog.getByRole('status', { name: t('flight.retentionPreview') })).toContainText(
        t('flight.keptKind.timed'),
      );
      await page.screenshot({ path: test.info().outputPath(`retention-${language}.png`) });
      await save.click();
      await expect(dialog).toHaveCount(0);
      const { timedDays, actsFrom } = await caller.call(flightKeepingCalls.retention, {});
      expect(timedDays).toBe(3_650);
      // Nothing goes before a day has passed.
      expect(actsFrom).toBeGreaterThan(Date.now() + 80_000_000);
    } finally {
      const {
        allowed: _allowed,
        actsFrom: _from,
        version,
        ...rules
      } = await caller.call(flightKeepingCalls.retention, {});
      if (version > 0)
        await caller.call(flightKeepingCalls.setRetention, { ...rules, version, timedDays: null });
      await dock.stop();
    }
  });
