/** Takes a room out of the sources: everything that stands under its name, and its line in the list of rooms. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of the pages that a room declares. */
const pagesOf = (definition: string): string[] => {
  const declared = /export const pages = \{(.*?)\} as const/s.exec(definition)?.[1] ?? '';
  return [...declared.matchAll(/'(\/\w+)':/g)].map(([, page = '']) => page);
};

/** Folders of the console whose page needs a right of the room. */
function pageFolders(root: string, word: string): string[] {
  const definition = join(root, `packages/domain/src/${word}/${word}.room.ts`);
  const own = existsSync(definition) ? pagesOf(readFileSync(definition, 'utf8')) : [];
  const pages = 'apps/console/src/pages';
  return readdirSync(join(root, pages))
    .map((page) => `${pages}/${page}`)
    .filter((page) => {
      const registration = join(root, page, 'page.ts');
      if (!existsSync(registration)) return false;
      const right = /resource: '([^']+)'/.exec(readFileSync(registration, 'utf8'))?.[1];
      return right !== undefined && own.includes(right);
    });
}

/** A migration that has landed ran somewhere: it stays, and so do the tables that it made. */
function migrationsOf(root: string, word: string): { fresh: string[]; landed: string[] } {
  const folder = 'apps/server/src/migrations';
  const marks = JSON.parse(readFileSync(join(root, folder, 'landed.json'), 'utf8')) as Record<string, string>;
  const found = readdirSync(join(root, folder)).filter((file) =>
    new RegExp(String.raw`^\d{4}-${word}\.ts$`).test(file),
  );
  return {
    fresh: found.filter((file) => !(file in marks)).map((file) => `${folder}/${file}`),
    landed: found.filter((file) => file in marks).map((file) => `${folder}/${file}`),
  };
}

/** The place of everything that is a room's own. */
export function placesOf(root: string, word: string): string[] {
  const phrases = 'packages/phrases/src';
  const languages = readdirSync(join(root, phrases), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  return [
    `packages/domain/src/${word}`,
    `apps/server/src/modules/${word}`,
    `apps/server/src/processes/rooms/${word}.ts`,
    `apps/simulator/src/scenarios/demo/${word}.ts`,
    `apps/console/src/modules/${word}`,
    ...new Set([`apps/console/src/pages/${word}`, ...pageFolders(root, word)]),
    ...languages.map(({ name }) => `${phrases}/${name}/${word}.ts`),
    `e2e/${word}`,
    `prove/desk/${word}.step.ts`,
    `bench/${word}.bench.ts`,
    ...migrationsOf(root, word).fresh,
  ].filter((place) => existsSync(join(root, place)));
}

const listOf = (root: string): string => join(root, 'packages/domain/src/rooms.ts');

/** Words of the rooms that the sources under this folder name. */
export const roomsOf = (root: string): string[] =>
  [...readFileSync(listOf(root), 'utf8').matchAll(/^  '([\w-]+)',$/gm)].map(([, word = '']) => word);

function dropLine(path: string, isDropped: (line: string) => boolean): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.filter((line) => !isDropped(line)).join('\n'));
}

/**
 * @returns what was taken away, and what has to stay
 * @throws when no room has this word
 */
export function removeRoom(root: string, word: string): string[] {
  if (!roomsOf(root).includes(word))
    throw new Error(`no room is called "${word}"; packages/domain/src/rooms.ts names them`);
  const places = placesOf(root, word);
  const { landed } = migrationsOf(root, word);
  for (const place of places) rmSync(join(root, place), { recursive: true });
  dropLine(listOf(root), (one) => one === `  '${word}',`);
  dropLine(join(root, 'docs/words.md'), (one) => one.startsWith(`| ${word} |`));
  return [
    ...places.map((place) => `removed ${place}`),
    ...landed.map((file) => `kept ${file}: it has landed, and its tables stay until a migration drops them`),
  ];
}
