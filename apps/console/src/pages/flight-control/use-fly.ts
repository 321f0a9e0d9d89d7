import { flightControlCalls, type DockRecord, type WayFound } from '@eyrie/domain';
import { useState } from 'react';
import type { Commands, Confirmation } from '../../modules/command/index.ts';
import { flyDraft, flyRequest, type FlyDraft, type FlyMethod } from '../../modules/flight-control/index.ts';
import { call } from '../../platform/http.ts';

type Found = WayFound & { method: FlyMethod };

/** Asks what stands against a way, then whether it is meant, and gives the order. */
export const useFly = (dock: DockRecord, commands: Commands, epoch: number | undefined) => {
  const [draft, setDraft] = useState<FlyDraft>(flyDraft);
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmation<FlyMethod> | null>(null);

  const check = async (method: FlyMethod): Promise<Found | null> => {
    setBusy(true);
    try {
      const request = { oid: dock.oid, ...flyRequest(method, draft) };
      const answer =
        method === 'takeOff'
          ? await call(flightControlCalls.takeOffCheck, request as never)
          : await call(flightControlCalls.flyToCheck, request as never);
      const next = { ...answer, method };
      setFound(next);
      return next;
    } catch {
      // Why not was shown; what was found before is of another moment.
      setFound(null);
      return null;
    } finally {
      setBusy(false);
    }
  };

  return {
    draft,
    found,
    busy,
    confirmation,
    check,
    /** What was found was found of another way. */
    change: (part: Partial<FlyDraft>): void => {
      setDraft((before) => ({ ...before, ...part }));
      setFound(null);
    },
    begin: async (method: FlyMethod): Promise<void> => {
      const answer = await check(method);
      if (!answer?.ready) return;
      const challenge = await commands.challenge(method);
      if (challenge) setConfirmation({ method, fields: flyRequest(method, draft), ...challenge });
    },
    confirmed: ({ method, nonce, fields }: Confirmation<FlyMethod>): void => {
      setConfirmation(null);
      void commands.order(method, { epoch, nonce, fields });
    },
    stop: (): void => void commands.order('flyToStop', { epoch }),
    close: (): void => setConfirmation(null),
  };
};
