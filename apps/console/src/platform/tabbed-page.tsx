import type { CallDeclaration } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Skeleton, TabView } from '@eyrie/ui';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { mayLeave } from './leaving.ts';
import { isAllowed, useSession } from './session.ts';
import { useText } from './text.tsx';
import './tabbed-page.css';

export interface PageTab {
  /** Stands in the address as `tab`. */
  key: string;
  titleId: PhraseId;
  /** The tab is there for whoever may make one of these calls; null: for everyone who may open the page. */
  calls: readonly CallDeclaration[] | null;
  View: ComponentType;
}

export interface TabbedPageProps {
  titleId: PhraseId;
  tabs: readonly PageTab[];
}

/** A page of several tabs. The open one stands in the address; what the member may not use is not there. */
export function TabbedPage({ titleId, tabs }: TabbedPageProps): ReactNode {
  const text = useText();
  const session = useSession();
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const shown = tabs.filter(
    ({ calls }) =>
      calls === null ||
      calls.some(
        ({ permission }) =>
          typeof permission === 'string' || permission.some((one) => isAllowed(session, one)),
      ),
  );
  const open = shown.find((tab) => tab.key === query.get('tab')) ?? shown[0];
  /** What was typed in a tab and not saved is asked about before the tab goes. */
  const choose = async (key: string): Promise<void> => {
    if (await mayLeave(pathname)) setQuery(key === shown[0]?.key ? {} : { tab: key });
  };
  if (!open) return null;
  return (
    <div className="tabbed-page">
      <h1>{text(titleId)}</h1>
      <TabView
        open={open.key}
        // Filters belong to their tab, so another tab starts with none.
        onChoose={(key) => void choose(key)}
        tabs={shown.map((tab) => ({ key: tab.key, label: text(tab.titleId) }))}
      >
        {/* Of its own for each tab: a click is answered at once, also where the code of the view is late. */}
        <Suspense key={open.key} fallback={<Skeleton lines={5} />}>
          <open.View />
        </Suspense>
      </TabView>
    </div>
  );
}
