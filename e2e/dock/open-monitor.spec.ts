import { startSimulator } from '../../apps/server/src/testing/simulator-process.ts';
import { commandCalls, dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

for (const language of storyLanguages<Language>(languages))
  test(`the cover of a dock of another vendor is opened from its monitor, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const sn = `OWNDOCK${languages.indexOf(language)}`;
    const { groupOID } = caller.session;
    const given = { name: '自研机场', sn, model: 'Own dock', vendor: 'own', groupOID } as const;
    const { oid, secret } = await caller.call(dockCalls.add, given);
    const where = { lng: 113.95, lat: 22.54, broker: product.mqtt, sn };
    const simulator = await startSimulator('open-dock', secret, where);
    try {
      await expect(async () => {
        expect((await caller.call(commandCalls.openControl, { id: oid })).online).toBe(true);
      }).toPass({ timeout: 60_000 });
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${oid}`);
      const panel = page.getByRole('region', { name: t('monitor.open.title'), exact: true });
      await expect(panel.getByText(t('monitor.open.free'), { exact: true })).toBeVisible();
      // Its contract has no tools of the Cloud API: none is offered.
      await expect(page.getByRole('region', { name: t('payload.title'), exact: true })).toHaveCount(0);
      const open = panel.getByRole('button', { name: t('command.coverOpen'), exact: true });
      await expect(open).toHaveAccessibleDescription(t('refusal.controlMissing'));
      await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(panel.getByText(shown('monitor.open.holder'))).toBeVisible();
      await expect(open).toHaveAttribute('aria-disabled', 'false');
      await open.click();
      const chip = page
        .getByRole('region', { name: t('monitor.commands'), exact: true })
        .locator('.ey-chip', { hasText: t('command.coverOpen') })
        .first();
      await expect(chip).toContainText(t('commandState.succeeded'));
      await expect(panel.getByRole('img', { name: new RegExp(t('dock.coverState.open')) })).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`open-${language}.png`), fullPage: true });
    } finally {
      await simulator.end();
    }
  });
