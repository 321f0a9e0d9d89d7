import { flightCalls, taskCalls, taskTemplateCalls, type FlightRecord, type TaskRecord } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { suggestedAltitude, useFlight, type FlightDraft } from '../../modules/flight/index.ts';
import { useRoute } from '../../modules/route/index.ts';
import {
  BusyField,
  ConditionField,
  conditionOf,
  mostMinutesOf,
  SaveTaskTemplate,
  ScheduleForm,
  TaskRemark,
  TaskTemplates,
  useTask,
  useTaskTemplate,
  type KeptTask,
} from '../../modules/task/index.ts';
import { Allowed, useMay } from '../../platform/allowed.tsx';
import { useUnsaved } from '../../platform/leaving.ts';
import { useBeginTools, type ListDialog } from '../../platform/list/index.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { ArrangedFlight, ArrangedSeries, ArrangedTask } from './arranged.tsx';
import { ArrangedWay } from './arranged-way.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { ContinueHint, continuedDraft } from './continue-hint.tsx';
import { DockField, useDockPlace } from './dock-field.tsx';
import { RouteChoice } from './route-choice.tsx';
import { SeveralFlights } from './several-flights.tsx';
import { useDraft, type Arranged, type Begun, type Draft } from './use-draft.ts';
import './fly-arrange.css';

/** Routes that the address names: a route over several batteries is one for each flight. */
const routesOf = (query: URLSearchParams): string[] =>
  (query.get('routes') ?? '').split(',').filter((oid) => oid !== '');

const firstDraft = (
  query: URLSearchParams,
  { task, begun, broken }: { task: TaskRecord | null; begun: Begun | null; broken: FlightRecord | null },
): FlightDraft => ({
  routeOID: query.get('route') ?? routesOf(query)[0] ?? null,
  dockOID: query.get('dock'),
  returnAltitude: suggestedAltitude(0),
  lostAction: 'return',
  clarity: 'hd',
  ...(task ?? begun)?.arrangement,
  taskName: (task ?? begun)?.name ?? '',
  taskOID: query.get('taskOID'),
  ...(broken ? continuedDraft(broken) : {}),
});

/** The altitude follows the route's highest point until somebody types another. */
const useAltitudeOfRoute = (form: Draft, highest: number | undefined): void => {
  const [seen, setSeen] = useState(0);
  if (highest === undefined || highest === seen) return;
  setSeen(highest);
  if (form.draft.returnAltitude === suggestedAltitude(seen)) form.follow(suggestedAltitude(highest));
};

/** From which run on a task is changed. */
function LaterHint({ later }: { later: string | null }): ReactNode {
  const text = useText();
  if (later === null) return null;
  return <p className="form-hint ey-hint">{text('task.laterHint', { time: later.replace('T', ' ') })}</p>;
}

/** Minutes within which a run begins that waits for a condition; null: it waits for none. */
const waitOf = ({ condition, schedule }: Draft): number | null =>
  conditionOf(condition, mostMinutesOf(schedule))?.minutes ?? null;

/** What a timed task has beside its schedule. */
function TimedFields({ form }: { form: Draft }): ReactNode {
  return (
    <>
      <ConditionField
        draft={form.condition}
        mostMinutes={mostMinutesOf(form.schedule)}
        onChange={form.changeCondition}
      />
      {/* What waits for a condition waits for its own dock as well. */}
      {form.condition.waits ? null : <BusyField draft={form.busyDock} onChange={form.changeBusyDock} />}
      <TaskRemark value={form.remark} onChange={form.changeRemark} />
    </>
  );
}

const submitLabel = (task: TaskRecord | null, form: Draft, several: boolean): Parameters<TextOf> => {
  if (several) return ['series.submit', { count: form.series.more.length + 1 }];
  if (task) return ['app.save'];
  return [form.schedule.type === 'manual' ? 'flight.submit' : 'task.submit'];
};

function Arrange({
  task = null,
  later = null,
  begun = null,
  broken = null,
  onArranged,
}: {
  /** A timed task that is changed. */
  task?: TaskRecord | null;
  /** The run from which on it is changed. */
  later?: string | null;
  /** What a new one begins with. */
  begun?: Begun | null;
  /** The flight whose rest is flown. */
  broken?: FlightRecord | null;
  onArranged: (arranged: Arranged) => void;
}): ReactNode {
  const text = useText();
  const [query] = useSearchParams();
  const first = firstDraft(query, { task, begun, broken });
  const [kept, setKept] = useState<KeptTask | null>(null);
  const [routeOID, setRouteOID] = useState(first.routeOID);
  const { data: route } = useRoute(routeOID);
  const drafted = { task, later, begun, routeName: route?.name, moreRoutes: routesOf(query).slice(1) };
  const form = useDraft(first, drafted, onArranged);
  if (form.draft.routeOID !== routeOID) setRouteOID(form.draft.routeOID);
  const place = useDockPlace(form.draft.dockOID);
  const mayTime = useMay(taskCalls.add) && form.draft.taskOID === null && broken === null;
  const mayJoin = task === null && broken === null && form.schedule.type === 'manual';
  const several = mayJoin && form.series.more.length > 0;
  // What was arranged stays as it was arranged.
  const follows = task === null && begun === null && broken === null && route?.heightMode === 'relative';
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
        <LaterHint later={later} />
        {broken ? <ContinueHint broken={broken} /> : <RouteChoice form={form} />}
        <DockField form={form} route={route ?? null} />
        <ChoiceFields form={form} />
        {mayTime ? (
          <ScheduleForm
            timed={task !== null}
            draft={form.schedule}
            faults={form.scheduleFaults}
            place={place}
            waitMinutes={waitOf(form)}
            onChange={form.changeSchedule}
          />
        ) : null}
        {mayTime && form.schedule.type !== 'manual' ? <TimedFields form={form} /> : null}
        {mayJoin ? <SeveralFlights form={form} route={route ?? null} /> : null}
        <Allowed call={flightCalls.add}>
          <Button type="primary" htmlType="submit" loading={form.busy}>
            {text(...submitLabel(task, form, several))}
          </Button>
        </Allowed>
        {broken ? null : (
          <Allowed call={taskTemplateCalls.add}>
            <Button onClick={() => setKept(form.kept())}>{text('taskTemplate.save')}</Button>
          </Allowed>
        )}
      </form>
      {kept ? (
        <SaveTaskTemplate
          kept={kept}
          suggested={form.draft.taskName.trim() || (route?.name ?? '')}
          onClose={() => setKept(null)}
        />
      ) : null}
      <div className="fly-arrange-preview">
        {route ? <ArrangedWay route={route} draft={form.draft} /> : null}
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

/** The templates, of which one is taken. */
const templates = (onUse: (oid: string) => void): ListDialog => ({
  title: 'taskTemplate.title',
  width: 820,
  content: (close) => (
    <TaskTemplates
      onUse={(oid) => {
        close();
        onUse(oid);
      }}
    />
  ),
});

const longestCopied = 54;

/** Begins a new task with what another one has. */
function CopyTask({ oid, onArranged }: { oid: string; onArranged: (arranged: Arranged) => void }): ReactNode {
  const text = useText();
  const answer = useTask(oid);
  // A phrase with a value has marks of direction around it, which are no part of a name.
  const named = (name: string): string =>
    `${[...name].slice(0, longestCopied).join('')} ${text('task.copyMark')}`;
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        answer.data ? (
          <Arrange begun={{ ...answer.data, name: named(answer.data.name) }} onArranged={onArranged} />
        ) : null
      }
    </Loaded>
  );
}

/** Begins a new task with a template. */
function FromTemplate({
  oid,
  onArranged,
}: {
  oid: string;
  onArranged: (arranged: Arranged) => void;
}): ReactNode {
  const answer = useTaskTemplate(oid);
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        answer.data ? (
          // The remark of a template says what the template is for.
          <Arrange begun={{ ...answer.data, remark: '' }} onArranged={onArranged} />
        ) : null
      }
    </Loaded>
  );
}

/** Flies what is left of a flight that was broken off. */
function ContinueFlight({
  oid,
  onArranged,
}: {
  oid: string;
  onArranged: (arranged: Arranged) => void;
}): ReactNode {
  const text = useText();
  const answer = useFlight(oid);
  // Once it is arranged the flight cannot be continued again; the form stays until it says so.
  const [broken, setBroken] = useState<FlightRecord | null>(null);
  if (broken === null && answer.data?.allowed.includes('continue')) setBroken(answer.data);
  return (
    <Loaded state={loadStateOf(answer)}>
      {() =>
        broken ? (
          <Arrange key={oid} broken={broken} onArranged={onArranged} />
        ) : (
          <EmptyPage sentence={text('flight.continueNone')} />
        )
      }
    </Loaded>
  );
}

/** What the address may name that a form begins with. */
const begins = ['task', 'copy', 'template', 'continue'] as const;

/** The form, empty or with what the address says that it begins with. */
function Begin({ onArranged }: { onArranged: (arranged: Arranged) => void }): ReactNode {
  const [query] = useSearchParams();
  const [changed, copied, template, continued] = begins.map((name) => query.get(name));
  if (changed) return <ChangeTask oid={changed} later={query.get('later')} onArranged={onArranged} />;
  if (copied) return <CopyTask key={copied} oid={copied} onArranged={onArranged} />;
  if (template) return <FromTemplate key={template} oid={template} onArranged={onArranged} />;
  if (continued) return <ContinueFlight key={continued} oid={continued} onArranged={onArranged} />;
  return <Arrange onArranged={onArranged} />;
}

/**
 * Arranges a flight of a route on a dock: one that starts on the monitor page, by whoever holds the control there, or a
 * task that starts by itself.
 */
export default function FlyArrangePage(): ReactNode {
  const text = useText();
  const [query, setQuery] = useSearchParams();
  const [arranged, setArranged] = useState<Arranged | null>(null);
  const changes = query.has('task');
  const continues = query.has('continue');
  const heading = continues ? 'flight.continueTitle' : 'flight.arrange';
  const [tools, dialog] = useBeginTools();
  const another = (): void => {
    setArranged(null);
    // The next one begins on the same route and dock, and not as the same change or copy.
    if (['routes', ...begins].some((name) => query.has(name))) setQuery({});
  };
  const chooseTemplate = (): void => tools.dialog(templates((template) => setQuery({ template })));
  return (
    <>
      <header className="fly-arrange-head ey-row ey-flow ey-gap-8">
        <h1>{text(!changes ? heading : query.has('later') ? 'task.laterTitle' : 'task.change')}</h1>
        {arranged === null && !changes && !continues ? (
          <Allowed call={taskTemplateCalls.query}>
            <Button onClick={chooseTemplate}>{text('task.beginWith')}</Button>
          </Allowed>
        ) : null}
      </header>
      {dialog}
      {arranged === null ? (
        <Begin onArranged={setArranged} />
      ) : 'flight' in arranged ? (
        <ArrangedFlight flight={arranged.flight} onAnother={another} />
      ) : 'flights' in arranged ? (
        <ArrangedSeries flights={arranged.flights} onAnother={another} />
      ) : (
        <ArrangedTask task={arranged.task} onAnother={another} />
      )}
    </>
  );
}
