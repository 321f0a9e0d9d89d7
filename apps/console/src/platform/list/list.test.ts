import fc from 'fast-check';
import { CallRefused } from '@eyrie/client';
import { routeCalls } from '@eyrie/domain';
import type { LoadState } from '@eyrie/ui';
import { createMemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { requestOf, valueOf, writtenOf, type FilterDeclarations } from './address.ts';
import { whyNot } from './allowed-action.ts';
import { stepToClose, stepToOpen, type Step } from './drawer-steps.ts';
import { heldIn, holderPhrase, insteadFor, isHeldBack } from '../refused.ts';
import { lastPage, listState } from './state.ts';

const filters = {
  keyword: { kind: 'search', label: 'list.searchByName' },
  state: {
    kind: 'choice',
    label: 'flight.state',
    any: 'list.anyState',
    options: { over: 'flight.state.over' },
  },
  mine: { kind: 'flag', label: 'task.mine' },
  sort: {
    kind: 'sort',
    label: 'route.sort',
    otherwise: '-createdAt',
    options: { '-createdAt': 'route.sort.newest', name: 'route.sort.name' },
  },
  taskOID: { kind: 'link' },
} as const satisfies FilterDeclarations;
type Name = keyof typeof filters;
const names = Object.keys(filters) as Name[];

const values = fc.record({
  keyword: fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { nil: undefined }),
  state: fc.constantFrom('over', undefined),
  mine: fc.constantFrom(true as const, undefined),
  sort: fc.constantFrom('-createdAt', 'name'),
  taskOID: fc.option(fc.uuid(), { nil: undefined }),
});

describe('filters in the address', () => {
  it('come back as they were set', () => {
    fc.assert(
      fc.property(values, (set) => {
        const address = new URLSearchParams(names.map((name) => [name, writtenOf(filters[name], set[name])]));
        const read = new URLSearchParams(address.toString());
        for (const name of names) expect(valueOf(filters[name], read.get(name) ?? '')).toBe(set[name]);
      }),
    );
  });

  it('ask for nothing that the room did not declare, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (typed, key) => {
        const asked = requestOf(filters, { state: typed, mine: typed, sort: typed, [`${key} `]: typed });
        expect(['over', undefined]).toContain(asked['state']);
        expect([true, undefined]).toContain(asked['mine']);
        expect(['-createdAt', 'name']).toContain(asked['sort']);
        expect(names).toEqual(expect.arrayContaining(Object.keys(asked)));
      }),
    );
  });

  it('ask for what the room makes of them, and hold from the start where it says so', () => {
    const own = {
      who: { kind: 'search', label: 'list.searchByName', asks: (keyword) => ({ keyword }) },
      below: { kind: 'flag', label: 'task.mine', begun: true },
    } as const satisfies FilterDeclarations;
    expect(requestOf(own, { who: '' })).toEqual({ below: true });
    expect(requestOf(own, { who: 'a', below: 'no' })).toEqual({ keyword: 'a', below: false });
    expect([true, false].map((value) => writtenOf(own.below, value))).toEqual(['', 'no']);
  });

  it('leave the usual order and unset filters out', () => {
    expect(names.map((name) => writtenOf(filters[name], valueOf(filters[name], '')))).toEqual(
      names.map(() => ''),
    );
    expect(valueOf(filters.state, 'constructor')).toBeUndefined();
  });
});

describe('what a list shows', () => {
  const failure = { error: null, asking: false, retry: () => undefined };
  const current: LoadState = { kind: 'current' };
  const base = { load: current, rows: 0, total: 0, filtered: false };

  it.each([
    ['loading', null, { load: { kind: 'loading' } }],
    ['failed', 'retry', { load: { kind: 'failed', ...failure } }],
    ['stale', 'retry', { load: { kind: 'stale', since: 1, ...failure }, rows: 3, total: 3 }],
    ['empty', 'begin', {}],
    ['empty', 'reset', { filtered: true }],
    ['empty', 'lastPage', { total: 40 }],
    ['rows', null, { rows: 3, total: 3 }],
  ] as const)('is %s with the way on %s', (kind, way, facts) => {
    expect(listState({ ...base, ...facts })).toEqual({ kind, way });
  });

  it('finds the last page that has rows', () => {
    expect([lastPage(0, 20), lastPage(20, 20), lastPage(21, 20)]).toEqual([1, 1, 2]);
  });
});

describe('an action', () => {
  const rights = new Set(['/RoutePlanning', 'route:edit']);
  const guard = { call: routeCalls.remove, because: 'refusal.inUse' } as const;
  const row = { oid: '1', allowed: ['get', 'delete'] };

  it('is open where rights and record permit it', () => {
    expect(whyNot(rights, guard, row)).toBeNull();
    expect(whyNot(rights, { right: '/RoutePlanning' })).toBeNull();
  });

  it('says that the right is missing', () => {
    expect(whyNot(new Set(['/RoutePlanning']), guard, row)).toBe('refusal.notAllowed');
    expect(whyNot(rights, { right: '/PortMonitorSee' }, row)).toBe('refusal.notAllowed');
  });

  it('says why the record does not take it', () => {
    expect(whyNot(rights, guard, { ...row, allowed: ['get'] })).toBe('refusal.inUse');
    const because = ({ oid }: { oid: string }) => (oid === '1' ? 'refusal.inUse' : 'refusal.superior');
    expect(whyNot(rights, { ...guard, because }, { ...row, allowed: [] })).toBe('refusal.inUse');
    expect(whyNot(rights, { why: () => 'flight.unfit.routeBlocked' as const }, row)).toBe(
      'flight.unfit.routeBlocked',
    );
  });
});

describe('the drawer', () => {
  const router = createMemoryRouter([{ path: '*' }], { initialEntries: ['/elsewhere', '/list?keyword=a'] });
  const { navigate } = router;
  const take = async (step: Step): Promise<void> => {
    if (step === 'back') await navigate(-1);
    else await navigate(`/list?${step.query}`, { replace: step.replace, state: step.state });
  };
  const at = () => ({ ...router.state.location, query: new URLSearchParams(router.state.location.search) });
  const open = (oid: string, name?: string) => take(stepToOpen(at().query, at().state, oid, name));
  const close = (name?: string) => take(stepToClose(at().query, at().state, name));
  const shown = (): string => `${at().pathname}${at().search}`;

  it('is closed by Back, also after another record took its place', async () => {
    await open('1');
    await open('2');
    expect(shown()).toBe('/list?keyword=a&open=2');
    await navigate(-1);
    await vi.waitFor(() => expect(shown()).toBe('/list?keyword=a'));
  });

  it('closed by its button leaves no step behind', async () => {
    await open('1');
    await close();
    await vi.waitFor(() => expect(shown()).toBe('/list?keyword=a'));
    await navigate(-1);
    await vi.waitFor(() => expect(shown()).toBe('/elsewhere'));
  });

  it('that stands beside another one closes alone', async () => {
    await navigate('/list');
    await open('list', 'bell');
    await open('1');
    await close('bell');
    await vi.waitFor(() => expect(shown()).toBe('/list?open=1'));
  });

  it('that came open with the address closes in place', async () => {
    await navigate('/list?open=7');
    await close();
    expect(shown()).toBe('/list');
  });
});

describe('a refused deletion', () => {
  const refused = (status: number): CallRefused =>
    new CallRefused({ status, code: status, message: 'in use', reason: 'inUse', data: null });
  const held = { oid: '1', name: '东线', kind: 'flight', count: 2, link: null };

  it('is said in a dialog only where the record stands against it', () => {
    expect([409, 401, 403, 503].filter((status) => isHeldBack(refused(status)))).toEqual([409]);
    expect(isHeldBack(new Error('in use'))).toBe(false);
  });

  it('names what is held and takes no other shape', () => {
    expect(heldIn({ inTheWay: [held, { name: 3 }] })).toEqual([held]);
    expect(heldIn({ inTheWay: 'all' })).toEqual([]);
  });

  it('says what holds a record, and offers another way only while something needs it', () => {
    const isPhrase = (id: string): boolean => id === 'app.held.flight';
    expect(holderPhrase({ ...held, kind: 'flight' }, isPhrase)).toBe('app.held.flight');
    expect(holderPhrase({ ...held, kind: 'toaster' }, isPhrase)).toBeNull();
    const { kind: _, ...nameless } = held;
    expect(holderPhrase(nameless, isPhrase)).toBeNull();
    expect(insteadFor({ reason: 'inUse' }, 'retire')).toBe('retire');
    expect(insteadFor({ reason: 'ordersOpen' }, 'retire')).toBeUndefined();
  });
});
