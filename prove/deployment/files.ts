/** The files of `deploy/`, put into a folder as they are put on a machine. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const deploy = new URL('../../deploy/', import.meta.url);

/** Text of a file of `deploy/`. */
export const deployed = (path: string): string => readFileSync(new URL(path, deploy), 'utf8');

/** Where a file of `deploy/` lies, for programs that read it themselves. */
export const pathOf = (path: string): string => new URL(path, deploy).pathname;

/**
 * Moves addresses, ports and paths of a file to those of this proof.
 * @throws Error when the file has one of them no longer: the proof would try something else than what ships
 */
export const moved = (text: string, to: Readonly<Record<string, string>>): string =>
  Object.entries(to).reduce((now, [from, place]) => {
    if (!now.includes(from)) throw new Error(`the file has no ${JSON.stringify(from)}`);
    return now.replaceAll(from, place);
  }, text);

/** Writes a file with its folders. @returns its path */
export const put = (path: string, text: string, mode = 0o644): string => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  return path;
};

/** Reads an environment file as systemd does: comments, blank lines, `NAME=value`. */
export const readEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('=') && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** A unit of systemd: the values of each key, in their order. */
export type UnitFile = ReadonlyMap<string, readonly string[]>;

export const readUnit = (text: string): UnitFile => {
  const unit = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [, key, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) unit.set(key, [...(unit.get(key) ?? []), value]);
  }
  return unit;
};

/** The one value of a key. @throws Error when it is not there */
export const valueOf = (unit: UnitFile, key: string): string => {
  const value = unit.get(key)?.[0];
  if (value === undefined) throw new Error(`the unit has no ${key}`);
  return value;
};

/** What a unit sets for the process of an instance, its environment files read in their order. */
export const environmentOf = (
  unit: UnitFile,
  instance: string,
  read: (path: string) => string,
): Record<string, string> => {
  const named = (text: string): string => text.replaceAll('%i', instance).replaceAll('%l', 'proof');
  const own = (unit.get('Environment') ?? []).map((line) => readEnvironment(named(line)));
  const files = (unit.get('EnvironmentFile') ?? []).map((path) => readEnvironment(read(named(path))));
  return Object.assign({}, ...own, ...files) as Record<string, string>;
};
