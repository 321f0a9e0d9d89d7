import { expect, test } from 'vitest';
import { showSkeletonPage } from './skeleton-page.ts';
import { obfuscate } from './src/platform/storage.ts';

/** As much of a page as the script touches. */
function look(kept: Record<string, unknown>, { cookie = '', hash = '' } = {}) {
  const classes = new Set<string>();
  const own = new Map<string, string>();
  const brought: string[] = [];
  const root = {
    dataset: {} as Record<string, string>,
    style: { colorScheme: '', setProperty: (name: string, value: string) => void own.set(name, value) },
    lang: 'zh-CN',
    dir: 'ltr',
  };
  const page = {
    documentElement: root,
    cookie,
    createElement: () => ({}),
    head: { append: (link: { href: string }) => void brought.push(link.href) },
    querySelector: () => ({ classList: { add: (name: string) => void classes.add(name) } }),
  };
  const getItem = (name: string): string | null => {
    const value = kept[name.replace('eyrie.', '')];
    return value === undefined ? null : obfuscate(JSON.stringify(value));
  };
  const storage = (): Storage => ({ getItem }) as unknown as Storage;
  showSkeletonPage(page as unknown as Document, storage, hash, ['./assets/calls.js'], {
    ar: './assets/ar.js',
  });
  return {
    theme: root.dataset['theme'],
    lang: root.lang,
    dir: root.dir,
    classes: [...classes],
    own,
    brought,
  };
}

test('who was never here sees the dark sign-in page', () => {
  expect(look({})).toMatchObject({ theme: 'dark', dir: 'ltr', classes: ['skeleton-page-entrance'] });
});

test('what the member chose comes before what the organisation wears', () => {
  expect(look({ look: { menuTheme: 1 } }).theme).toBe('light');
  expect(look({ look: { menuTheme: 1 }, theme: 'dark' }).theme).toBe('dark');
  expect(look({ theme: 'light' }).theme).toBe('light');
});

test('Arabic begins at the right before the program has come', () => {
  expect(look({ language: 'ar' })).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(look({ language: 'en' })).toMatchObject({ lang: 'en', dir: 'ltr' });
});

test('whoever is signed in sees the shape of the page that comes', () => {
  const cookie = 'a=b; __Host-groupRoot=1';
  expect(look({}, { cookie, hash: '#/RoutePlanning' }).classes).toEqual(['skeleton-page-shell']);
  expect(look({}, { cookie, hash: '#/PortMonitorSee?oid=1' }).classes).toEqual(['skeleton-page-alone']);
  expect(look({ menuFolded: true }, { cookie }).classes).toEqual([
    'skeleton-page-shell',
    'skeleton-page-folded',
  ]);
});

test('what asks who is signed in comes beside the program, for whoever is signed in', () => {
  expect(look({}, { cookie: 'a=b; __Host-groupRoot=1' }).brought).toEqual(['./assets/calls.js']);
  expect(look({}).brought).toEqual([]);
});

test('of what is kept only colours get into the page, and a broken store shows the first look', () => {
  const { own } = look({ look: { menuColor: '#123456', backgroundColor: 'url(x)' } });
  expect([...own]).toEqual([['--ey-menu', '#123456']]);
  expect(look({ theme: { a: 1 }, look: 'x', language: 7 })).toMatchObject({ theme: 'dark', dir: 'ltr' });
});

test('the texts of the kept language come beside the program', () => {
  expect(look({ language: 'ar' }).brought).toStrictEqual(['./assets/ar.js']);
  expect(look({ language: 'zh-CN' }).brought).toStrictEqual([]);
});
