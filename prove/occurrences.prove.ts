/**
 * Timed tasks on two servers of which one after the other is killed: each run starts once, or is missed with its reason
 * and somebody is notified. Then, with both there, tasks are paused, moved and deleted at the very moment at which they fall
 * due: each flies or is cancelled. The docks count what they were ordered to do. Only this machine, about eight minutes.
 * `node prove/occurrences.prove.ts [docks] [rounds]`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@eyrie/domain';
import type { Operator } from '../apps/server/src/testing/operator.ts';
import { addCountingDock, type CountingDock } from './occurrences/docks.ts';
import { openPlace, type Gap, type Place } from './occurrences/place.ts';
import { addRun, inMinutes, makeDue, outcomesOf, type Outcome, type Run } from './occurrences/runs.ts';
import { quantile, runProof, type Proof } from './proof.ts';

const dockCount = Number(process.argv[2] ?? 40);
const rounds = Number(process.argv[3] ?? 13);
const editRounds = 3;
/** From one run of a dock to its next, ms: longer than a server is gone. */
const every = 24_000;
/** A run that is later than this is missed, ms. */
const late = 30_000;
/** Where nothing was killed, ms. */
const bar = 2_000;
/** So long after a kill the docks of an instance may be without one, also after it is back, ms. */
const settles = 5_000;
const atOnce = 4;

/** A few at a time, in order. */
const each = async <T, R>(list: readonly T[], work: (one: T, at: number) => Promise<R>): Promise<R[]> => {
  const done: R[] = [];
  for (let from = 0; from < list.length; from += atOnce)
    done.push(...(await Promise.all(list.slice(from, from + atOnce).map((one, at) => work(one, from + at)))));
  return done;
};

/** Runs of all docks in so many rounds, the first due in `ahead` ms, one after the other within a round. */
const planRuns = async (
  place: Place,
  docks: readonly CountingDock[],
  { name, many, ahead }: { name: string; many: number; ahead: number },
): Promise<Run[]> => {
  const [operator] = place.operators;
  if (!operator) throw new Error('nobody is signed in');
  const all = Array.from({ length: many }, () => docks).flat();
  const runs = await each(all, (dock, at) => addRun(operator, dock, `${name} ${at}`));
  const from = Date.now() + ahead;
  const due = runs.map((run, at) => ({ ...run, dueAt: Math.round(from + (at * every) / docks.length) }));
  await makeDue(place, due);
  return due;
};

const countBy = (words: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, many]) => `${many} ${word}`).join(', ');
};
const named = ({ state, reason }: Outcome): string =>
  `${state ?? 'taken back'}${reason === null ? '' : ` (${reason})`}`;
const errorOf = ({ run, starts }: Outcome): number => (starts[0] ?? Number.NaN) - run.dueAt;
const figures = (errors: readonly number[]): string =>
  `${errors.length} runs, ${quantile(errors, 0.5).toFixed(0)} ms median, ${quantile(errors, 0.99).toFixed(0)} ms p99, ${Math.max(...errors).toFixed(0)} ms at most`;

/** Started as its row says, or missed, or of an unknown start, with a reason and somebody notified. */
const isNotified = ({ state, reason, notified, starts }: Outcome): boolean =>
  (state === 'launched' && reason !== 'startUnknown' && starts.length === 1) ||
  (state === 'launched' && reason === 'startUnknown' && starts.length <= 1 && notified) ||
  (state === 'missed' && starts.length === 0 && reason !== null && notified);

const promiseKills = (proof: Proof, outcomes: readonly Outcome[], gaps: readonly Gap[]): void => {
  const away = gaps.map(({ from, to }) => to - from);
  console.log(
    `        ${gaps.length} kills, an instance away for ${quantile(away, 0.5)} ms median, ${Math.max(...away)} ms at most`,
  );
  console.log(`        ${countBy(outcomes.map(named))}`);
  const twice = outcomes.filter(({ starts }) => starts.length > 1);
  proof.promise(twice.length === 0, 'runs started twice', `${twice.length} of ${outcomes.length}`);
  const silent = outcomes.filter((one) => !isNotified(one));
  proof.promise(
    silent.length === 0,
    'runs neither started nor missed with a reason and a notification',
    `${silent.length} of ${outcomes.length}`,
  );
  for (const one of silent)
    console.log(
      `          ${one.run.name}: ${named(one)}, started ${one.starts.length} times, notified: ${one.notified}`,
    );
  const begun = outcomes.filter(({ starts }) => starts.length > 0);
  const isHit = ({ run }: Outcome): boolean =>
    gaps.some(({ from, to }) => run.dueAt + bar >= from && run.dueAt <= to + settles);
  const quiet = begun.filter((one) => !isHit(one)).map(errorOf);
  const hit = begun.filter(isHit).map(errorOf);
  proof.promise(
    quantile(quiet, 0.99) <= bar && Math.min(...quiet) >= 0,
    `start error where nothing was killed: p99 at most ${bar} ms, none early`,
    figures(quiet),
  );
  proof.promise(
    Math.max(...hit) <= late && Math.min(...hit) >= 0,
    `start error around a kill: at most ${late} ms, none early`,
    figures(hit),
  );
};

type Edit = 'pause' | 'move' | 'cancel' | 'delete';
const edits: Readonly<Record<Edit, (operator: Operator, run: Run) => ReturnType<Operator['call']>>> = {
  pause: (operator, { taskOID }) => operator.call(calls.task.pauseTask, { oid: taskOID, reason: 'proof' }),
  move: (operator, { taskOID, wall }) =>
    operator.call(calls.task.moveRun, { oid: taskOID, wall, to: inMinutes(wall, 60), despite: true }),
  cancel: (operator, run) =>
    operator.call(calls.task.cancelRun, { oid: run.taskOID, wall: run.wall, reason: 'proof' }),
  delete: (operator, { taskOID }) => operator.call(calls.task.remove, { oids: [taskOID] }),
};
const kinds = Object.keys(edits) as Edit[];

/** Edits a run at most 50 ms before or after it is due. @returns the HTTP status of the answer, and its words */
const editAtDue = async (place: Place, run: Run, at: number): Promise<{ kind: Edit; answer: string }> => {
  const kind = kinds[at % kinds.length] ?? 'pause';
  const operator = place.operators[at % place.operators.length];
  if (!operator) throw new Error('nobody is signed in');
  await pause(Math.max(0, run.dueAt - Date.now() + (Math.random() * 100 - 50)));
  const { status, data } = await edits[kind](operator, run);
  return { kind, answer: status === 200 ? '200' : `${status} ${data?.reason ?? ''}` };
};

const promiseEdits = async (proof: Proof, place: Place, docks: readonly CountingDock[]): Promise<void> => {
  const runs = await planRuns(place, docks, { name: 'edited', many: editRounds, ahead: 20_000 });
  const answers = await Promise.all(runs.map((run, at) => editAtDue(place, run, at)));
  const outcomes = await outcomesOf(place, runs, 90_000);
  const flown = ({ state, starts }: Outcome): boolean => state === 'launched' && starts.length === 1;
  const cancelled = ({ state, starts }: Outcome): boolean =>
    (state === null || state === 'cancelled' || state === 'skipped') && starts.length === 0;
  const wrong = outcomes.filter(
    (one, at) => !flown(one) && !(cancelled(one) && answers[at]?.answer === '200'),
  );
  console.log(
    `        ${countBy(outcomes.map((one, at) => `${answers[at]?.kind} ${answers[at]?.answer}: ${named(one)}`))}`,
  );
  for (const one of wrong)
    console.log(`          ${one.run.name}: ${named(one)}, started ${one.starts.length} times`);
  proof.promise(
    wrong.length === 0,
    'runs edited within 50 ms of the moment that flew once or were cancelled, as their rows say',
    `${outcomes.length - wrong.length} of ${outcomes.length}: ${outcomes.filter(flown).length} flown, ${outcomes.filter(cancelled).length} cancelled`,
  );
};

await runProof(async (proof) => {
  const place = await openPlace(proof);
  const [operator] = place.operators;
  if (!operator) throw new Error('nobody is signed in');
  const docks = await each(Array.from({ length: dockCount }), (_, at) =>
    addCountingDock(proof, operator, at),
  );
  const runs = await planRuns(place, docks, { name: 'timed', many: rounds, ahead: 20_000 });
  console.log(`        ${docks.length} docks, ${runs.length} runs in ${(rounds * every) / 1_000} s`);
  const stop = place.killing();
  await pause((runs.at(-1)?.dueAt ?? 0) - Date.now());
  const gaps = await stop();
  promiseKills(proof, await outcomesOf(place, runs, 150_000), gaps);
  await promiseEdits(proof, place, docks);
});
