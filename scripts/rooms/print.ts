/** Prints the lists that are derived from packages/domain/src/rooms.ts and from what stands in the folders of the rooms. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from '../../packages/domain/src/rooms.ts';
import { languages } from '../../packages/phrases/src/words.ts';
import { printLinkParts } from './print-link-parts.ts';
import { printMonitors } from './print-monitors.ts';
import { printWiring } from './print-wiring.ts';
import { camelCase, exportsOf, head, lines } from './printing.ts';

export interface Printed {
  path: string;
  text: string;
}

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
    lines(
      rooms.toSorted().flatMap((word) => {
        const index = `./${word}/index.ts`;
        const own = readdirSync(join(domain, word))
          .filter((file) => /\.(calls|fields)\.ts$/.test(file))
          .map((file) => `./${word}/${file}`);
        return existsSync(join(domain, index)) ? [index] : own;
      }),
      (file) => `export * from '${file}';\n`,
    ) +
    `\n/** Every call of the product, by word. The server serves exactly these; the client calls exactly these. */\n` +
    `export const calls = {\n${lines(
      declared.map(({ name }) => name),
      (name) => `  ${name.replace(/Calls$/, '')}: ${name},\n`,
    )}} as const;\n`
  );
}

/** Every live topic, by name. */
function printTopics(domain: string): string {
  const publishing = rooms.filter((word) => existsSync(join(domain, word, `${word}.topics.ts`)));
  return (
    head +
    lines(
      publishing,
      (word) => `import { topics as ${camelCase(word)} } from './${word}/${word}.topics.ts';\n`,
    ) +
    `\nexport const liveTopics = {\n${lines(publishing, (word) => `  ...${camelCase(word)},\n`)}};\n`
  );
}

/** Every order, by name. */
function printOrders(domain: string): string {
  const ordering = rooms.filter((word) => existsSync(join(domain, word, `${word}.orders.ts`)));
  return (
    head +
    lines(
      ordering,
      (word) => `import { orders as ${camelCase(word)} } from './${word}/${word}.orders.ts';\n`,
    ) +
    `\nexport const orders = {\n${lines(ordering, (word) => `  ...${camelCase(word)},\n`)}};\n`
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

/** Address of the only page of a plain room, which needs no `page.ts`. */
const plainPageOf = (root: string, folder: string): string | undefined => {
  const own = `packages/domain/src/${folder}/${folder}.room.ts`;
  return rooms.some((word) => word === folder) && existsSync(join(root, own))
    ? /export const pages = \{ '(\/\w+)':/.exec(readFileSync(join(root, own), 'utf8'))?.[1]
    : undefined;
};

/** Every page behind the sign-in: those that say so in a `page.ts`, and those of plain rooms. */
function printPages(root: string): string {
  const folder = join(root, 'apps/console/src/pages');
  // Some folders have the name of a foreign address: joined as one word it would be a foreign word.
  const nameOf = (page: string): string => page.replaceAll('-', '_');
  const folders = readdirSync(folder).toSorted();
  const pages = folders.filter((page) => existsSync(join(folder, page, 'page.ts')));
  const plain = folders
    .filter((page) => !pages.includes(page))
    .flatMap((page) => {
      const address = plainPageOf(root, page);
      return address === undefined ? [] : [{ page, address }];
    });
  return (
    head +
    "import type { Page } from '../platform/page.ts';\n" +
    lines(pages, (page) => `import { page as ${nameOf(page)} } from '../pages/${page}/page.ts';\n`) +
    `\nexport const pages: readonly Page[] = [\n${lines(pages, (page) => `  ${nameOf(page)},\n`)}` +
    `${lines(
      plain,
      ({ page, address }) =>
        `  {\n    path: '${address}',\n    resource: '${address}',\n    layout: 'main',\n` +
        `    titleId: 'permission.${address}',\n    icon: 'list',\n    load: () => import('../pages/${page}/index.tsx'),\n  },\n`,
    )}];\n`
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

function printedJoins(root: string): Printed[] {
  const contract = having(root, (word) => `apps/server/src/modules/${word}/${word}.contract.fixture.ts`);
  const browser = having(root, (word) => `e2e/${word}/${word}.fixture.ts`);
  const drawing = having(root, (word) => `apps/console/src/modules/${word}/map-part.ts`);
  const demo = having(root, (word) => `apps/simulator/src/scenarios/demo/${word}.ts`);
  const portable = having(root, (word) => `apps/server/src/modules/${word}/${word}.portable.ts`);
  const lending = having(root, (word) => `apps/console/src/modules/${word}/parts.ts`);
  return [
    { path: 'apps/server/src/processes/rooms.generated.ts', text: printWiring(root) },
    { path: 'apps/server/src/link-parts.generated.ts', text: printLinkParts(root) },
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
      path: 'apps/server/src/cli/portable.generated.ts',
      text: printJoined(
        portable.map((word) => ({ word, file: `../modules/${word}/${word}.portable.ts` })),
        {
          member: 'tables',
          type: "import type { PortableTables } from '../platform/transfer/index.ts';\n",
          list: 'portableRooms: readonly PortableTables[]',
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
      path: 'apps/console/src/map-parts.generated.ts',
      text: printJoined(
        drawing.map((word) => ({ word, file: `./modules/${word}/map-part.ts` })),
        {
          member: 'mapPart',
          type: "import type { MapPart } from './platform/map-part.ts';\n",
          list: 'mapParts: readonly MapPart[]',
        },
      ),
    },
    {
      path: 'apps/simulator/src/scenarios/demo.generated.ts',
      text: printJoined(
        demo.map((word) => ({ word, file: `./demo/${word}.ts` })),
        {
          member: 'demo',
          type: "import type { DemoRoom } from './demo-room.ts';\n",
          list: 'demoRooms: readonly DemoRoom[]',
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
    { path: 'packages/domain/src/topics.generated.ts', text: printTopics(domain) },
    { path: 'packages/domain/src/orders.generated.ts', text: printOrders(domain) },
    {
      path: 'apps/console/src/app/pages.generated.ts',
      text: printPages(root),
    },
    ...printedJoins(root),
    ...printMonitors(root),
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
