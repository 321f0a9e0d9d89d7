import { describe, expect, it } from 'vitest';
import { gateItemNames, type GateItemName } from './flight.ts';
import { failureMark, foreseenItems, runStanding, type ForeseenInput } from './foreseen.ts';
import { fine, now } from './gate-well.fixture.ts';
import { gateDefaults } from './gate-policy.ts';
import { coversFinding, gateRules, isWaivable, waiverPersons } from './gate-rules.ts';
import { evaluateGate } from './gate.ts';

const known: ForeseenInput = {
  ...fine,
  licence: 'noRecord',
  policy: gateDefaults,
  people: null,
  arrangement: null,
  forecast: { wind: 4, rain: 0, ageMs: 60_000 },
};
const judge = (part: Partial<ForeseenInput> = {}) =>
  new Map(foreseenItems({ ...known, ...part }).map((one) => [one.item, one]));
const standing = (part: Partial<ForeseenInput>) => runStanding([...judge(part).values()]);

describe('the verdict on a run that is to come', () => {
  it('names every rule, and passes none that only the dock can answer', () => {
    const items = judge();
    // A run is arranged alone.
    const ofRuns = gateItemNames.filter((name) => name !== 'series');
    expect([...items.keys()].toSorted()).toEqual(ofRuns.toSorted());
    for (const [name, { verdict, reason, blocks }] of items)
      if (!gateRules[name].ahead)
        expect([name, verdict, reason, blocks]).toEqual([name, 'notChecked', 'onlyAtStart', false]);
    expect(items.get('licence')).toMatchObject({ verdict: 'notChecked', reason: 'noRecord', blocks: false });
    expect(runStanding([...items.values()])).toBe('clear');
  });

  it('says of a forecast what it says, or why there is none', () => {
    expect(judge({ forecast: { wind: 12.5, rain: 0.2, ageMs: 5 } }).get('forecastWind')).toMatchObject({
      verdict: 'failed',
      blocks: true,
      value: 12.5,
      limit: 12,
      ageMs: 5,
      waivable: true,
    });
    expect(standing({ forecast: { wind: 3, rain: 0.1, ageMs: 5 } })).toBe('blocked');
    for (const forecast of ['noForecast', 'forecastFailed', 'beyondForecast', 'placeUnknown'] as const) {
      const item = judge({ forecast }).get('forecastWind');
      expect(item).toMatchObject({ verdict: 'notChecked', reason: forecast, blocks: false });
    }
  });

  it('is blocked by what records, regions, people and neighbours say, and open by what nobody looked at', () => {
    expect(
      standing({
        regions: { region: { verdict: 'failed', reason: 'insideNoFly', where: 'A · 1→2' }, heights: null },
      }),
    ).toBe('blocked');
    expect(standing({ people: 'notAllowed' })).toBe('blocked');
    expect(standing({ arrangement: 'deviceRetired' })).toBe('blocked');
    expect(standing({ neighbours: { close: ['B'] } })).toBe('blocked');
    expect(standing({ batteryUse: { share: 0.9, reserve: 0.2 } })).toBe('blocked');
    expect(standing({ changed: ['Cranes'] })).toBe('open');
    expect(standing({ insuranceUntil: now - 1 })).toBe('clear');
    expect(standing({ insuranceUntil: now - 1, policy: { notCheckedWarns: [], failedWarns: [] } })).toBe(
      'blocked',
    );
  });

  it('is marked by what failed, and not by figures that move', () => {
    const mark = (part: Partial<ForeseenInput>): string => failureMark(foreseenItems({ ...known, ...part }));
    expect(mark({})).toBe('');
    expect(mark({ forecast: { wind: 13, rain: 0, ageMs: 5 } })).toBe(
      mark({ forecast: { wind: 14, rain: 0, ageMs: 9 } }),
    );
    expect(mark({ neighbours: { close: ['B'] } })).not.toBe(mark({ neighbours: { close: ['C'] } }));
    expect(mark({ neighbours: { close: ['B', 'C'] } })).toBe(mark({ neighbours: { close: ['C', 'B'] } }));
  });
});

describe('a waiver', () => {
  it('is there for no rule of link, control, clock or home, and needs two persons where somebody may come to harm', () => {
    const never: GateItemName[] = [
      'dataAge',
      'clock',
      'dockIdle',
      'otherFlight',
      'emergencyStop',
      'home',
      'positioning',
      'route',
      'lostAction',
      'cover',
      'people',
    ];
    for (const item of never)
      expect(
        isWaivable({ item, verdict: 'failed', blocks: true, reason: null, value: null, limit: null }),
      ).toBe(false);
    for (const item of gateItemNames)
      if (gateRules[item].waiver?.right === 'flight:overrule') expect(waiverPersons(item)).toBe(2);
  });

  it('of the battery reaches the reserve alone', () => {
    const at = (percent: number) =>
      evaluateGate({ ...fine, dock: fine.dock && { ...fine.dock, charge: { percent, state: 'idle' } } }).find(
        ({ item }) => item === 'battery',
      );
    expect(at(69)).toMatchObject({ verdict: 'failed', waivable: true });
    expect(at(50)).toMatchObject({ verdict: 'failed', waivable: true });
    expect(at(49)?.waivable).toBeUndefined();
    expect(
      evaluateGate({ ...fine, batteryUse: 'notLooked' }).find(({ item }) => item === 'battery')?.waivable,
    ).toBeUndefined();
    expect(
      evaluateGate({ ...fine, unfit: ['underMaintenance'] }).find(({ item }) => item === 'airworthy')
        ?.waivable,
    ).toBeUndefined();
  });

  it('covers what was found and nothing worse', () => {
    const wind = (value: number) => ({ item: 'wind', verdict: 'failed', reason: null, value }) as const;
    expect(coversFinding(wind(13), wind(12.5))).toBe(true);
    expect(coversFinding(wind(13), wind(13.1))).toBe(false);
    const battery = (value: number) => ({ item: 'battery', verdict: 'failed', reason: null, value }) as const;
    expect(coversFinding(battery(60), battery(59))).toBe(false);
    const region = (value: string) =>
      ({ item: 'region', verdict: 'failed', reason: 'insideNoFly', value }) as const;
    expect(coversFinding(region('A · 1→2'), region('A · 1→2'))).toBe(true);
    expect(coversFinding(region('A · 1→2'), region('B · 1→2'))).toBe(false);
    expect(coversFinding({ ...wind(13), verdict: 'notChecked' }, wind(12.5))).toBe(false);
  });
});
