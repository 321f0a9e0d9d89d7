import type { Page } from '@playwright/test';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { drcCalls, firstRoles } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addPerson, addRole } from '../permission/visitor.ts';
import { withoutGraphics } from '../support/no-graphics.ts';
import { readerOf, signInAs, type SignIn } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { bringUp, doubleGamepads, plugIn, takeAgain } from './hands.ts';

// The page brings its picture up by itself; on a busy machine that may be refused once.
test.use({
  waits: true,
  expectedFaults: withSlowPictures(),
});

const rights = [...firstRoles.operator, 'dock:override'] as const;

/** One person's page of flight by hand. */
const handsOf = async (page: Page, language: Language, dockOID: string, who: SignIn = {}) => {
  const reader = readerOf(page, language);
  const { t, shown } = reader;
  await signInAs(reader, `/flightControl?oid=${dockOID}`, who);
  const region = (id: Parameters<typeof t>[0]) => page.getByRole('region', { name: t(id), exact: true });
  const of = (id: Parameters<typeof t>[0]) => {
    const part = region(id);
    return {
      part,
      press: (verb: Parameters<typeof t>[0]) =>
        part.getByRole('button', { name: t(verb), exact: true }).click(),
      says: (word: Parameters<typeof t>[0]) => expect(part.getByText(shown(word)).first()).toBeVisible(),
    };
  };
  const answer = (verb: Parameters<typeof t>[0]) =>
    page
      .getByRole('alertdialog')
      .getByRole('button', { name: t(verb), exact: true })
      .click();
  return {
    page,
    t,
    flight: of('flightControl.flight'),
    payload: of('flightControl.payload'),
    sticks: of('drc.title'),
    camera: of('payload.title'),
    answer,
  };
};
type Hands = Awaited<ReturnType<typeof handsOf>>;

const arm = async ({ sticks, t }: Hands): Promise<void> => {
  await sticks.press('command.drcEnter');
  const button = sticks.part.getByRole('button', { name: t('drc.arm'), exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.click();
  await expect(sticks.part).toHaveAttribute('data-phase', 'armed');
};

for (const language of storyLanguages<Language>(languages))
  test(`two people hand flight and payload to each other, in ${language}`, async ({
    page,
    browser,
    product,
    caller,
  }) => {
    const sn = `HANDOVER${languages.indexOf(language)}`;
    // The aircraft of another language flies on: each has a place of its own.
    const east = languages.indexOf(language) * 0.05;
    const place = { name: '交接机场', sn, droneSn: `AIR${sn}`, lng: 113.95 + east, lat: 22.54 };
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken, east);
    const dock = await startDock(product, caller, place, 8);
    const role = await addRole(caller, `pilots-${sn}`, rights);
    const pilot = await addPerson(product, caller, `lin${sn.toLowerCase()}`, role, rights);
    const context = await browser.newContext({ baseURL: product.url });
    const flown = async () => (await caller.call(drcCalls.info, { oid: dock.oid })).state;
    try {
      await bringUp(caller, dock.oid, routeOID);
      await context.addInitScript(withoutGraphics);
      const second = await context.newPage();
      await doubleGamepads(second);
      const admin = await handsOf(page, language, dock.oid);
      const lin = await handsOf(second, language, dock.oid, pilot);

      await test.step('flight is asked for and refused, asked for and handed over', async () => {
        await admin.flight.press('lease.take');
        await admin.flight.says('lease.mine');
        await lin.flight.says('lease.held');
        await expect(
          lin.sticks.part.getByRole('button', { name: lin.t('command.drcEnter'), exact: true }),
        ).toHaveAccessibleDescription(new RegExp(lin.t('lease.othersControl')));
        await second.screenshot({ path: test.info().outputPath(`others-${language}.png`), fullPage: true });
        await lin.flight.press('lease.ask');
        await expect(page.getByRole('alertdialog')).toContainText(pilot.account);
        await admin.answer('lease.keep');
        await lin.flight.says('lease.refused');
        await lin.flight.press('lease.ask');
        await admin.answer('lease.handOver');
        await lin.flight.says('lease.mine');
        await admin.flight.says('lease.held');
      });

      await test.step('one flies by a gamepad, the other watches and has the payload', async () => {
        await admin.payload.press('lease.take');
        await admin.payload.says('lease.minePayload');
        await lin.payload.says('lease.held');
        await lin.flight.says('lease.mine');
        const fly = async (): Promise<void> => {
          // What is held while the sticks are armed moves nothing before it was let go.
          await plugIn(second, [0, 0, 0, -1]);
          await takeAgain(lin.flight.part, lin.t('lease.take'));
          await takeAgain(admin.payload.part, admin.t('lease.take'));
          const enter = lin.sticks.part.getByRole('button', { name: lin.t('command.drcEnter'), exact: true });
          if (!(await flown())?.forwarding) await enter.click({ timeout: 5_000 });
          const button = lin.sticks.part.getByRole('button', { name: lin.t('drc.arm'), exact: true });
          await expect(button).toHaveAttribute('aria-disabled', 'false', { timeout: 10_000 });
          await button.click();
          await expect(lin.sticks.part).toHaveAttribute('data-phase', 'centring', { timeout: 5_000 });
          await plugIn(second, [0, 0, 0, 0], 2);
          await expect(lin.sticks.part).toHaveAttribute('data-phase', 'armed', { timeout: 5_000 });
          await plugIn(second, [0, 0, 0, -1], 2);
          await expect(async () => expect((await flown())?.passed).toBeGreaterThan(5)).toPass({
            timeout: 5_000,
          });
        };
        // A machine that is too busy for one of the limits of sticks ends them, as it shall: they are begun once more.
        await expect(fly).toPass();
        await expect(admin.sticks.part).toContainText(pilot.account);
        // While a paused route records no photo is taken: the gimbal turns whatever the camera does.
        const turn = ({ camera, t }: Hands) =>
          camera.part.getByRole('button', { name: t('payload.reset.down'), exact: true });
        await expect(turn(admin)).toHaveAttribute('aria-disabled', 'false');
        await turn(admin).click();
        await expect(
          page
            .getByRole('region', { name: admin.t('monitor.commands'), exact: true })
            .locator('.ey-chip', { hasText: admin.t('command.payloadCommands') })
            .first(),
        ).toContainText(admin.t('commandState.succeeded'));
        await expect(turn(lin)).toHaveAccessibleDescription(new RegExp(lin.t('lease.othersControl')));
        await page.screenshot({ path: test.info().outputPath(`watching-${language}.png`), fullPage: true });
      });

      await test.step('a blurred tab centres its sticks, whatever is held', async () => {
        await second.evaluate(() => window.dispatchEvent(new Event('blur')));
        await expect(lin.sticks.part).toHaveAttribute('data-phase', 'paused');
        await plugIn(second, [0, 0, 0, 0], 2);
        await second.evaluate(() => window.dispatchEvent(new Event('focus')));
        await expect(lin.sticks.part).toHaveAttribute('data-phase', 'armed');
      });

      await test.step('flight is overridden with a reason: the sticks end there and begin here', async () => {
        await admin.flight.press('lease.override');
        const question = page.getByRole('alertdialog');
        await question.getByLabel(admin.t('field.reason')).fill('smoke over the yard');
        await admin.answer('lease.override');
        await admin.flight.says('lease.mine');
        await expect(lin.sticks.part).toHaveAttribute('data-phase', 'disarmed');
        await expect(lin.flight.part).toContainText('smoke over the yard');
        await expect(async () => expect((await flown())?.forwarding ?? false).toBe(false)).toPass();
        await arm(admin);
        await expect(lin.sticks.part).toContainText('管理员');
        await admin.payload.says('lease.minePayload');
        await second.screenshot({ path: test.info().outputPath(`over-${language}.png`), fullPage: true });
      });
    } finally {
      await context.close();
      await dock.stop();
    }
  });
