import { CallRefused } from '@eyrie/client';
import { isSingle, type FlightRecord, type TaskRecord, type TaskSchedule } from '@eyrie/domain';
import { useState } from 'react';
import {
  faultsFrom,
  faultsOf,
  flightRequest,
  useFlightAdd,
  type FlightDraft,
  type FlightFaults,
} from '../../modules/flight/index.ts';
import {
  draftOf,
  firstSchedule,
  scheduleOf,
  useTaskAdd,
  type ScheduleDraft,
  type ScheduleFaults,
} from '../../modules/task/index.ts';
import { useOrganisationZone } from '../../platform/display.ts';
import { showFailure } from '../../platform/http.ts';
import { useTaskSave } from './use-task-save.ts';

/** What was arranged: a flight that waits for a person, or a task that flies by itself. */
export type Arranged = { flight: FlightRecord } | { task: TaskRecord };

export interface Draft {
  draft: FlightDraft;
  faults: FlightFaults;
  /** When it flies. */
  schedule: ScheduleDraft;
  scheduleFaults: ScheduleFaults;
  changeSchedule: (change: Partial<ScheduleDraft>) => void;
  busy: boolean;
  /** True once something was chosen or typed and not yet sent. */
  touched: boolean;
  change: (change: Partial<FlightDraft>) => void;
  /** Sets the return altitude that the route asks for; nobody typed it. */
  follow: (returnAltitude: number) => void;
  /** The route that is refused for a rule that it breaks: it can be corrected in the editor. */
  correctable: string | null;
  submit: () => void;
}

/** Whether the server refused because of the route, which can be corrected. */
const isBlocked = (error: unknown): boolean =>
  error instanceof CallRefused && error.reason === 'routeBlocked';

/** The schedule of a task as it begins at one of its runs. */
const begunAtRun = (schedule: TaskSchedule, wall: string): TaskSchedule =>
  isSingle(schedule) ? schedule : { ...schedule, from: wall.slice(0, 10), fromTime: null };

interface Drafted {
  task: TaskRecord | null;
  /** The run from which on it is changed; null: all of it. */
  later: string | null;
  routeName: string | undefined;
}

/** What is chosen so far. Nothing typed is lost when the server refuses; its faults stand beside the fields. */
export const useDraft = (
  first: FlightDraft,
  { task, later, routeName }: Drafted,
  onArranged: (arranged: Arranged) => void,
): Draft => {
  const [draft, setDraft] = useState(first);
  const zone = useOrganisationZone();
  const [schedule, setSchedule] = useState(() =>
    task?.schedule
      ? draftOf(later === null ? task.schedule : begunAtRun(task.schedule, later))
      : firstSchedule(zone),
  );
  const [scheduleFaults, setScheduleFaults] = useState<ScheduleFaults>({});
  const [faults, setFaults] = useState<FlightFaults>({});
  const [correctable, setCorrectable] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const add = useFlightAdd();
  const addTask = useTaskAdd();
  const changing = useTaskSave(later);

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
  const busy = add.isPending || addTask.isPending || changing.isPending;
  const arrangedAs = (arranged: Arranged): void => {
    setTouched(false);
    onArranged(arranged);
  };
  return {
    draft,
    faults,
    correctable,
    touched,
    schedule,
    scheduleFaults,
    busy,
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
    follow: (returnAltitude) => setDraft((before) => ({ ...before, returnAltitude })),
    submit: () => {
      const request = flightRequest(draft);
      const timed = scheduleOf(schedule);
      setFaults(faultsOf(draft));
      setScheduleFaults(timed.faults);
      const wrong = !request.success || Object.keys(timed.faults).length > 0;
      if (wrong || busy) return;
      const { taskOID: _task, taskName, ...arrangement } = request.data;
      const onError = (error: unknown): void => refuse(error, arrangement.routeOID);
      if (timed.schedule) {
        const name = taskName ?? task?.name ?? routeName ?? '';
        const timing = { name, type: schedule.type, schedule: timed.schedule, arrangement };
        const outcome = { onSuccess: (saved: TaskRecord) => arrangedAs({ task: saved }), onError };
        if (task) changing.save(task, timing, outcome);
        else addTask.mutate(timing, outcome);
      } else add.mutate(request.data, { onSuccess: (flight) => arrangedAs({ flight }), onError });
    },
  };
};
