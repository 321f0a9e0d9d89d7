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

/** @returns token and department of a member who signs in. @throws Error with the server's message. */
export const signIn = async (
  url: string,
  account: string,
  password: string,
): Promise<{ token: string; oid: string; groupOID: string; groupRoot: string }> => {
  const { status, message, data } = await callAt(url, null, calls.session.login, { account, password });
  if (status !== 200) throw new Error(`not signed in: ${message}`);
  return { token: data.authToken, oid: data.oid, groupOID: data.groupOID, groupRoot: data.groupRoot };
};

/** Imports the built route. @returns its oid. */
export const uploadRouteTo = async (url: string, token: string, east = 0): Promise<string> => {
  const form = new FormData();
  const points = kmzPoints.map((point) => ({ ...point, lng: point.lng + east }));
  const file = new Blob([new Uint8Array(buildKmz({ model: kmzModels.m3td, points }))]);
  form.append('file', file, 'route.kmz');
  const response = await fetch(`${url}${calls.route.uploadKmz.path}`, {
    method: 'POST',
    headers: { authToken: token },
    body: form,
  });
  return ((await response.json()) as Answer).data.oid as string;
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
