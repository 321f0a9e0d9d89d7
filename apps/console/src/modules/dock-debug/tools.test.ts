import { debugMethods, type DockStatus } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { Figures } from '../../platform/figures.ts';
import type { TextOf } from '../../platform/text.tsx';
import { toolsOf } from './tools.ts';

const text: TextOf = (id, values) => (values ? `${id} ${JSON.stringify(values)}` : id);
const figures = { amount: (value: number | null, unit = '') => `${value}${unit}` } as Figures;
const card = {
  device: 'dock',
  imei: '490154203237518',
  esim: true,
  activated: false,
  slot: 'sim',
  simInserted: true,
  operator: null,
} as const;

const status = {
  workState: 'remoteDebug',
  coverState: 'closed',
  putterState: 'closed',
  dronePowered: false,
  charge: { percent: 90, state: 'idle' },
  supplementLight: false,
  airConditioner: { mode: 'cooling', phase: 'preparing', waitSeconds: 40 },
  silentMode: false,
  storeMode: 'plan',
  mediaRemain: 0,
  storage: { usedKB: 0, totalKB: 0 },
  tools: {
    alarm: null,
    linkMode: 'both',
    dongles: 1,
    batteryCare: { state: 'none', hoursLeft: 0 },
    calibrated: true,
    cards: [card],
    heard: { body: 0, machine: 0, link: 0, settings: 0, dockCards: 0, droneCards: null },
  },
} as unknown as DockStatus;

const shown = (more: Partial<DockStatus>, allowed: readonly string[], since = 0) =>
  toolsOf({ ...status, ...more }, allowed, since, { text, figures });
const ids = (...given: Parameters<typeof shown>): string[] => shown(...given).map(({ id }) => id);
const without = (...lacking: string[]): string[] => debugMethods.filter((one) => !lacking.includes(one));

describe('the tools of a dock on the page', () => {
  it('are all there at a model that has them all', () => {
    expect(ids({}, debugMethods).join(' ')).toBe(
      'mode cover rods drone charge light alarm air silent store care lte dock 490154203237518 ' +
        'place uploads droneStorage dockStorage reboot',
    );
  });

  it('are not offered where the model has none', () => {
    const allowed = without('putterOpen', 'putterClose', 'rtkCalibration');
    const tools = shown({ putterState: null }, allowed);
    expect(tools.map(({ id }) => id)).not.toContain('rods');
    // How it stands is still worth knowing.
    expect(tools.find(({ id }) => id === 'place')).toMatchObject({
      verbs: [],
      state: 'dockDebug.calibrated',
    });
    expect(ids({ putterState: null }, without('deviceReboot'))).not.toContain('reboot');
  });

  it('close a cover by force where the model has it', () => {
    const verbs = (allowed: readonly string[]) =>
      shown({}, allowed)
        .find(({ id }) => id === 'cover')
        ?.verbs.map(({ act }) => ('method' in act ? act.method : ''));
    expect(verbs(debugMethods)).toEqual(['coverOpen', 'coverClose', 'coverForceClose']);
    expect(verbs(without('coverForceClose'))).toEqual(['coverOpen', 'coverClose']);
  });

  it('stay in sight of who may order nothing', () => {
    expect(ids({}, [])).toContain('cover');
  });

  it('count the wait of the air conditioner down by the time since it was reported', () => {
    const air = (since: number) => shown({}, debugMethods, since).find(({ id }) => id === 'air')?.state;
    expect(air(0)).toContain('"seconds":40');
    expect(air(12_300)).toContain('"seconds":28');
    expect(air(40_000)).not.toContain('seconds');
  });

  it('choose an operator only of an eSIM that is activated', () => {
    const methods = (activated: boolean) =>
      shown({ tools: { ...status.tools, cards: [{ ...card, activated }] } }, debugMethods)
        .find(({ id }) => id.startsWith('dock '))
        ?.verbs.map(({ act }) => ('method' in act ? act.method : ''));
    expect(methods(false)).toEqual(['simSlotSwitch', 'simSlotSwitch', 'esimActivate']);
    expect(methods(true)?.filter((one) => one === 'esimOperatorSwitch')).toHaveLength(3);
  });

  it('offer an eSIM only where it is not known to wait for its activation', () => {
    const refused = (activated: boolean | null) =>
      shown({ tools: { ...status.tools, cards: [{ ...card, activated }] } }, debugMethods)
        .flatMap(({ verbs }) => verbs)
        .flatMap(({ verb, act }) => ('method' in act && act.refused ? [[verb, act.refused]] : []));
    expect(refused(false)).toEqual([['dockDebug.useEsim', 'esimNotActivated']]);
    expect(refused(true)).toEqual([]);
    expect(refused(null)).toEqual([]);
  });
});
