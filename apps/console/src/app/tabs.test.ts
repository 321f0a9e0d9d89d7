import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetMember, reveal } from '../platform/storage.ts';
import { closed, moved, neighbour, setTabs, startTabs, useTabs, visited, type Tab } from './tabs.ts';

const tab = (path: string, address = path): Tab => ({ path, address });
const three = [tab('/A'), tab('/B', '/B?page=2'), tab('/C')];

describe('visited pages', () => {
  it('open a tab once', () => {
    expect(visited([], tab('/A'))).toEqual([tab('/A')]);
    expect(visited(three, tab('/A'))).toBe(three);
  });
  it('keep their latest address', () => {
    expect(visited(three, tab('/B', '/B?page=3'))[1]).toEqual(tab('/B', '/B?page=3'));
  });
});

describe('closing', () => {
  it('the current tab goes to the first that remains, where it was left', () => {
    expect(closed(three, '/A', '/A')).toEqual({ tabs: [three[1], three[2]], goTo: '/B?page=2' });
    expect(closed(three, '/C', '/C').goTo).toBe('/A');
  });
  it('another tab stays', () => {
    expect(closed(three, '/B', '/C')).toEqual({ tabs: [three[0], three[2]], goTo: null });
  });
  it('the last tab goes to the root', () => {
    expect(closed([tab('/A')], '/A', '/A')).toEqual({ tabs: [], goTo: '/' });
  });
});

describe('the next tab', () => {
  it('goes around the ends', () => {
    expect(neighbour(three, '/C', 1)).toBe(three[0]);
    expect(neighbour(three, '/A', -1)).toBe(three[2]);
  });
  it('is nobody when there is only one', () => {
    expect(neighbour([tab('/A')], '/A', 1)).toBeNull();
  });
});

describe('a tab put elsewhere', () => {
  it('takes the place of the one on which it was dropped', () => {
    const paths = (tabs: readonly Tab[]): string => tabs.map(({ path }) => path).join('');
    expect(paths(moved(three, '/A', '/C'))).toBe('/B/C/A');
    expect(paths(moved(three, '/C', '/A'))).toBe('/C/A/B');
    expect(paths(moved(three, '/A', '/B'))).toBe('/B/A/C');
  });
  it('stays where nothing was meant', () => {
    expect(moved(three, '/A', '/A')).toBe(three);
    expect(moved(three, '/A', '/gone')).toBe(three);
    expect(moved(three, '', '/A')).toBe(three);
  });
});

describe('the tabs of a member', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('sessionStorage', { clear: () => undefined });
    vi.stubGlobal(
      'localStorage',
      new Proxy(
        {
          getItem: (key: string) => kept.get(key) ?? null,
          setItem: (key: string, value: string) => void kept.set(key, value),
          removeItem: (key: string) => void kept.delete(key),
        },
        {
          ownKeys: () => [...kept.keys()],
          getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        },
      ),
    );
  });
  afterEach(() => vi.unstubAllGlobals());
  const shown = (): readonly Tab[] => useTabs.getState().tabs;

  it('come back whole after a reload, and as pages after a sign-out', () => {
    startTabs('ann');
    setTabs(three);
    startTabs('ann');
    expect(shown()).toEqual(three);
    forgetMember();
    startTabs('ann');
    expect(shown()).toEqual([tab('/A'), tab('/B'), tab('/C')]);
  });
  it('are not those of whoever was there before', () => {
    startTabs('ann');
    setTabs(three);
    forgetMember();
    startTabs('bob');
    expect(shown()).toEqual([]);
    expect([...kept.values()].map(reveal).join('')).not.toContain('page=2');
  });
});
