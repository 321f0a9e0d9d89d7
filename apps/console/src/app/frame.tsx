import { Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { LoginPage } from '../pages/login/index.tsx';
import { lazyPart, loaded } from '../platform/loading.ts';
import { useAppearance } from '../platform/appearance.ts';
import { loadFirstCalls } from '../platform/http.ts';
import { loadAllPhrases } from '../platform/language.ts';
import { loadFonts } from '../platform/load-fonts.ts';
import { useSession } from '../platform/session.ts';
import { useSharedLink } from './shared-link.ts';
import { useAway } from './away.ts';
import { useTerminal } from './terminal-address.ts';
import { FieldFaults } from './field-faults.ts';
import { SkeletonPage } from './skeleton-page.tsx';
import { useLinkQuestion } from './link-question.ts';
import { leaveInvitation, useInvitation } from './invitation.ts';
import { LoadBoundary } from './load-boundary.tsx';
import { currentPage, loginFor, organisationOf, replacePage, wantedOf } from './login-address.ts';
import { BusyBar, ToastList } from './signals.tsx';
import { Waiting } from './waiting.tsx';

/** Router, component library, layout and the rest of the texts: nothing that the sign-in page needs. */
const loadInside = () =>
  loaded(async () => {
    const [{ Inside }] = await Promise.all([import('./inside.tsx'), loadAllPhrases(), loadFirstCalls()]);
    return { default: Inside };
  });
const Inside = lazyPart(loadInside);
const Invitation = lazyPart(async () => {
  const [page] = await Promise.all([import('../pages/login/invitation.tsx'), loadAllPhrases()]);
  return page;
});
const SharedPage = lazyPart(async () => {
  const [page] = await Promise.all([import('../pages/map-share/shared-page.tsx'), loadAllPhrases()]);
  return page;
});
const Terminal = lazyPart(async () => {
  const [{ Terminal: page }] = await Promise.all([import('./terminal.tsx'), loadAllPhrases()]);
  return { default: page };
});
const FieldAway = lazyPart(async () => {
  const [{ FieldAwayPage: page }] = await Promise.all([import('./field-away.tsx'), loadAllPhrases()]);
  return { default: page };
});
const LinkQuestionPage = lazyPart(async () => {
  const [page] = await Promise.all([import('../pages/login/link-question.tsx'), loadAllPhrases()]);
  return page;
});

let begun = false;
/** By the time the password is typed the rest has come. */
const loadAhead = (): void => {
  if (begun) return;
  begun = true;
  const wanted = wantedOf(currentPage());
  Promise.all([
    loadInside(),
    import('./inside.tsx').then(({ loadPageAhead }) => loadPageAhead(wanted)),
  ]).catch(() => {
    begun = false;
  });
};

/** The sign-in page at its address, with the wanted page in it, whatever address was typed. */
function Outside(): ReactNode {
  const leftByChoice = useSession((session) => session.notice === 'signedOut');
  useLayoutEffect(() => {
    const show = (): void => replacePage(loginFor(currentPage()));
    if (leftByChoice) replacePage('/Login');
    else show();
    window.addEventListener('hashchange', show);
    return () => window.removeEventListener('hashchange', show);
  }, [leftByChoice]);
  const wanted = leftByChoice ? null : wantedOf(currentPage());
  return <LoginPage wanted={wanted} organisation={organisationOf(currentPage())} onBegin={loadAhead} />;
}

/** What stands around every page: language, title, busy bar, toasts; and which side of the sign-in is shown. */
export function Frame(): ReactNode {
  const systemName = useAppearance((state) => state.systemName);
  const inside = useSession(({ status }) => status === 'open' || status === 'ended');
  const code = useInvitation((state) => state.code);
  const question = useLinkQuestion((state) => state.question);
  const shared = useSharedLink((state) => state.token);
  const terminal = useTerminal((state) => state.open);
  const away = useAway((state) => state.person);
  useEffect(() => {
    document.title = systemName;
    // What an organisation calls its system is in no font that is made for the sign-in page's own texts.
    if (/[\u0600-\uffef]/.test(systemName)) void loadFonts();
  }, [systemName]);
  return (
    <>
      <FieldFaults />
      <BusyBar />
      {/* First in the order of the keyboard: what can be undone is undone within seconds. */}
      <ToastList />
      {shared !== null ? (
        <LoadBoundary>
          <Suspense fallback={<Waiting />}>
            <SharedPage key={shared} token={shared} />
          </Suspense>
        </LoadBoundary>
      ) : inside || code !== null || question !== null ? (
        <LoadBoundary>
          <Suspense fallback={question === null && code === null ? <SkeletonPage /> : <Waiting />}>
            {question !== null ? (
              <LinkQuestionPage {...question} />
            ) : code === null ? (
              <Inside />
            ) : (
              <Invitation code={code} onLeave={leaveInvitation} />
            )}
          </Suspense>
        </LoadBoundary>
      ) : away !== null ? (
        <LoadBoundary>
          <Suspense fallback={<Waiting />}>
            <FieldAway key={away.oid} member={away.oid} />
          </Suspense>
        </LoadBoundary>
      ) : terminal ? (
        <LoadBoundary>
          <Suspense fallback={<Waiting />}>
            <Terminal />
          </Suspense>
        </LoadBoundary>
      ) : (
        <Outside />
      )}
    </>
  );
}
