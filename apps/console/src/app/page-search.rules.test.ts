import { describe, expect, it } from 'vitest';
import { foundPages, stepIn } from './page-search.rules.ts';

const english = [
  { path: '/DaJiAirport', name: 'Docking airports' },
  { path: '/RoleManagement', name: 'Role management' },
  { path: '/RoutePlanning', name: 'Routes' },
  { path: '/TaskManagerNew', name: 'Flight tasks' },
];
const chinese = [
  { path: '/DaJiAirport', name: '机场管理' },
  { path: '/RoutePlanning', name: '航线管理' },
];
const arabic = [
  { path: '/DaJiAirport', name: 'المحطات' },
  { path: '/OrganizationStructure', name: 'إدارة المؤسسة' },
];
const paths = (pages: readonly { path: string }[]): string[] => pages.map(({ path }) => path);

describe('the search for a page', () => {
  it.each([
    ['nothing: all, in the order of the menu', '', english, paths(english)],
    [
      'the beginning of a name before a letter within, and that before the address',
      'r',
      english,
      ['/RoleManagement', '/RoutePlanning', '/DaJiAirport', '/TaskManagerNew'],
    ],
    ['whatever the case', 'ROUTES', english, ['/RoutePlanning']],
    ['a word within a name', 'task', english, ['/TaskManagerNew']],
    ['the address, where no name has it', 'dajia', english, ['/DaJiAirport']],
    ['what no page is called', 'xyz', english, []],
    ['Chinese', '航线', chinese, ['/RoutePlanning']],
    ['Chinese in the middle of names', '管理', chinese, ['/DaJiAirport', '/RoutePlanning']],
    ['Arabic without its hamza and with another last letter', 'اداره', arabic, ['/OrganizationStructure']],
  ])('finds %s', (_what, written, pages, found) => {
    expect(paths(foundPages(written, pages))).toEqual(found);
  });

  it('takes what was written as letters, never as a pattern', () => {
    expect(foundPages('.*', english)).toEqual([]);
  });
});

describe('a step in the list', () => {
  it.each([
    [3, 0, 1, 1],
    [3, 2, 1, 0],
    [3, 0, -1, 2],
    [0, 0, 1, 0],
  ] as const)('of %i from %i by %i leads to %i', (length, at, by, next) => {
    expect(stepIn(length, at, by)).toBe(next);
  });
});
