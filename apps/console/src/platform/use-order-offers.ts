import { useEffect } from 'react';
import { useNow } from './clock.ts';
import { useLink, watchLive } from './live.ts';
import { offersAt, type ServerOffers } from './order-offers.ts';
import { useTelemetry } from './telemetry.ts';

/** What the server said last of the orders to a link, for as long as a page shows it; null: nothing yet. */
export const useOrderOffers = (linkOID: string): ServerOffers | null => {
  useEffect(() => watchLive('orderOffers', linkOID), [linkOID]);
  const latest = useTelemetry('orderOffers', linkOID);
  const at = useNow();
  const linkUp = useLink(({ state, quietSince }) => state === 'up' && quietSince === null);
  return latest && offersAt(latest, at, linkUp);
};
