import { flightControlCalls, type DockRecord, type WayFound } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { useState } from 'react';
import type { Commands, Confirmation } from '../../modules/command/index.ts';
import { call } from '../../platform/http.ts';

/** What was found counts for the point and height that it was found for. */
interface Found {
  key: string;
  way: WayFound;
}

/** Asks what stands against a flight around a point, then whether it is meant, and gives the orders. */
export const useOrbit = (
  dock: DockRecord,
  commands: Commands,
  { target, epoch }: { target: Place | null; epoch: number | undefined },
) => {
  const [height, setHeight] = useState<number | null>(0);
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmation<'poiEnter'> | null>(null);
  const fields = {
    lng: target?.lng ?? Number.NaN,
    lat: target?.lat ?? Number.NaN,
    height: height ?? Number.NaN,
  };
  const key = Object.values(fields).join();

  const check = async (): Promise<WayFound | null> => {
    setBusy(true);
    try {
      const way = await call(flightControlCalls.poiCheck, { oid: dock.oid, ...fields });
      setFound({ key, way });
      return way;
    } catch {
      // Why not was shown; what was found before is of another moment.
      setFound(null);
      return null;
    } finally {
      setBusy(false);
    }
  };

  return {
    height,
    setHeight,
    found: found?.key === key ? found.way : null,
    busy,
    confirmation,
    check,
    begin: async (): Promise<void> => {
      if (!(await check())?.ready) return;
      const challenge = await commands.challenge('poiEnter');
      if (challenge) setConfirmation({ method: 'poiEnter', fields, ...challenge });
    },
    confirmed: ({ nonce, fields: given }: Confirmation<'poiEnter'>): void => {
      setConfirmation(null);
      void commands.order('poiEnter', { epoch, nonce, ...(given ? { fields: given } : {}) });
    },
    setSpeed: (circleSpeed: number): void =>
      void commands.order('poiSpeed', { epoch, fields: { circleSpeed } }),
    stop: (): void => void commands.order('poiExit', { epoch }),
    close: (): void => setConfirmation(null),
  };
};
export type OrbitUse = ReturnType<typeof useOrbit>;
