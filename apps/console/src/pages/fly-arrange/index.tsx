import {
  dockCalls,
  flightCalls,
  limits,
  taskCalls,
  type DockRecord,
  type FlightRecord,
  type TaskRecord,
} from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf, NoChoices } from '@eyrie/ui';
import { Button, Result, Select } from 'antd';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { MonitorLink, useDocks, useRecordsNow } from '../../modules/dock/index.ts';
import {
  DockChoice,
  FieldFault,
  FlightSettings,
  freeTimes,
  judgeDocks,
  suggestedAltitude,
  useFlights,
  type FlightDraft,
} from '../../modules/flight/index.ts';
import { RoutePreview, useRoute, useRouteSearch } from '../../modules/route/index.ts';
import { ScheduleForm, useTask } from '../../modules/task/index.ts';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useUnsaved } from '../../platform/leaving.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { useDraft, type Arranged, type Draft } from './use-draft.ts';
import './fly-arrange.css';

const noDocks: readonly DockRecord[] = [];
/** Whoever flies now says when its dock will be free. */
const inTheAir = { state: 'inFlight', pageNum: 1, pageSize: limits.list.pageSizeMax } as const;

const firstDraft = (query: URLSearchParams, task: TaskRecord | null): FlightDraft => ({
  routeOID: query.get('route'),
  dockOID: query.get('dock'),
  returnAltitude: suggestedAltitude(0),
  lostAction: 'return',
  clarity: 'hd',
  ...task?.arrangement,
  taskName: task?.name ?? '',
  taskOID: query.get('taskOID'),
});

function RouteChoice({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const search = useRouteSearch(keyword);
  const { data, isFetching } = search;
  const { data: chosen } = useRoute(form.draft.routeOID);
  const options = (data?.list ?? []).map((route) => ({ value: route.oid, label: route.name }));
  if (chosen && !options.some((option) => option.value === chosen.oid))
    options.unshift({ value: chosen.oid, label: chosen.name });
  return (
    <div className="form-field">
      <label htmlFor={id}>{text('flight.route')}</label>
      <Select<string>
        id={id}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        value={form.draft.routeOID}
        loading={isFetching}
        placeholder={text('flight.chooseRoute')}
        status={form.faults.routeOID ? 'error' : ''}
        notFoundContent={
          <NoChoices
            state={loadStateOf(search)}
            none={text(keyword ? 'route.noneFound' : 'flight.noRoutes')}
          />
        }
        options={options}
        onChange={(routeOID) => form.change({ routeOID })}
      />
      <FieldFault fault={form.faults.routeOID} />
      {form.correctable === null ? null : (
        <Link to={`/RoutePlanning?plan=${form.correctable}`}>{text('flight.correctRoute')}</Link>
      )}
    </div>
  );
}

function ArrangedFlight({ flight, onAnother }: { flight: FlightRecord; onAnother: () => void }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Result
      status="success"
      title={text('flight.arranged')}
      subTitle={
        <>
          <bdi>{flight.taskName}</bdi> · <bdi>{flight.routeName}</bdi> · <bdi>{flight.dockName}</bdi>
          <br />
          {text('flight.arrangedText')}
        </>
      }
      extra={
        <div className="fly-arrange-next">
          <MonitorLink dockOID={flight.dockOID} taskOID={flight.taskOID} label={text('flight.toMonitor')} />
          <Button onClick={() => void navigate('/TaskManagerNew?tab=flights')}>
            {text('flight.toList')}
          </Button>
          <Button onClick={onAnother}>{text('flight.another')}</Button>
        </div>
      }
    />
  );
}

function ArrangedTask({ task, onAnother }: { task: TaskRecord; onAnother: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const navigate = useNavigate();
  return (
    <Result
      status="success"
      title={text('task.arranged')}
      subTitle={
        <>
          <bdi>{task.name}</bdi>
          <br />
          {task.nextRun ? text('task.arrangedText', { time: figures.time(task.nextRun.at) }) : null}
        </>
      }
      extra={
        <div className="fly-arrange-next">
          <Button type="primary" onClick={() => void navigate('/TaskManagerNew')}>
            {text('task.toList')}
          </Button>
          <Button onClick={onAnother}>{text('flight.another')}</Button>
        </div>
      }
    />
  );
}

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

/** The altitude follows the route's highest point until somebody types another. */
const useAltitudeOfRoute = (form: Draft, highest: number | undefined): void => {
  const [seen, setSeen] = useState(0);
  if (highest === undefined || highest === seen) return;
  setSeen(highest);
  if (form.draft.returnAltitude === suggestedAltitude(seen)) form.follow(suggestedAltitude(highest));
};

function Arrange({
  task = null,
  later = null,
  onArranged,
}: {
  /** A timed task that is changed. */
  task?: TaskRecord | null;
  /** The run from which on it is changed. */
  later?: string | null;
  onArranged: (arranged: Arranged) => void;
}): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const first = firstDraft(query, task);
  const [routeOID, setRouteOID] = useState(first.routeOID);
  const { data: route } = useRoute(routeOID);
  const form = useDraft(first, { task, later, routeName: route?.name }, onArranged);
  if (form.draft.routeOID !== routeOID) setRouteOID(form.draft.routeOID);
  const mayTime = useMay(taskCalls.add) && form.draft.taskOID === null;
  const answer = useDocks();
  const { data: docks = noDocks } = answer;
  // The list is read once a minute; a dock comes and goes in between.
  const docksNow = useRecordsNow(docks);
  const { data: flying } = useFlights(inTheAir);
  const judged = useMemo(
    () => judgeDocks(docksNow, route ?? null, freeTimes(flying?.list ?? [], serverTime())),
    [docksNow, route, flying],
  );
  // What was arranged stays as it was arranged.
  const follows = task === null && route?.heightMode === 'relative';
  useAltitudeOfRoute(form, follows ? route.maxHeight : undefined);
  useUnsaved(form.touched);
  return (
    <div className="fly-arrange">
      <form
        className="flight-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {later === null ? null : (
          <p className="form-hint">{text('task.laterHint', { time: later.replace('T', ' ') })}</p>
        )}
        <RouteChoice form={form} />
        <fieldset className="form-field">
          <legend>{text('flight.dock')}</legend>
          <Loaded state={loadStateOf(answer)}>
            {() =>
              docks.length === 0 ? (
                <NoDocks />
              ) : (
                <DockChoice
                  docks={judged}
                  chosen={form.draft.dockOID}
                  onChoose={(dockOID) => form.change({ dockOID })}
                />
              )
            }
          </Loaded>
          <FieldFault fault={form.faults.dockOID} />
        </fieldset>
        <FlightSettings draft={form.draft} faults={form.faults} onChange={form.change} />
        {mayTime ? (
          <ScheduleForm
            timed={task !== null}
            draft={form.schedule}
            faults={form.scheduleFaults}
            onChange={form.changeSchedule}
          />
        ) : null}
        <Allowed call={flightCalls.add}>
          <Button type="primary" htmlType="submit" loading={form.busy}>
            {text(task ? 'app.save' : form.schedule.type === 'manual' ? 'flight.submit' : 'task.submit')}
          </Button>
        </Allowed>
      </form>
      <div className="fly-arrange-preview">
        {route ? <RoutePreview key={route.oid} route={route} brief /> : null}
      </div>
    </div>
  );
}

/** Changes when and what a timed task flies: all its runs that are to come, or one and those after it. */
function ChangeTask({
  oid,
  later,
  onArranged,
}: {
  oid: string;
  later: string | null;
  onArranged: (arranged: Arranged) => void;
}): ReactNode {
  const answer = useTask(oid);
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (answer.data ? <Arrange key={oid} task={answer.data} {...{ later, onArranged }} /> : null)}
    </Loaded>
  );
}

/**
 * Arranges a flight of a route on a dock: one that starts on the monitor page, by whoever holds the control there, or a
 * task that starts by itself.
 */
export default function FlyArrangePage(): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const [arranged, setArranged] = useState<Arranged | null>(null);
  const changed = query.get('task');
  const later = query.get('later');
  const another = (): void => {
    setArranged(null);
    if (changed !== null) setQuery({});
  };
  return (
    <>
      <h1>
        {text(changed === null ? 'flight.arrange' : later === null ? 'task.change' : 'task.laterTitle')}
      </h1>
      {arranged === null && changed !== null ? (
        <ChangeTask oid={changed} later={later} onArranged={setArranged} />
      ) : arranged === null ? (
        <Arrange onArranged={setArranged} />
      ) : 'flight' in arranged ? (
        <ArrangedFlight flight={arranged.flight} onAnother={another} />
      ) : (
        <ArrangedTask task={arranged.task} onAnother={another} />
      )}
    </>
  );
}
