/** Prints the lists that are derived from packages/domain/src/rooms.ts and from what stands in the folders of the rooms. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from '../../packages/domain/src/rooms.ts';
import { languages } from '../../packages/phrases/src/words.ts';

export interface Printed {
  path: string;
  text: string;
}

const head =
  '// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.\n';

export const camelCase = (word: string): string =>
  word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const exportsOf = (file: string): string[] =>
  existsSync(file)
    ? [...readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(
        ([, name = '']) => name,
      )
    : [];

const lines = <T>(list: readonly T[], form: (one: T) => string): string => list.map(form).join('');

/** What rooms say of themselves: small, and without a declaration of a call, as the sign-in page reads some of it. */
function printDefinitions(domain: string): string {
  const found = rooms
    .map((word) => ({ word, has: exportsOf(join(domain, word, `${word}.room.ts`)) }))
    .filter(({ has }) => has.length > 0);
  const joined = (name: string): string => {
    const of = found.filter(({ has }) => has.includes(name)).map(({ word }) => camelCase(word));
    return `\nexport const ${camelCase(`room-${name}`)} = {\n${lines(of, (one) => `  ...${one}.${name},\n`)}} as const;\n`;
  };
  return (
    head +
    lines(
      found.map(({ word }) => word),
      (word) => `import * as ${camelCase(word)} from './${word}/${word}.room.ts';\n`,
    ) +
    ['pages', 'actions', 'refusals', 'notifications', 'limits'].map(joined).join('')
  );
}

/** Every call, and everything else that the domain tells of a room. */
function printRooms(domain: string): string {
  const declared = rooms.flatMap((word) =>
    readdirSync(join(domain, word))
      .filter((file) => file.endsWith('.calls.ts'))
      .toSorted()
      .flatMap((file) =>
        exportsOf(join(domain, word, file))
          .filter((name) => name.endsWith('Calls'))
          .map((name) => ({ file: `./${word}/${file}`, name })),
      ),
  );
  const files = [...new Set(declared.map(({ file }) => file))];
  return (
    head +
    lines(files, (file) => {
      const names = declared.filter((one) => one.file === file).map(({ name }) => name);
      return `import { ${names.join(', ')} } from '${file}';\n`;
    }) +
    '\n' +
    lines(rooms.toSorted(), (word) => `export * from './${word}/index.ts';\n`) +
    `\n/** Every call of the product, by word. The server serves exactly these; the client calls exactly these. */\n` +
    `export const calls = {\n${lines(
      declared.map(({ name }) => name),
      (name) => `  ${name.replace(/Calls$/, '')}: ${name},\n`,
    )}} as const;\n`
  );
}

/** Every text of a language, for whoever needs more than the sign-in page. */
function printPhrases(folder: string): string {
  const first = new Set(
    [...readFileSync(join(folder, 'first.ts'), 'utf8').matchAll(/from '\.\/([\w-]+)\.ts'/g)].map(
      ([, file]) => file,
    ),
  );
  const files = readdirSync(folder)
    .filter((file) => /^[\w-]+\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''))
    .filter((file) => !first.has(file))
    .toSorted();
  return (
    head +
    lines(files, (file) => `import { ${camelCase(file)} } from './${file}.ts';\n`) +
    `\nexport const phrases = {\n${lines(files, (file) => `  ...${camelCase(file)},\n`)}};\n`
  );
}

/** Every page behind the sign-in: those that say so in a `page.ts`. */
function printPages(folder: string): string {
  // Some folders have the name of a foreign address: joined as one word it would be a foreign word.
  const nameOf = (page: string): string => page.replaceAll('-', '_');
  const pages = readdirSync(folder)
    .filter((page) => existsSync(join(folder, page, 'page.ts')))
    .toSorted();
  return (
    head +
    "import type { Page } from '../platform/page.ts';\n" +
    lines(pages, (page) => `import { page as ${nameOf(page)} } from '../pages/${page}/page.ts';\n`) +
    `\nexport const pages: readonly Page[] = [\n${lines(pages, (page) => `  ${nameOf(page)},\n`)}];\n`
  );
}

/** Files that say something of a room under a fixed name, joined into a list of it. */
function printJoined(
  files: readonly { word: string; file: string }[],
  { member, type, list }: { member: string; type: string; list: string },
): string {
  return (
    head +
    type +
    lines(
      files.map(({ word, file }) => `import { ${member} as ${camelCase(word)} } from '${file}';\n`),
      (line) => line,
    ) +
    `\nexport const ${list} = [\n${lines(
      files.map(({ word }) => word),
      (word) => `  ${camelCase(word)},\n`,
    )}];\n`
  );
}

/** The rooms that have a file. */
const having = (root: string, pathOf: (word: string) => string): string[] =>
  rooms.filter((word) => existsSync(join(root, pathOf(word))));

/** What a room's wiring exports, and the rooms that must be made before it. */
interface Wiring {
  word: string;
  name: string;
  has: readonly string[];
  needs: readonly string[];
}

/** The same, each after those that it needs. @throws Error where rooms need each other in a circle */
function inOrder(found: readonly Wiring[]): Wiring[] {
  const ordered: Wiring[] = [];
  const rest = [...found];
  while (rest.length > 0) {
    const next = rest.findIndex(({ needs }) =>
      needs.every((name) => ordered.some((made) => made.name === name)),
    );
    if (next < 0) {
      const stuck = rest.map(({ name, needs }) => `${name} (${needs.join(', ')})`).join('; ');
      throw new Error(`rooms that need each other, or what nobody makes: ${stuck}`);
    }
    ordered.push(...rest.splice(next, 1));
  }
  return ordered;
}

/** How the rooms of a server are made, in the order of their needs. */
function printWiring(root: string): string {
  const folder = join(root, 'apps/server/src/processes/rooms');
  const fileOf = (word: string): string => join(folder, `${word}.ts`);
  const found = rooms
    .filter((word) => existsSync(fileOf(word)))
    .map((word): Wiring => {
      const [, needs = ''] =
        /^export const needs = \[([^\]]*)\]/m.exec(readFileSync(fileOf(word), 'utf8')) ?? [];
      return {
        word,
        name: camelCase(word),
        has: exportsOf(fileOf(word)),
        needs: [...needs.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
      };
    });
  const offering = (member: string): Wiring[] => found.filter(({ has }) => has.includes(member));
  const made = inOrder(offering('make'));
  const spread = (member: string, form: (name: string) => string): string =>
    lines(offering(member), ({ name }) => `  ...${form(name)},\n`);
  return (
    head +
    "import type { Endpoint } from '../platform/http/endpoint.ts';\n" +
    "import type { Unit } from '../platform/runtime.ts';\n" +
    "import type { CallNotificationRule } from './call-notifications.ts';\n" +
    "import type { RoomBase, RoomFiller } from './room-wiring.ts';\n" +
    lines(found, ({ word, name }) => `import * as ${name}Room from './rooms/${word}.ts';\n`) +
    `\nexport const makeRooms = (base: RoomBase) => {\n` +
    lines(made, ({ name, needs }) => {
      const given = needs.length > 0 ? `, { ${needs.join(', ')} }` : '';
      return `  const ${name} = ${name}Room.make(base${given});\n`;
    }) +
    `  return {\n${lines(made, ({ name }) => `    ${name},\n`)}  };\n};\n` +
    `export type MadeRooms = ReturnType<typeof makeRooms>;\n` +
    `\nexport const endpointsOf = (base: RoomBase, rooms: MadeRooms): Endpoint[] => [\n` +
    `${spread('endpoints', (name) => `${name}Room.endpoints(base, rooms)`)}];\n` +
    `\nexport const unitsOf = (rooms: MadeRooms): Unit[] => [\n` +
    `${spread('units', (name) => `${name}Room.units(rooms.${name})`)}];\n` +
    `\nexport const fillers: readonly RoomFiller[] = [\n` +
    `${lines(offering('fill'), ({ name }) => `  ${name}Room.fill,\n`)}];\n` +
    `\nexport const notificationRules: readonly CallNotificationRule[] = [\n${spread('notifications', (name) => `${name}Room.notifications`)}];\n`
  );
}

function printedJoins(root: string): Printed[] {
  const contract = having(root, (word) => `apps/server/src/modules/${word}/${word}.contract.fixture.ts`);
  const browser = having(root, (word) => `e2e/${word}/${word}.fixture.ts`);
  const lending = having(root, (word) => `apps/console/src/modules/${word}/parts.ts`);
  return [
    { path: 'apps/server/src/processes/rooms.generated.ts', text: printWiring(root) },
    {
      path: 'apps/server/src/testing/contract/fixtures.generated.ts',
      text: printJoined(
        contract.map((word) => ({ word, file: `../../modules/${word}/${word}.contract.fixture.ts` })),
        {
          member: 'fixture',
          type: "import type { RoomFixture } from './room-fixture.ts';\n",
          list: 'roomFixtures: readonly RoomFixture[]',
        },
      ),
    },
    {
      path: 'e2e/support/rooms.generated.ts',
      text: printJoined(
        browser.map((word) => ({ word, file: `../${word}/${word}.fixture.ts` })),
        {
          member: 'fixture',
          type: "import type { RoomFixture } from './room-fixture.ts';\n",
          list: 'roomFixtures: readonly RoomFixture[]',
        },
      ),
    },
    {
      path: 'apps/console/src/parts.generated.ts',
      text:
        head +
        lines(
          lending,
          (word) => `import { parts as ${camelCase(word)} } from './modules/${word}/parts.ts';\n`,
        ) +
        `\nexport const parts = {\n${lines(lending, (word) => `  ...${camelCase(word)},\n`)}};\n`,
    },
  ];
}

/** Every migration in order: the numbers of the files say it. */
function printMigrations(folder: string): string {
  const names = readdirSync(folder)
    .filter((file) => /^\d{4}-[\w-]+\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''))
    .toSorted();
  const nameOf = (name: string): string => camelCase(`m-${name}`);
  return (
    head +
    lines(names, (name) => `import * as ${nameOf(name)} from './${name}.ts';\n`) +
    `\nexport const list = {\n${lines(names, (name) => `  '${name}': ${nameOf(name)},\n`)}};\n`
  );
}

/** The printed lists as they should be. */
export function printedRooms(root: string): Printed[] {
  const domain = join(root, 'packages/domain/src');
  return [
    { path: 'packages/domain/src/definitions.generated.ts', text: printDefinitions(domain) },
    { path: 'packages/domain/src/rooms.generated.ts', text: printRooms(domain) },
    {
      path: 'apps/console/src/app/pages.generated.ts',
      text: printPages(join(root, 'apps/console/src/pages')),
    },
    ...printedJoins(root),
    {
      path: 'apps/server/src/migrations/list.generated.ts',
      text: printMigrations(join(root, 'apps/server/src/migrations')),
    },
    ...languages.map((language) => ({
      path: `packages/phrases/src/${language}/phrases.generated.ts`,
      text: printPhrases(join(root, 'packages/phrases/src', language)),
    })),
  ];
}
