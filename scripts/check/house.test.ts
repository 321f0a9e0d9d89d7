import { describe, expect, it } from 'vitest';
import { dependencyFaults } from './dependencies.ts';
import { migrationFaults } from './migrations.ts';
import { commaFaults, wordingFaults } from './one-place.ts';
import { portabilityFaults } from './portable.ts';
import { sizes } from './sizes.ts';
import { readRetired, retiredFaults } from './retired-words.ts';
import { readAvoided, screenWordFaults } from './screen-words.ts';
import { silentCutFaults } from './silent-cuts.ts';
import type { Source } from './sources.ts';
import { classFaults } from './classes.ts';
import { readWords, wordFaults } from './words.ts';

const source = (path: string, text = ''): Source => ({ path, text });

describe('words', () => {
  const words = readWords(`| Word | Means | Old |
| --- | --- | --- |
| dock | a box | \`uavdock\`, port |
`);

  it('come from the table: what is listed, and what is retired in code', () => {
    expect([...words.listed]).toEqual(['dock']);
    expect(words.retired).toEqual(['uavdock']);
  });

  it('name the rooms', () => {
    const rooms = [
      source('apps/server/src/modules/dock/index.ts'),
      source('packages/domain/src/port/port.ts'),
    ];
    expect(wordFaults(rooms, words)).toEqual([
      'packages/domain/src/port: the folder is not a word of docs/words.md',
    ]);
  });

  it('stay at the edge when they are foreign', () => {
    const text = `const path = '/uavdock/get';`;
    expect(wordFaults([source('apps/console/src/app/start.ts', text)], words)).toHaveLength(1);
    expect(wordFaults([source('packages/domain/src/dock/dock.calls.ts', text)], words)).toEqual([]);
  });

  it('stand where they are the address of a page', () => {
    const pages = { listed: words.listed, retired: ['CodeTable'] };
    const page = (text: string): Source[] => [source('apps/console/src/app/pages.tsx', text)];
    expect(wordFaults(page(`path: '/CodeTable'`), pages)).toEqual([]);
    expect(wordFaults(page(`import { CodeTable }`), pages)).toHaveLength(1);
  });
});

describe('retired words', () => {
  const table = `| Technical word | Here | Retired anywhere | Retired in names |
| --- | --- | --- | --- |
| intent | a press | \`wish\` \`wishes\` | |
| notify | to members | | \`tell\` |
`;
  const faults = (path: string, text = ''): number => retiredFaults([source(path, text)], table).length;

  it('come from the table, and are no rooms and no screen words', () => {
    expect(readRetired(table).map(({ retired, instead }) => [retired, instead])).toEqual([
      ['wish', 'intent'],
      ['wishes', 'intent'],
      ['tell', 'notify'],
    ]);
    expect(readWords(table).listed.size).toBe(0);
    expect(readAvoided(table)).toEqual([]);
  });

  it.each([
    ['a name', 'apps/server/src/a.ts', 'const sentWishes = createWishClaims();'],
    ['a name of a template', 'apps/server/src/a.ts', 'const text = `of ${wish}`;'],
    ['a comment', 'apps/server/src/a.ts', "// One wish's claim."],
    ['a block of comment', 'apps/console/src/a.tsx', '/** Before.\n * Every wish. */'],
    ['a document', 'docs/a.md', 'A wish is sent once.'],
    ['a file name', 'apps/server/src/wish-claims.ts', ''],
    ['a name, where sentences may have it', 'e2e/a.ts', 'createTell();'],
  ])('are refused in %s', (_, path, text) => {
    expect(faults(path, text)).toBeGreaterThan(0);
  });

  it.each([
    ['a topic that others know', 'apps/server/src/a.ts', "const topic = 'eyrie/wish/ask';"],
    ['a template text', 'apps/server/src/a.ts', 'const topic = `eyrie/wish/${id}`;'],
    ['a column', 'apps/server/src/a.ts', 'row.wish_at;'],
    ['a longer word', 'apps/server/src/a.ts', 'const wishlist = swish;'],
    ['a landed migration', 'apps/server/src/migrations/0001-first.ts', '// A wish.'],
    ['a sentence, when it is ordinary English', 'apps/server/src/a.ts', '// Tell them apart.'],
  ])('may stand in %s', (_, path, text) => {
    expect(faults(path, text)).toBe(0);
  });
});

describe('screen words', () => {
  const table = `| Screen word | Chinese | English | Arabic | Not |
| --- | --- | --- | --- | --- |
| dock | 机场 | dock | محطة | \`机库\` |
`;

  it('are not rows of the words of rooms', () => {
    expect(readWords(table).listed.size).toBe(0);
    expect(readAvoided(table)).toEqual([{ word: 'dock', avoided: '机库' }]);
  });

  it('name a thing the same in every text', () => {
    const texts = (text: string): Source[] => [source('packages/phrases/src/zh-CN/dock.ts', text)];
    expect(screenWordFaults(texts("'dock.one': '机场'"), table)).toEqual([]);
    expect(screenWordFaults(texts("'dock.one': '机库'"), table)).toHaveLength(1);
    expect(screenWordFaults([source('docs/notes.md', '机库')], table)).toEqual([]);
  });
});

describe('classes', () => {
  it('are styled in one file each', () => {
    const one = source('apps/console/src/app/layout.css', '.tab-list {\n}\n.tab {\n}\n.tab:hover {\n}\n');
    const other = source('apps/console/src/platform/tabbed-page.css', '.tab-list {\n}\n');
    expect(classFaults([one])).toEqual([]);
    expect(classFaults([one, other])).toEqual([`.tab-list is styled in ${one.path} and ${other.path}`]);
  });
});

describe('figures', () => {
  const faults = (path: string, text: string): number => wordingFaults([source(path, text)]).length;

  it('get their words in one place', () => {
    for (const text of ['new Intl.DateTimeFormat(x)', 'at.toLocaleString()', 'day.getHours()'])
      expect(faults('apps/console/src/pages/a/a.tsx', text)).toBe(1);
    expect(faults('packages/web/src/format.ts', 'new Intl.NumberFormat(x)')).toBe(0);
    expect(faults('apps/console/src/pages/a/a.test.ts', 'at.toLocaleString()')).toBe(0);
    expect(faults('apps/server/src/modules/a/a.ts', 'at.toISOString()')).toBe(0);
  });
});

describe('lists of words', () => {
  const faults = (path: string, text: string): number => commaFaults([source(path, text)]).length;

  it('have the comma of the language', () => {
    expect(faults('apps/console/src/pages/a/a.tsx', "names.join(', ')")).toBe(1);
    expect(faults('apps/console/src/pages/a/a.tsx', "names.join(text('monitor.listComma'))")).toBe(0);
    expect(faults('apps/console/src/pages/a/a.ts', "numbers.join(', ')")).toBe(0);
  });
});

describe('portability', () => {
  const faultsOf = (path: string, text: string): string[] =>
    portabilityFaults([source(path, text)], '/somewhere/eyrie');

  // In two parts, so that this file passes the rule it proves.
  it.each([
    ['a path below a home', 'a.ts', ["open('/home", "/somebody/notes')"]],
    ['the path of this clone', 'docs/a.md', ['see /somewhere', '/eyrie/docs']],
    ['a private key', 'key.pem', ['-----BEGIN PRIVATE', ' KEY-----']],
    ['a lock file tied to a registry', 'package-lock.json', ['"resolved": "', 'https://example.test/a.tgz"']],
    ['a registry', '.npmrc', ['registry', '=https://example.test']],
  ])('refuses %s', (_, path, parts) => {
    expect(faultsOf(path, parts.join(''))).toHaveLength(1);
  });

  it('lets addresses of the product pass', () => {
    expect(faultsOf('a.ts', `'INFO/root/DOCK/1/9005'`)).toEqual([]);
    expect(faultsOf('.npmrc', 'omit-lockfile-registry-resolved=true')).toEqual([]);
  });
});

describe('sizes', () => {
  it('ask at 300 lines, refuse at 500, and leave tables and tests alone', () => {
    const lines = (count: number): string => 'x\n'.repeat(count);
    const { remarks, faults } = sizes([
      source('a.ts', lines(300)),
      source('b.ts', lines(301)),
      source('c.ts', lines(501)),
      source('c.test.ts', lines(900)),
    ]);
    expect(remarks).toHaveLength(2);
    expect(faults).toHaveLength(1);
  });
});

describe('migrations', () => {
  const folder = 'apps/server/src/migrations/';
  // SHA-256 of the text `one`.
  const mark = '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed';
  const landed = source(`${folder}landed.json`, JSON.stringify({ '0001-first.ts': mark }));

  it('stay as they landed', () => {
    expect(migrationFaults([landed, source(`${folder}0001-first.ts`, 'one')])).toEqual([]);
    expect(migrationFaults([landed, source(`${folder}0001-first.ts`, 'two')])).toHaveLength(1);
    expect(migrationFaults([landed])).toHaveLength(1);
  });

  it('have landed, all but the newest', () => {
    const first = source(`${folder}0001-first.ts`, 'one');
    const [second, third] = [source(`${folder}0002-b.ts`), source(`${folder}0003-c.ts`)];
    expect(migrationFaults([landed, first, second])).toEqual([]);
    expect(migrationFaults([landed, first, second, third])).toHaveLength(1);
  });

  it.each([
    ['create table b (n int); create unique index c on b (n)', 0],
    ['alter table a add column n integer not null default 0', 0],
    ['alter table a add column n integer', 0],
    ['create unique index c on a (n)', 1],
    ['create table b (n int); create trigger t after insert on b for each row execute function f()', 0],
    ['create trigger t after insert on a for each row execute function f()', 1],
    ['alter table a add column n integer not null', 1],
    ['alter table a rename column n to m', 1],
    ['alter table a rename to b', 1],
    ['alter table a rename to b; create table a (n int)', 1],
    ['alter table a rename to b; create table a (n int); alter table a attach partition b default', 0],
    ['alter table a rename to b; create table c (n int); alter table c attach partition b default', 1],
    [
      'alter table a rename to b; create table a (n int); alter table a attach partition b default; create unique index c on a (n)',
      1,
    ],
    ['alter table a drop column n, alter column m type bigint', 1],
    ['create function f() returns void language plpgsql as $$ begin drop table a; end $$', 0],
    ['create function f() returns void language plpgsql as $$ begin end $$; drop table a', 1],
  ])('only add where they say so: %s', (statement, wrong) => {
    const text = `export const additive = true;\nconst statements = [\`${statement}\`];`;
    const found = migrationFaults([
      landed,
      source(`${folder}0001-first.ts`, 'one'),
      source(`${folder}0002-b.ts`, text),
    ]);
    expect(found.length > 0).toBe(wrong > 0);
  });
});

describe('dependencies', () => {
  const policy = {
    licences: ['MIT'],
    runtimeDependenciesMax: 1,
    bans: { evil: 'it is' },
    floors: { old: { version: '2.0.1', why: 'a hole' } },
  };
  const faultsOf = (packages: object, manifest: object = {}): string[] =>
    dependencyFaults([
      source('deps-policy.json', JSON.stringify(policy)),
      source('package-lock.json', JSON.stringify({ packages })),
      source('package.json', JSON.stringify({ allowScripts: { allowed: true }, ...manifest })),
    ]);
  const fine = { version: '2.0.1', license: 'MIT' };

  it('pass when they are as they should be', () => {
    const packages = {
      'node_modules/old': fine,
      'node_modules/allowed': { ...fine, hasInstallScript: true },
    };
    expect(faultsOf(packages, { dependencies: { old: '2.0.1' } })).toEqual([]);
  });

  it.each([
    ['a banned package', { 'node_modules/evil': fine }],
    ['a package older than its floor', { 'node_modules/a/node_modules/old': { ...fine, version: '2.0.0' } }],
    ['a licence that nobody allowed', { 'node_modules/a': { ...fine, license: 'GPL-3.0' } }],
    ['an install script that nobody looked at', { 'node_modules/a': { ...fine, hasInstallScript: true } }],
  ])('refuse %s', (_, packages) => {
    expect(faultsOf(packages)).toHaveLength(1);
  });

  it('may have a licence that an exception names, with its reason, for these packages only', () => {
    const libvips = { ...fine, license: 'LGPL-3.0-or-later' };
    const judge = (exception: object, packages: object): string[] =>
      dependencyFaults([
        source('deps-policy.json', JSON.stringify({ ...policy, licenceExceptions: [exception] })),
        source('package-lock.json', JSON.stringify({ packages })),
      ]);
    const exception = { packages: '@img/lib-*', licence: 'LGPL-3.0-or-later', why: 'a shared library' };
    const packages = { 'node_modules/@img/lib-linux': libvips };
    expect(judge(exception, packages)).toEqual([]);
    expect(judge(exception, { ...packages, 'node_modules/other': libvips })).toHaveLength(1);
    expect(judge(exception, { 'node_modules/@img/lib-linux': { ...fine, license: 'GPL-3.0' } })).toHaveLength(
      2,
    );
    expect(judge({ ...exception, packages: '@img/lib-linu' }, packages)).toHaveLength(2);
    expect(judge({ ...exception, why: ' ' }, packages)).toHaveLength(1);
    expect(judge(exception, {})).toHaveLength(1);
  });

  it('refuse open ranges and a crowd', () => {
    expect(faultsOf({}, { dependencies: { a: '^1.0.0' } })).toHaveLength(1);
    expect(faultsOf({}, { dependencies: { a: '1.0.0', b: '1.0.0' } })).toHaveLength(1);
  });
});

describe('a field of text', () => {
  const path = 'apps/console/src/modules/dock/dock-form.tsx';

  it('counts its characters', () => {
    expect(silentCutFaults([source(path, '<Input count={{ show: true, max: 20 }} />')])).toEqual([]);
  });

  it('never cuts what is pasted into it', () => {
    expect(silentCutFaults([source(path, '<Input maxLength={20} />')])).toEqual([
      expect.stringContaining(path),
    ]);
  });
});
