import { useLink } from '@eyrie/web/live-link';

/** The program's own file: its name changes with every build. */
const programIn = (page: string): string | null => /assets\/index-[\w-]+\.js/.exec(page)?.[0] ?? null;

const look = async (): Promise<void> => {
  const own = programIn([...document.scripts].map(({ src }) => src).join(' '));
  const answer = await fetch(location.pathname, { cache: 'no-store' });
  const served = answer.ok ? programIn(await answer.text()) : null;
  if (own !== null && served !== null && own !== served) location.reload();
};

/** A server that comes back may bring a newer version: the page then begins anew with it. @returns what ends it */
export const followVersion = (): (() => void) => {
  let lost = false;
  return useLink.subscribe(({ state }) => {
    if (state === 'down') lost = true;
    if (state !== 'up' || !lost) return;
    lost = false;
    look().catch(() => undefined);
  });
};
