import {
  refusalReasons,
  refusalsOf,
  refusalStatus,
  type CallDeclaration,
  type RefusalReason,
} from '@eyrie/domain';
import { expect } from 'vitest';

export interface Sent {
  status: number;
  headers: Headers;
  text: string;
  /** Null when the answer is no JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came, and fail where it is missing
  body: any;
  /** Milliseconds until the whole answer was there. */
  took: number;
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

export const receive = async (asked: Promise<Response>): Promise<Sent> => {
  const start = performance.now();
  const response = await asked;
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json && text !== '' ? (JSON.parse(text) as unknown) : null,
    took: performance.now() - start,
  };
};

/** Makes a declared call with whatever request a test invents. A refusal must be one of those that are declared. */
export const send = async (
  url: string,
  declaration: CallDeclaration,
  token: string | null,
  request: unknown,
): Promise<Sent> => {
  const fields = typeof request === 'object' && request !== null ? (request as Record<string, unknown>) : {};
  const path = declaration.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(asText(fields[name]).toWellFormed()),
  );
  const query =
    declaration.method === 'GET'
      ? `?${new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, asText(value)])).toString()}`
      : '';
  const form = (): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, asText(value));
    data.append('file', new Blob(['no zip at all']), 'route.kmz');
    return data;
  };
  const post = declaration.method === 'POST';
  const sent = await receive(
    fetch(`${url}${path}${query}`, {
      method: declaration.method,
      headers: {
        'accept-language': 'en',
        ...(token === null ? {} : { authToken: token }),
        ...(post && !declaration.upload ? { 'content-type': 'application/json' } : {}),
      },
      ...(post ? { body: declaration.upload ? form() : JSON.stringify(request) } : {}),
    }),
  );
  const reason = (sent.body as { data?: { reason?: RefusalReason } } | null)?.data?.reason;
  if (sent.status !== 200 && reason !== undefined)
    expect([...refusalsOf(declaration)], `${declaration.path} ${sent.text.slice(0, 300)}`).toContain(reason);
  return sent;
};

/** What must never leave the server: stacks, SQL, paths, names and versions of its parts. */
const leaks =
  /\.(ts|js|mjs):\d|\bat (async )?[\w.<>]+ \(|node_modules|\b(select|insert|update|delete)\b.+\b(from|into|set)\b|violates|syntax error|relation "|\/work\/|\/home\/|file:\/\/|postgres|kysely|fastify|ECONN|v?\d+\.\d+\.\d+-/i;

/** The promises that hold for every answer, whatever was asked. */
export const expectDecent = (sent: Sent, asked: string): void => {
  const seen = `${asked} → ${sent.status} ${sent.text.slice(0, 300)}`;
  expect(sent.status < 500 || [502, 503, 504].includes(sent.status), seen).toBe(true);
  expect(sent.headers.get('x-correlation-id'), seen).toMatch(/^[0-9a-f-]{36}$/);
  // A device that stays silent is waited for; nothing else is. Others may use this machine too, so the bound only
  // finds what hangs: how fast answers are is measured in benchmarks.
  const patience = sent.status === 504 ? 45_000 : 30_000;
  expect(sent.took, `${seen} after ${Math.round(sent.took)} ms`).toBeLessThan(patience);
  if (sent.status < 300 && sent.body === null) return;
  // A file that happens to be JSON is no envelope.
  if (sent.status < 300 && sent.headers.get('content-disposition')?.startsWith('attachment')) {
    expect(sent.headers.get('cache-control'), seen).toMatch(/\bno-store\b/);
    return;
  }
  expect(sent.headers.get('cache-control'), seen).toBe('no-store');
  expect(Object.keys(sent.body as object).toSorted(), seen).toEqual(['code', 'data', 'message']);
  expect(sent.body.message, seen).toMatch(/\S/);
  if (sent.status === 200) {
    expect(sent.body.code, seen).toBe(200);
    return;
  }
  const reason = sent.body.data.reason as RefusalReason;
  expect(refusalReasons, seen).toContain(reason);
  expect(refusalStatus[reason], seen).toBe(sent.status);
  // What the caller sent may come back; what is ours may not.
  expect(sent.text, seen).not.toMatch(leaks);
};
