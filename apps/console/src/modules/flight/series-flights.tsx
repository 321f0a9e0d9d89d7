import { blockingItems, seriesCalls, type FlightRecord } from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { FlightOutcomeMark, FlightState } from './flight-state.tsx';
import { useFlyAgain, useGoOn, useSeriesFlights, useVerdictNow } from './series.queries.ts';
import './flight.css';

/** Which part of its arrangement a flight is; nothing where it was arranged alone. */
export function SeriesPart({ flight: { series } }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  return series === null ? null : (
    <span className="ey-muted">{text('series.part', { place: series.place, size: series.size })}</span>
  );
}

/** Whether a flight that waits may begin now, by all rules. */
function Verdict({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const { data, isError, isPending } = useVerdictNow(oid);
  if (isPending) return <span className="flight-none">{text('monitor.gateLoading')}</span>;
  // One that failed to be asked is not one that stands well.
  if (isError) return <StateSymbol state="offline" word={text('monitor.why.gateUnknown')} />;
  const count = blockingItems(data.items).length;
  return data.ready ? (
    <StateSymbol state="live" word={text('monitor.gateReady')} />
  ) : (
    <StateSymbol state="alarm" word={text('monitor.gateBlocked', { count })} />
  );
}

const turnShapes = { waits: 'working', ordered: 'live', held: 'alarm' } as const;

/** How the turn of a flight that waits stands, and why it has not begun. */
function Turn({ flight: { series } }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const turn = series?.turn ?? null;
  if (turn === null || turn.state === 'over') return null;
  return (
    <>
      <StateSymbol state={turnShapes[turn.state]} word={text(`series.turn.${turn.state}`)} />
      {turn.message === null ? null : <span className="form-hint ey-hint">{turn.message}</span>}
    </>
  );
}

/** Whether parts begin by themselves, and the choice. */
function GoingOn({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const goOn = useGoOn();
  const { oid, series } = flight;
  if (series?.flown !== 'inOrder') return null;
  const { startsItself } = series;
  return (
    <p>
      {text(startsItself ? 'series.goesOn' : 'series.goesNotOn')}{' '}
      <Allowed call={seriesCalls.goOn}>
        <Button
          size="small"
          loading={goOn.isPending}
          onClick={() => goOn.mutate({ oid, startsItself: !startsItself })}
        >
          {text(startsItself ? 'series.goOnStop' : 'series.goOn')}
        </Button>
      </Allowed>
    </p>
  );
}

function Part({ flight, isOpen }: { flight: FlightRecord; isOpen: boolean }): ReactNode {
  const text = useText();
  const again = useFlyAgain();
  const { oid, dockName, routeName, state, allowed } = flight;
  const name = (
    <bdi>
      {dockName} · {routeName ?? '–'}
    </bdi>
  );
  return (
    <li aria-current={isOpen ? 'true' : undefined}>
      <SeriesPart flight={flight} />{' '}
      {isOpen ? (
        <strong>{name}</strong>
      ) : (
        <Link to={`/TaskManagerNew?tab=flights&open=${encodeURIComponent(oid)}`}>{name}</Link>
      )}
      <div className="flight-of-device ey-row ey-flow">
        {flight.outcome === null ? <FlightState flight={flight} /> : <FlightOutcomeMark flight={flight} />}
        {state === 'created' ? <Verdict oid={oid} /> : null}
        {state === 'created' ? <Turn flight={flight} /> : null}
        {allowed.includes('again') ? (
          <Allowed call={seriesCalls.again}>
            <Button
              size="small"
              loading={again.isPending}
              onClick={() =>
                again.mutate(oid, { onSuccess: () => showToast('success', text('series.againDone')) })
              }
            >
              {text('series.again')}
            </Button>
          </Allowed>
        ) : null}
      </div>
    </li>
  );
}

/** All flights of the arrangement that a flight is a part of, with the verdict on each that waits. */
export function SeriesFlights({ flight }: { flight: FlightRecord }): ReactNode {
  return flight.series === null ? null : <Flights oid={flight.oid} series={flight.series} />;
}

function Flights({ oid, series }: { oid: string; series: NonNullable<FlightRecord['series']> }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useSeriesFlights(series.oid);
  return (
    <section>
      <h2>{text('series.title')}</h2>
      <p className="form-hint ey-hint">
        {text(`series.flown.${series.flown}`)}
        {series.gapSeconds > 0
          ? ` · ${text(series.flown === 'inOrder' ? 'series.gapAfterLanding' : 'series.gap')} ${figures.duration(series.gapSeconds)}`
          : null}
      </p>
      {answer.data
        ?.filter((one) => one.oid === oid)
        .map((one) => (
          <GoingOn key={oid} flight={one} />
        ))}
      <Loaded state={loadStateOf(answer)}>
        {() => (
          <ol className="ey-list ey-grid ey-gap-8">
            {(answer.data ?? []).map((one) => (
              <Part key={one.oid} flight={one} isOpen={one.oid === oid} />
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}
