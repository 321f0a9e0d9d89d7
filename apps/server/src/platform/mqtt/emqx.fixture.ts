import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const shipped = new URL('../../../../../deploy/emqx/eyrie.conf', import.meta.url);

type Action = 'publish' | 'subscribe';

/** A rule of an authentication response, by the page *Access Control List* of EMQX 5. */
interface Rule {
  permission: 'allow' | 'deny';
  action: Action | 'all';
  topic: string;
  retain?: boolean;
}

interface Client {
  username: string;
  clientid: string;
  acl: readonly Rule[];
  /** Answers about topics, kept for as long as the client is connected. */
  cache: Map<string, boolean>;
}

/** An EMQX 5 without MQTT: what it asks, what it makes of the answers, and its management API. */
export interface FakeEmqx {
  /**
   * A device signs in at the port of devices, where its user name becomes its client id.
   * @param device.clientid it comes at the port of servers, where it names itself
   * @returns false: refused
   */
  connect(device: { username: string; password: string; clientid?: string }): Promise<boolean>;
  connected(clientid: string): boolean;
  /** Whether a connected client may publish to a topic, or subscribe to it. */
  may(clientid: string, action: Action, topic: string, retain?: boolean): Promise<boolean>;
  /** How often it asked about a topic. */
  asked(): number;
  api: { url: string; key: string; secret: string };
  /** Its management API answers with this status only; null: as it should. */
  answersWith(status: number | null): void;
  stop(): Promise<void>;
}

/** The lines of the `body` that stands after an address in the configuration. */
const templateOf = (config: string, path: string): [name: string, value: string][] => {
  const lines = config.slice(config.indexOf(`${path}"`)).split('\n');
  const body = lines.slice(lines.findIndex((line) => line.trim() === 'body {') + 1);
  return body
    .slice(
      0,
      body.findIndex((line) => line.trim() === '}'),
    )
    .map((line): [string, string] => {
      const [, name = '', value = ''] = /^\s*(\w+) = "(.*)"$/.exec(line) ?? [];
      return [name, value];
    });
};

/** Placeholders are put in as text; one without a value is empty. */
const render = (template: [string, string][], values: Record<string, string>): string =>
  JSON.stringify(
    Object.fromEntries(
      template.map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+)\}/g, (_all, key: string) => values[key] ?? ''),
      ]),
    ),
  );

const matches = (rule: Rule, action: Action, topic: string, retain: boolean): boolean => {
  if (rule.action !== 'all' && rule.action !== action) return false;
  if (action === 'publish' && rule.retain !== undefined && rule.retain !== retain) return false;
  if (!rule.topic.startsWith('eq ')) throw new Error(`a rule with a pattern: ${rule.topic}`);
  return rule.topic.slice(3) === topic;
};

/**
 * Starts one. It follows the pages *Use HTTP Service* of authentication and of authorization, *Access Control List*, and *REST API* of
 * EMQX 5, and asks by the templates of the configuration that operators copy.
 * @param server where the server of Eyrie answers
 */
export const startFakeEmqx = async (server: { port: number; secret: string }): Promise<FakeEmqx> => {
  const config = readFileSync(shipped, 'utf8');
  const templates = {
    '/emqx/sign-in': templateOf(config, '/emqx/sign-in'),
    '/emqx/topic': templateOf(config, '/emqx/topic'),
  };
  const clients = new Map<string, Client>();
  const api = { key: 'eyrie', secret: 'api-secret' };
  let status: number | null = null;
  let asked = 0;

  /** `undefined`: `ignore`, which is what every status but 200 and 204 means. */
  const ask = async (
    path: keyof typeof templates,
    values: Record<string, string>,
  ): Promise<{ result?: string; acl?: Rule[] } | undefined> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.secret}` },
      body: render(templates[path], values),
    }).catch(() => undefined);
    if (answer?.status === 204) return { result: 'allow' };
    const text = await answer?.text();
    if (answer?.status !== 200 || text === undefined) return undefined;
    if (!/^application\/json\b/.test(answer.headers.get('content-type') ?? '')) return undefined;
    return JSON.parse(text) as { result?: string; acl?: Rule[] };
  };

  const deleted = (path: string): [status: number, code?: string] => {
    const [, clientid = '', rest = ''] =
      /^\/api\/v5\/clients\/([^/]+)(\/authorization\/cache)?$/.exec(path) ?? [];
    if (clientid === '') return [404, 'NOT_FOUND'];
    const client = clients.get(decodeURIComponent(clientid));
    if (!client) return [404, 'CLIENTID_NOT_FOUND'];
    if (rest === '') clients.delete(client.clientid);
    else client.cache.clear();
    return [204];
  };
  const managed = ({ method, url = '', headers }: IncomingMessage): [status: number, code?: string] => {
    const key = Buffer.from(`${api.key}:${api.secret}`).toString('base64');
    if (status !== null) return [status, 'INTERNAL_ERROR'];
    if (headers.authorization !== `Basic ${key}`) return [401, 'BAD_API_KEY_OR_SECRET'];
    const [path = ''] = url.split('?', 1);
    if (method === 'GET' && path === '/api/v5/clients') return [200];
    return method === 'DELETE' ? deleted(path) : [404, 'NOT_FOUND'];
  };
  const http = createServer((request, response) => {
    const [code, reason] = managed(request);
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end(code === 204 ? '' : JSON.stringify(reason === undefined ? { data: [] } : { code: reason }));
  });
  await new Promise<void>((ready) => {
    http.listen(0, '127.0.0.1', ready);
  });

  return {
    async connect({ username, password, clientid = username }) {
      const answer = await ask('/emqx/sign-in', { username, password, clientid, peerhost: '192.0.2.7' });
      // It is the last that is asked: `ignore` lets nobody in.
      if (answer?.result !== 'allow') return false;
      // Whoever had this client id before is pushed out.
      clients.set(clientid, { username, clientid, acl: answer.acl ?? [], cache: new Map() });
      return true;
    },
    connected: (clientid) => clients.has(clientid),
    async may(clientid, action, topic, retain = false) {
      const client = clients.get(clientid);
      if (!client) return false;
      const rule = client.acl.find((one) => matches(one, action, topic, retain));
      if (rule) return rule.permission === 'allow';
      const key = `${action} ${retain} ${topic}`;
      const known = client.cache.get(key);
      if (known !== undefined) return known;
      asked += 1;
      const { username } = client;
      const values = { username, clientid, peerhost: '192.0.2.7', action, topic, retain: String(retain) };
      // `no_match = deny`, and a refusal is remembered like any answer.
      const allowed = (await ask('/emqx/topic', values))?.result === 'allow';
      client.cache.set(key, allowed);
      return allowed;
    },
    asked: () => asked,
    api: { ...api, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/api/v5` },
    answersWith(only) {
      status = only;
    },
    stop: () =>
      new Promise<void>((ended) => {
        http.closeAllConnections();
        http.close(() => ended());
      }),
  };
};
