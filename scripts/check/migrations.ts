/**
 * A migration that has landed is never edited: it already ran somewhere. `node scripts/check/migrations.ts` writes the
 * marks of those that land now; a change to a landed one is a fault.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSources, type Source } from './sources.ts';

const folder = 'apps/server/src/migrations/';
const list = `${folder}landed.json`;

const isMigration = (path: string): boolean => path.startsWith(folder) && /\/\d{4}-[^/]+\.ts$/.test(path);
const markOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a server of the release before could stumble over: it goes on reading and writing as it always did. */
const breaking =
  /\b(drop (table|column|index|constraint)|rename|alter column|set not null|add constraint|truncate)\b|create unique index \w+ on (\w+)|create trigger[^`]*? on (\w+)|add column (?![^,;]*default)[^,;]*not null/gi;

/** What a function does when it is called is no change by the migration that makes it. */
const functionBodies = /\bas \$\$.*?\$\$/gs;

/** A table gets another name and, under its own, is a part of the table that takes its place: nobody misses it. */
const dividing =
  /alter table (\w+) rename to (\w+)(?=.*create table \1 \(.*alter table \1 attach partition \2\b)/gis;

/** What a migration that calls itself additive does to tables that were there before it. */
export function additiveFaults(path: string, text: string): string[] {
  if (!/export const additive = true;/.test(text)) return [];
  const own = new Set([...text.matchAll(/create table (\w+)/gi)].map(([, name]) => name));
  const outside = text.replaceAll(functionBodies, '');
  for (const [, name] of outside.matchAll(dividing)) own.delete(name);
  return [...outside.replaceAll(dividing, '').matchAll(breaking)]
    .filter(([, , , indexed, triggered]) => !own.has(indexed ?? triggered ?? ''))
    .map(([found]) => `${path} is not additive: ${found}`);
}

function landedOf(sources: readonly Source[]): Record<string, string> {
  const text = sources.find(({ path }) => path === list)?.text;
  return text === undefined ? {} : (JSON.parse(text) as Record<string, string>);
}

/** Landed migrations that were changed or removed, and older ones that were never marked. */
export function migrationFaults(sources: readonly Source[]): string[] {
  const landed = landedOf(sources);
  const found = sources
    .filter(({ path }) => isMigration(path))
    .map(({ path, text }) => ({ name: path.slice(folder.length), text }));
  const changed = Object.entries(landed)
    .filter(([name, mark]) => !found.some((one) => one.name === name && markOf(one.text) === mark))
    .map(([name]) => `${folder}${name} has landed and was changed: write a new migration`);
  // Only the newest may still be in the making.
  const unmarked = found
    .slice(0, -1)
    .filter(({ name }) => !(name in landed))
    .map(({ name }) => `${folder}${name} is not in landed.json: run node scripts/check/migrations.ts`);
  const notAdditive = found.flatMap(({ name, text }) => additiveFaults(`${folder}${name}`, text));
  return [...changed, ...unmarked, ...notAdditive];
}

function land(): void {
  const root = join(import.meta.dirname, '../..');
  const sources = readSources(root);
  const landed = landedOf(sources);
  for (const { path, text } of sources.filter((source) => isMigration(source.path)))
    landed[path.slice(folder.length)] ??= markOf(text);
  writeFileSync(join(root, list), `${JSON.stringify(landed, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) land();
