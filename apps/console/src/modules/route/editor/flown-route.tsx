import type { DrawnRegion, RouteDetail, RoutePlan } from '@eyrie/domain';
import type { MapHost, Thing } from '@eyrie/map';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import { RouteMap } from '../route-map.tsx';
import { RouteProfile } from '../route-profile.tsx';
import { flownPlan, flownProfile, flownTop, homeClearance, waysOf } from './flown-plan.ts';
import { markAlong } from './links.ts';
import type { PlanDock } from './plan-docks.ts';
import { ProfileChart } from './profile-chart.tsx';
import { useComputed } from './use-computed.ts';
import { readPlan } from './use-save.ts';

export interface FlownRouteProps {
  route: RouteDetail;
  /** From which it flies; null: none is chosen, or nobody knows where it stands. */
  dock: PlanDock | null;
  /** Those from which it could. */
  docks: readonly PlanDock[];
  /** Metres above the dock. */
  returnAltitude: number | null;
  /** Metres above the dock that the aircraft allows; null: it has not reported them. */
  heightLimit: number | null;
  /** Missing: not loaded. */
  regions?: readonly DrawnRegion[] | undefined;
  /** The map once it runs, for what lies under the route. */
  onHost?: (host: MapHost | null) => void;
}

const useStored = (oid: string) =>
  useQuery({ queryKey: ['route', 'plan', oid], queryFn: async () => (await readPlan(oid)).plan });

const thingsOf = (docks: readonly PlanDock[], dock: PlanDock | null): Thing[] =>
  docks.map(({ oid, name, lng, lat }) => ({
    id: oid,
    lng,
    lat,
    look: 'live',
    plate: true,
    label: name,
    ...(oid === dock?.oid ? { badge: 'H' } : { ghost: true }),
  }));

/** What the drawing shows, for those who do not see it, and what of it keeps the flight on the ground. */
function Findings({
  top,
  heightLimit,
  clearance,
  wanted,
}: Pick<FlownRouteProps, 'heightLimit'> & {
  /** Greatest height of the flight, metres above the dock. */
  top: number | null;
  /** Least metres of air on the way home, and those that the route asks for. */
  clearance: number | null;
  wanted: number;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const over = heightLimit !== null && top !== null && top > heightLimit;
  const findings: [state: DeviceState, words: string][] = [
    heightLimit === null || top === null
      ? ['offline', text(heightLimit === null ? 'arrange.limitUnknown' : 'arrange.topUnknown')]
      : [
          over ? 'alarm' : 'live',
          text(over ? 'arrange.limitOver' : 'arrange.limit', { limit: figures.height(heightLimit) }),
        ],
    clearance === null
      ? ['offline', text('arrange.homeUnknown')]
      : [
          clearance <= 0 ? 'alarm' : clearance < wanted ? 'attention' : 'live',
          text(clearance <= 0 ? 'arrange.homeBlocked' : 'arrange.homeClearance', {
            metres: figures.height(clearance),
          }),
        ],
  ];
  return (
    <ul className="flown-findings ey-list ey-grid ey-gap-4" role="status">
      {findings.map(([state, words]) => (
        <li key={words}>
          <StateSymbol state={state} word={words} />
        </li>
      ))}
    </ul>
  );
}

const noPlaces: readonly PlanDock[] = [];
const noPoints: ReadonlySet<string> = new Set();

/** The map and the heights of a plan that is flown from a dock. */
function Flown({ plan, dock, ...props }: FlownRouteProps & { plan: RoutePlan; dock: PlanDock }): ReactNode {
  const { route, docks, returnAltitude, heightLimit, regions, onHost } = props;
  const [host, setHost] = useState<MapHost | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const flown = useMemo(() => flownPlan(plan, dock, returnAltitude), [plan, dock, returnAltitude]);
  const context = useMemo(() => (regions ? { regions } : {}), [regions]);
  const { computed, failed } = useComputed(host, flown, context);
  const shown = useMemo(
    () => (computed ? flownProfile(computed, flown, heightLimit) : null),
    [computed, flown, heightLimit],
  );
  const ways = useMemo(() => (computed ? waysOf(computed) : []), [computed]);
  const things = useMemo(
    () => [...thingsOf(docks, dock), ...markAlong(shown?.profile ?? null, at)],
    [docks, dock, shown, at],
  );
  const within = useMemo(() => [dock], [dock]);
  const points = shown?.profile.points;
  const chosen = active === null ? undefined : points?.[active]?.id;
  return (
    <>
      <RouteMap
        {...{ active, ways, things, within }}
        waypoints={route.waypoints}
        onActive={setActive}
        onHost={(running) => {
          setHost(running);
          onHost?.(running);
        }}
      />
      {shown && computed && !failed ? (
        <>
          <ProfileChart
            shown={shown}
            clearance={flown.settings.clearance}
            selected={chosen === undefined ? noPoints : new Set([chosen])}
            movable={false}
            at={at}
            onAt={setAt}
            onSelect={(id) => setActive(points?.findIndex((point) => point.id === id) ?? null)}
            onRaise={() => undefined}
          />
          <Findings
            heightLimit={heightLimit}
            top={flownTop(shown, flown)}
            clearance={homeClearance(computed)}
            wanted={flown.settings.clearance}
          />
        </>
      ) : (
        <RouteProfile {...{ route, active }} onActive={setActive} />
      )}
    </>
  );
}

/** The route alone, where no dock is chosen or its plan cannot be read. */
function Alone({ route, docks, onHost }: FlownRouteProps): ReactNode {
  const [active, setActive] = useState<number | null>(null);
  const things = useMemo(() => thingsOf(docks, null), [docks]);
  return (
    <>
      <RouteMap
        {...{ active, things, onHost }}
        within={noPlaces}
        waypoints={route.waypoints}
        onActive={setActive}
      />
      <RouteProfile {...{ route, active }} onActive={setActive} />
    </>
  );
}

/** A route as a dock flies it, on the map and by its heights. */
export default function FlownRoute(props: FlownRouteProps): ReactNode {
  const text = useText();
  const { route, dock } = props;
  const stored = useStored(route.oid);
  if (dock === null || !stored.data)
    return (
      <>
        <Alone {...props} />
        {stored.isError ? <p role="alert">{text('arrange.planFailed')}</p> : null}
      </>
    );
  return <Flown key={dock.oid} {...props} dock={dock} plan={stored.data} />;
}
