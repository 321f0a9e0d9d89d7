import { CallRefused } from '@eyrie/client';
import {
  isSingle,
  seriesCalls,
  type flightCalls,
  type FlightRecord,
  type RequestOf,
  type TaskArrangement,
  type TaskRecord,
  type TaskSchedule,
} from '@eyrie/domain';
import { useCallback, useState, type Dispatch, type SetStateAction } from 'react';
import {
  faultsFrom,
  faultsOf,
  firstSeries,
  flightRequest,
  hasFaults,
  noSeriesFaults,
  seriesFaults,
  seriesRequest,
  useFlightAdd,
  useSeriesAdd,
  type FlightDraft,
  type FlightFaults,
  type SeriesDraft,
  type SeriesFaults,
} from '../../modules/flight/index.ts';
import {
  busyDraftOf,
  busyOf,
  conditionDraftOf,
  conditionOf,
  copiedDraft,
  draftOf,
  firstSchedule,
  mostMinutesOf,
  scheduleOf,
  useTaskAdd,
  type BusyDraft,
  type ConditionDraft,
  type KeptTask,
  type ScheduleDraft,
  type ScheduleFaults,
} from '../../modules/task/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { now } from '../../platform/clock.ts';
import { useOrganisationZone } from '../../platform/display.ts';
import { dateIn } from '../../platform/format.ts';
import { showFailure } from '../../platform/http.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useTaskSave } from './use-task-save.ts';

/** What was arranged: a flight or several that wait for a person, or a task that flies by itself. */
export type Arranged = { flight: FlightRecord } | { task: TaskRecord } | { flights: readonly FlightRecord[] };

/** What a new task begins with: another task, or a template. */
export interface Begun {
  name: string;
  schedule: TaskSchedule | null;
  arrangement: TaskArrangement | null;
  remark: string;
}

export interface Draft {
  draft: FlightDraft;
  faults: FlightFaults;
  /** When it flies. */
  schedule: ScheduleDraft;
  scheduleFaults: ScheduleFaults;
  changeSchedule: (change: Partial<ScheduleDraft>) => void;
  /** What its runs do whose dock is busy. */
  busyDock: BusyDraft;
  changeBusyDock: (change: Partial<BusyDraft>) => void;
  /** What its runs wait for. */
  condition: ConditionDraft;
  changeCondition: (change: Partial<ConditionDraft>) => void;
  /** Flights that are arranged together with it. */
  series: SeriesDraft;
  seriesFaults: SeriesFaults;
  changeSeries: (change: Partial<SeriesDraft>) => void;
  /** What is added in words to a timed task. */
  remark: string;
  changeRemark: (remark: string) => void;
  busy: boolean;
  /** True once something was chosen or typed and not yet sent. */
  touched: boolean;
  change: (change: Partial<FlightDraft>) => void;
  /** Sets the dock that is nearest; nobody chose it. */
  choose: (dockOID: string | null) => void;
  /** Sets the return altitude that the route asks for; nobody typed it. */
  follow: (returnAltitude: number) => void;
  /** The route that is refused for a rule that it breaks: it can be corrected in the editor. */
  correctable: string | null;
  /** What is chosen, for a template; null: something is missing, which stands beside its field. */
  kept: () => KeptTask | null;
  submit: () => void;
}

/** Whether the server refused because of the route, which can be corrected. */
const isBlocked = (error: unknown): boolean =>
  error instanceof CallRefused && error.reason === 'routeBlocked';

/** The schedule of a task as it begins at one of its runs. */
const begunAtRun = (schedule: TaskSchedule, wall: string): TaskSchedule =>
  isSingle(schedule) ? schedule : { ...schedule, from: wall.slice(0, 10), fromTime: null };

/** What is chosen, once nothing of it is wrong. */
interface Judged extends KeptTask {
  flight: RequestOf<typeof flightCalls.add>;
  /** Null: it is arranged alone. */
  several: RequestOf<typeof seriesCalls.add> | null;
  type: ScheduleDraft['type'];
  taskName: string | undefined;
  remark: string;
}

interface Drafted {
  task: TaskRecord | null;
  /** The run from which on it is changed; null: all of it. */
  later: string | null;
  begun: Begun | null;
  routeName: string | undefined;
  /** Routes of flights that are arranged together with it. */
  moreRoutes?: readonly string[];
}

/** Sends what was chosen: a flight, a new task, or the change of one. */
const useSending = ({
  task,
  later,
  routeName,
  onDone,
  onRefused,
}: Omit<Drafted, 'begun'> & {
  onDone: (arranged: Arranged) => void;
  onRefused: (error: unknown, routeOID: string) => void;
}) => {
  const add = useFlightAdd();
  const addSeries = useSeriesAdd();
  const addTask = useTaskAdd();
  const changing = useTaskSave(later);
  return {
    busy: add.isPending || addSeries.isPending || addTask.isPending || changing.isPending,
    send: ({ flight, several, type, schedule, taskName, arrangement, remark }: Judged): void => {
      const onError = (error: unknown): void => onRefused(error, arrangement.routeOID);
      if (several) {
        addSeries.mutate(several, { onSuccess: ({ list }) => onDone({ flights: list }), onError });
        return;
      }
      if (!schedule) {
        add.mutate(flight, { onSuccess: (arranged) => onDone({ flight: arranged }), onError });
        return;
      }
      const name = taskName ?? task?.name ?? routeName ?? '';
      const timing = { name, type, schedule, arrangement, remark };
      const outcome = { onSuccess: (saved: TaskRecord) => onDone({ task: saved }), onError };
      if (task) changing.save(task, timing, outcome);
      else addTask.mutate(timing, outcome);
    },
  };
};

/** When a draft flies at first: as the task that is changed, as what it begins with, or as nothing yet. */
const scheduleAtFirst = ({ task, later, begun }: Drafted, zone: string): ScheduleDraft => {
  if (task?.schedule) return draftOf(later === null ? task.schedule : begunAtRun(task.schedule, later));
  if (!begun?.schedule) return firstSchedule(zone);
  return copiedDraft(begun.schedule, dateIn(serverMoment(now()), begun.schedule.timeZone));
};

/** Flights that are arranged together with the first one. */
const useSeries = (routes: readonly string[], dockOID: string | null, onChange: () => void) => {
  const mayStart = useMay(seriesCalls.goOn);
  const [series, setSeries] = useState(() => firstSeries(routes, dockOID, mayStart));
  const [found, setFound] = useState(noSeriesFaults);
  return {
    shown: {
      series,
      seriesFaults: found,
      changeSeries: (change: Partial<SeriesDraft>): void => {
        onChange();
        setSeries((before) => ({ ...before, ...change }));
        setFound(noSeriesFaults);
      },
    },
    /** Those of a timed task are arranged one by one. */
    judged: (draft: FlightDraft, isManual: boolean): { isFaulty: boolean; request: Judged['several'] } => {
      const joins = isManual && series.more.length > 0;
      const faults = joins ? seriesFaults(draft, series) : noSeriesFaults;
      setFound(faults);
      return {
        isFaulty: hasFaults(faults),
        request: joins ? (seriesRequest(draft, series).data ?? null) : null,
      };
    },
  };
};

/** What a timed task has beside its schedule. */
const useTimedParts = (
  first: Pick<Begun, 'arrangement' | 'remark'> | null,
  onChange: () => void,
): Pick<
  Draft,
  'busyDock' | 'changeBusyDock' | 'condition' | 'changeCondition' | 'remark' | 'changeRemark'
> => {
  const [busyDock, setBusyDock] = useState(() => busyDraftOf(first?.arrangement));
  const [condition, setCondition] = useState(() => conditionDraftOf(first?.arrangement));
  const [remark, setRemark] = useState(first?.remark ?? '');
  return {
    busyDock,
    changeBusyDock: (change) => {
      onChange();
      setBusyDock((before) => ({ ...before, ...change }));
    },
    condition,
    changeCondition: (change) => {
      onChange();
      setCondition((before) => ({ ...before, ...change }));
    },
    remark,
    changeRemark: (typed) => {
      onChange();
      setRemark(typed);
    },
  };
};

const judgedOf = (
  flight: NonNullable<ReturnType<typeof flightRequest>['data']>,
  {
    several,
    schedule,
    timed,
    busyDock,
    condition,
    remark,
  }: Pick<Judged, 'several' | 'remark'> & {
    schedule: ScheduleDraft;
    timed: Judged['schedule'];
    busyDock: BusyDraft;
    condition: ConditionDraft;
  },
): Judged => {
  const { type } = schedule;
  const { taskOID: _task, continues: _continues, taskName, ...flown } = flight;
  const waitsFor = conditionOf(condition, mostMinutesOf(schedule));
  const beside = waitsFor ? { condition: waitsFor } : busyOf(busyDock);
  const arrangement = { ...flown, ...(type === 'manual' ? {} : beside) };
  return { flight, several, type, schedule: timed, taskName, arrangement, remark };
};

/** Sets the dock that is nearest; what belonged to another aircraft goes. */
const useChosenDock = (setDraft: Dispatch<SetStateAction<FlightDraft>>): Draft['choose'] =>
  useCallback((dockOID) => setDraft((before) => ({ ...before, dockOID, gimbalOID: null })), [setDraft]);

const useScheduleDraft = (drafted: Drafted) => {
  const zone = useOrganisationZone();
  const [schedule, setSchedule] = useState(() => scheduleAtFirst(drafted, zone));
  const [scheduleFaults, setScheduleFaults] = useState<ScheduleFaults>({});
  return { schedule, scheduleFaults, setSchedule, setScheduleFaults };
};

/** What is chosen so far. Nothing typed is lost when the server refuses; its faults stand beside the fields. */
export const useDraft = (
  first: FlightDraft,
  drafted: Drafted,
  onArranged: (arranged: Arranged) => void,
): Draft => {
  const [draft, setDraft] = useState(first);
  const { schedule, scheduleFaults, setSchedule, setScheduleFaults } = useScheduleDraft(drafted);
  const [touched, setTouched] = useState(false);
  const timedParts = useTimedParts(drafted.task ?? drafted.begun, () => setTouched(true));
  const { busyDock, condition, remark } = timedParts;
  const several = useSeries(drafted.moreRoutes ?? [], first.dockOID, () => setTouched(true));
  const [faults, setFaults] = useState<FlightFaults>({});
  const [correctable, setCorrectable] = useState<string | null>(null);

  const choose = useChosenDock(setDraft);
  const refuse = (error: unknown, routeOID: string): void => {
    const route = isBlocked(error) ? routeOID : null;
    setCorrectable(route);
    // It stands beside the route, with the way to it.
    if (route !== null) setFaults({ routeOID: { text: (error as CallRefused).message } });
    else {
      showFailure(error);
      if (error instanceof CallRefused) setFaults(faultsFrom(error.data));
    }
  };
  const sending = useSending({
    ...drafted,
    onDone: (arranged) => {
      setTouched(false);
      onArranged(arranged);
    },
    onRefused: refuse,
  });
  /** Judges what is chosen; what is wrong stands beside its field. */
  const judged = (): Judged | null => {
    const request = flightRequest(draft);
    const timed = scheduleOf(schedule);
    setFaults(faultsOf(draft));
    setScheduleFaults(timed.faults);
    const joined = several.judged(draft, schedule.type === 'manual');
    if (!request.success || Object.keys(timed.faults).length > 0 || joined.isFaulty) return null;
    const { schedule: timing } = timed;
    const found = { several: joined.request, schedule, timed: timing, busyDock, condition, remark };
    return judgedOf(request.data, found);
  };
  return {
    draft,
    faults,
    correctable,
    touched,
    schedule,
    scheduleFaults,
    busy: sending.busy,
    change: (change) => {
      setTouched(true);
      setCorrectable(null);
      setDraft((before) => ({ ...before, ...change }));
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))),
      );
    },
    changeSchedule: (change) => {
      setTouched(true);
      setSchedule((before) => ({ ...before, ...change }));
      setScheduleFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))),
      );
    },
    ...timedParts,
    ...several.shown,
    choose,
    follow: (returnAltitude) => setDraft((before) => ({ ...before, returnAltitude })),
    kept: () => {
      const found = judged();
      return found && { schedule: found.schedule, arrangement: found.arrangement };
    },
    submit: () => {
      const found = judged();
      if (found && !sending.busy) sending.send(found);
    },
  };
};
