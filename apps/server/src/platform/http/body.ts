import { limits } from '@eyrie/domain';
import { isDeeperThan } from '../json-depth.ts';
import { Refusal } from './refusal.ts';

/** Parses a JSON body. Empty text is an empty object; a body that is no object is malformed; `__proto__` never survives. */
export const parseJsonBody = (text: string): Record<string, unknown> => {
  if (text.trim() === '') return {};
  if (isDeeperThan(text, limits.http.bodyDepth)) throw new Refusal('tooDeep');
  let value: unknown;
  try {
    value = text.includes('__proto__')
      ? JSON.parse(text, (key, inner: unknown) => (key === '__proto__' ? undefined : inner))
      : JSON.parse(text);
  } catch {
    throw new Refusal('malformed');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('malformed');
  return value as Record<string, unknown>;
};

/**
 * Parses a form body. A name that ends in `[]` is one of a list, as forms write lists; any other repeated field is
 * malformed, since nobody can tell which one was meant.
 */
export const parseFormBody = (text: string): Record<string, string | string[]> => {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string>;
  for (const [written, value] of new URLSearchParams(text)) {
    const name = written.endsWith('[]') ? written.slice(0, -2) : written;
    const before = fields[name];
    if (name === written && before === undefined) fields[name] = value;
    else if (name !== written && (before === undefined || Array.isArray(before)))
      fields[name] = [...(before ?? []), value];
    else throw new Refusal('malformed');
  }
  return { ...fields };
};

/** Query of a GET as plain text fields; a repeated parameter is malformed. */
export const parseQuery = (query: unknown): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (typeof value !== 'string') throw new Refusal('malformed');
    if (name !== '__proto__') fields[name] = value;
  }
  return fields;
};
