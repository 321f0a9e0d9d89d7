import type { MapHost } from '@eyrie/map';
import { textOfView } from '@eyrie/planner';
import { ListPage, TabView } from '@eyrie/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { findOnMap } from '../../map-parts.ts';
import { useSearchParams } from 'react-router';
import { useDocks } from '../../modules/dock/index.ts';
import { useRegionsUnder, useShownRegions } from '../../modules/region/index.ts';
import {
  OpenEditor,
  madeForDock,
  planDocks,
  routeList,
  routeTemplateList,
  sourceOf,
  useOpening,
  ViewForm,
} from '../../modules/route/index.ts';
import { askWind } from '../../modules/weather/index.ts';
import { BeginButton, ListView, useBeginTools } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import './route-planning.css';

function Editor({ plan }: { plan: string }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const { regions } = useShownRegions();
  const [host, setHost] = useState<MapHost | null>(null);
  useRegionsUnder(host, regions);
  const { data: docks } = useDocks();
  const places = useMemo(() => planDocks(docks ?? []), [docks]);
  const { kind, source, ask } = sourceOf(query);
  const { key, onSaved, onOpen } = useOpening(plan, source?.key);
  const wanted = query.get('dock');
  const dock = places.find(({ oid }) => oid === wanted);
  if (plan === 'new' && ask !== null)
    return (
      <ViewForm
        view={ask}
        onDone={(view) => setQuery({ plan, kind, view: textOfView(view) }, { replace: true })}
        onBack={() => setQuery({})}
      />
    );
  // What it is made for must be known before it is opened.
  if (wanted !== null && !docks) return null;
  return (
    <OpenEditor
      key={key}
      oid={plan === 'new' ? null : plan}
      kind={kind}
      source={plan === 'new' ? source : null}
      adapt={dock ? (stored) => madeForDock(stored, dock, query.get('move') === 'yes') : null}
      regions={regions}
      onHost={setHost}
      docks={places}
      askWind={askWind}
      findPlace={findOnMap}
      onSaved={onSaved}
      onOpen={onOpen}
      onBack={() => setQuery({})}
    />
  );
}

/** Routes, and the templates that routes begin with. */
function Lists(): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const [tools, shown] = useBeginTools();
  const tab = query.get('tab') === 'templates' ? 'templates' : 'routes';
  return (
    <ListPage
      title={text('route.title')}
      action={tab === 'routes' ? <BeginButton begin={routeList.begin} tools={tools} /> : null}
    >
      <div className="route-lists ey-stack">
        <TabView
          open={tab}
          // Filters belong to their tab, so changing the tab starts with none.
          onChoose={(next) => setQuery(next === 'routes' ? {} : { tab: next })}
          tabs={[
            { key: 'routes', label: text('route.title') },
            { key: 'templates', label: text('routeTemplate.title') },
          ]}
        >
          {tab === 'routes' ? (
            <ListView tab begin={false} room={routeList} />
          ) : (
            <ListView tab room={routeTemplateList} />
          )}
        </TabView>
      </div>
      {shown}
    </ListPage>
  );
}

/** The lists of routes and templates; with `plan` in the address, the editor of one route. */
export default function RoutePlanningPage(): ReactNode {
  const [query] = useSearchParams();
  const plan = query.get('plan');
  return plan === null ? <Lists /> : <Editor plan={plan} />;
}
