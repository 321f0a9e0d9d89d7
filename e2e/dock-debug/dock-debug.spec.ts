import { languages, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'TOOLDOCK1',
  en: 'TOOLDOCK2',
  ar: 'TOOLDOCK3',
};

// On a busy machine a picture that the page asks for by itself may be refused once.
test.use({ waits: true, expectedFaults: withSlowPictures() });

for (const language of storyLanguages<Language>(languages))
  test(`a dock is worked at from afar, in ${language}`, async ({ page, product, caller }) => {
    const sn = serials[language];
    const dock = await startDock(product, caller, {
      name: '工具机场',
      sn,
      droneSn: `AIR${sn}`,
      lng: 113.95,
      lat: 22.54,
    });
    try {
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
      const tools = page.getByRole('region', { name: t('dockDebug.title') });
      const part = (id: PhraseId) =>
        tools.getByRole('listitem').filter({ has: page.getByText(t(id), { exact: true }) });
      const button = (group: PhraseId, verb: PhraseId) =>
        part(group).getByRole('button', { name: new RegExp(`${t(verb)}$`) });
      await expect(part('dockDebug.group.cover').locator('bdi')).toHaveText(t('dock.coverState.closed'));
      // Nothing moves before the dock is in remote debugging, and nobody orders without control.
      await expect(button('dockDebug.group.cover', 'dockDebug.open')).toHaveAccessibleDescription(
        reader.shown('refusal.debugMissing'),
      );
      await expect(button('dockDebug.group.mode', 'dockDebug.on')).toHaveAccessibleDescription(
        reader.shown('refusal.controlMissing'),
      );
      await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(page.getByText(reader.shown('lease.mine'))).toBeVisible();
      await button('dockDebug.group.mode', 'dockDebug.on').click();
      await expect(part('dockDebug.group.mode').locator('bdi')).toHaveText(t('dockDebug.on'));
      await expect(button('dockDebug.group.cover', 'dockDebug.open')).toHaveAttribute(
        'aria-disabled',
        'false',
      );
      // A flight does not start meanwhile: the dock is not idle.
      await expect(button('dockDebug.group.mode', 'dockDebug.on')).toHaveAccessibleDescription(
        reader.shown('refusal.debugOn'),
      );

      await button('dockDebug.group.cover', 'dockDebug.open').click();
      await expect(tools.getByRole('status')).toContainText(t('command.coverOpen'));
      await expect(part('dockDebug.group.cover').locator('bdi')).toHaveText(t('dock.coverState.open'));
      await button('dockDebug.group.light', 'dockDebug.on').click();
      await expect(part('dockDebug.group.light').locator('bdi')).toHaveText(t('dockDebug.on'));

      // The drawing says what it shows.
      const drawing = tools.getByRole('img');
      await expect(drawing).toHaveAttribute('data-cover', 'open');
      await expect(drawing).toHaveAccessibleName(new RegExp(t('dockDebug.drawing.light')));
      await button('dockDebug.group.alarm', 'dockDebug.on').click();
      await expect(part('dockDebug.group.alarm').locator('bdi')).toHaveText(t('dockDebug.on'));
      // The air conditioner takes the next order only when its dock says so.
      await button('dockDebug.group.air', 'dockDebug.cool').click();
      await expect(part('dockDebug.group.air').locator('bdi')).toContainText(
        t('dock.airConditionerMode.cooling'),
      );
      await expect(button('dockDebug.group.air', 'dockDebug.heat')).toHaveAccessibleDescription(
        reader.shown('refusal.airConditionerWaits'),
      );
      // A setting needs no control, and is the same wherever it is changed.
      await button('dockDebug.group.store', 'dockDebug.plan').click();
      await expect(part('dockDebug.group.store').locator('bdi')).toHaveText(t('dock.storeMode.plan'));
      // Whoever erases a storage types whose it is.
      await button('dockDebug.group.dockStorage', 'dockDebug.erase').click();
      const erasing = page.getByRole('alertdialog');
      const erase = erasing.getByRole('button', { name: t('command.deviceFormat'), exact: true });
      await expect(erase).toBeDisabled();
      await erasing.getByRole('textbox').fill(`${sn}0`);
      await expect(erase).toBeDisabled();
      await erasing.getByRole('textbox').fill(sn);
      await erase.click();
      await expect(part('dockDebug.group.dockStorage').locator('bdi')).toContainText(/(^|\D)[0٠](\D)/);

      // What closes is asked about, and says what to look at.
      await button('dockDebug.group.cover', 'dockDebug.close').click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(t('monitor.effect.coverClose'));
      await page.screenshot({ path: test.info().outputPath(`tools-${language}.png`) });
      await question.getByRole('button', { name: t('command.coverClose'), exact: true }).click();
      await expect(part('dockDebug.group.cover').locator('bdi')).toHaveText(t('dock.coverState.closed'));
      await button('dockDebug.group.mode', 'dockDebug.off').click();
      await expect(part('dockDebug.group.mode').locator('bdi')).toHaveText(t('dockDebug.off'));

      // Its log files: listed by the dock, chosen, stored here, and deleted after a question.
      const logs = page.getByRole('region', { name: t('dockLog.title'), exact: true });
      await expect(logs).toContainText(t('dockLog.notAsked'));
      await logs.getByRole('button', { name: t('dockLog.ask') }).click();
      const ofDock = logs.getByRole('group', { name: t('dockLog.module.dock') });
      await ofDock.getByRole('checkbox').first().press('Space');
      await logs.getByRole('button', { name: reader.shown('dockLog.upload') }).press('Enter');
      // Exact: what is not uploaded yet has a button to cancel where this one has its download.
      await expect(logs.getByText(t('dockLog.state.uploaded'), { exact: true })).toBeVisible();
      await logs.scrollIntoViewIfNeeded();
      await page.screenshot({ path: test.info().outputPath(`logs-${language}.png`) });
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        logs.locator('.dock-log-actions').getByRole('button').first().click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(/\.tar$/);
      await logs.locator('.dock-log-actions').getByRole('button').last().click();
      const deleting = page.getByRole('alertdialog');
      await expect(deleting).toContainText(t('dockLog.deleteHint'));
      await deleting.getByRole('button', { name: t('app.delete'), exact: true }).click();
      await expect(logs).toContainText(t('dockLog.none'));
    } finally {
      await dock.stop();
    }
  });
