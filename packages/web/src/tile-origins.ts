import { tileOrigin } from '@eyrie/domain';
import { keepForTab, kept, keptForTab } from './storage.ts';

/** As the server wrote them into the page beside its policy; null in a page that has no such policy. */
const permitted = document
  .querySelector<HTMLMetaElement>('meta[name="tile-origins"]')
  ?.content.split(' ')
  .filter((origin) => origin !== '');

/** Whether this page may fetch tiles from an origin. It was decided when the page was sent, for who asked then. */
export const permittedTileOrigins = (origin: string): boolean => permitted?.includes(origin) ?? true;

/**
 * After signing in: true when the page must be fetched once more, because it was sent to somebody whose organisation
 * has other tiles. Says so once for each origin, so that no page is fetched again and again.
 */
export const mustFetchAgain = (): boolean => {
  const url = kept('mapConfig')?.url;
  const origin = url === undefined ? null : tileOrigin(url);
  if (origin === null || permittedTileOrigins(origin) || keptForTab('tileOrigin') === origin) return false;
  keepForTab('tileOrigin', origin);
  // A tab that keeps nothing would fetch its page again and again.
  return keptForTab('tileOrigin') === origin;
};
