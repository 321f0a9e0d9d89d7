import { limits, routeCalls, type DockRecord, type RouteDetail } from '@eyrie/domain';
import { Button } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useDocks, useRecordsNow } from '../../modules/dock/index.ts';
import { checkDocks, sharedParts } from '../../modules/flight/index.ts';
import { exceedsBattery, useSplitFlights } from '../../modules/route/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { SeriesField } from './series-field.tsx';
import type { Draft } from './use-draft.ts';

const noDocks: readonly DockRecord[] = [];

/** A route that asks for more than a battery gives becomes the flights of this arrangement. */
function SplitRoute({ form, route }: { form: Draft; route: RouteDetail | null }): ReactNode {
  const text = useText();
  const split = useSplitFlights();
  if (!route || !exceedsBattery(route.warnings)) return null;
  const { dockOID } = form.draft;
  const done = (parts: readonly { oid: string }[]): void => {
    const [first, ...others] = parts;
    form.change({ routeOID: first?.oid ?? null });
    form.changeSeries({
      flown: 'inOrder',
      more: others.slice(0, limits.flightSeries.sizeMax - 1).map(({ oid }, key) => ({
        key,
        routeOID: oid,
        dockOID,
      })),
    });
    showToast('success', text('series.splitDone', { count: parts.length }));
  };
  return (
    <Allowed call={routeCalls.splitFlights}>
      <div className="form-field">
        <Button
          loading={split.isPending}
          onClick={() =>
            split.mutate(
              { oid: route.oid, ...(dockOID === null ? {} : { dockOID }) },
              { onSuccess: ({ list }) => done(list) },
            )
          }
        >
          {text('series.split')}
        </Button>
        <span className="form-hint ey-hint">{text('series.splitHint')}</span>
      </div>
    </Allowed>
  );
}

/** Gives the parts to all docks that are able to fly the first one now. */
function SpreadParts({ form, route }: { form: Draft; route: RouteDetail | null }): ReactNode {
  const text = useText();
  const { data: docks = noDocks } = useDocks();
  const docksNow = useRecordsNow(docks);
  const able = useMemo(
    () => checkDocks(docksNow, route).flatMap(({ dock, unfit }) => (unfit.length === 0 ? [dock.oid] : [])),
    [docksNow, route],
  );
  const { series, draft } = form;
  if (series.more.length === 0) return null;
  const spread = (): void => {
    const shared = sharedParts(series, draft.dockOID, able);
    if (shared === null) showToast('error', text('series.spreadNone'));
    else {
      form.change({ dockOID: shared.dockOID });
      form.changeSeries(shared.series);
    }
  };
  return (
    <div className="form-field">
      <Button onClick={spread}>{text('series.spread')}</Button>
      <span className="form-hint ey-hint">{text('series.spreadHint')}</span>
    </div>
  );
}

/** Flights that are arranged together: of a route that is split, or added one by one. */
export function SeveralFlights({ form, route }: { form: Draft; route: RouteDetail | null }): ReactNode {
  return (
    <>
      <SplitRoute form={form} route={route} />
      <SeriesField form={form} />
      <SpreadParts form={form} route={route} />
    </>
  );
}
