import type { Locator, Page } from '@playwright/test';
import { dockCalls, flightCalls, routeCalls } from '../../packages/domain/src/index.ts';
import type { Language, PhraseId } from '../../packages/phrases/src/index.ts';
import { buildKmz, connectDock, kmzModels, type DockClient } from '../../packages/testing/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { expireCode } from '../support/database.ts';
import type { Product } from '../support/product.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { playDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const place = { lng: 113.95, lat: 22.54 };
/** Where the dock is, as it says itself. */
const here = { longitude: place.lng, latitude: place.lat };

const docks: Readonly<Record<Language, { name: string; sn: string }>> = {
  'zh-CN': { name: '东山机场', sn: 'WIZARD00001' },
  en: { name: '北山机场', sn: 'WIZARD00002' },
  ar: { name: '南山机场', sn: 'WIZARD00003' },
};

type Wizard = Reader & { wizard: Locator };

const wizardOf = (page: Page, language: Language): Wizard => ({
  ...readerOf(page, language),
  wizard: page.getByRole('dialog').last(),
});
const press = ({ wizard, t }: Wizard, id: PhraseId): Promise<void> =>
  wizard.getByRole('button', { name: t(id), exact: true }).click();
const stepOf = ({ wizard, t }: Wizard, step: PhraseId): Locator =>
  wizard
    .getByRole('list', { name: t('connection.ladder') })
    .getByRole('listitem')
    .filter({ hasText: t(step) });
/** What the wizard shows this once. */
const typed = ({ wizard, page, t }: Wizard, label: PhraseId): Promise<string> =>
  wizard
    .locator('.dock-access dl > div')
    .filter({ has: page.getByText(t(label), { exact: true }) })
    .locator('bdi')
    .innerText();

async function register(reader: Wizard, { name, sn }: { name: string; sn: string }): Promise<void> {
  const { page, t, shown, wizard } = reader;
  await page
    .getByRole('button', { name: t('dock.register') })
    .first()
    .click();
  // What this server lacks for a real dock is said before anything is typed.
  await wizard.getByText(shown('connection.needsMissing')).click();
  const needs = wizard.getByRole('list', { name: t('connection.stage.needs') }).getByRole('listitem');
  await expect(needs.filter({ hasText: t('connection.need.licence') })).toContainText(
    'EYRIE_DJI_APP_LICENSE',
  );
  await expect(needs.filter({ hasText: t('connection.need.dock') })).toContainText(
    t('connection.needState.notChecked'),
  );
  await wizard.getByLabel(t('register.name')).fill(name);
  await wizard.getByRole('combobox', { name: t('field.model') }).click();
  await page.getByTitle('DJI Dock 2').click();
  await wizard.getByLabel(t('register.sn')).first().fill(sn);
  await wizard.getByRole('combobox', { name: t('register.insuranceCompany') }).click();
  await page.locator('.ant-select-item-option').last().click();
  await wizard.getByLabel(t('dock.policyNumber')).fill('P-1');
  await wizard.getByLabel(t('dock.insuranceUntil')).fill('2099-12-31');
  await press(reader, 'register.submit');
  await expect(wizard.locator('.register-secret').getByText(t('connection.scope.machine'))).toBeVisible();
}

/** What is shown once is not lost by a slip of the hand. */
async function keepsWhatIsShownOnce(reader: Wizard): Promise<void> {
  const { page, wizard, t } = reader;
  await page.keyboard.press('Escape');
  const question = wizard.getByRole('alert').filter({ hasText: t('connection.notNoted') });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await press(reader, 'register.close');
}

interface Given {
  oid: string;
  sn: string;
  secret: string;
  binding: { code: string; organizationId: string };
}

/** A wrong password is said in words, and a new one is made in place. @returns the new one */
async function wrongPassword(reader: Wizard, url: string, { sn, secret }: Given): Promise<string> {
  const connect = stepOf(reader, 'connection.step.connect');
  await expect(connect).toContainText(reader.t('connection.waiting'));
  await expect(connectDock({ url, sn, secret: `${secret}x` })).rejects.toThrow('refused');
  await expect(connect).toContainText(reader.shown('connection.fault.wrongPassword'));
  await press(reader, 'connection.newSecret');
  await expect(reader.wizard.locator('.dock-access')).not.toContainText(secret);
  const renewed = await typed(reader, 'field.password');
  await press(reader, 'register.close');
  return renewed;
}

/** A code that is over is said in words, and another is made in place; then the dock comes with a wrong clock. */
async function oldCodeAndWrongClock(reader: Wizard, late: DockClient, product: Product, given: Given) {
  const { code, organizationId } = given.binding;
  await expect(stepOf(reader, 'connection.step.connect')).toContainText('MQTT 3.1.1');
  await expireCode(product, given.oid);
  await late.request('airport_organization_get', {
    device_binding_code: code,
    organization_id: organizationId,
  });
  await expect(stepOf(reader, 'connection.step.organisationGet')).toContainText(
    reader.shown('connection.fault.codeExpired'),
  );
  await press(reader, 'connection.newCode');
  const anew = await typed(reader, 'connection.code');
  expect(anew).not.toBe(code);
  await press(reader, 'register.close');
  await late.start({ code: anew, organizationId });
  await late.osdParts({ A: here });
  await expect(stepOf(reader, 'connection.step.telemetry')).toContainText(/41/);
  await expect(reader.wizard.getByRole('status')).toContainText(reader.shown('connection.fault.clockOff'));
  await late.close();
}

/** With a right clock it comes in; what is not as it has to be says so until it is. */
async function comesIn(
  reader: Wizard,
  url: string,
  { sn, secret }: Pick<Given, 'sn' | 'secret'>,
): Promise<void> {
  const { wizard, t } = reader;
  const dock = await connectDock({ url, sn, secret, droneSn: `A${sn}` });
  await dock.start();
  await dock.wakeDrone();
  await dock.osdParts({ A: { ...here, emergency_stop_state: 1 } });
  await expect(wizard.getByRole('status')).toHaveText(t('connection.arrived'));
  await press(reader, 'connection.next');
  const check = (id: PhraseId): Locator =>
    wizard
      .getByRole('list', { name: t('connection.stage.flight') })
      .getByRole('listitem')
      .filter({ hasText: t(id) });
  await expect(check('connection.check.emergencyStop')).toContainText(t('connection.checkDo.emergencyStop'));
  await expect(check('connection.check.health')).toContainText(t('connection.notKnown'));
  await dock.healthy();
  await expect(async () => {
    await dock.osdParts({ A: here });
    await expect(wizard.getByRole('status')).toHaveText(t('connection.readyToFly'), { timeout: 1_000 });
  }).toPass();
  await dock.close();
  await wizard
    .getByRole('button', { name: t('app.close'), exact: true })
    .last()
    .click();
}

/** The wizard opens again on the page of the dock, without what was shown once. */
async function opensAgain(
  reader: Wizard,
  { name, sn, secret }: Pick<Given, 'sn' | 'secret'> & { name: string },
): Promise<void> {
  const { page, wizard, t } = reader;
  await page.getByRole('row').filter({ hasText: name }).click();
  await page.getByRole('dialog').getByText(t('connection.title'), { exact: true }).click();
  await page.getByRole('button', { name: t('connection.wizard') }).click();
  await expect(wizard.getByText(t('connection.shownOnce'))).toBeVisible();
  await expect(wizard.locator('.dock-access')).toContainText(sn);
  await expect(wizard.locator('.dock-access')).not.toContainText(secret);
  await page.keyboard.press('Escape');
  await expect(wizard.locator('.dock-access')).toHaveCount(0);
}

const points = [
  { lng: 113.951, lat: 22.541, height: 60, speed: 10, photo: false },
  { lng: 113.954, lat: 22.545, height: 80, speed: 10, photo: false },
];

/** The first flight, by the way that every flight begins. */
async function firstFlight({ page, t, shown }: Reader, caller: Caller, dockOID: string): Promise<void> {
  const file = new File([Uint8Array.from(buildKmz({ model: kmzModels.m3td, points }))], 'first.kmz');
  const { oid: routeOID } = await caller.call(routeCalls.uploadKmz, { name: '首飞', file });
  await caller.call(flightCalls.add, {
    routeOID: routeOID ?? '',
    dockOID,
    returnAltitude: 110,
    lostAction: 'return',
    clarity: 'sd',
  });
  await page.goto(`/#/PortMonitorSee?oid=${dockOID}`);
  await expect(page.locator('[data-gate="ready"]')).toBeVisible();
  await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
  await expect(page.getByText(shown('lease.mine'))).toBeVisible();
  const start = t('command.startJob');
  const order = async (): Promise<number> => {
    const answered = page.waitForResponse((one) => one.url().includes('startJob.rest'), { timeout: 60_000 });
    await page.getByRole('button', { name: start, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: start, exact: true }).click();
    return (await answered).status();
  };
  // A start that could not leave within a second of its judgement is refused, and whoever gave it gives it again.
  for (let turn = 0; turn < 3 && (await order()) === 503; turn += 1);
  const height = page
    .getByRole('region', { name: t('monitor.instruments') })
    .locator('.ey-figure', { hasText: t('monitor.heightTakeOff') });
  await expect
    .poll(async () => Number.parseFloat(await height.locator('bdi').first().innerText()), { timeout: 90_000 })
    .toBeGreaterThan(20);
}

// As in the story of the main job: on a busy machine a picture that the page asks for by itself may be refused once.
test.use({ waits: true, expectedFaults: withSlowPictures(/\b503\b.*startJob\.rest/) });

// The product of a story has no demo: its organisation begins empty.
for (const [language, { name, sn }] of storyLanguages(
  Object.entries(docks) as [Language, (typeof docks)[Language]][],
))
  test(`a dock comes in by the wizard, in ${language}`, async ({ page, product, caller }) => {
    const reader = wizardOf(page, language);
    await signInAs(reader, '/DaJiAirport');
    await register(reader, { name, sn });
    const found = await caller.call(dockCalls.search, { keyword: sn });
    const given: Given = {
      oid: found.list[0]?.oid ?? '',
      sn,
      secret: await typed(reader, 'field.password'),
      binding: {
        code: await typed(reader, 'connection.code'),
        organizationId: await typed(reader, 'connection.organizationId'),
      },
    };
    await keepsWhatIsShownOnce(reader);
    const secret = await wrongPassword(reader, product.mqtt, given);
    const at = { url: product.mqtt, sn, secret, droneSn: `A${sn}` };
    await oldCodeAndWrongClock(reader, await connectDock({ ...at, clockSkew: 41_000 }), product, given);
    await comesIn(reader, product.mqtt, { sn, secret });
    await opensAgain(reader, { name, sn, secret });
    const dock = { ...place, oid: given.oid, name, sn, secret, droneSn: `A${sn}` };
    const simulated = await playDock(product, caller, dock, { speed: 20 });
    try {
      await firstFlight(reader, caller, given.oid);
    } finally {
      await simulated.stop();
    }
  });
