import { calls, type CallDeclaration } from '@eyrie/domain';
import { buildKmz, kmzModels, kmzPoints, promised } from '@eyrie/testing';

export interface Answer {
  status: number;
  code: number;
  message: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever came, and fail where it is missing
  data: any;
}

/** The tab that calls control from when they name none. */
export const ownTab = 'tab-server-1';

/** What an order is given as every client gives it, unless it says otherwise: its tab, and the moment of the click. */
const clicked = ({ request }: CallDeclaration, given: Record<string, unknown>): Record<string, unknown> => {
  const required = (name: string): boolean => {
    const field = (request as { shape?: Record<string, { isOptional(): boolean }> }).shape?.[name];
    return field !== undefined && !field.isOptional();
  };
  return required('issuedAt') && required('tabId')
    ? { tabId: ownTab, issuedAt: Date.now(), ...given }
    : given;
};

/** Makes a declared call as a stranger with nothing but HTTP would. */
export const callAt = async (
  url: string,
  token: string | null,
  declaration: CallDeclaration,
  given: Record<string, unknown> = {},
): Promise<Answer> => {
  const request = clicked(declaration, given);
  const path = declaration.path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(request[name]));
  const query =
    declaration.method === 'GET'
      ? `?${new URLSearchParams(request as Record<string, string>).toString()}`
      : '';
  const response = await fetch(`${url}${path}${query}`, {
    method: declaration.method,
    headers: {
      'accept-language': 'en',
      ...(token ? { authToken: token } : {}),
      ...(declaration.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(declaration.method === 'POST' ? { body: JSON.stringify(request) } : {}),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
};

/**
 * What a step of preparation gave. Where the database answered too late for it, as on a slow machine, it is asked again.
 * @throws Error with what the server answered otherwise
 */
export const prepared = async (ask: () => Promise<Answer>): Promise<Answer['data']> => {
  for (let tries = 1; ; tries += 1) {
    const { status, message, data } = await ask();
    if (status === 200) return data;
    if (data?.reason !== 'databaseDown' || tries === 10)
      throw new Error(`${status} ${message} ${JSON.stringify(data)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** @returns token and department of a member who signs in. @throws Error with the server's message. */
export const signIn = async (
  url: string,
  account: string,
  password: string,
): Promise<{ token: string; oid: string; groupOID: string; groupRoot: string }> => {
  const data = await prepared(() => callAt(url, null, calls.session.login, { account, password }));
  return { token: data.authToken, oid: data.oid, groupOID: data.groupOID, groupRoot: data.groupRoot };
};

/** Imports the built route. @returns its oid. */
export const uploadRouteTo = async (url: string, token: string, east = 0): Promise<string> => {
  const points = kmzPoints.map((point) => ({ ...point, lng: point.lng + east }));
  const file = new Blob([new Uint8Array(buildKmz({ model: kmzModels.m3td, points }))]);
  const data = await prepared(async () => {
    const body = new FormData();
    body.append('file', file, 'route.kmz');
    const headers = { authToken: token };
    const response = await fetch(`${url}${calls.route.uploadKmz.path}`, { method: 'POST', headers, body });
    return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
  });
  return data.oid as string;
};

/** Milliseconds: finds what hangs, also on a slow machine; how long something may take its test says itself. */
const leastPatience = 60_000;

/** Looks again until the answer fits, or fails with the last one. Milliseconds on a machine of our own. */
export const until = async <T>(
  what: string,
  look: () => Promise<T> | T,
  fits: (value: T) => boolean,
  within = 10_000,
  every = 40,
): Promise<T> => {
  const patience = Math.max(promised(within), leastPatience);
  const end = performance.now() + patience;
  let last: unknown;
  for (;;) {
    try {
      const value = await look();
      if (fits(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end)
      throw new Error(
        `${what}: not within ${patience} ms; last: ${JSON.stringify(last) ?? String(last)} ${String(last)}`,
      );
    await new Promise((resolve) => setTimeout(resolve, every));
  }
};
