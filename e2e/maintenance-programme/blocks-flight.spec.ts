import { droneCalls, flightCalls, organisationCalls, routeCalls } from '../../packages/domain/src/index.ts';
import type { Language, PhraseId } from '../../packages/phrases/src/index.ts';
import { buildKmz, kmzModels } from '../../packages/testing/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const docks: Readonly<Record<Language, { name: string; sn: string }>> = {
  'zh-CN': { name: '东检机场', sn: 'HOLDDOCK1' },
  en: { name: '西检机场', sn: 'HOLDDOCK2' },
  ar: { name: '南检机场', sn: 'HOLDDOCK3' },
};

const points = [
  { lng: 113.951, lat: 22.541, height: 60, speed: 10, photo: false },
  { lng: 113.954, lat: 22.545, height: 80, speed: 10, photo: false },
];

async function arrange(caller: Caller, dockOID: string, name: string): Promise<void> {
  const file = new File([Uint8Array.from(buildKmz({ model: kmzModels.m3td, points }))], 'hold.kmz');
  const { oid } = await caller.call(routeCalls.uploadKmz, { name: `${name}航线`, file });
  const facts = { returnAltitude: 110, lostAction: 'return', clarity: 'sd' } as const;
  await caller.call(flightCalls.add, { routeOID: oid ?? '', dockOID, ...facts });
}

/** The organisation decides that an aircraft that is not airworthy does not fly. */
async function forbid({ page, t }: Reader): Promise<void> {
  await page.goto('/#/operation?tab=flight');
  const rule = `${t('gate.airworthy')}: ${t('organisation.gateFailed')}`;
  await page.getByRole('combobox', { name: rule }).click();
  await page.getByTitle(t('organisation.gateBlocks')).last().click();
  await page.getByRole('button', { name: t('app.save'), exact: true }).click();
  await expect(page.getByText(t('organisation.saved'))).toBeVisible();
}

async function maintain({ page, t }: Reader, droneOID: string, steps: readonly PhraseId[]): Promise<void> {
  await page.goto(`/#/UAVAdmin?open=${droneOID}`);
  const drawer = page.getByRole('dialog').first();
  for (const step of steps) {
    await drawer.getByRole('button', { name: t(step), exact: true }).click();
    const noted = page.getByRole('dialog', { name: t(step), exact: true });
    await noted.getByRole('button', { name: t('app.save'), exact: true }).click();
    await expect(noted).toHaveCount(0);
    if (step !== 'dock.maintain.none') continue;
    const files = page.getByRole('dialog', { name: t('deviceDocument.attach') });
    await files
      .getByRole('button', { name: t('app.close'), exact: true })
      .last()
      .click();
    await expect(files).toHaveCount(0);
  }
}

// As in the story of the main job: on a busy machine a picture that the page asks for by itself may be refused once.
test.use({ waits: true, expectedFaults: withSlowPictures() });

for (const [language, { name, sn }] of storyLanguages(
  Object.entries(docks) as [Language, (typeof docks)[Language]][],
))
  test(`a maintenance that is due keeps a flight on the ground until it is done, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const place = { name, sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const dock = await startDock(product, caller, place);
    try {
      await arrange(caller, dock.oid, name);
      const { list } = await caller.call(droneCalls.query, { keyword: place.droneSn });
      const droneOID = list[0]?.oid ?? '';
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, '/UAVAdmin');
      await forbid(reader);
      await maintain(reader, droneOID, ['dock.maintain.awaiting']);

      await page.goto(`/#/PortMonitorSee?oid=${dock.oid}`);
      const item = page
        .getByRole('region', { name: t('flight.gate') })
        .getByRole('listitem')
        .filter({ hasText: t('gate.airworthy') });
      await expect(item).toContainText(t('gate.verdict.failed'));
      await expect(item).toContainText(t('device.unfit.maintenanceDue'));
      await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(page.getByText(reader.shown('lease.mine'))).toBeVisible();
      const start = page.locator('.command-startJob');
      await expect(start).toHaveAttribute('aria-disabled', 'true');
      await expect(start).toHaveAccessibleDescription(new RegExp(t('gate.airworthy')));

      await page.getByRole('button', { name: t('lease.release'), exact: true }).click();
      await expect(page.getByText(t('lease.free'))).toBeVisible();
      await maintain(reader, droneOID, ['dock.maintain.under', 'dock.maintain.none']);
      await page.goto(`/#/PortMonitorSee?oid=${dock.oid}`);
      await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(start).toHaveAttribute('aria-disabled', 'false');
      await start.click();
      await expect(page.getByRole('alertdialog')).toContainText(name);
    } finally {
      await caller.call(organisationCalls.edit, {
        gateFailedWarns: ['maintenance', 'insurance', 'airworthy'],
      });
      await dock.stop();
    }
  });
