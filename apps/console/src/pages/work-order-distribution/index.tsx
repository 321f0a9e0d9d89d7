import type { MappedOrder } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { usePolygons, useThings, type MapHost, type Thing } from '@eyrie/map';
import { EmptyPage, FactList, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { orderLooks, OrderStateSign } from '../../modules/work-order/index.ts';
import { drawClass } from '../../parts.ts';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { FloatingPanel } from '../../platform/floating-panel.tsx';
import { IconButton } from '../../platform/icon-button.tsx';
import { MapTools, PlaceFoot } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { serverMoment } from '../../platform/server-time.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { Departments } from './departments.tsx';
import { Filters, TimeSlider } from './filters.tsx';
import { heatOf } from './heat.ts';
import { OrderList } from './order-list.tsx';
import { shownOrders } from './shown-orders.ts';
import { useAsked, useSituation, type Asked, type Situation } from './use-situation.ts';
import './work-order-distribution.css';

const none: Situation['list'] = [];
const noHeat: ReturnType<typeof heatOf> = [];
/** Room that the panels take. */
const between = { top: 64, bottom: 64, left: 460, right: 120 };
/** Zoom at which one order is seen with what stands around it. */
const near = 15;
const layer = 'workOrders';
/** ms: an age in days need not tick. */
const step = 60_000;

const placeOf = ({ lng, lat }: Pick<MappedOrder, 'lng' | 'lat'>) =>
  lng === null || lat === null ? null : { lng, lat };

const thingsOf = (orders: readonly MappedOrder[]): Thing[] =>
  orders.flatMap((order) => {
    const place = placeOf(order);
    if (!place) return [];
    const { oid, state, ageing } = order;
    return [
      { ...place, id: oid, look: orderLooks[state], plate: true, ...(ageing ? { sign: 'alarm' } : {}) },
    ];
  });

/** The zoom of the map in whole steps. */
const useZoom = (host: MapHost | null): number => {
  const [zoom, setZoom] = useState(0);
  useEffect(() => {
    if (!host) return undefined;
    const set = (): void => setZoom(Math.round(host.camera().zoom));
    set();
    return host.onCamera(set);
  }, [host]);
  return zoom;
};

/** Draws the orders, bundled where they are many, and how dense they are; a click on one chooses it. */
function useOrdersOn(
  host: MapHost | null,
  orders: readonly MappedOrder[],
  { chosen, heat, choose }: { chosen: string | null; heat: boolean; choose: (oid: string | null) => void },
): void {
  const zoom = useZoom(host);
  const things = useMemo(() => thingsOf(orders), [orders]);
  const cells = useMemo(() => (heat ? heatOf(orders, zoom) : noHeat), [heat, orders, zoom]);
  usePolygons(host, 'workOrderHeat', cells);
  useThings(host, layer, things, chosen);
  const clicked = useEffectEvent(choose);
  useEffect(
    () =>
      host?.onClick(({ layerId, id }) => {
        if (layerId === layer && id !== null) clicked(id);
      }),
    [host],
  );
  const placed = things.length > 0;
  const fit = useEffectEvent(() => host?.fit(bounds(things), { padding: between, maxZoom: near }));
  // Once, when the first orders are there; the eye belongs to the person from then on.
  useEffect(() => {
    if (host && placed) fit();
  }, [host, placed]);
}

function Card({ order, at, onClose }: { order: MappedOrder; at: number; onClose: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const seesDetails = useAllowed('/WarnWorkDetails');
  return (
    <section className="orders-card ey-panel" aria-label={text('workOrder.details')}>
      <header>
        <h2>
          <bdi>{order.name}</bdi>
        </h2>
        <IconButton icon="close" label={text('app.close')} busy={false} onClick={onClose} />
      </header>
      <FactList
        className="list-facts"
        facts={[
          [text('workOrder.class'), drawClass(order.class)],
          [text('workOrder.state'), <OrderStateSign key="state" state={order.state} />],
          [text('workOrder.department'), <bdi key="group">{order.groupName}</bdi>],
          [text('workOrder.age'), <bdi key="age">{figures.age(Math.max(0, at - order.createdAt))}</bdi>],
          [
            text('field.place'),
            placeOf(order) ? <Place key="place" order={order} /> : text('workOrder.noPlace'),
          ],
        ]}
      />
      {seesDetails ? (
        <a href={`#/WarnWorkDetails?oid=${order.oid}`} target="_blank" rel="noopener">
          {text('workOrder.details')}
          <span className="ey-hidden">{text('shell.opensWindow')}</span>
        </a>
      ) : null}
    </section>
  );
}

function Place({ order: { lng, lat } }: { order: MappedOrder }): ReactNode {
  return <bdi dir="ltr">{`${lat?.toFixed(6)}, ${lng?.toFixed(6)}`}</bdi>;
}

function Notes({ data, shown }: { data: Situation; shown: number }): ReactNode {
  const text = useText();
  return (
    <p className="ey-hint" role="status">
      {text('workOrder.shownOf', { shown, total: data.total })}
      {data.unplaced > 0 ? ` ${text('workOrder.unplaced', { count: data.unplaced })}` : null}
      {data.more ? ` ${text('workOrder.onlyFirst', { count: data.list.length })}` : null}
    </p>
  );
}

const isNarrowed = ({ keyword, state, mine, groupOID, oldest, youngest }: Asked): boolean =>
  Boolean(keyword) || state !== null || mine || groupOID !== null || oldest !== null || youngest !== null;

function Nothing({ asked }: { asked: Asked }): ReactNode {
  const text = useText();
  const sees = useAllowed('/AlarmWorksheet');
  return (
    <EmptyPage
      icon="alarm"
      sentence={text(isNarrowed(asked) ? 'workOrder.noneFound' : 'workOrder.noneInPeriod')}
      action={
        sees && !isNarrowed(asked) ? (
          <a href="#/AlarmWorksheet">{text('permission./AlarmWorksheet')}</a>
        ) : null
      }
    />
  );
}

/** Where orders are: map and list are one selection, beside the departments and a slider of the days. */
export default function WorkOrderDistributionPage(): ReactNode {
  const text = useText();
  const [asked, setAsked] = useAsked();
  const [host, setHost] = useState<MapHost | null>(null);
  const [heat, setHeat] = useState(false);
  const answer = useSituation(asked);
  const at = serverMoment(Math.floor(useNow() / step) * step);
  const list = answer.data?.list ?? none;
  const { days, groupOID, oldest, youngest } = asked;
  const orders = useMemo(
    () => shownOrders(list, { days, groupOID, oldest, youngest }, at),
    [list, days, groupOID, oldest, youngest, at],
  );
  const chosen = orders.find(({ oid }) => oid === asked.order) ?? null;
  const choose = (oid: string | null): void => {
    setAsked({ order: oid });
    const found = orders.find((one) => one.oid === oid);
    const place = found ? placeOf(found) : null;
    if (host && place)
      host.setCamera({ ...place, zoom: Math.max(host.camera().zoom, near) }, { animate: true });
  };
  useOrdersOn(host, orders, { chosen: chosen?.oid ?? null, heat, choose });
  return (
    <main className="orders-map">
      <h1 className="ey-hidden">{text('permission./WorkOrderDistributionSituation')}</h1>
      <PageMap label={text('mapLayer.label')} onHost={setHost}>
        <FloatingPanel edge="start" title={text('permission./WorkOrderDistributionSituation')}>
          <Filters asked={asked} onChange={setAsked} />
          <TimeSlider asked={asked} onChange={setAsked} />
          {answer.data ? (
            <Departments
              departments={answer.data.departments}
              chosen={groupOID}
              onChoose={(oid) => setAsked({ groupOID: oid })}
            />
          ) : null}
          <div className="orders-list ey-stack">
            <OrderList
              orders={orders}
              load={loadStateOf(answer)}
              chosen={chosen?.oid ?? null}
              at={at}
              onChoose={choose}
              empty={<Nothing asked={asked} />}
            />
          </div>
          {answer.data ? <Notes data={answer.data} shown={orders.length} /> : null}
        </FloatingPanel>
        <div className="orders-tools ey-stack">
          <MapTools host={host}>
            <Button aria-pressed={heat} onClick={() => setHeat(!heat)}>
              {text('workOrder.heat')}
            </Button>
          </MapTools>
        </div>
        {chosen ? <Card order={chosen} at={at} onClose={() => choose(null)} /> : null}
        <PlaceFoot host={host} />
      </PageMap>
    </main>
  );
}
