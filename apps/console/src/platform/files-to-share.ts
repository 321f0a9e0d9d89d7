/** A file that somebody chose, with its name. */
export interface NamedFile {
  oid: string;
  name: string;
}

const isFile = (value: unknown): value is NamedFile =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'oid') === 'string' &&
  typeof Reflect.get(value, 'name') === 'string';

/** Files that the page before chose to be shared, of what the way here carries; empty where it carries none. */
export const filesToShare = (state: unknown): readonly NamedFile[] => {
  const files: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'files') : null;
  return Array.isArray(files) ? files.filter(isFile) : [];
};
