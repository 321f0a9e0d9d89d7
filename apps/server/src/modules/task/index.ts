import { taskCalls, type OccurrenceRecord } from '@eyrie/domain';
import {
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
  type Language,
} from '../../platform/http/endpoint.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';
import { serveList, type ListDeps, type RowOf } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { createCalendar, type Calendar } from './task.calendar.ts';
import { choiceEndpoints } from './task.choice.ts';
import { createForesee, type ForeseeDependencies } from './task.foresee.ts';
import { createVerdicts, type VerdictDependencies } from './task.verdict.ts';
import { createLater } from './task.later.ts';
import type { Obstacle } from './obstacle.ts';
import { createLaunch, type Launch, type LaunchDependencies } from './task.launch.ts';
import { setFavourite } from './task.favourite.store.ts';
import { createReplanning, workDayEndpoints } from './work-day.ts';
import { taskTemplateEndpoints } from './task.template.ts';
import { occurrences, type occurrenceList } from './task.occurrence.store.ts';
import {
  createDecisions,
  createSchedule,
  type Schedule,
  type ScheduleDependencies,
} from './task.schedule.ts';
import { createTaskExport } from './task.export.ts';
import { createSeveral } from './task.several.ts';
import { createRunChange } from './task.run-change.ts';
import {
  createPausing,
  createTaskList,
  type TaskList,
  nextRuns,
  type AskApproval,
  type CheckChoices,
} from './task.service.ts';

export { endRestoredRuns } from './task.occurrence.store.ts';
export { isScheduledStart } from './task.launch.store.ts';
export { requireFlying } from './task.service.ts';
export type { ComingRun } from './task.launch.store.ts';
export type { ForeseeDependencies, LookedAtRun } from './task.foresee.ts';
export type { Launch, LaunchDependencies } from './task.launch.ts';
export type { VerdictDependencies } from './task.verdict.ts';
export type { JudgedRun } from './task.verdict.store.ts';

export interface TaskRoom {
  endpoints: Endpoint[];
  /** The task of a flight that names none. Part of the flight's transaction, kept in the flight's audit row. */
  ensureManualTask(trx: DbOrTrx, caller: Caller, name: string): Promise<string>;
  schedule: Schedule;
  calendar: Calendar;
  /** Plans tasks anew whose organisation changed its holidays. */
  replanByCalendar(): Promise<void>;
  /** Lets runs fly, by what other rooms give for it. */
  launchBy(deps: Omit<LaunchDependencies, 'cancelFlights'>): Launch;
  /** Changes of single runs and of later ones, by what other rooms give for it. */
  changesBy(deps: Pick<ForeseeDependencies, 'checkFlight'>): Endpoint[];
  /** Looks ahead, by what other rooms give for it. */
  foreseeBy(deps: ForeseeDependencies): () => Promise<void>;
  /** Makes the verdicts on runs that are to come, by what other rooms give for it. */
  verdictsBy(deps: VerdictDependencies): () => Promise<number>;
}

// Pictures and films of flights are the media's to serve; changes of runs need what other rooms give.
const {
  fileQuery: _files,
  runConflicts,
  moveRun,
  cancelRun,
  restoreRun,
  chooseRun: _choose,
  withdrawChoice: _withdraw,
  changeLater,
  ...calls
} = taskCalls;

/** Why a run came to nothing, in words. */
export const runWords = (
  { reason, reasonValues }: Pick<RowOf<typeof occurrenceList>, 'reason' | 'reasonValues'>,
  language: Language,
): string | null => {
  const id = [`task.run.reason.${reason}`, `refusal.${reason}`].find(hasPhrase);
  const { items, ...values } = reasonValues ?? {};
  // Of the pre-flight check the items are kept by their names.
  const named = String(items ?? '')
    .split(', ')
    .map((item) => (hasPhrase(`gate.${item}`) ? say(language, `gate.${item}`) : item));
  return id ? say(language, id, { ...values, items: named.join(' · ') }) : reason;
};
const presentRun = (row: RowOf<typeof occurrenceList>, language: Language): OccurrenceRecord => {
  const { reasonValues: _values, ...shown } = row;
  return { ...shown, message: runWords(row, language) };
};

type TaskDependencies = Omit<ListDeps, 'runtime' | 'audit'> &
  ScheduleDependencies & {
    /** IANA name of an organisation's time zone; missing: moments of spreadsheets are in UTC. */
    timeZoneOf?: (groupRoot: string) => Promise<string>;
    /** Asks for the approval of a timed task, where its organisation asks for approvals. */
    askApproval?: AskApproval;
    /** Missing: what people decide about its flights is kept as it comes. */
    checkChoices?: CheckChoices;
  };

const askNobody: AskApproval = async () => undefined;
const asItComes: CheckChoices = async () => undefined;
const inUtc = async (): Promise<string> => 'UTC';
const newest = { sort: '-createdAt' } as const;

const createRestore =
  ({ db }: Pick<Runtime, 'db'>, list: Pick<TaskList, 'restore'>, schedule: Pick<Schedule, 'plan'>) =>
  async ({ oids }: { oids: string[] }, context: CallContext) => {
    await list.restore(oids, context);
    // What fell due while it was deleted never comes: its runs are planned from now on.
    await db.transaction().execute(async (trx) => {
      for (const oid of oids) await schedule.plan(trx, oid);
    });
    return { ok: true } as const;
  };

export function createTask(
  runtime: Runtime,
  {
    department,
    timeZoneOf: zoneOf = inUtc,
    askApproval = askNobody,
    checkChoices = asItComes,
    ...deps
  }: TaskDependencies,
): TaskRoom {
  const { audit } = deps;
  const decisions = createDecisions(runtime, deps);
  const schedule = createSchedule(runtime, decisions, deps.cancelFlights);
  const listDeps = { audit, ...(department ? { department } : {}) };
  const list = createTaskList(runtime, listDeps, { schedule, words: calls, askApproval, checkChoices });
  const calendar = createCalendar(runtime, runWords);
  const pausing = createPausing(runtime, { audit, list, schedule });
  const several = createSeveral(runtime, {
    audit,
    pausing,
    nameOf: async (oid, context) => (await list.find(context, oid))?.name ?? null,
    requireVisible: async (caller, oid) => department?.requireVisible(caller, oid),
  });
  const exports = createTaskExport(runtime, { audit, list, reasonText: runWords, timeZoneOf: zoneOf });
  const served = serveList(calls, list, {
    restore: createRestore(runtime, list, schedule),
    async setFavourite({ oid, favourite }, context) {
      await list.get(oid, context);
      await setFavourite(runtime.db, context.caller, oid, favourite);
      return list.get(oid, context);
    },
    pauseTask: pausing.pause,
    restoreTask: pausing.resume,
    pauseTasks: several.pause,
    restoreTasks: several.resume,
    async getTaskStatus({ oid }, context) {
      const { status, pauseReason, nextRun } = await list.get(oid, context);
      return { oid, status, pauseReason, nextRun };
    },
    list: (request, context) => list.query({ ...request, ...newest }, context),
    mine: (request, context) => list.query({ ...request, ...newest, mine: true }, context),
    nextRuns: (request, { caller }) => nextRuns(runtime, request, caller),
    calendar: calendar.read,
    export: exports.tasks,
    exportRuns: exports.runs,
    async occurrences({ oid, ...page }, context) {
      await list.get(oid, context);
      const { rows, ...many } = await occurrences.page(runtime.db, context, { taskOID: oid }, page);
      return { list: rows.map((row) => presentRun(row, context.language)), ...many, ...page };
    },
  });
  return {
    endpoints: [
      ...served,
      ...choiceEndpoints(runtime, { audit, list, cancelFlights: deps.cancelFlights }),
      ...taskTemplateEndpoints({ runtime, ...listDeps }, checkChoices),
      ...workDayEndpoints({ runtime, ...listDeps, timeZoneOf: zoneOf }),
    ],
    ensureManualTask: async (trx, caller, name) =>
      (await list.addWithin(trx, { name, type: 'manual' }, { caller })).oid,
    schedule,
    calendar,
    replanByCalendar: createReplanning(runtime, schedule),
    changesBy: ({ checkFlight }) => {
      const inWords = ({ reason, values }: Obstacle, language: Language): string =>
        runWords({ reason, reasonValues: values }, language) ?? reason;
      const change = createRunChange(runtime, { audit, list, schedule, decisions, checkFlight, inWords });
      return [
        serve(runConflicts, change.conflicts),
        serve(moveRun, change.move),
        serve(cancelRun, change.cancel),
        serve(restoreRun, change.restore),
        serve(changeLater, createLater(runtime, { audit, list, schedule, askApproval })),
      ];
    },
    foreseeBy: (given) => createForesee(runtime, given),
    verdictsBy: (given) => createVerdicts(runtime, given),
    launchBy: (given) => createLaunch(runtime, decisions, { ...given, cancelFlights: deps.cancelFlights }),
  };
}
