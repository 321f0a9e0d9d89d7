import { describe, expect, it } from 'vitest';
import { createKeptFiles, mostOthers } from './kept-files.ts';

const shell = 'https://console.example/RouteSetTerminal';
const file = 'https://console.example/assets/terminal-DrYGTUb5.js';

/** Caches in memory, and a network that can be cut. */
function setUp() {
  const stores = new Map<string, Map<string, Response>>();
  const asked: [string, RequestCredentials | undefined][] = [];
  const network = { cut: false, page: 'page one', status: 200 };
  const urlOf = (request: Request | string): string => (typeof request === 'string' ? request : request.url);
  const fetch = async (request: Request | string, init?: RequestInit): Promise<Response> => {
    asked.push([urlOf(request), init?.credentials]);
    if (network.cut) throw new TypeError('no network');
    const { page, status } = network;
    const answer = new Response(urlOf(request).startsWith(shell) ? page : urlOf(request), { status });
    Object.defineProperty(answer, 'type', { value: 'basic' });
    return answer;
  };
  const cacheOf = (store: Map<string, Response>) => ({
    put: async (key: string, response: Response) => void store.set(key, response),
    match: async (key: string) => store.get(key)?.clone(),
    keys: async () => [...store.keys()].map((url) => new Request(url)),
    delete: async ({ url }: Request) => store.delete(url),
    addAll: async (urls: string[]) => {
      for (const url of urls) store.set(url, await fetch(url));
    },
  });
  const caches = {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return cacheOf(store);
    },
  } as unknown as CacheStorage;
  const worker = (version: string) =>
    createKeptFiles({ caches, fetch, shell, family: 'eyrie-terminal-', version, files: [file] });
  return { stores, asked, network, worker };
}

/** A request as a browser makes it; navigations cannot be made by hand. */
const navigation = (url: string): Request =>
  Object.defineProperty(new Request(url), 'mode', { value: 'navigate' });
const text = async (answer: Promise<Response> | null): Promise<string | undefined> => (await answer)?.text();

describe('the service worker of the planner for the field', () => {
  it('shows the page of the server, and the kept one only without a connection', async () => {
    const { network, worker } = setUp();
    const one = worker('1');
    await one.install();
    network.page = 'page two';
    expect(await text(one.answer(navigation(`${shell}#/RouteSetTerminal`)))).toBe('page two');
    network.cut = true;
    expect(await text(one.answer(navigation(shell)))).toBe('page one');
    expect(await text(one.answer(new Request(file)))).toBe(file);
  });

  it.each([502, 503, 504])(
    'shows the kept page where a server is away behind another that answers %d',
    async (status) => {
      const { network, worker } = setUp();
      const one = worker('1');
      await one.install();
      network.page = 'bad gateway';
      network.status = status;
      expect(await text(one.answer(navigation(shell)))).toBe('page one');
      // Without one that is kept the answer is shown as it is.
      expect(await text(worker('2').answer(navigation(shell)))).toBe('bad gateway');
    },
  );

  it('keeps the page as anybody gets it', async () => {
    const { asked, worker } = setUp();
    await worker('1').install();
    expect(asked[0]).toEqual([shell, 'omit']);
  });

  it('has nothing to do with calls, other pages, other origins and what has no hash in its name', () => {
    const { worker } = setUp();
    const { answer } = worker('1');
    for (const url of [
      'https://console.example/nebula-five/uavroute/query.rest',
      'https://console.example/objects/photo-12345678.jpg',
      'https://console.example/assets/plain.js',
      'https://tiles.example/assets/tile-12345678.js',
    ])
      expect(answer(new Request(url)), url).toBeNull();
    expect(answer(new Request(file, { method: 'POST' }))).toBeNull();
    for (const url of ['https://console.example/', 'https://console.example/index.html'])
      expect(answer(navigation(url)), url).toBeNull();
  });

  it('takes the files of the build before away', async () => {
    const { stores, worker } = setUp();
    await worker('1').install();
    stores.set('of somebody else', new Map());
    stores.set('eyrie-WorkOrderField-1', new Map());
    const two = worker('2');
    await two.install();
    await two.activate();
    expect([...stores.keys()]).toEqual(['of somebody else', 'eyrie-WorkOrderField-1', 'eyrie-terminal-2']);
  });

  it('keeps a bounded number of other files, the newest ones, and its own in any case', async () => {
    const { stores, worker } = setUp();
    const one = worker('1');
    await one.install();
    for (let piece = 0; piece < mostOthers + 5; piece += 1)
      await one.answer(
        new Request(`https://console.example/assets/font-${String(piece).padStart(8, '0')}.woff2`),
      );
    const kept = [...(stores.get('eyrie-terminal-1')?.keys() ?? [])];
    expect(kept).toHaveLength(mostOthers + 2);
    expect(kept.slice(0, 2)).toEqual([shell, file]);
    expect(kept[2]).toContain('font-00000005');
  });
});
