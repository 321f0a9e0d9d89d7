import type { CallDeclaration } from '@eyrie/domain';

/** What goes on the wire for one call, before the headers that depend on the session. */
export interface WireRequest {
  method: 'GET' | 'POST';
  url: string;
  body: string | FormData | null;
  contentType: string | null;
}

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

const fileName = (file: Blob): string =>
  'name' in file && typeof file.name === 'string' ? file.name : 'file';

const multipart = (fields: [string, unknown][]): FormData => {
  const form = new FormData();
  // The server streams the file and must have read the other fields by then.
  for (const [name, value] of fields) if (!(value instanceof Blob)) form.append(name, asText(value));
  for (const [name, value] of fields) if (value instanceof Blob) form.append(name, value, fileName(value));
  return form;
};

/**
 * Spells out a call: `{id}` parameters into the path, the rest as query (GET), JSON body (POST) or multipart fields
 * (a POST that uploads; the bytes stand in `file`). Fields that are `undefined` are not sent. Throws a `TypeError`
 * when a path parameter is missing.
 */
export function wireRequest(
  baseUrl: string,
  declaration: Pick<CallDeclaration, 'method' | 'path' | 'upload'>,
  request: object,
): WireRequest {
  const inPath = new Set<string>();
  const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = Reflect.get(request, name);
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new TypeError(`${declaration.path} needs ${name}`);
    }
    inPath.add(name);
    return encodeURIComponent(value);
  });
  const url = baseUrl.replace(/\/$/, '') + path;
  const fields = Object.entries(request).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  if (declaration.method === 'GET') {
    const query = new URLSearchParams(fields.map(([name, value]) => [name, asText(value)])).toString();
    return { method: 'GET', url: query ? `${url}?${query}` : url, body: null, contentType: null };
  }
  if (declaration.upload) {
    // The boundary belongs to the body, so whoever sends it writes the header.
    return { method: 'POST', url, body: multipart(fields), contentType: null };
  }
  return {
    method: 'POST',
    url,
    body: JSON.stringify(Object.fromEntries(fields)),
    contentType: 'application/json',
  };
}
