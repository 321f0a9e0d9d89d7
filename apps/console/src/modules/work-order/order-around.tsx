import { workOrderCalls, type NearbyDock, type OrderAround, type WeatherThen } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { FactList, Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { lazyPart } from '../../platform/loading.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import './work-order.css';

const OrderMap = lazyPart(() => import('./order-map.tsx'));

/** ms: a dock that is ready now may fly a moment later. */
const renewEvery = 30_000;
/** Docks of which it is said why they are not ready. */
const whyMost = 3;

/** The name, as the way to the page of a dock where the reader may open one. */
function DockName({ oid, name }: { oid: string; name: string }): ReactNode {
  const monitors = useAllowed('/PortMonitorSee');
  const lists = useAllowed('/DaJiAirport');
  const word = <bdi>{name}</bdi>;
  const id = encodeURIComponent(oid);
  if (monitors) return <a href={`#/PortMonitorSee?oid=${id}`}>{word}</a>;
  return lists ? <a href={`#/DaJiAirport?open=${id}`}>{word}</a> : word;
}

function RouteName({ oid, name }: { oid: string; name: string }): ReactNode {
  const word = <bdi>{name}</bdi>;
  return useAllowed('/RoutePlanning') ? (
    <a href={`#/RoutePlanning?open=${encodeURIComponent(oid)}`}>{word}</a>
  ) : (
    word
  );
}

function PlaceWords({ place }: Pick<OrderAround, 'place'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!place) return text('workOrder.noPlace');
  const where = `${place.lat.toFixed(6)}, ${place.lng.toFixed(6)}`;
  return (
    <>
      <bdi>
        {place.radius === null
          ? where
          : text('detection.defectPlaceOf', { place: where, radius: figures.length(place.radius) })}
      </bdi>
      <span className="ey-muted">
        {' · '}
        {text(`workOrder.placeOf.${place.of}`)}
        {place.of !== 'person' && place.radius === null ? ` · ${text('workOrder.radiusUnknown')}` : null}
      </span>
    </>
  );
}

function FoundBy({ dock, route, place }: Pick<OrderAround, 'dock' | 'route' | 'place'>): ReactNode {
  const text = useText();
  return (
    <FactList
      className="list-facts"
      facts={[
        [text('field.place'), <PlaceWords key="place" place={place} />],
        [
          text('workOrder.foundFrom'),
          dock.standing === 'shown' && dock.thing ? (
            <DockName key="dock" {...dock.thing} />
          ) : (
            text(`workOrder.dockStanding.${dock.standing === 'shown' ? 'hidden' : dock.standing}`)
          ),
        ],
        [
          text('workOrder.foundRoute'),
          route.standing === 'shown' && route.thing ? (
            <RouteName key="route" {...route.thing} />
          ) : (
            text(`workOrder.routeStanding.${route.standing === 'shown' ? 'hidden' : route.standing}`)
          ),
        ],
      ]}
    />
  );
}

/** A dock with how far it is, and why it is not ready. */
function Nearby({ dock }: { dock: NearbyDock }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const whyOf = ({ item, reason }: NearbyDock['items'][number]): string =>
    reason === null ? text(`gate.${item}`) : `${text(`gate.${item}`)} (${text(`gate.reason.${reason}`)})`;
  const why = [
    ...(dock.droneName === null ? [text('trajectory.noDrone')] : []),
    ...(dock.able || dock.droneName === null ? [] : [text('workOrder.notAble')]),
    ...dock.items.map(whyOf),
  ];
  const facts = [
    ...(dock.droneName === null ? [] : [dock.droneName]),
    figures.length(dock.distance),
    text('trajectory.minutes', { minutes: Math.max(1, Math.ceil(dock.seconds / 60)) }),
  ];
  return (
    <li>
      <span className="ey-flow ey-gap-8">
        <DockName oid={dock.dockOID} name={dock.dockName} />
        <StateSymbol
          state={dock.ready ? 'live' : 'attention'}
          word={text(dock.ready ? 'trajectory.ready' : 'trajectory.notReady')}
        />
        {facts.map((fact) => (
          <bdi key={fact} className="ey-muted">
            {fact}
          </bdi>
        ))}
      </span>
      {dock.ready ? null : <p className="ey-muted">{why.join(' · ')}</p>}
    </li>
  );
}

const withoutAnswer: Readonly<Record<Exclude<OrderAround['nearest']['standing'], 'asked'>, PhraseId>> = {
  notAllowed: 'workOrder.nearestNotAllowed',
  noPlace: 'workOrder.nearestNoPlace',
};

function Nearest({ nearest: { standing, list } }: Pick<OrderAround, 'nearest'>): ReactNode {
  const text = useText();
  if (standing !== 'asked') return <p className="ey-hint">{text(withoutAnswer[standing])}</p>;
  if (list.length === 0) return <p className="ey-hint">{text('trajectory.noDocks')}</p>;
  const [first] = list;
  const shown = first?.ready ? [first] : list.slice(0, whyMost);
  return (
    <>
      {first?.ready ? null : <p>{text('workOrder.nearestNone')}</p>}
      <ul className="ey-list ey-grid ey-gap-8">
        {shown.map((dock) => (
          <Nearby key={dock.dockOID} dock={dock} />
        ))}
      </ul>
    </>
  );
}

function Weather({ weather: { at, readings } }: Pick<OrderAround, 'weather'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (at === null) return <p className="ey-hint">{text('workOrder.weatherTimeUnknown')}</p>;
  if (readings.length === 0)
    return <p className="ey-hint">{text('workOrder.weatherNone', { time: figures.time(at) })}</p>;
  const valuesOf = ({ wind, rainfall, temperature, humidity }: WeatherThen): [PhraseId, string][] => [
    ...(wind === null ? [] : [['field.wind', figures.speed(wind)] satisfies [PhraseId, string]]),
    ...(rainfall === null
      ? []
      : [['weather.rain', text(`dock.rainfall.${rainfall}`)] satisfies [PhraseId, string]]),
    ...(temperature === null
      ? []
      : [
          ['weather.temperature', figures.amount(temperature, text('unit.celsius'))] satisfies [
            PhraseId,
            string,
          ],
        ]),
    ...(humidity === null
      ? []
      : [
          ['weather.humidity', figures.amount(humidity, text('unit.percent'), 0)] satisfies [
            PhraseId,
            string,
          ],
        ]),
  ];
  return (
    <>
      <p>{text('workOrder.weatherAt', { time: figures.time(at) })}</p>
      <ul className="ey-list ey-grid ey-gap-8">
        {readings.map((reading) => (
          <li key={reading.of} className="ey-flow ey-gap-8">
            <bdi className="ey-muted">
              {text(`workOrder.weatherOf.${reading.of}`, { time: figures.clock(reading.at) })}
            </bdi>
            {valuesOf(reading).map(([label, value]) => (
              <span key={label}>
                {text(label)} <bdi>{value}</bdi>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Shown({ around }: { around: OrderAround }): ReactNode {
  const text = useText();
  const { place, dock, route, nearest, weather } = around;
  return (
    <>
      {place || dock.place ? (
        <Suspense fallback={<div className="order-map ey-panel" />}>
          <OrderMap place={place} dock={dock} />
        </Suspense>
      ) : null}
      <FoundBy place={place} dock={dock} route={route} />
      <h3>{text('workOrder.nearestDock')}</h3>
      <Nearest nearest={nearest} />
      <h3>{text('workOrder.weatherThen')}</h3>
      <Weather weather={weather} />
    </>
  );
}

/** Where it is, from where it was found, what could fly there now, and what the weather was. */
export function OrderSurroundings({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const id = useId();
  const found = useQuery({
    queryKey: ['workOrder', 'around', oid],
    queryFn: ({ signal }) => call(workOrderCalls.around, { oid }, { signal, toast: false }),
    refetchInterval: renewEvery,
  });
  return (
    <section className="order-around ey-grid ey-gap-8" aria-labelledby={id}>
      <h2 id={id}>{text('workOrder.around')}</h2>
      <Loaded state={loadStateOf(found)}>{() => (found.data ? <Shown around={found.data} /> : null)}</Loaded>
    </section>
  );
}
