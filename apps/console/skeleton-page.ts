import type { Plugin, Rolldown } from 'vite';
import { themeVariables, type Theme } from '@eyrie/ui/tokens';

/**
 * Runs in the page before the program has come, as text of its own: what it needs stands inside. It reads what
 * `platform/storage.ts` keeps, and puts theme, direction and the kind of skeleton on the page.
 */
export function showSkeletonPage(
  page: Document,
  storage: () => Storage,
  hash: string,
  next: readonly string[],
  texts: Readonly<Record<string, string>>,
): void {
  const mask = 'eyrie-local-values';
  const kept = (name: string): unknown => {
    try {
      const hidden = storage().getItem(`eyrie.${name}`);
      if (hidden === null) return null;
      const bytes = [...atob(hidden)].map(
        (letter, at) =>
          (letter.codePointAt(0) ?? 0) ^ (mask.codePointAt(at % mask.length) ?? 0) ^ (at & 0xff),
      );
      return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes)));
    } catch {
      return null;
    }
  };
  const root = page.documentElement;
  const look = (kept('look') ?? {}) as Record<string, unknown>;
  const chosen = kept('theme');
  const byLook = look['menuTheme'] === 1 ? 'light' : 'dark';
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : byLook;
  root.dataset['theme'] = theme;
  root.style.colorScheme = theme;
  const own = { menu: look['menuColor'], entrance: look['backgroundColor'] };
  for (const [token, colour] of Object.entries(own))
    if (typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour))
      root.style.setProperty(`--ey-${token}`, colour);
  const language = kept('language');
  if (language === 'en' || language === 'ar') root.lang = language;
  if (language === 'ar') root.dir = 'rtl';
  const signedIn = /(?:^|;\s*)(?:__Host-)?groupRoot=/.test(page.cookie);
  // Who is signed in is asked as soon as the program runs: what that takes comes beside it, not after it.
  const words = typeof language === 'string' ? texts[language] : undefined;
  for (const path of [...(words === undefined ? [] : [words]), ...(signedIn ? next : [])]) {
    const link = page.createElement('link');
    link.rel = 'modulepreload';
    link.href = path;
    page.head.append(link);
  }
  const alone = /^#\/(?:DeviceAll|PortMonitor)/i.test(hash);
  const behind = alone ? 'skeleton-page-alone' : 'skeleton-page-shell';
  page.querySelector('.skeleton-page')?.classList.add(signedIn ? behind : 'skeleton-page-entrance');
  if (kept('menuFolded') === true)
    page.querySelector('.skeleton-page')?.classList.add('skeleton-page-folded');
}

const variables = (theme: Theme): string =>
  Object.entries(themeVariables(theme))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/** Colours before the program sets them, dark where nothing is kept. */
const colours = `<style>:root{${variables('dark')}}:root[data-theme='light']{${variables('light')}}html{background:var(--ey-ink)}</style>`;
const scriptWith = (next: readonly string[], texts: Readonly<Record<string, string>>): string =>
  `<script>(${showSkeletonPage.toString()})(document,()=>localStorage,location.hash,${JSON.stringify(next)},${JSON.stringify(texts)})</script>`;

/** Files that the first calls come in, but for the one that is loaded anyway. */
const filesOfFirstCalls = (bundle: Rolldown.OutputBundle = {}): string[] => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set<string>();
  const visit = (path: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === path);
    if (!chunk || chunk.isEntry || found.has(path)) return;
    found.add(path);
    for (const one of chunk.imports) visit(one);
  };
  for (const { name, fileName } of chunks) if (name === 'first-calls') visit(fileName);
  return [...found].map((path) => `./${path}`);
};

/** Files of the sign-in page's texts by language, but for the one that is loaded anyway. */
const filesOfFirstTexts = (bundle: Rolldown.OutputBundle = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(bundle).flatMap((file) => {
      const from = file.type === 'chunk' && !file.isEntry ? file.facadeModuleId : null;
      const [, language] = /phrases\/src\/([\w-]+)\/first\.ts$/.exec(from ?? '') ?? [];
      return language === undefined ? [] : [[language, `./${file.fileName}`]];
    }),
  );

/**
 * Lets the page show its skeleton as soon as it has come itself: the theme is in it, and style sheets, for which a
 * browser would wait before it draws anything, stand below the skeleton.
 */
export const skeletonPage = (): Plugin => ({
  name: 'skeleton-page',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle }) => {
      const sheets = page.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
      const bare = sheets.reduce((left, sheet) => left.replace(sheet, ''), page);
      return bare
        .replace('<!-- skeleton-page colours -->', () => colours)
        .replace(
          '<!-- skeleton-page script -->',
          () => `${scriptWith(filesOfFirstCalls(bundle), filesOfFirstTexts(bundle))}\n${sheets.join('\n')}`,
        );
    },
  },
});
