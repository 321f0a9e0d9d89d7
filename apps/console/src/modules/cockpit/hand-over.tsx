import {
  cockpitEntry,
  handOverAddress,
  landingPage,
  sessionCalls,
  type CockpitEntry,
  type CockpitPage,
} from '@eyrie/domain';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { reasonOf } from '../../platform/failures.ts';
import { call } from '../../platform/http.ts';
import { useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import './hand-over.css';

/** Where the screen application stands beside the console. */
const screen = (): string => new URL('screen/', document.baseURI).href;

const handOver = async (entry: CockpitEntry): Promise<void> => {
  const request = { purpose: 'cockpit', target: entry.route } as const;
  const { code } = await call(sessionCalls.codeCreate, request, { toast: false });
  // The way back leads past this page: it would hand over once more.
  location.replace(handOverAddress(screen(), code, entry));
};

/** Hands the member over to a cockpit of the screen application, by a code that is spent there. */
export function HandOver({ route }: { route: CockpitPage }): ReactNode {
  const text = useText();
  const user = useSession((session) => session.user);
  const menu = useSession((session) => session.menu);
  const [failure, setFailure] = useState<unknown>(null);
  const entry = user && cockpitEntry({ oid: user.groupOID, type: user.groupType }, [route]);
  const begun = useRef(false);
  useEffect(() => {
    // One code for one opening.
    if (begun.current) return;
    begun.current = true;
    // Whose department has no cockpit of its own goes there with the session of this browser.
    if (entry) handOver(entry).catch(setFailure);
    else location.replace(`${screen()}#${route}`);
  }, [entry, route]);
  const failed = failure === null ? null : reasonOf(failure);
  const why = failed && ('text' in failed ? failed.text : text(failed.id, failed.values));
  return (
    <main className="hand-over">
      <h1>{text(`permission.${route}`)}</h1>
      {why === null ? (
        <p role="status">{text('cockpit.opening')}</p>
      ) : (
        <p role="alert">{text('cockpit.openFailed', { reason: why })}</p>
      )}
      <p>
        <a href={`#${landingPage(menu)}`}>{text('cockpit.toConsole')}</a>
      </p>
    </main>
  );
}
