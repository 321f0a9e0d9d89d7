import { batteryCalls } from '../../packages/domain/src/index.ts';
import type { Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { refit, startDock } from '../support/simulator.ts';
import { expect, test } from '../support/story.ts';

const docks: Readonly<Record<Language, { name: string; sn: string }>> = {
  'zh-CN': { name: '东站机场', sn: 'SWAPDOCK1' },
  en: { name: '西站机场', sn: 'SWAPDOCK2' },
  ar: { name: '南站机场', sn: 'SWAPDOCK3' },
};

for (const [language, { name, sn }] of Object.entries(docks) as [Language, (typeof docks)[Language]][])
  test(`a battery is swapped at the dock, in ${language}`, async ({ page, product, caller }) => {
    const droneSn = `AIR${sn}`;
    const place = { name, sn, droneSn, lng: 113.95, lat: 22.54 };
    const dock = await startDock(product, caller, place);
    const found = async (battery: string) =>
      (await caller.call(batteryCalls.query, { keyword: battery })).list[0] ?? null;
    const seen = (battery: string) =>
      expect.poll(async () => (await found(battery))?.sn ?? null, { timeout: 60_000 }).toBe(battery);
    try {
      const [before, after] = [`${droneSn}B0`, `NEW${sn}`];
      await seen(before);
      await refit(dock, sn, { batteries: [after], cycles: 3 });
      await seen(after);

      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/BatteryAdmin?open=${(await found(after))?.oid}`);
      const drawer = page.getByRole('dialog', { name: after });
      const fact = (label: string) =>
        drawer.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
      // Nobody typed it: it stands there as found, with what it says of itself.
      await expect(fact(t('device.standing'))).toContainText(t('device.standing.found'));
      await expect(fact(t('battery.cycles'))).toContainText('3');

      // The former one is no new row: it is out of its aircraft, and its events say so.
      await page.goto(`/#/BatteryAdmin?open=${(await found(before))?.oid}`);
      const former = page.getByRole('dialog', { name: before });
      await former.getByText(t('device.events'), { exact: true }).click();
      await expect(
        former.getByRole('listitem').filter({ hasText: shown('device.event.removed') }),
      ).toBeVisible();
      expect((await caller.call(batteryCalls.query, { keyword: sn })).list).toHaveLength(2);
    } finally {
      await dock.stop();
    }
  });
