import { routeCalls } from '../../packages/domain/src/index.ts';
import { buildKmz } from '../../packages/testing/src/index.ts';
import { openPilotApp, type PilotApp } from '../support/pilot-bridge.ts';
import { expect, signIn, signInByForm, test } from '../support/story.ts';

const controller = { sn: 'RCSTORY0001', aircraftSn: 'ASTORY0001', licence: 'right-licence' };
const withLicence = {
  EYRIE_DJI_APP_ID: '100001',
  EYRIE_DJI_APP_KEY: 'story-key',
  EYRIE_DJI_APP_LICENSE: 'right-licence',
};
let app: PilotApp | null = null;
test.afterEach(async () => {
  await app?.close();
  app = null;
});

test.describe('a server with the licence of the app', () => {
  test.use({ settings: withLicence, viewport: { width: 1280, height: 800 } });

  test('a pilot signs in on the controller, and every module of DJI Pilot 2 works for the organisation', async ({
    page,
    caller,
  }) => {
    const file = new File([new Uint8Array(buildKmz())], 'route.kmz');
    await caller.call(routeCalls.uploadKmz, { name: '北线', file });
    const opened = await openPilotApp(page, controller);
    app = opened;
    await signInByForm(page, 'admin', '/pilot');
    await expect(page.getByRole('heading', { level: 1, name: 'Controller connection' })).toBeVisible();
    await expect(page.locator('.pilot-result')).toContainText('All is ready');
    await expect(page.locator('.pilot-step[data-state="done"]')).toHaveCount(13);
    await expect(page.getByText('RCSTORY0001')).toBeVisible();
    expect(opened.loaded['thing']).toMatchObject({
      host: expect.stringMatching(/^tcp:/),
      username: controller.sn,
    });
    expect(opened.controller()?.connected).toBe(true);
    expect([...opened.order].toSorted()).toEqual(
      ['thing', 'api', 'ws', 'tsa', 'liveshare', 'media', 'mission', 'map'].toSorted(),
    );

    const topologies = await opened.ask('GET', '/manage/api/v1/workspaces/{w}/devices/topologies');
    expect(topologies).toMatchObject({ status: 200, code: 0 });
    expect(JSON.stringify(topologies.data)).toContain(controller.sn);
    const routes = await opened.ask('GET', '/wayline/api/v1/workspaces/{w}/waylines?page=1&page_size=10');
    expect(routes).toMatchObject({ code: 0, data: { list: [{ name: '北线' }], pagination: { total: 1 } } });

    // What one draws, the others hear of.
    const groups = await opened.ask('GET', '/map/api/v1/workspaces/{w}/element-groups');
    const [{ id: group }] = groups.data as [{ id: string }];
    const content = {
      type: 'Feature',
      properties: { color: '#2D8CF0', clampToGround: true },
      geometry: { type: 'Point', coordinates: [113.9, 22.5] },
    };
    const id = '3b7f1f3e-8f0e-4a42-9b1b-1f6f3c8f1a01';
    const drawn = { id, name: 'Tower', resource: { type: 0, content } };
    const path = `/map/api/v1/workspaces/{w}/element-groups/${group}/elements`;
    expect(await opened.ask('POST', path, drawn)).toMatchObject({ code: 0, data: { id } });
    await expect.poll(() => opened.pushes.map(({ biz_code: code }) => code)).toContain('map_element_create');

    await page.getByRole('button', { name: 'Disconnect and sign out' }).click();
    await expect(page.locator('.login')).toBeVisible();
    await expect
      .poll(async () => (await opened.ask('GET', '/manage/api/v1/workspaces/{w}/devices/topologies')).status)
      .toBe(401);
  });

  test('a licence that DJI Pilot 2 refuses is said in words, and can be tried again', async ({ page }) => {
    app = await openPilotApp(page, { ...controller, licence: 'another' });
    await signIn(page, 'admin', '/pilot');
    const step = (name: string) => page.locator(`.pilot-step[data-step="${name}"]`);
    await expect(step('licence')).toContainText(
      'does not accept the licence of the app: license mismatch (code 613002)',
    );
    await expect(step('thing')).toContainText('Waits for the steps before it');
    expect(app.order).toEqual([]);
    await step('licence').getByRole('button', { name: 'Try again' }).click();
    await expect(step('licence')).toContainText('license mismatch');
  });

  test('outside of DJI Pilot 2 the page says how it is opened', async ({ page }) => {
    await signIn(page, 'admin', '/pilot');
    await expect(page.getByRole('heading', { name: 'Open this page on a controller' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Address of this page as a QR code' })).toBeVisible();
    await expect(page.getByText(/#\/pilot$/)).toBeVisible();
  });
});

test('a server without the licence of the app says who can give it one', async ({ page }) => {
  app = await openPilotApp(page, controller);
  await signIn(page, 'admin', '/pilot');
  await expect(page.locator('.pilot-step[data-step="licence"]')).toContainText('EYRIE_DJI_APP_LICENSE');
});
