import '@eyrie/ui/media.css';
import { useLink } from '@eyrie/web/live-link';
import { useText } from '@eyrie/web/text';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { isArrangedPage } from '@eyrie/domain';
import { ArrangedCockpit } from '../pages/arranged/index.tsx';
import OptionPage from '../pages/option/index.tsx';
import { queryClient } from '../platform/asked.ts';
import { useSession } from '../platform/session.ts';
import { useBurnInShift } from './burn-in.ts';
import { Head } from './head.tsx';
import { followVersion } from './new-version.ts';
import { Pairing } from './pairing.tsx';
import { Refused } from './refused.tsx';
import { useLive } from './use-live.ts';
import './screen.css';

function Cockpit(): ReactNode {
  const text = useText();
  const page = useSession((session) => session.page);
  const lost = useLink(({ state, quietSince }) => state === 'down' || quietSince !== null);
  const shift = useBurnInShift();
  useLive();
  useEffect(followVersion, []);
  return (
    <main className="screen" style={shift}>
      <Head />
      {lost ? (
        <p className="screen-lost" role="alert">
          {text('cockpit.notLive')}
        </p>
      ) : null}
      {isArrangedPage(page) ? <ArrangedCockpit key={page} page={page} /> : <OptionPage />}
    </main>
  );
}

/** What is shown: a cockpit, or why there is none. */
export function Frame(): ReactNode {
  const text = useText();
  const { status, refusal, page, code } = useSession();
  useEffect(() => {
    document.title = text(`permission.${page}`);
  }, [text, page]);
  if (status === 'refused') return <Refused refusal={refusal ?? 'notSignedIn'} />;
  if (status === 'pairing') return <Pairing code={code ?? ''} />;
  if (status !== 'open')
    return (
      <main className="entrance">
        <h1 className="ey-hidden">{text(`permission.${page}`)}</h1>
        <p role="status">{text(status === 'retrying' ? 'cockpit.retrying' : 'cockpit.opening')}</p>
      </main>
    );
  return (
    <QueryClientProvider client={queryClient}>
      <Cockpit />
    </QueryClientProvider>
  );
}
