import { CallRefused } from '@eyrie/client';
import type { FlightRecord } from '@eyrie/domain';
import { useState } from 'react';
import {
  faultsFrom,
  faultsOf,
  flightRequest,
  useFlightAdd,
  type FlightDraft,
  type FlightFaults,
} from '../../modules/flight/index.ts';
import { showFailure } from '../../platform/http.ts';

export interface Draft {
  draft: FlightDraft;
  faults: FlightFaults;
  busy: boolean;
  /** True once something was chosen or typed and not yet sent. */
  touched: boolean;
  change: (change: Partial<FlightDraft>) => void;
  /** Sets the return altitude that the route asks for; nobody typed it. */
  follow: (returnAltitude: number) => void;
  /** The route that is refused for a rule that it breaks: it can be corrected in the editor. */
  correctable: string | null;
  submit: () => void;
}

/** Whether the server refused because of the route, which can be corrected. */
const isBlocked = (error: unknown): boolean =>
  error instanceof CallRefused && error.reason === 'routeBlocked';

/** What is chosen so far. Nothing typed is lost when the server refuses; its faults stand beside the fields. */
export const useDraft = (first: FlightDraft, onArranged: (flight: FlightRecord) => void): Draft => {
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<FlightFaults>({});
  const [correctable, setCorrectable] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const add = useFlightAdd();
  return {
    draft,
    faults,
    correctable,
    touched,
    busy: add.isPending,
    change: (change) => {
      setTouched(true);
      setCorrectable(null);
      setDraft((before) => ({ ...before, ...change }));
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))),
      );
    },
    follow: (returnAltitude) => setDraft((before) => ({ ...before, returnAltitude })),
    submit: () => {
      const request = flightRequest(draft);
      setFaults(faultsOf(draft));
      if (!request.success || add.isPending) return;
      add.mutate(request.data, {
        onSuccess: (flight) => {
          setTouched(false);
          onArranged(flight);
        },
        onError: (error) => {
          const route = isBlocked(error) ? request.data.routeOID : null;
          setCorrectable(route);
          // It stands beside the route, with the way to it.
          if (route !== null) setFaults({ routeOID: { text: (error as CallRefused).message } });
          else {
            showFailure(error);
            if (error instanceof CallRefused) setFaults(faultsFrom(error.data));
          }
        },
      });
    },
  };
};
