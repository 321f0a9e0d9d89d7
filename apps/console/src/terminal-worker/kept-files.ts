/** What a service worker needs of its browser, so that its rules can be tried without one. */
export interface KeptFilesDeps {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  /** Address of the page that is kept. */
  shell: string;
  /** Begins the names of what is kept of this page, and of no other. */
  family: string;
  /** Hash of the build. */
  version: string;
  /** Files that the page is made of, as addresses. */
  files: readonly string[];
}

/** Files beside those of the build that are kept, such as pieces of fonts; the oldest give way. */
export const mostOthers = 120;
/** A page that answers no sooner is taken from what is kept, ms. */
const patience = 4_000;

/** Files whose name changes with their content: nothing else is ever kept beside the page itself. */
const hashed = /\/assets\/[\w.-]+-[\w-]{8,}\.(?:js|mjs|css|json|woff2)$/;

/** A page for the field and its files, kept for times without a connection. Nothing else is. */
export function createKeptFiles({ caches, fetch, shell, family, version, files }: KeptFilesDeps) {
  const name = `${family}${version}`;
  const wanted: ReadonlySet<string> = new Set([shell, ...files]);

  /** All or none: a build of which a file is missing is not taken over. */
  async function install(): Promise<void> {
    const cache = await caches.open(name);
    // As anybody gets it: what the page says to a member stays out.
    const page = await fetch(shell, { credentials: 'omit', cache: 'no-store' });
    if (!page.ok) throw new Error(`the page was answered with ${page.status}`);
    await cache.put(shell, page);
    await cache.addAll([...files]);
  }

  /** Earlier builds go with everything that was kept of them. */
  async function activate(): Promise<void> {
    const others = (await caches.keys()).filter((one) => one.startsWith(family) && one !== name);
    await Promise.all(others.map((one) => caches.delete(one)));
  }

  async function pageFor(request: Request): Promise<Response> {
    const ofHere = async (): Promise<Response | undefined> => (await caches.open(name)).match(shell);
    try {
      const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
      // What stands before a server that is away answers in its place.
      return answer.status < 500 ? answer : ((await ofHere()) ?? answer);
    } catch (error) {
      const kept = await ofHere();
      if (kept) return kept;
      throw error;
    }
  }

  async function fileFor(request: Request): Promise<Response> {
    const cache = await caches.open(name);
    const kept = await cache.match(request.url);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.status === 200 && answer.type === 'basic') {
      await cache.put(request.url, answer.clone());
      const others = (await cache.keys()).filter(({ url }) => !wanted.has(url));
      await Promise.all(
        others.slice(0, Math.max(0, others.length - mostOthers)).map((one) => cache.delete(one)),
      );
    }
    return answer;
  }

  return {
    install,
    activate,
    /** The answer to a request, or null where it is none of the worker's business: calls, other pages, tiles, media. */
    answer(request: Request): Promise<Response> | null {
      const url = new URL(request.url);
      if (request.method !== 'GET' || url.origin !== new URL(shell).origin) return null;
      if (request.mode === 'navigate') return url.origin + url.pathname === shell ? pageFor(request) : null;
      return hashed.test(url.pathname) ? fileFor(request) : null;
    },
  };
}
