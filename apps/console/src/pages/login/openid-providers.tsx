import type { sessionCalls, ResponseOf } from '@eyrie/domain';
import { useEffect, useState, type ReactNode } from 'react';
import { callFirst, callOutside } from '../../platform/http.ts';
import { useFirstText } from '../../platform/text.tsx';

type Providers = ResponseOf<typeof sessionCalls.openIdDoors>;

export interface OpenIdProvidersProps {
  /** Named by the address; null: the first organisation. */
  organisation: string | null;
  /** Where to go on after the sign-in. */
  wanted: string | null;
}

/** A button for each provider that the organisation signs in by. Nothing is shown while there is none. */
export function OpenIdProviders({ organisation, wanted }: OpenIdProvidersProps): ReactNode {
  const text = useFirstText();
  const [providers, setProviders] = useState<Providers>([]);
  const [going, setGoing] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const asked = organisation === null ? {} : { organisation };
    callOutside('openIdDoors', asked, {
      signal: leaving.signal,
      toast: false,
    }).then(setProviders, () => setProviders([]));
    return () => leaving.abort();
  }, [organisation]);
  if (providers.length === 0) return null;
  const go = async (oid: string): Promise<void> => {
    setGoing(true);
    try {
      const page = wanted === null ? {} : { page: wanted };
      location.assign((await callFirst('sessionCalls', 'openIdStart', { oid, ...page })).url);
    } catch {
      // The call has said why.
      setGoing(false);
    }
  };
  return (
    <div className="login-providers ey-grid ey-gap-8">
      <p className="login-or ey-row ey-gap-12 ey-hint">{text('login.or')}</p>
      {providers.map(({ oid, name }) => (
        <button key={oid} type="button" disabled={going} onClick={() => void go(oid)}>
          <bdi>{name}</bdi>
        </button>
      ))}
    </div>
  );
}
