/** Writes a new room: a list of named things with everything that a list has, to be made into what it is to be. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { camelCase } from './printing.ts';

/** What the room is called: its word, as `spare-part`, and what people read, singular and in small letters. */
export interface RoomNames {
  word: string;
  zh: string;
  en: string;
  ar: string;
}

const templates = join(import.meta.dirname, 'template');
const migrations = 'apps/server/src/migrations';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @throws where a name cannot be one */
function requireNames(root: string, { word, zh, en, ar }: RoomNames): void {
  const list = readFileSync(join(root, 'packages/domain/src/rooms.ts'), 'utf8');
  if (!/^[a-z]+(-[a-z]+)*$/.test(word))
    throw new Error(`"${word}" is no word of a room: small letters a to z, parts joined by -, singular`);
  if (list.includes(`'${word}'`) || existsSync(join(root, `packages/domain/src/${word}`)))
    throw new Error(`there is a room "${word}" already`);
  if (!/^[\u4E00-\u9FFF]{1,20}$/.test(zh)) throw new Error(`"${zh}" is no Chinese name of 1 to 20 signs`);
  if (!/^[a-z][a-z ]{1,40}$/.test(en)) throw new Error(`"${en}" is no English name in small letters`);
  if (!/^[\u0600-\u06FF ]{2,40}$/.test(ar)) throw new Error(`"${ar}" is no Arabic name`);
}

/** Where each template goes. */
const placesOf = (root: string, word: string): Record<string, string> => {
  const last = readdirSync(join(root, migrations))
    .map((file) => Number(/^(\d{4})-[\w-]+\.ts$/.exec(file)?.[1] ?? 0))
    .reduce((most, one) => Math.max(most, one), 0);
  const number = String(last + 1).padStart(4, '0');
  const domain = `packages/domain/src/${word}`;
  const server = `apps/server/src/modules/${word}`;
  return {
    'domain.room': `${domain}/${word}.room.ts`,
    'domain.fields': `${domain}/${word}.fields.ts`,
    'domain.calls': `${domain}/${word}.calls.ts`,
    'server.index': `${server}/index.ts`,
    'server.schema': `${server}/${word}.schema.ts`,
    'server.list': `${server}/${word}.list.store.ts`,
    'server.contract': `${server}/${word}.contract.fixture.ts`,
    'server.portable': `${server}/${word}.portable.ts`,
    'server.test': `${server}/${word}.db.test.ts`,
    'server.migration': `${migrations}/${number}-${word}.ts`,
    'phrases.zh-CN': `packages/phrases/src/zh-CN/${word}.ts`,
    'phrases.en': `packages/phrases/src/en/${word}.ts`,
    'phrases.ar': `packages/phrases/src/ar/${word}.ts`,
    'console.index': `apps/console/src/pages/${word}/index.tsx`,
    'e2e.fixture': `e2e/${word}/${word}.fixture.ts`,
    'e2e.story': `e2e/${word}/${word}.spec.ts`,
  };
};

/** Puts a line before the first one that does not belong to the list any more. */
const insertLine = (path: string, line: string, before: (line: string) => boolean): void => {
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex(before);
  if (at < 0) throw new Error(`${path} has no place for "${line}"`);
  writeFileSync(path, lines.toSpliced(at, 0, line).join('\n'));
};

/**
 * @returns the files that were written
 * @throws when a name cannot be one; nothing is written then
 */
export function newRoom(root: string, names: RoomNames): string[] {
  requireNames(root, names);
  const { word } = names;
  const name = camelCase(word);
  const values: Readonly<Record<string, string>> = {
    ...names,
    name,
    Name: capital(name),
    En: capital(names.en),
    table: word.replaceAll('-', '_'),
  };
  const places = placesOf(root, word);
  for (const [template, place] of Object.entries(places)) {
    const text = readFileSync(join(templates, `${template}.txt`), 'utf8');
    mkdirSync(dirname(join(root, place)), { recursive: true });
    writeFileSync(
      join(root, place),
      text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? ''),
    );
  }
  insertLine(join(root, 'packages/domain/src/rooms.ts'), `  '${word}',`, (line) => line === '] as const;');
  insertLine(join(root, 'docs/words.md'), `| ${word} | ${names.en} | |`, (line) =>
    line.startsWith('| dictionary |'),
  );
  return Object.values(places);
}
