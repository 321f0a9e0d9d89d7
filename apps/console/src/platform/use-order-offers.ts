import type { PhraseId } from '@eyrie/phrases';
import { useEffect } from 'react';
import { useNow } from './clock.ts';
import { useLink, watchLive } from './live.ts';
import { offersAt, staleReason, type ServerOffers } from './order-offers.ts';
import { ageOf, useTelemetry, type Latest } from './telemetry.ts';

const useLinkUp = (): boolean => useLink(({ state, quietSince }) => state === 'up' && quietSince === null);

/** What the server said last of the orders to a link, for as long as a page shows it; null: nothing yet. */
export const useOrderOffers = (linkOID: string): ServerOffers | null => {
  useEffect(() => watchLive('orderOffers', linkOID), [linkOID]);
  const latest = useTelemetry('orderOffers', linkOID);
  const at = useNow();
  const linkUp = useLinkUp();
  return latest && offersAt(latest, at, linkUp);
};

/** Why what the page shows of an aircraft says nothing of now, counting on; null: it does. */
export const useStaleReason = (latest: Latest<'droneTelemetry'> | null): PhraseId | null => {
  const at = useNow();
  const linkUp = useLinkUp();
  return staleReason(linkUp, ageOf(latest, Math.max(at, latest?.receivedAt ?? 0)));
};
