import type { Log } from '../platform/log.ts';

/** What came back from a call. `status` 0: the server was not reached. */
export type Outcome<T> =
  | { ok: true; data: T }
  | { ok: false; status: number; code: number; reason: string; message: string; data: unknown };

export interface ServerCalls {
  post<T>(path: string, body: unknown): Promise<Outcome<T>>;
  get<T>(path: string, query: Record<string, string>): Promise<Outcome<T>>;
  upload<T>(
    path: string,
    fields: Record<string, string>,
    file: { name: string; bytes: Uint8Array },
  ): Promise<Outcome<T>>;
  /** Department of the account; known after `signIn`. */
  readonly groupOID: string;
  signIn(): Promise<boolean>;
}

export interface ServerOptions {
  server: string;
  account: string;
  password: () => string;
  log: Log;
}

const callMs = 30_000;

interface Question {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | FormData;
}

/** The server as any outsider meets it: its public calls, with a session that is renewed when it ends. */
export function connectServer(options: ServerOptions): ServerCalls {
  let token = '';
  let groupOID = '';

  const once = <T>(path: string, init: Question) => ask<T>(`${options.server}${path}`, init, token);

  async function signIn(): Promise<boolean> {
    token = '';
    const password = readPassword(options);
    // A guess would only count against the account.
    if (password === null) return false;
    const body = { account: options.account, password };
    const init: Question = { method: 'POST', headers: json, body: JSON.stringify(body) };
    const outcome = await once<{ authToken: string; groupOID: string }>(
      '/nebula-five/login/loginPC.rest',
      init,
    );
    if (!outcome.ok) {
      options.log('signInRefused', { status: outcome.status, reason: outcome.reason });
      return false;
    }
    token = outcome.data.authToken;
    groupOID = outcome.data.groupOID;
    return true;
  }

  /** A call whose session has ended is made again once, in a new session: it had no effect the first time. */
  async function call<T>(path: string, init: Question): Promise<Outcome<T>> {
    if (token === '') await signIn();
    const outcome = await once<T>(path, init);
    if (outcome.ok || outcome.status !== 401 || !(await signIn())) return outcome;
    return once<T>(path, init);
  }

  return {
    signIn,
    get groupOID() {
      return groupOID;
    },
    post: (path, body) => call(path, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    get: (path, query) => call(`${path}?${new URLSearchParams(query)}`, { method: 'GET' }),
    upload: (path, fields, file) => {
      const form = new FormData();
      for (const [key, value] of Object.entries(fields)) form.append(key, value);
      form.append('file', new Blob([Buffer.from(file.bytes)]), file.name);
      return call(path, { method: 'POST', body: form });
    },
  };
}

/** Null while the server has not written the file yet. */
function readPassword(options: ServerOptions): string | null {
  try {
    return options.password();
  } catch {
    options.log('noPassword', { account: options.account });
    return null;
  }
}

async function ask<T>(address: string, init: Question, token: string): Promise<Outcome<T>> {
  const own = { 'X-XSS-Protection': '1; mode=block', ...(token ? { authToken: token } : {}) };
  const headers = { ...init.headers, ...own };
  try {
    const answer = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(callMs) });
    return readOutcome<T>(answer.status, await answer.json().catch(() => null));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, status: 0, code: 0, reason: 'unreachable', message, data: null };
  }
}

const json = { 'content-type': 'application/json' };

function readOutcome<T>(status: number, body: unknown): Outcome<T> {
  const { code, message, data } = (body ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
  if (code === 200) return { ok: true, data: data as T };
  const reason = (data as { reason?: unknown } | null)?.reason;
  return {
    ok: false,
    status,
    code: Number(code) || 0,
    reason: typeof reason === 'string' ? reason : 'unknown',
    message: typeof message === 'string' ? message : '',
    data,
  };
}
