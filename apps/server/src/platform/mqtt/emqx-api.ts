import { limits } from '@eyrie/domain';

/** The management API of EMQX 5, as far as it is needed. */
export interface EmqxApi {
  /** Ends the connection of a client, which may come back at once. One that is not there is no fault. @throws Error */
  end(clientId: string): Promise<void>;
  /** Lets EMQX forget what it was answered about the topics of a client. @throws Error */
  forgetAnswers(clientId: string): Promise<void>;
  /** @throws Error when it does not answer, or does not know the key */
  check(): Promise<void>;
}

export interface EmqxApiSettings {
  /** With the path of its version, such as `http://127.0.0.1:18083/api/v5`. No slash at the end. */
  url: string;
  key: string;
  secret: string;
}

/** By this code EMQX says that a client is not connected; any other 404 means that this is not its API. */
const notConnected = 'CLIENTID_NOT_FOUND';

/** The code in the body of an answer; undefined: it has none. */
const codeOf = (text: string): unknown => {
  try {
    return (JSON.parse(text) as { code?: unknown } | null)?.code;
  } catch {
    return undefined;
  }
};

export const emqxApi = ({ url, key, secret }: EmqxApiSettings): EmqxApi => {
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const ask = async (method: 'GET' | 'DELETE', path: string, expected: number): Promise<void> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(limits.emqx.apiAnswer),
    });
    const text = await answer.text();
    if (answer.status === expected) return;
    if (method === 'DELETE' && answer.status === 404 && codeOf(text) === notConnected) return;
    throw new Error(`EMQX answers ${method} ${path} with ${answer.status}`);
  };
  const clientPath = (clientId: string): string => `/clients/${encodeURIComponent(clientId)}`;
  return {
    end: (clientId) => ask('DELETE', clientPath(clientId), 204),
    forgetAnswers: (clientId) => ask('DELETE', `${clientPath(clientId)}/authorization/cache`, 204),
    check: () => ask('GET', '/clients?page=1&limit=1', 200),
  };
};
