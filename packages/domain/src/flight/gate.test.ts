import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { cases, startItems } from './gate.fixture.ts';
import { alarm, blocked, dock, fine, judge } from './gate-well.fixture.ts';
import { foreseenItems } from './foreseen.ts';
import { evaluateGate } from './gate.ts';
import type { GateInput } from './gate-input.ts';

describe('the pre-flight gate', () => {
  it('judges every item once, and lets a healthy dock fly', () => {
    const items = evaluateGate(fine).map((entry) => entry.item);
    expect(items.toSorted()).toEqual([...startItems].toSorted());
    expect(blocked({})).toEqual([]);
    for (const entry of judge({}).values())
      expect(entry).toMatchObject({ verdict: 'passed', reason: null, blocks: false });
  });

  describe.each(startItems)('%s', (name) => {
    const { failed, notChecked, passed } = cases[name];
    it('alone blocks when it failed', () => {
      for (const part of failed) {
        const [one, ...more] = blocked(part);
        expect(more).toEqual([]);
        expect(one?.startsWith(`${name} failed`)).toBe(true);
      }
    });
    it('alone says that it was not checked, and why', () => {
      for (const [reason, part] of notChecked)
        expect(blocked(part)).toEqual([`${name} notChecked ${reason}`]);
    });
    it('passes when it is just good enough', () => {
      for (const part of passed) {
        expect(blocked(part)).toEqual([]);
        if (judge(part).has(name)) expect(judge(part).get(name)?.verdict).toBe('passed');
      }
    });
  });

  it('says of records and regions the same, whether it is asked now or for another day', () => {
    const standing = ['maintenance', 'insurance', 'airworthy', 'region', 'approval'] as const;
    const parts = standing.flatMap((name) => [
      ...cases[name].failed,
      ...cases[name].passed,
      ...cases[name].notChecked.map(([, part]) => part),
    ]);
    expect(parts.length).toBeGreaterThan(8);
    for (const part of parts) {
      const input = { ...fine, ...part, ages: {} };
      const alike = evaluateGate(input).filter(({ item }) => standing.some((name) => name === item));
      const known = { ...input, people: null, arrangement: null, forecast: 'noForecast' as const };
      expect(foreseenItems(known).filter(({ item }) => standing.some((name) => name === item))).toEqual(
        alike,
      );
    }
  });

  it('does not compare heights that it cannot convert, and says so of both items', () => {
    const unknown = { routeTop: null };
    expect(blocked(unknown)).toEqual([
      'returnAltitude notChecked heightUnknown',
      'heightLimit notChecked heightUnknown',
    ]);
    expect(judge(unknown).get('returnAltitude')).toMatchObject({ value: 100, limit: '20-1500' });
    expect(judge(unknown).get('heightLimit')).toMatchObject({ value: 100, limit: 120 });
    // What is wrong whatever the route's heights are is found all the same.
    expect(blocked({ ...unknown, returnAltitude: 19, terrain: { top: 0, complete: true } })).toContain(
      'returnAltitude failed',
    );
    expect(blocked({ ...unknown, returnAltitude: 1_501 })).toContain('returnAltitude failed');
    expect(blocked({ ...unknown, returnAltitude: 121 })).toContain('heightLimit failed');
  });

  it('holds the route itself against the height limit, not only the way home', () => {
    expect(blocked({ routeTop: 120.5, returnAltitude: 1_000, heightLimit: 120 })).toEqual([
      'heightLimit failed',
    ]);
    expect(judge({ routeTop: 110.2, returnAltitude: 60 }).get('heightLimit')).toMatchObject({
      verdict: 'passed',
      value: 111,
    });
    expect(judge({ routeTop: 120.2, returnAltitude: 60 }).get('heightLimit')?.verdict).toBe('failed');
  });

  it('checks nothing that the dock would have told when nothing was ever heard', () => {
    const items = judge({ dock: null, ages: {}, droneModel: null, heightLimit: null });
    const missing = [...items.values()]
      .filter((entry) => entry.verdict === 'notChecked')
      .map((entry) => entry.item);
    expect(missing.toSorted()).toEqual([
      'battery',
      'clock',
      'cover',
      'dataAge',
      'dockIdle',
      'emergencyStop',
      'health',
      'heightLimit',
      'home',
      'model',
      'positioning',
      'putter',
      'rain',
      'storage',
      'wind',
    ]);
  });

  it('asks for an approval only where the organisation does, and says what was changed since', () => {
    expect(judge({ approval: null }).has('approval')).toBe(false);
    const changed = judge({ approval: { state: 'approved', by: '张三', changed: ['route', 'settings'] } });
    expect(changed.get('approval')).toMatchObject({ reason: 'approvalStale', value: 'route,settings' });
    expect(judge({ approval: { state: 'waiting', by: null, changed: [] } }).get('approval')).toMatchObject({
      reason: 'approvalWaiting',
      blocks: true,
    });
  });

  it('asks for a checklist only where there is one; a no may be waived, a question without an answer is answered', () => {
    expect(judge({ checklist: null }).has('checklist')).toBe(false);
    const open = judge({ checklist: { open: ['a?'], refused: ['b?'], by: null } }).get('checklist');
    expect(open).toMatchObject({ reason: 'checklistOpen', value: 'a?', blocks: true });
    expect(open).not.toHaveProperty('waivable');
    const refused = judge({ checklist: { open: [], refused: ['b?'], by: '张三' } }).get('checklist');
    expect(refused).toMatchObject({ reason: 'checklistRefused', value: 'b?', blocks: true, waivable: true });
  });

  it('leaves push rods out where the model has none', () => {
    expect(judge({ putter: 'none' }).has('putter')).toBe(false);
  });

  it('says which region and leg are in the way, and lets nobody fly from a place that is not known', () => {
    const at = (region: (typeof fine)['regions']['region']) => judge({ regions: { region, heights: null } });
    expect(at({ verdict: 'failed', reason: 'insideNoFly', where: 'A · 1→2' }).get('region')).toMatchObject({
      value: 'A · 1→2',
      reason: 'insideNoFly',
    });
    const unknown = at({ verdict: 'notChecked', reason: 'placeUnknown' });
    expect(unknown.has('regionHeight')).toBe(false);
    const policy = { notCheckedWarns: ['region' as const], failedWarns: [] };
    const regions = { region: { verdict: 'notChecked', reason: 'placeUnknown' }, heights: null } as const;
    expect(blocked({ regions, policy })).toEqual(['region notChecked placeUnknown']);
  });

  it('rounds the need of the flight up and adds the reserve of its plan, a fifth at least', () => {
    const need = (share: number, reserve: number) =>
      judge({ batteryUse: { share, reserve } }).get('battery')?.limit;
    expect([need(0.151, 0.2), need(0.5001, 0.25), need(0.5, 0.05)]).toEqual([36, 76, 70]);
  });

  it('lets no flight begin with less than a dock starts at, however little it takes', () => {
    const short = { batteryUse: { share: 0.01, reserve: 0.2 } };
    const at = (percent: number, use: Partial<GateInput> = short) =>
      judge({ ...dock({ charge: { percent, state: 'charging' } }), ...use }).get('battery');
    expect(at(30)).toMatchObject({ verdict: 'passed', value: 30, limit: 30 });
    expect(at(29)).toMatchObject({ verdict: 'failed', value: 29, limit: 30, blocks: true });
    // Also where nobody knows what the flight takes.
    expect(at(30, { batteryUse: 'notLooked' })).toMatchObject({ verdict: 'notChecked', reason: 'notLooked' });
    expect(at(29, { batteryUse: 'notLooked' })).toMatchObject({ verdict: 'failed', limit: 30 });
  });

  it('names the layers that changed since the flight was looked at', () => {
    expect(judge({ changed: ['A', 'B', 'C', 'D'] }).get('surroundings')?.value).toBe('A · B · C');
  });

  it('says what was measured, what was asked for and how old it is', () => {
    expect(judge(dock({ wind: 13 })).get('wind')).toEqual({
      item: 'wind',
      verdict: 'failed',
      reason: null,
      blocks: true,
      value: 13,
      limit: 12,
      ageMs: 700,
      waivable: true,
    });
    expect(judge(alarm(2)).get('health')).toMatchObject({ value: '0x1', ageMs: 1_500 });
    expect(judge({}).get('heightLimit')?.ageMs).toBe(86_400_000);
    expect(judge({}).get('dataAge')).toMatchObject({ value: 1_000, limit: 6_000, ageMs: 1_000 });
    expect(judge({}).get('region')?.ageMs).toBeNull();
    expect(judge({ returnAltitude: 10 }).get('returnAltitude')).toMatchObject({
      value: 10,
      limit: '60-1500',
    });
    expect(judge({ routeModel: '0-67-0' }).get('model')).toMatchObject({ value: '0-91-1', limit: '0-67-0' });
    expect(judge({ batteryUse: 'modelUnknown' }).get('battery')?.value).toBe(90);
    expect(judge({ ...dock({ putterState: 'extended' }), putter: 'unknown' }).get('putter')?.value).toBe(
      'extended',
    );
    expect(judge({ terrain: { top: 30, complete: true } }).get('terrain')).toMatchObject({
      value: 100,
      limit: 30,
    });
    expect(judge({ terrain: 'noTerrain' }).get('terrain')?.value).toBe(100);
    expect(judge({ heightLimit: null }).get('heightLimit')?.value).toBe(100);
    expect(judge({}).get('otherFlight')?.value).toBeNull();
    expect(judge({ otherFlight: 'F1' }).get('otherFlight')?.value).toBe('F1');
    expect(judge({ maintenance: 'under' }).get('maintenance')?.value).toBe('under');
    expect(judge({ insuranceUntil: 5 }).get('insurance')?.value).toBe(5);
    expect(judge(dock({ storage: { totalKB: 5, usedKB: 2 } })).get('storage')).toMatchObject({
      value: 3,
      limit: limits.gate.storageFreeKB,
    });
    expect(judge(dock({ storage: { totalKB: null, usedKB: 2 } })).get('storage')?.limit).toBe(
      limits.gate.storageFreeKB,
    );
    expect(judge({}).get('positioning')?.value).toBe(5);
    expect(judge(dock({ clockOffset: null })).get('clock')?.limit).toBe(limits.dock.clockDifference);
    expect(judge({}).get('home')?.value).toBe('true');
  });

  it('names what a route runs through, or the rule that it breaks, or that its file is another', () => {
    const values = { obstacle: 'WT-03', layer: 'Wind', found: -35 };
    const of = (input: Parameters<typeof judge>[0]) => judge(input).get('route');
    expect(of({ routeBlocked: { code: 'collision', values } })).toMatchObject({
      verdict: 'failed',
      reason: 'obstacle',
      value: 'WT-03 · Wind',
    });
    expect(of({ routeBlocked: { code: 'battery', values: {} } })).toMatchObject({
      reason: 'routeBlocked',
      value: 'battery',
    });
    expect(of({ checksumMatches: false })).toMatchObject({ verdict: 'failed', reason: 'fileChanged' });
    expect(of({})).toMatchObject({ verdict: 'passed', reason: null });
  });
});
