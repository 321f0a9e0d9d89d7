import { dockCalls, routeCalls } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { Button } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { DepartmentSelect } from '../../modules/department/index.ts';
import { Measures, Outcomes, useOverview, type Overview } from '../../modules/statistics/index.ts';
import { RegisterDock } from '../../modules/dock/index.ts';
import { lazyPart } from '../../platform/loading.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { dateIn } from '../../platform/format.ts';
import { useFigures } from '../../platform/figures.ts';
import { useLink } from '../../platform/live.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { DockCard } from './dock-card.tsx';
import { useDocks } from './docks.ts';
import { OverviewCards } from './overview-cards.tsx';
import './data-statistics.css';

const cardsShown = 12;
/** The figures of the page do not wait for the map. */
const HomeMap = lazyPart(() => import('./home-map.tsx'));
/** Nor for the desk. */
const Desk = lazyPart(async () => ({ default: (await import('../../modules/desk/index.ts')).Desk }));

function FirstStep({ overview, onRegister }: { overview: Overview; onRegister: () => void }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const seesRoutes = useAllowed('/RoutePlanning');
  if (overview.docks === 0) {
    return (
      <EmptyPage
        icon="dock"
        sentence={text('statistics.noDocks')}
        action={
          <Allowed call={dockCalls.add}>
            <Button type="primary" onClick={onRegister}>
              {text('statistics.registerDock')}
            </Button>
          </Allowed>
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
        seesRoutes ? (
          <Allowed call={routeCalls.uploadKmz}>
            <Button type="primary" onClick={() => void navigate('/RoutePlanning')}>
              {text('statistics.importRoute')}
            </Button>
          </Allowed>
        ) : null
      }
    />
  );
}

/** The measures of a period, of a department that is chosen. */
function PeriodMeasures({ today }: { today: string }): ReactNode {
  const text = useText();
  const seesDepartments = useAllowed('/OrganizationStructure');
  return (
    <Measures
      today={today}
      renderDepartment={(value, onChange) =>
        seesDepartments ? (
          <DepartmentSelect
            label={text('statistics.of.department')}
            placeholder={text('statistics.allDepartments')}
            value={value}
            onChange={onChange}
            allowClear
            width={240}
          />
        ) : null
      }
    />
  );
}

/** The overview that everyone lands on: docks, aircraft and the flights of today, from records and live data. */
export function DataStatisticsPage(): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useOverview();
  const { data: overview } = answer;
  const { records, read, total, load } = useDocks();
  const link = useLink((state) => (state.quietSince === null ? state.state : 'down'));
  const seesDocks = useAllowed('/DaJiAirport');
  const placed = useAllowed('/DeviceAll') && records.some(({ lng }) => lng !== null);
  const [registering, setRegistering] = useState(false);
  return (
    <div className="statistics">
      <div className="statistics-head ey-flow">
        <h1>{text('statistics.title')}</h1>
        {overview ? (
          <p>
            {text('statistics.since', {
              time: figures.shortClock(overview.since),
              zone: figures.zone.name,
            })}
          </p>
        ) : null}
      </div>
      {link === 'down' ? (
        <output className="statistics-stale">
          <StateSymbol state="attention" word={text('statistics.notLive')} />
        </output>
      ) : null}
      <Loaded state={loadStateOf(answer)} waiting={<OverviewCards overview={undefined} />}>
        {() => <OverviewCards overview={overview} />}
      </Loaded>
      {overview ? <FirstStep overview={overview} onRegister={() => setRegistering(true)} /> : null}
      {load.kind === 'failed' || load.kind === 'stale' ? <Loaded state={load}>{() => null}</Loaded> : null}
      {records.length > 0 ? (
        <section aria-labelledby="statistics-docks">
          <div className="statistics-section ey-row ey-gap-12">
            <h2 id="statistics-docks">{text('statistics.livePanel')}</h2>
            <Allowed call={dockCalls.add}>
              <Button onClick={() => setRegistering(true)}>{text('statistics.registerDock')}</Button>
            </Allowed>
          </div>
          <div className="overview-docks ey-grid ey-gap-12">
            {records.slice(0, cardsShown).map((dock) => (
              <DockCard key={dock.oid} dock={dock} />
            ))}
          </div>
          {total > cardsShown && seesDocks ? (
            <p className="statistics-all">
              <Link to="/DaJiAirport">{text('statistics.allDocks', { count: total })}</Link>
            </p>
          ) : null}
        </section>
      ) : null}
      {overview && overview.docks > 0 ? (
        <Suspense fallback={null}>
          <Desk />
        </Suspense>
      ) : null}
      {placed ? (
        <section className="statistics-map ey-panel" aria-label={text('dock.title')}>
          <Suspense fallback={null}>
            <HomeMap docks={read} />
          </Suspense>
        </section>
      ) : null}
      {overview && overview.today.flights > 0 ? (
        <section className="card" aria-labelledby="statistics-outcomes">
          <h2 id="statistics-outcomes">{text('statistics.outcomes')}</h2>
          <Outcomes counts={overview.today.outcomes} />
        </section>
      ) : null}
      {overview && overview.docks > 0 ? (
        <PeriodMeasures today={dateIn(overview.since, overview.timeZone)} />
      ) : null}
      {registering ? <RegisterDock onClose={() => setRegistering(false)} /> : null}
    </div>
  );
}
