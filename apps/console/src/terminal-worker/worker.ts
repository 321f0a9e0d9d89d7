import { createKeptFiles } from './kept-files.ts';

/** Written in by the build. */
declare const terminalVersion: string;
/** Files by the last part of the address of their page. */
declare const terminalFiles: Readonly<Record<string, readonly string[]>>;

/** The part of a service worker's own scope that is used here; its types cannot stand beside those of a page. */
interface Scope {
  registration: { scope: string };
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}
interface Extendable {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Fetching {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

const scope = globalThis as unknown as Scope;
const shell = scope.registration.scope;
const pageName = new URL(shell).pathname.split('/').at(-1) ?? '';
const kept = createKeptFiles({
  caches,
  fetch: (request, init) => fetch(request, init),
  shell,
  // Each page has what is kept of it to itself; the first had no name in it.
  family: pageName === 'RouteSetTerminal' ? 'eyrie-terminal-' : `eyrie-${pageName}-`,
  version: terminalVersion,
  files: (terminalFiles[pageName] ?? []).map((path) => new URL(path, shell).href),
});

scope.addEventListener('install', (event) => event.waitUntil(kept.install().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) =>
  event.waitUntil(kept.activate().then(() => scope.clients.claim())),
);
scope.addEventListener('fetch', (event) => {
  const answer = kept.answer(event.request);
  if (answer) event.respondWith(answer);
});
