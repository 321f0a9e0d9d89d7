import { dockCalls, limits, type DockRecord } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { dockNow, useDocks, useRecordsNow } from '../../modules/dock/index.ts';
import {
  DockChoice,
  FieldFault,
  freeTimes,
  checkDocks,
  nearestAble,
  useFlights,
} from '../../modules/flight/index.ts';
import { now } from '../../platform/clock.ts';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { AssignmentField } from './choice-fields.tsx';
import type { Draft } from './use-draft.ts';

const noDocks: readonly DockRecord[] = [];
/** Whoever flies now says when its dock will be free. */
const inTheAir = { state: 'inFlight', pageNum: 1, pageSize: limits.list.pageSizeMax } as const;

/** Nothing to fly from: the way to the form for a dock, or who has it. */
function NoDocks(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const seesForm = useAllowed('/DataStatistics');
  const registers = useMay(dockCalls.add) && seesForm;
  return (
    <EmptyPage
      sentence={text(registers ? 'flight.noDocks' : 'flight.noDocksAsk')}
      action={
        registers ? (
          <Allowed call={dockCalls.add}>
            <Button onClick={() => void navigate('/DataStatistics')}>
              {text('statistics.registerDock')}
            </Button>
          </Allowed>
        ) : null
      }
    />
  );
}

/** Where a dock stands; null: it never said so. */
export const useDockPlace = (dockOID: string | null): { lng: number; lat: number } | null => {
  const { data: docks = noDocks } = useDocks();
  const dock = docks.find(({ oid }) => oid === dockOID);
  return dock ? dockNow(dock, now()).place : null;
};

/** The docks with what each can do with the route. */
export function DockField({
  form,
  route,
}: {
  form: Draft;
  route: Parameters<typeof checkDocks>[1];
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const answer = useDocks();
  const { data: docks = noDocks } = answer;
  // The list is read once a minute; a dock comes and goes in between.
  const docksNow = useRecordsNow(docks);
  const { data: flying } = useFlights(inTheAir);
  const judged = useMemo(
    () => checkDocks(docksNow, route, freeTimes(flying?.list ?? [], serverTime())),
    [docksNow, route, flying],
  );
  // A task that is stored stays with its dock until somebody asks for the nearest one.
  const [asked, setAsked] = useState(false);
  const follows = asked && route !== null && form.draft.assignment === 'automatic';
  const nearest = follows ? nearestAble(judged) : null;
  const { draft, choose } = form;
  const found = nearest?.dock.oid ?? null;
  // The nearest dock may become busy, or another one able, as long as the form is open.
  useEffect(() => {
    if (follows && found !== draft.dockOID) choose(found);
  }, [follows, found, draft.dockOID, choose]);
  return (
    <>
      <div className="form-field">
        <AssignmentField form={form} onAsk={() => setAsked(true)} />
        {follows ? (
          <span className="form-hint ey-hint" role="status">
            {nearest
              ? text('arrange.nearest', {
                  dock: nearest.dock.name,
                  distance: figures.length(nearest.toStart ?? 0),
                })
              : text('arrange.nearestNone')}
          </span>
        ) : null}
      </div>
      <fieldset className="form-field">
        <legend>{text('field.dock')}</legend>
        <Loaded state={loadStateOf(answer)}>
          {() =>
            docks.length === 0 ? (
              <NoDocks />
            ) : (
              <DockChoice
                docks={judged}
                chosen={form.draft.dockOID}
                onChoose={(dockOID) => form.change({ dockOID, assignment: 'manual', gimbalOID: null })}
              />
            )
          }
        </Loaded>
        <FieldFault fault={form.faults.dockOID} />
      </fieldset>
    </>
  );
}
