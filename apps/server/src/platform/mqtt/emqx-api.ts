import { limits } from '@eyrie/domain';

/** The management API of EMQX did not do what it was asked for. */
export class EmqxApiError extends Error {
  override name = 'EmqxApiError';
}

/** The management API of EMQX 5, as far as it is needed. Every method throws EmqxApiError. */
export interface EmqxApi {
  /** Ends the connection of a client, which may come back at once. One that is not there is no fault. */
  end(clientId: string): Promise<void>;
  /** Lets EMQX forget what it was answered about the topics of a client. */
  forgetAnswers(clientId: string): Promise<void>;
  /** Resolves where it answers and knows the key. */
  check(): Promise<void>;
}

export interface EmqxApiSettings {
  /** With the path of its version, such as `http://127.0.0.1:18083/api/v5`. No slash at the end. */
  url: string;
  key: string;
  secret: string;
}

type Method = 'GET' | 'DELETE';

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
  const answered = async (method: Method, path: string): Promise<{ status: number; text: string }> => {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(limits.emqx.apiAnswer),
      });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      throw new EmqxApiError(`EMQX does not answer ${method} ${path}`, { cause: error });
    }
  };
  const ask = async (method: Method, path: string, expected: number): Promise<void> => {
    const { status, text } = await answered(method, path);
    if (status === expected) return;
    if (method === 'DELETE' && status === 404 && codeOf(text) === notConnected) return;
    throw new EmqxApiError(`EMQX answers ${method} ${path} with ${status}`);
  };
  const clientPath = (clientId: string): string => `/clients/${encodeURIComponent(clientId)}`;
  return {
    end: (clientId) => ask('DELETE', clientPath(clientId), 204),
    forgetAnswers: (clientId) => ask('DELETE', `${clientPath(clientId)}/authorization/cache`, 204),
    check: () => ask('GET', '/clients?page=1&limit=1', 200),
  };
};
