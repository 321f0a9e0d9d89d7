import { dockCalls, flightCalls, routeCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addPoint, freshPlan } from '../../packages/planner/src/index.ts';
import { aiTypeName } from '../support/ai-type.ts';
import { addRoutePhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { expect, test } from '../support/story.ts';
import { points } from './planner.ts';

const lat = 31.23;
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#246"/></svg>`;

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`a waypoint takes AI types of its own, and photos of it name it, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    const plan = [121.47, 121.474].reduce(
      (before, lng) => addPoint(before, { lng, lat }),
      freshPlan('waypoint'),
    );
    const { oid: routeOID } = await caller.call(routeCalls.add, { name: `AI ${language}`, plan });
    await signInAs(reader, `/RoutePlanning?plan=${routeOID}`);
    await expect(page.locator(points)).toHaveCount(2);
    await page.locator(points).nth(1).click();
    const form = page.getByRole('region', { name: t('planner.pointNumber').replace('{number}', '2') });
    const types = form.getByLabel(t('detail.key.aiTypes'));
    await expect(types).toHaveCount(0);
    await form.getByRole('checkbox', { name: t('detail.key.ai') }).check();
    await types.click();
    const offered = page.locator('.ant-select-item-option');
    await offered.filter({ hasText: aiTypeName('crack', language) }).click();
    await page.keyboard.press('Escape');
    await page.screenshot({ path: test.info().outputPath('types-of-a-waypoint.png') });
    await page.getByRole('button', { name: t('app.save'), exact: true }).click();
    const saved = async () => (await caller.call(routeCalls.getPlan, { oid: routeOID })).plan.points[1];
    await expect.poll(saved).toMatchObject({ ai: true, aiTypes: ['crack'] });

    const { groupOID } = caller.session;
    const { oid: dockOID } = await caller.call(dockCalls.add, {
      name: '航点机场',
      sn: `WAYPOINT${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    const flown = { dockOID, routeOID };
    await addRoutePhoto(product, flown, { name: `AT-${language}.JPG`, lng: 121.47401, lat });
    await addRoutePhoto(product, flown, { name: `OFF-${language}.JPG`, lng: 121.472, lat });
    await page.route(`**${flightCalls.preview.path.replace('{id}', '*')}`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture }),
    );
    await page.goto('/#/AchievementDisplay');
    for (const [name, said] of [
      [`AT-${language}.JPG`, t('media.waypointOf').replace('{number}', '2')],
      [`OFF-${language}.JPG`, t('media.waypointUnknown.noneNear').replace('{metres}', '15')],
    ] as const) {
      await page
        .getByRole('button', { name: new RegExp(name) })
        .first()
        .click();
      const viewer = page.getByRole('dialog', { name });
      await expect(viewer.getByText(said)).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
      await page.keyboard.press('Escape');
      await expect(viewer).toHaveCount(0);
    }
  });
