import { EmptyPage, StateSymbol } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Outcomes, OverviewCard, useOverview, type Overview } from '../../modules/statistics/index.ts';
import { clockTime, flightTime, readableLength } from '../../platform/format.ts';
import { localeOf, useLanguage } from '../../platform/language.ts';
import { useLink } from '../../platform/live.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { DockCard } from './dock-card.tsx';
import { useDocks, useLiveCounts } from './docks.ts';
import './data-statistics.css';

const cardsShown = 12;

function FirstStep({ overview }: { overview: Overview }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const mayAddDock = useAllowed('dock:edit');
  const mayAddRoute = useAllowed('route:edit');
  const seesRoutes = useAllowed('/RoutePlanning');
  if (overview.docks === 0) {
    return (
      <EmptyPage
        icon="dock"
        sentence={text('statistics.noDocks')}
        action={
          mayAddDock ? (
            <Button type="primary" href="#/DeviceAll?add=dock" target="_blank">
              {text('statistics.registerDock')}
            </Button>
          ) : null
        }
      />
    );
  }
  if (overview.routes > 0) return null;
  return (
    <EmptyPage
      icon="route"
      sentence={text('statistics.noRoutes')}
      action={
        mayAddRoute && seesRoutes ? (
          <Button type="primary" onClick={() => void navigate('/RoutePlanning')}>
            {text('statistics.importRoute')}
          </Button>
        ) : null
      }
    />
  );
}

/** A count and the word for what it counts; nothing while it is not known. */
const beside = (count: number | null, word: string): ReactNode =>
  count === null ? null : (
    <>
      <bdi dir="ltr">{count}</bdi> {word}
    </>
  );

function Cards({ overview }: { overview: Overview | undefined }): ReactNode {
  const text = useText();
  const live = useLiveCounts();
  const seesMap = useAllowed('/DeviceAll');
  const seesRoutes = useAllowed('/RoutePlanning');
  const seesTasks = useAllowed('/TaskManagerNew');
  const map = seesMap ? '/DeviceAll' : undefined;
  const tasks = seesTasks ? '/TaskManagerNew' : undefined;
  const today = overview?.today;
  const length = today ? readableLength(today.distance) : null;
  const online = live.docksOnline ?? overview?.docksOnline ?? null;
  const airborne = live.dronesAirborne ?? overview?.dronesAirborne ?? null;
  return (
    <div className="overview">
      <OverviewCard
        icon="dock"
        label={text('statistics.docks')}
        value={overview?.docks ?? null}
        detail={beside(online, text('statistics.docksOnline'))}
        to={map}
        opensWindow
      />
      <OverviewCard
        icon="drone"
        label={text('statistics.drones')}
        value={overview?.drones ?? null}
        detail={beside(airborne, text('statistics.dronesAirborne'))}
        to={map}
        opensWindow
      />
      <OverviewCard
        icon="calendar"
        label={text('statistics.flights')}
        value={today?.flights ?? null}
        detail={
          today ? (
            <>
              {beside(today.flying, text('statistics.flying'))}
              {' · '}
              {beside(today.waiting, text('statistics.waiting'))}
            </>
          ) : null
        }
        to={tasks}
      />
      <OverviewCard
        icon="route"
        label={text('statistics.routes')}
        value={overview?.routes ?? null}
        to={seesRoutes ? '/RoutePlanning' : undefined}
      />
      <OverviewCard
        icon="map"
        label={text('statistics.distance')}
        value={length?.value ?? null}
        {...(length ? { unit: text(length.unit) } : {})}
        detail={today ? <bdi dir="ltr">{flightTime(today.duration)}</bdi> : null}
        to={tasks}
      />
      <OverviewCard
        icon="video"
        label={text('statistics.media')}
        value={today?.media ?? null}
        unit={text('statistics.mediaUnit')}
        to={tasks}
      />
    </div>
  );
}

/** The overview that everyone lands on: docks, aircraft and the flights of today, from records and live data. */
export function DataStatisticsPage(): ReactNode {
  const text = useText();
  const locale = localeOf(useLanguage((state) => state.language));
  const { data: overview } = useOverview();
  const { records } = useDocks();
  const link = useLink((state) => state.state);
  return (
    <div className="statistics">
      <div className="statistics-head">
        <h1>{text('statistics.title')}</h1>
        {overview ? (
          <p>
            {text('statistics.since', {
              time: clockTime(overview.since, locale, overview.timeZone).slice(0, 5),
              zone: overview.timeZone,
            })}
          </p>
        ) : null}
      </div>
      {link === 'down' ? (
        <output className="statistics-stale">
          <StateSymbol state="attention" word={text('statistics.notLive')} />
        </output>
      ) : null}
      <Cards overview={overview} />
      {overview ? <FirstStep overview={overview} /> : null}
      {records.length > 0 ? (
        <section aria-labelledby="statistics-docks">
          <h2 id="statistics-docks">{text('statistics.livePanel')}</h2>
          <div className="dock-cards">
            {records.slice(0, cardsShown).map((dock) => (
              <DockCard key={dock.oid} dock={dock} />
            ))}
          </div>
        </section>
      ) : null}
      {overview && overview.today.flights > 0 ? (
        <section className="card" aria-labelledby="statistics-outcomes">
          <h2 id="statistics-outcomes">{text('statistics.outcomes')}</h2>
          <Outcomes counts={overview.today.outcomes} />
        </section>
      ) : null}
    </div>
  );
}
