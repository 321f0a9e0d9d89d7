import { describe, expect, it } from 'vitest';
import { gateItemNames } from './flight.ts';
import { cases } from './gate.fixture.ts';
import { blocked, dock, fine, judge, now } from './gate-well.fixture.ts';
import { gateDefaults, gateFailedSettable, gateSettable } from './gate-policy.ts';
import { readStoredGate } from './gate-stored.ts';
import { blockingItems, evaluateGate } from './gate.ts';

describe('what the organisation decided', () => {
  it.each(gateSettable)('lets %s warn where it is not checked, and it alone', (name) => {
    const [, part] = cases[name].notChecked[0] ?? ['heightUnknown', { routeTop: null }];
    const notCheckedWarns = gateSettable.filter((other) => other === name || other === 'heightLimit');
    const items = judge({ ...part, policy: { notCheckedWarns, failedWarns: [] } });
    expect(items.get(name)).toMatchObject({ verdict: 'notChecked', blocks: false });
    expect(blockingItems([...items.values()])).toEqual([]);
    const others = gateSettable.filter((other) => other !== name);
    expect(judge({ ...part, policy: { notCheckedWarns: others, failedWarns: [] } }).get(name)?.blocks).toBe(
      true,
    );
  });

  it('lets nothing that failed warn because its being unchecked does', () => {
    const policy = { notCheckedWarns: gateSettable, failedWarns: [] };
    expect(blocked({ ...dock({ wind: 13 }), policy })).toEqual(['wind failed']);
    expect(blocked({ maintenance: 'awaiting', policy })).toEqual(['maintenance failed']);
  });

  it('lets a missed maintenance and an insurance that ran out warn, never a maintenance under way', () => {
    const policy = { notCheckedWarns: [], failedWarns: gateFailedSettable };
    expect(judge({ maintenance: 'awaiting', policy }).get('maintenance')).toMatchObject({
      verdict: 'failed',
      blocks: false,
    });
    expect(blocked({ insuranceUntil: now - 1, policy })).toEqual([]);
    expect(blocked({ maintenance: 'under', policy })).toEqual(['maintenance failed']);
    expect(blocked({ maintenance: null, policy })).toEqual(['maintenance notChecked noRecord']);
  });

  it('warns by default only of what an organisation has no data of yet', () => {
    const nothingKnown = {
      dock: null,
      ages: {},
      droneModel: null,
      heightLimit: null,
      maintenance: null,
      insuranceUntil: null,
      unfit: null,
      regions: { region: { verdict: 'notChecked', reason: 'noRegions' }, heights: null } as const,
      terrain: 'noTerrain' as const,
    };
    const warns = [...judge({ ...nothingKnown, policy: gateDefaults }).values()]
      .filter((entry) => entry.verdict === 'notChecked' && !entry.blocks)
      .map((entry) => entry.item);
    expect(warns.toSorted()).toEqual(['airworthy', 'insurance', 'maintenance', 'region', 'terrain']);
    expect(blocked({ insuranceUntil: now - 1, maintenance: 'awaiting', policy: gateDefaults })).toEqual([]);
    expect(blocked({ unfit: ['insuranceOver', 'carried'], policy: gateDefaults })).toEqual([]);
    // What is being repaired, or was given up, does not fly whatever an organisation decides.
    expect(blocked({ unfit: ['carried', 'underMaintenance'], policy: gateDefaults })).toEqual([
      'airworthy failed',
    ]);
    expect(blocked({ unfit: ['retired'], policy: gateDefaults })).toEqual(['airworthy failed']);
  });

  it('can decide nothing about what is never merely unchecked', () => {
    for (const name of ['dataAge', 'lostAction', 'route', 'otherFlight', 'approval', 'checklist'])
      expect(gateSettable).not.toContain(name);
    expect(gateSettable).toHaveLength(gateItemNames.length - 13);
  });
});

describe('a stored gate', () => {
  it('is read as it was written, also one of an earlier release', () => {
    const gate = evaluateGate({ ...fine, ...dock({ wind: null }) });
    expect(readStoredGate(JSON.parse(JSON.stringify(gate)))).toEqual(gate);
    const old = ['ok', 'warn', 'bad', 'unknown'].map((verdict) => ({
      item: 'wind',
      verdict,
      value: 3,
      limit: 12,
    }));
    expect(readStoredGate(old)?.map(({ verdict, reason, blocks }) => [verdict, reason, blocks])).toEqual([
      ['passed', null, false],
      ['failed', null, false],
      ['failed', null, true],
      ['notChecked', 'notTold', true],
    ]);
    expect(readStoredGate(old)?.[0]).toMatchObject({ item: 'wind', value: 3, limit: 12, ageMs: null });
    expect(readStoredGate(null)).toBeNull();
    expect(readStoredGate([{ item: 'luck' }])).toBeNull();
  });
});
