import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import {
  detectionCalls,
  flightCalls,
  sessionCalls,
  workOrderCalls,
  type PhotoFacts,
} from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { aiTypeName } from '../support/ai-type.ts';
import { addPhoto, addSeenPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

/** What the photo of before says of its view. */
const facts: PhotoFacts = {
  make: 'DJI',
  model: 'M3TD',
  lng: 113.951,
  lat: 22.541,
  fix: 'fixed',
  heights: { ellipsoid: null, altitude: 55, relative: 42 },
  heading: 91.3,
  gimbal: { yaw: 91.3, pitch: -40, roll: 0 },
  aircraft: { yaw: 90, pitch: 0, roll: 0 },
  lens: 'zoom',
  focalLength: 168,
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
};
const size = { width: 800, height: 600 };

/** A picture with much to be seen on it, as a drone sees it from the same place again, a little turned. */
const blocks = (): string => {
  let state = 7;
  const next = (most: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * most);
  };
  return Array.from({ length: 700 }, () => {
    const shade = next(255);
    return `<rect x="${next(900) - 50}" y="${next(700) - 50}" width="${6 + next(40)}" height="${6 + next(40)}" fill="rgb(${shade},${shade},${shade})"/>`;
  }).join('');
};
const pictureOf = (turned: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><g transform="rotate(${turned} 400 300)">${blocks()}</g></svg>`,
    ),
  )
    .flatten({ background: '#777777' })
    .jpeg()
    .toBuffer();

for (const language of storyLanguages<Language>(languages))
  test(`an order is closed by a new picture of the same view, and flown again, in ${language}`, async ({
    page,
    caller,
    product,
  }) => {
    // Stories of one product look at places of their own: what is found at one place is one defect.
    const east = languages.indexOf(language) * 0.2;
    const dock = { oid: randomUUID(), name: '重飞机场', lng: 113.95 + east, lat: 22.54, height: 20 };
    const [before, after] = [randomUUID(), randomUUID()];
    for (const [oid, turned] of [
      [before, 0],
      [after, 3],
    ] as const) {
      if (oid === after) await addPhoto(product, 'admin', oid);
      else await addSeenPhoto(product, dock, oid, { ...facts, lng: 113.951 + east });
      const body = await pictureOf(turned);
      await page.route(`**${flightCalls.preview.path.replace('{id}', oid)}`, (route) =>
        route.fulfill({ contentType: 'image/jpeg', body }),
      );
    }
    const given = {
      name: `again-${language}`,
      model: 'cracks',
      modelVersion: `again-${language}`,
      sourceId: '1',
    };
    const { oid: detectionOID } = await caller.call(detectionCalls.add, given);
    const box = { x: 300, y: 200, width: 80, height: 60 };
    const outcome = { sourceId: '1', mediaOID: before, box, picture: size, class: 'crack', confidence: 0.9 };
    await caller.call(detectionCalls.submit, { oid: detectionOID, outcomes: [outcome] });
    const { list } = await caller.call(detectionCalls.queryOutcome, { detectionOID });
    const outcomeOID = list[0]?.oid ?? '';
    await caller.call(detectionCalls.auditOutcome, { oid: outcomeOID, detectionOID, verdict: 'confirmed' });
    const { list: orders } = await caller.call(workOrderCalls.affirm, { oids: [outcomeOID] });
    const oid = orders[0]?.oid ?? '';
    const { oid: assigneeOID } = await caller.call(sessionCalls.userInfo, {});
    await caller.call(workOrderCalls.assign, { oid, assigneeOID });
    await caller.call(workOrderCalls.claim, { oid });
    await caller.call(workOrderCalls.complete, { oid, result: 'tightened', mediaOIDs: [after] });

    const reader = readerOf(page, language);
    const { t, shown } = reader;
    await signInAs(reader, `/WarnWorkDetails?oid=${oid}`);
    const main = page.getByRole('main');
    await expect(main.locator('.compare-sides .picture-canvas')).toHaveCount(2);
    // The old box lies on the new picture as soon as both are aligned.
    await expect(main.locator('.compare-sides .picture-box')).toHaveCount(2);
    await page.screenshot({ path: test.info().outputPath(`compared-${language}.png`), fullPage: true });
    // What was found there is a defect, with what was seen of it.
    const defect = main.getByRole('region', { name: t('detection.defect'), exact: true });
    await expect(
      defect.getByRole('list', { name: t('detection.sightings') }).getByRole('listitem'),
    ).toHaveCount(1);
    await expect(defect).toContainText('22.54');
    // Where it is, from which dock it was found, why nothing there flies now, and the weather that was recorded then.
    const around = main.getByRole('region', { name: t('workOrder.around'), exact: true });
    await expect(around.getByRole('link', { name: dock.name }).first()).toHaveAttribute(
      'href',
      `#/PortMonitorSee?oid=${dock.oid}`,
    );
    await expect(around).toContainText(t('workOrder.routeStanding.none'));
    await expect(around).toContainText(t('workOrder.nearestNone'));
    await expect(around).toContainText(t('gate.dataAge'));
    await expect(around).toContainText(t('dock.rainfall.light'));
    await around.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`around-${language}.png`) });
    await main.getByLabel(t('workOrder.note')).fill('new bolt');
    await main.getByRole('button', { name: t('workOrder.verification.repaired'), exact: true }).click();
    await expect(main.locator('.order-log li').last()).toContainText(t('workOrder.verification.repaired'));
    await expect(main.locator('.order-log li').last()).toContainText('new bolt');

    // All defects of its kind, the last one first: its only order is closed.
    await defect.getByRole('link', { name: t('detection.allDefects') }).click();
    const row = main
      .getByRole('row')
      .filter({ hasText: aiTypeName('crack', language) })
      .first();
    await expect(row).toContainText(t('detection.ordered.closed'));
    await page.screenshot({ path: test.info().outputPath(`defects-${language}.png`) });
    await row.click();
    const drawer = page.getByRole('dialog', { name: aiTypeName('crack', language) });
    await expect(drawer.getByRole('list', { name: t('detection.sightings') })).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`defect-${language}.png`) });
    await drawer.getByRole('link', { name: shown('detection.defectOrder') }).click();

    await main.getByRole('button', { name: t('workOrder.flyAgain'), exact: true }).click();
    // The route to the view is worked out before.
    await expect(main.getByRole('heading', { level: 1, name: t('flight.arrange') })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`FlyArrange\\?route=.+&dock=${dock.oid}`));
    await expect(main.getByText(dock.name).first()).toBeVisible();
  });
